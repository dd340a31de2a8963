"""The cost of reading the orders of Far Horizons, and its growth with the lines.

The text has the six sections of a form; the lines between are those of a large realm: production
of many planets with comments, transfers, jumps and messages, one line in fifty misspelt. Reading
ends before orders are carried out, when names are looked up.
"""

from __future__ import annotations

import gc
import statistics
import time
from typing import Any

from benchmarks.measuring import extremes, growth, in_turns
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.language import FarHorizonsLanguage

SMALL, LARGE = 1_000, 100_000
QUICK_LARGE = 10_000
REPETITIONS = 7
BAR = 1.3
#: Lines by section, used in turn.
BODIES = {
    "PRE-DEPARTURE": (
        "  Transfer 10 CU PL Earth, TR5 Iron Badger {n}",
        "  Install 20 IU PL Weary Wren {n} ; as many as there are colonists",
        "",
        "Message SP Alderaan Union",
        "  Greetings; shall we trade? Number {n}.",
        "ZZZ",
        "  Scan\tTR1 Sly Drake {n}",
    ),
    "JUMPS": ("Jump TR1 Sly Drake {n}, 17 12 22", "JUMP FF Edison {n},PL Mars", "Visited 29 14 12"),
    "PRODUCTION": (
        "  PRODUCTION PL Optimus {n}",
        "    ; Place production orders here.",
        "    Build 30 CU TR5 Iron Badger {n}",
        "    Research 93 MI",
        "    Upgrade DD Dawson {n}, 100",
    ),
}
_MISSPELT = "    Reaserch 93 MI"
ONE_IN = 50


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the growth of the time per line, and lines per second."""
    large = QUICK_LARGE if quick else LARGE
    texts = {lines: text(lines) for lines in (SMALL, large)}
    times = in_turns(
        texts,
        lambda lines, orders: seconds(orders, large // lines) / lines,
        2 if quick else REPETITIONS,
    )
    return [
        {
            "name": f"Far Horizons orders: time per line, {SMALL:,} to {large:,} lines",
            **growth(times[SMALL], times[large]),
            "unit": "x",
            "bar": BAR,
            "better": "at most",
            "note": "one text of one player; one line in fifty is misspelt",
        },
        {
            "name": f"Far Horizons orders: lines per second, {large:,} lines",
            **extremes([1 / time_per_line for time_per_line in times[large]]),
            "unit": "/s",
            "bar": None,
            "better": "at least",
            "note": f"{1e6 * statistics.median(times[SMALL]):.1f} us a line of {SMALL:,} lines",
        },
    ]


def text(lines: int) -> str:
    """Return orders of about this number of lines, in three sections of equal length."""
    parts: list[str] = []
    for name, body in BODIES.items():
        parts.append(f"START {name}")
        count = lines // len(BODIES) // len(body) * len(body)
        for number in range(count):
            misspelt = number % ONE_IN == 0 and name == "PRODUCTION"
            parts.append(_MISSPELT if misspelt else body[number % len(body)].format(n=number))
        parts.append("END")
    return "\n".join([*parts, ""])


def seconds(orders: str, times: int) -> float:
    """Return the mean processor time of reading a text this number of times."""
    language = FarHorizonsLanguage(COMMANDS)
    gc.collect()
    began = time.process_time()
    for _ in range(times):
        assert language.read(orders).orders
    return (time.process_time() - began) / times
