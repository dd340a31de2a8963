"""Survey instruments: what those of a fleet are worth, and how long scans take (SC-EXP)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil

from attrs import frozen

from horizons_core.amounts import rounded_up
from horizons_core.sums import int_sum
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.design import System as Part
from variants.starcluster.model import System, Unit
from variants.starcluster.model.systems import PULSAR
from variants.starcluster.rules.damage import is_whole, working

#: The kinds of scans, and the turns that each takes with no instruments at all.
SCAN, SURVEY, SWEEP, PROBE = "SCAN", "SURVEY", "SWEEP", "PROBE"
TURNS = {SCAN: 20, SURVEY: 40, SWEEP: 30}
#: Codes of instruments.
INSTRUMENTS = ("X", "Xp", "Xc")
#: What a rating may be above the best generation, of X and Xp, and of Xc (SC-EXP-004, SC-EXP-009).
LIMIT, CAPITAL_LIMIT = 14, 24
#: By what a pulsar divides ratings (SC-ANO-003).
NOISE = 2


@frozen
class Ratings:
    """What the working instruments of a fleet are worth, and the best generation of them.

    Attributes:
        system, planetary, capital: the ratings of X, Xp and Xc; capital instruments serve as both
            others, too.
        best: the best generation among X and Xc, by which hidden points are found (SC-EXP-012).
    """

    system: Fraction
    planetary: Fraction
    capital: Fraction
    best: int


def ratings(units: Iterable[Unit], at: System) -> Ratings:
    """The ratings of a fleet's instruments in a system."""
    parts = [part for unit in units for part in _working_instruments(unit)]
    noise = NOISE if at.anomaly == PULSAR else 1
    return Ratings(
        system=Fraction(rating(parts, ("X", "Xc"), LIMIT), noise),
        planetary=Fraction(rating(parts, ("Xp", "Xc"), LIMIT), noise),
        capital=Fraction(rating(parts, ("Xc",), CAPITAL_LIMIT), noise),
        best=max((part.generation for part in parts if part.code in ("X", "Xc")), default=0),
    )


def _working_instruments(unit: Unit) -> Sequence[Part]:
    if is_whole(unit):
        return _instruments(unit.design)
    return [part for part in working(unit) if part.code in INSTRUMENTS]


@lru_cache(maxsize=1 << 10)
def _instruments(design: Design) -> Sequence[Part]:
    return tuple(design.with_code(*INSTRUMENTS))


def rating(parts: Iterable[Part], codes: tuple[str, ...], limit: int) -> int:
    """The sum of generations, at most so much above the best of them (SC-EXP-004)."""
    generations = [part.generation for part in parts if part.code in codes]
    return min(int_sum(generations), limit + max(generations)) if generations else 0


def scan_turns(kind: str, found: Ratings, pace: int = 100) -> int:
    """The turns that a scan takes; `pace` is the game's option, in per cent (SC-EXP-004)."""
    helped = {
        SCAN: found.system,
        SURVEY: found.system + found.planetary,
        SWEEP: found.capital,
    }[kind]
    turns = max(1, ceil(TURNS[kind] - helped))
    return max(1, rounded_up(turns * pace, 100))
