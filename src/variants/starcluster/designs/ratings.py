"""Ratings of designs, and their role in battle (SC-HULL-006, SC-MOV, SC-CBT-001).

All figures are exact: speeds, shares and ratings are fractions, rounded only as a clause demands.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import floor

from attrs import frozen

from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.tables import factor_tenths

#: SC-CBT-005: the share of fire evaded per point of speed, by modulation, and at most.
EVASION, MODULATION, MAX_EVASION = Fraction(4, 100), Fraction(3, 100), Fraction(60, 100)
#: SC-ENJ-002: factor on the long-range fire of tactical drives.
UNSTEADY = Fraction(9, 10)
#: SC-CBT-004: factor on the ratings of a unit without combat sensors.
BLIND = Fraction(1, 2)
#: Degrees of blind spot that Fast and Rapid hulls add (SC-ENI-004).
WIDER = 60
#: SC-MOV-002: tenths of the tactical speed with a stabilizer.
STABILIZED = 6


def is_in_line(design: Design) -> bool:
    """True if units of this design belong in the battle line, except logistics ships on duty.

    All starbases do, and all ships with I or J drives, armed or not, except freighters.
    """
    if design.hull.type.is_starbase:
        return True
    military = design.drive is not None and design.drive.military
    return military and not design.hull.type.is_freighter


@frozen(cache_hash=True)
class Refinements:
    """Twigs of a drive tree that an empire has developed (SC-ENI-005).

    They apply to its ships with drives of that tree.
    """

    modulation: bool = False
    stabilizer: bool = False
    anti_drive: bool = False
    maneuvering: bool = False
    tuner: bool = False
    capacitor: bool = False


PLAIN = Refinements()


@lru_cache(maxsize=1 << 12)
def tactical_speed(
    design: Design,
    rooms: int | None = None,
    refinements: Refinements = PLAIN,
    *,
    detuned: bool = False,
) -> Fraction:
    """The tactical speed, whole or half points (SC-HULL-006, SC-MOV-003).

    Args:
        design: the unit's design.
        rooms: its working drive rooms; all of them by default.
        refinements: its owner's refinements of its drive.
        detuned: whether its fleet is detuned.
    """
    speed = _speed(design, rooms, refinements, 1 if _is_tactical(design) else 0)
    if detuned and design.drive and not refinements.capacitor:
        speed = max(Fraction(0), speed - design.drive.detuning)
    return speed


@lru_cache(maxsize=1 << 12)
def cruising_speed(
    design: Design,
    rooms: int | None = None,
    refinements: Refinements = PLAIN,
    *,
    detuned: bool = False,
) -> Fraction:
    """The movement points of a turn (SC-MOV-002, SC-MOV-003, SC-ENJ-003)."""
    if design.drive is None:
        return Fraction(0)
    speed = _speed(design, rooms, refinements, 0)
    steady = refinements.stabilizer and design.drive.military
    safe = Fraction(STABILIZED if steady else design.drive.safe, 10)
    return speed * safe + (design.drive.detuning if detuned and speed else 0)


@lru_cache(maxsize=1 << 12)
def defense_rating(design: Design, speed: Fraction, refinements: Refinements = PLAIN) -> Fraction:
    """The share of fire that misses a unit at a tactical speed (SC-CBT-005)."""
    if not speed or design.drive is None:
        return Fraction(0)
    degrees = design.drive.blind_spot + (WIDER if design.hull.is_fast else 0)
    if refinements.maneuvering:
        degrees = max(0, degrees - WIDER)
    rating = EVASION * speed * (1 - Fraction(degrees, 1000))
    return min(MAX_EVASION, rating + (MODULATION if refinements.modulation else 0))


def offensive_ratings(
    design: Design, working: Iterable[ShipSystem] | None = None, modifier: Fraction = Fraction(1)
) -> tuple[Fraction, Fraction]:
    """The ratings at the Long and the Short band (SC-CBT-004).

    Args:
        design: the unit's design.
        working: its systems that work; all of them by default.
        modifier: its race's combat modifier (SC-RACE-016).
    """
    systems = design.systems if working is None else tuple(working)
    sensors = max((system.generation for system in systems if system.code == "Y"), default=0)
    targeting = max((system.generation for system in systems if system.code == "M"), default=0)
    steadiness = UNSTEADY if _is_tactical(design) else Fraction(1)
    range_factor = steadiness * (1 + Fraction(factor_tenths(targeting), 100) if targeting else 1)
    seeing = 1 + Fraction(sensors - 1, 20) if sensors else BLIND
    long, short = Fraction(0), Fraction(0)
    for system in systems:
        weapon = system.weapon
        if weapon is None:
            continue
        factor = Fraction(factor_tenths(system.generation), 10)
        factor *= range_factor if weapon.long_range else 1
        long += weapon.long * factor
        short += weapon.short * factor
    return long * seeing * modifier, short * seeing * modifier


def _speed(design: Design, rooms: int | None, refinements: Refinements, extra: int) -> Fraction:
    """The limit of hull and drive or the yield of the rooms, whichever is less, rounded down."""
    drive = design.drive
    if drive is None or not design.hull.type.power:
        return Fraction(0)
    working = design.count(drive.code) if rooms is None else rooms
    bonus = Fraction(drive.rows[design.drive_generation - 1].half_speeds, 2)
    maximum = design.hull.speed + bonus + (1 if refinements.tuner else 0) + extra
    speed = min(maximum, working / design.hull.type.power)
    steps = 1 if drive.military else 2
    return Fraction(floor(speed * steps), steps)


def _is_tactical(design: Design) -> bool:
    return design.drive is not None and design.drive.code == "J"
