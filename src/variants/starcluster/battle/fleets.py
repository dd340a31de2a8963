"""Units and sides of a battle, from a game or a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from horizons_core.combat import Battle, Fighter
from horizons_core.sums import ordered_sum
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.ratings import (
    PLAIN,
    UNSTEADY,
    Refinements,
    defense_rating,
    is_in_line,
    tactical_speed,
)
from variants.starcluster.designs.tables import WEAPONS, factor_tenths
from variants.starcluster.model.fleets import LARGE, LONG, SHORT, SMALL

#: When a unit appears: at once; in a wave of an assault; after the waves; after the assault, from
#: elsewhere in the system (SC-WPA-003).
AT_ONCE, IN_A_WAVE, BEHIND, LATER = "at once", "in a wave", "behind the waves", "later"
ARRIVALS = (AT_ONCE, IN_A_WAVE, BEHIND, LATER)
#: Remark in records on a unit of the rear.
BEHIND_LINE = "behind the line"
BANDS, TARGETS = (LONG, SHORT), (LARGE, SMALL)
#: Missiles of a silo's salvo (SC-CMS-001).
SALVO = 20
#: The default missile of silos.
FIRST_MISSILE = ShipSystem("R", 1)


@frozen(kw_only=True)
class Combatant:
    """A unit in a battle.

    Attributes:
        name: its name.
        design: its design.
        key: its id in the game; "" for a unit of a file.
        left: the tenths of a point that each of its systems has left.
        starving: tenths of a point covered by supply damage (SC-LOG-016).
        used: shots fired from its magazines, since they were filled.
        ordnance_used: external ordnance fired.
        supplied: whether its fleet is in supply (SC-LOG-018).
        detuned: whether its drive is detuned (SC-MOV-003).
        refinements: its owner's refinements of its drive (SC-ENI-005).
        modifier: its race's combat modifier (SC-RACE-016).
        train: whether it is a logistics ship on duty.
        has_exit: whether it knows a way out (SC-CBT-010).
        comes: when it appears (see `ARRIVALS`).
    """

    name: str
    design: Design
    key: str = ""
    left: tuple[float, ...]
    starving: float = 0.0
    used: int = 0
    ordnance_used: int = 0
    supplied: bool = True
    detuned: bool = False
    refinements: Refinements = PLAIN
    modifier: Fraction = Fraction(1)
    train: bool = False
    has_exit: bool = True
    comes: str = AT_ONCE

    @property
    def rear(self) -> bool:
        """True if it stays behind the line (SC-CBT-001, SC-CBT-013)."""
        return self.train or not is_in_line(self.design)

    @property
    def points(self) -> float:
        """Tenths of a point that it has left."""
        return ordered_sum(self.left)

    def speed(self, rooms: int) -> Fraction:
        """The tactical speed with this many working drive rooms (SC-HULL-006)."""
        return tactical_speed(self.design, rooms, self.refinements, detuned=self.detuned)

    def defense(self, rooms: int) -> Fraction:
        """The share of fire evaded with this many working drive rooms (SC-CBT-005)."""
        return defense_rating(self.design, self.speed(rooms), self.refinements)

    def damage(self, system: ShipSystem) -> tuple[float, float]:
        """Damage of a weapon at each band, in tenths of a point, without its electronics.

        (SC-CBT-004, SC-ENJ-002)
        """
        weapon = WEAPONS[system.code]
        drive = self.design.drive
        unsteady = weapon.long_range and drive is not None and drive.code == "J"
        factor = factor_tenths(system.generation) * self.modifier * (UNSTEADY if unsteady else 1)
        return float(weapon.long * factor), float(weapon.short * factor)


@frozen(kw_only=True)
class Side:
    """A side of a battle and its doctrine (SC-CBT-012).

    Attributes:
        name: its owner.
        units: its units.
        band: the range that it seeks, LONG or SHORT.
        break_off: percentage of points lost at which it tries to leave; 100 for never.
        target: the first targets of directed fire, LARGE or SMALL.
        anti_drive: whether its missiles aim at drives (SC-ENI-006).
        avoids: whether it tries to leave at once.
        pdc: whether a Standard PDC directs its fire (SC-PDC-002).
        silos: number of silos that fire in the first round (SC-CMS-001, SC-CMS-003).
        missile: their missiles.
        wave: ships in a wave, if it comes through a warp point (SC-WPA-001).
    """

    name: str
    units: tuple[Combatant, ...]
    band: str = SHORT
    break_off: int = 50
    target: str = LARGE
    anti_drive: bool = False
    avoids: bool = False
    pdc: bool = False
    silos: int = 0
    missile: ShipSystem = FIRST_MISSILE
    wave: int = 5

    @property
    def salvo(self) -> tuple[float, float]:
        """Damage of one silo at each band, in tenths of a point (SC-CMS-001)."""
        weapon, factor = WEAPONS[self.missile.code], factor_tenths(self.missile.generation)
        return float(SALVO * weapon.long * factor), float(SALVO * weapon.short * factor)

    @property
    def order(self) -> list[int]:
        """Indices of its units, largest hull first, equal hulls in the given order (SC-CBT-008)."""
        return sorted(range(len(self.units)), key=lambda i: -self.units[i].design.spaces)

    @property
    def smallest_first(self) -> list[int]:
        """Indices of its units, smallest hull first, equal hulls in given order (SC-CBT-008)."""
        return sorted(range(len(self.units)), key=lambda i: self.units[i].design.spaces)


@frozen
class StarclusterBattle(Battle):
    """A battle of two sides in a system.

    Attributes:
        forces: the two sides; the first one attacks in an assault.
        gas: whether all fire is at Short (SC-NEB-002).
        ion: whether shields give no protection (SC-NEB-004, SC-ANO-003).
        assault: whether the first side comes through a warp point in waves (SC-WPA).
    """

    forces: tuple[Side, Side]
    gas: bool
    ion: bool
    assault: bool

    @property
    def units(self) -> list[Combatant]:
        """All units, side by side in the given order."""
        return [unit for side in self.forces for unit in side.units]

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """The units before the battle, with their points."""
        return tuple(
            Fighter(
                name=unit.name,
                side=number,
                before=(numbers := numbers_of(unit.left)),
                after=numbers,
                destroyed=False,
                mark=unit.design.hull.code,
                counts=COUNTS,
                about=BEHIND_LINE if unit.rear else "",
            )
            for number, side in enumerate(self.forces)
            for unit in side.units
        )


#: Unit of damage in records, rounded to whole points.
COUNTS = "point"


def points(left: Sequence[float]) -> int:
    """Whole points of the tenths left by system."""
    return round(ordered_sum(left) / 10)


def numbers_of(left: Sequence[float]) -> dict[str, int]:
    """The numbers of a unit in records, for these tenths left by system."""
    return {"points": points(left)}


def battle_of(
    first: Side, second: Side, *, gas: bool = False, ion: bool = False, assault: bool = False
) -> StarclusterBattle:
    """Build the battle of two sides; an assault without a line to emerge is an ordinary battle."""
    emerging = any(unit.comes == IN_A_WAVE and not unit.rear for unit in first.units)
    names = first.name, second.name
    return StarclusterBattle(names, (first, second), gas, ion, assault and emerging)


def damaged(design: Design, lost: Sequence[float]) -> tuple[float, ...]:
    """Tenths of a point left by system, after the given losses."""
    if not lost:
        return design.full_points
    return tuple(system.points - p for system, p in zip(design.systems, lost, strict=True))


def rows_of(unit: Combatant, *, ion: bool) -> Sequence[Sequence[int]]:
    """Group adjacent systems of equal kind and state, as lists of their indices.

    Destroyed systems, and shields where they give no protection, are left out.
    """
    return _rows_of(unit.design, unit.left, ion=ion)


@lru_cache(maxsize=1 << 10)
def _rows_of(design: Design, left: tuple[float, ...], *, ion: bool) -> Sequence[Sequence[int]]:
    """The rows of all units of one design in one state, cached because fleets have many."""
    return tuple(_rows(design.systems, left, ion=ion))


def points_by_row(unit: Combatant, *, ion: bool) -> tuple[float, ...]:
    """Tenths of a point left in each row of a unit (see `rows_of`)."""
    return _points_by_row(unit.design, unit.left, ion=ion)


@lru_cache(maxsize=1 << 10)
def _points_by_row(design: Design, left: tuple[float, ...], *, ion: bool) -> tuple[float, ...]:
    rows = _rows_of(design, left, ion=ion)
    return tuple(float(ordered_sum(left[place] for place in places)) for places in rows)


def _rows(
    systems: Sequence[ShipSystem], lefts: Sequence[float], *, ion: bool
) -> Iterator[list[int]]:
    row: list[int] = []
    for place, (system, left) in enumerate(zip(systems, lefts, strict=True)):
        if left <= 0 or (ion and system.code == "S"):
            continue
        alike = row and (system, left) == (systems[row[-1]], lefts[row[-1]])
        undamaged = left == system.points and row and row[-1] == place - 1
        if alike and undamaged:
            row.append(place)
            continue
        if row:
            yield row
        row = [place]
    if row:
        yield row
