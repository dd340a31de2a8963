"""Sensors and survey instruments: observers, appearance of fleets, duration of scans.

(SC-EXP-004, SC-EXP-014, SC-SET-007, SC-ENI-007)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil

from attrs import frozen

from horizons_core.amounts import rounded_up
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.design import ShipSystem as Part
from variants.starcluster.model import Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.model.systems import PULSAR
from variants.starcluster.rules.units import best_in, best_working, is_undamaged, working_systems

#: Key of a turn's notes: the best generation of combat sensors by system and observer.
_SENSORS = "combat sensors"


def record_sensors(context: TurnContext[Starcluster], fleet: Fleet, units: Iterable[Unit]) -> None:
    """Record a fleet in a system, even in passing, with its working combat sensors."""
    best = best_in(units, "Y")
    if best:
        sensors = context.notes.setdefault(_SENSORS, {}).setdefault(fleet.at, {})
        sensors[fleet.owner] = max(best, sensors.get(fleet.owner, 0))


def observers(context: TurnContext[Starcluster]) -> dict[str, dict[str, int]]:
    """Observers by system and empire, with the best generation of their sensors there.

    A colony sees without sensors, except fleets tuned for stealth (SC-ENI-007).
    """
    game = context.game
    noted: Mapping[str, Mapping[str, int]] = context.notes.get(_SENSORS, {})
    observers_ = {system: dict(sensors) for system, sensors in noted.items()}
    for system in game.systems:
        if system.owner:
            observers_.setdefault(system.id, {}).setdefault(system.owner, 0)
    return observers_


def sees(sensors: int | None, stealth: int) -> bool:
    """True if an observer with these sensors sees a fleet.

    `sensors` is None without an observer.
    """
    return sensors is not None and sensors >= stealth


def hulls_of(units: Iterable[Unit]) -> dict[str, int]:
    """The number of units of each hull, by code and in the order of codes."""
    hulls: dict[str, int] = {}
    for unit in units:
        code = unit.design.hull.code
        hulls[code] = hulls.get(code, 0) + 1
    return dict(sorted(hulls.items()))


def stealth_of(units: Iterable[Unit]) -> int:
    """The generation of combat sensors needed to see a fleet; 0 if all can see it (SC-ENI-007).

    This is the lowest generation of its drives if every unit has a working Stealth Tuner.
    """
    lowest: int | None = None
    for unit in units:
        if not best_working(unit, "ST"):
            return 0
        generation = unit.design.drive_generation
        lowest = generation if lowest is None else min(lowest, generation)
    return lowest or 0


#: The kinds of scans, and the turns that each takes without instruments.
SCAN, SURVEY, SWEEP, PROBE = "SCAN", "SURVEY", "SWEEP", "PROBE"
TURNS = {SCAN: 20, SURVEY: 40, SWEEP: 30}
#: Codes of instruments.
INSTRUMENTS = ("X", "Xp", "Xc")
#: Maximum excess of a rating over the generation, of X and Xp, and of Xc (SC-EXP-004, SC-EXP-009).
LIMIT, CAPITAL_LIMIT = 14, 24
#: Divisor of ratings at a pulsar (SC-ANO-003).
NOISE = 2


@frozen
class InstrumentRatings:
    """Ratings of the working instruments of a fleet, and their best generation.

    Attributes:
        system, planetary, capital: the ratings of X, Xp and Xc; capital instruments also count
            as both others.
        best: the best generation among X and Xc, which finds hidden points (SC-EXP-012).
    """

    system: Fraction
    planetary: Fraction
    capital: Fraction
    best: int


def instrument_ratings(units: Iterable[Unit], at: StarSystem) -> InstrumentRatings:
    """The ratings of a fleet's instruments in a system."""
    parts = [part for unit in units for part in _working_instruments(unit)]
    noise = NOISE if at.anomaly == PULSAR else 1
    return InstrumentRatings(
        system=Fraction(combined_rating(parts, ("X", "Xc"), LIMIT), noise),
        planetary=Fraction(combined_rating(parts, ("Xp", "Xc"), LIMIT), noise),
        capital=Fraction(combined_rating(parts, ("Xc",), CAPITAL_LIMIT), noise),
        best=max((part.generation for part in parts if part.code in ("X", "Xc")), default=0),
    )


def _working_instruments(unit: Unit) -> Sequence[Part]:
    if is_undamaged(unit):
        return _instruments(unit.design)
    return [part for part in working_systems(unit) if part.code in INSTRUMENTS]


@lru_cache(maxsize=1 << 10)
def _instruments(design: Design) -> Sequence[Part]:
    return tuple(design.with_code(*INSTRUMENTS))


def combined_rating(parts: Iterable[Part], codes: tuple[str, ...], limit: int) -> int:
    """The sum of generations, limited to the best of them plus `limit` (SC-EXP-004)."""
    generations = [part.generation for part in parts if part.code in codes]
    return min(int_sum(generations), limit + max(generations)) if generations else 0


def scan_turns(kind: str, instruments: InstrumentRatings, pace: int = 100) -> int:
    """Duration of a scan in turns; `pace` is the game's option, in percent (SC-EXP-004)."""
    reduction = {
        SCAN: instruments.system,
        SURVEY: instruments.system + instruments.planetary,
        SWEEP: instruments.capital,
    }[kind]
    turns = max(1, ceil(TURNS[kind] - reduction))
    return max(1, rounded_up(turns * pace, 100))
