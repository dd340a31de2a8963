"""Counting work: the number of calls of each function, the same on every machine.

Repeating a unit of some input twice as often may cost twice the work. Calls are counted function by
function, so that one called too often stands out among the others, whatever the interpreter
does otherwise.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

#: Twice the units cost at most this factor times the work, plus some single calls.
FACTOR, SLACK = 2.2, 20


def calls_of(function: Callable[[], Any]) -> Counter[str]:
    """Return the number of calls of each function, by its file and name."""
    counts: dict[tuple[int, str], int] = {}
    codes: dict[int, Any] = {}  # hashing one takes long

    def profile(frame: Any, event: str, argument: Any) -> None:
        if event in {"call", "c_call"}:
            code = frame.f_code
            key = id(code), "" if event == "call" else argument.__name__
            if key in counts:
                counts[key] += 1
            else:
                counts[key], codes[key[0]] = 1, code

    gc.disable()
    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(before)
        gc.enable()
    named: Counter[str] = Counter()
    for (number, called), calls in counts.items():
        place = f"{codes[number].co_filename}:{codes[number].co_name}"
        named[f"{called} in {place}" if called else place] += calls
    return named


def demand_linear(work: Callable[[int], Any], units: int, most: int | None = None) -> None:
    """Fail if twice the units cost more than about twice the work; caches are warmed up before.

    With `most`, also fail if a unit costs more calls than that.
    """
    work(units)
    once, twice = (calls_of(lambda n=n: work(n)) for n in (units, 2 * units))  # type: ignore[misc]
    excess = {
        name: (once[name], calls)
        for name, calls in twice.items()
        if calls > FACTOR * once[name] + SLACK
    }
    assert not excess, f"calls for {units} and {2 * units} units: {excess}"
    each = (sum(twice.values()) - sum(once.values())) / units
    assert most is None or each <= most, f"a unit costs {each:.0f} calls"
