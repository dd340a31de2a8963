"""Survey instruments: what those of a fleet are worth, and how long scans take (SC-EXP)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from attrs import frozen

from variants.starcluster.designs.design import System as Part
from variants.starcluster.model import System, Unit
from variants.starcluster.model.systems import PULSAR
from variants.starcluster.rules.damage import working

#: The kinds of scans, and the turns that each takes with no instruments at all.
SCAN, SURVEY, SWEEP, PROBE = "SCAN", "SURVEY", "SWEEP", "PROBE"
TURNS = {SCAN: 20, SURVEY: 40, SWEEP: 30}
#: Codes of instruments.
INSTRUMENTS = ("X", "Xp", "Xc")
#: What a rating may be above the best generation, of X and Xp, and of Xc (SC-EXP-004, SC-EXP-009).
LIMIT, CAPITAL_LIMIT = 14, 24
#: What a pulsar leaves of ratings (SC-ANO-003).
NOISY = Fraction(1, 2)


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
    parts = [part for unit in units for part in working(unit) if part.code in INSTRUMENTS]
    share = NOISY if at.anomaly == PULSAR else Fraction(1)
    return Ratings(
        system=share * rating(parts, ("X", "Xc"), LIMIT),
        planetary=share * rating(parts, ("Xp", "Xc"), LIMIT),
        capital=share * rating(parts, ("Xc",), CAPITAL_LIMIT),
        best=max((part.generation for part in parts if part.code in ("X", "Xc")), default=0),
    )


def rating(parts: Iterable[Part], codes: tuple[str, ...], limit: int) -> int:
    """The sum of generations, at most so much above the best of them (SC-EXP-004)."""
    generations = [part.generation for part in parts if part.code in codes]
    return min(sum(generations), limit + max(generations)) if generations else 0


def scan_turns(kind: str, found: Ratings, pace: int = 100) -> int:
    """The turns that a scan takes; `pace` is the game's option, in per cent (SC-EXP-004)."""
    helped = {
        SCAN: found.system,
        SURVEY: found.system + found.planetary,
        SWEEP: found.capital,
    }[kind]
    turns = max(1, ceil(TURNS[kind] - helped))
    return max(1, ceil(Fraction(turns * pace, 100)))
