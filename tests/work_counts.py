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
from cProfile import Profile
from typing import Any

#: Twice the units cost at most this factor times the work, plus some single calls.
FACTOR, SLACK = 2.2, 20


def calls_of(function: Callable[[], Any]) -> Counter[str]:
    """Return the number of calls of each function, by its file and name.

    Calls of built-in functions are counted for each of their callers.
    """
    before = sys.getprofile()
    sys.setprofile(None)
    profile = Profile()
    gc.disable()
    try:
        profile.runcall(function)
    finally:
        gc.enable()
        sys.setprofile(before)
    counts: Counter[str] = Counter()
    for entry in profile.getstats():
        if isinstance(entry.code, str):
            continue
        place = f"{entry.code.co_filename}:{entry.code.co_name}"
        counts[place] += entry.callcount
        for call in entry.calls or ():
            if isinstance(call.code, str):
                counts[f"{call.code} in {place}"] += call.callcount
    return counts


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
