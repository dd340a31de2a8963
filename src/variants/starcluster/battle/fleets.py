"""Units and sides that meet, from a game or from a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from horizons_core.combat import Battle
from horizons_core.sums import ordered_sum
from variants.starcluster.designs.design import Design, System
from variants.starcluster.designs.ratings import (
    PLAIN,
    UNSTEADY,
    Refinements,
    defense_rating,
    tactical_speed,
)
from variants.starcluster.designs.roles import is_in_line
from variants.starcluster.designs.tables import WEAPONS, factor_tenths
from variants.starcluster.model.fleets import LARGE, LONG, SHORT, SMALL

#: When a unit comes: it is there; in a wave of an assault; behind the waves; when the assault is
#: over, from elsewhere in the system (SC-WPA-003).
AT_ONCE, IN_A_WAVE, BEHIND, LATER = "at once", "in a wave", "behind the waves", "later"
COMINGS = (AT_ONCE, IN_A_WAVE, BEHIND, LATER)
BANDS, TARGETS = (LONG, SHORT), (LARGE, SMALL)
#: Missiles of a silo's salvo (SC-CMS-001).
SALVO = 20
#: What silos fire that have nothing better.
FIRST_MISSILE = System("R", 1)


@frozen(kw_only=True)
class Combatant:
    """A unit in a battle.

    Attributes:
        name: what it is called.
        design: what it is.
        key: what tells it in the game; "" for one of a file.
        left: by system, the tenths of a point that it has left.
        starving: tenths of a point covered by supply damage (SC-LOG-016).
        used: shots fired from its magazines, and `ordnance_used` external ordnance.
        ordnance_used: as above.
        supplied: whether its fleet is in supply (SC-LOG-018).
        detuned: whether its drive is detuned (SC-MOV-003).
        refinements: what its owner knows about its drive (SC-ENI-005).
        modifier: its race's combat modifier (SC-RACE-016).
        train: whether it is a logistics ship on duty.
        has_exit: whether it knows a way out (SC-CBT-010).
        comes: when it comes (see `COMINGS`).
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
        """Whether it stays behind the line (SC-CBT-001, SC-CBT-013)."""
        return self.train or not is_in_line(self.design)

    @property
    def points(self) -> float:
        """Tenths of a point that it has left."""
        return ordered_sum(self.left)

    def speed(self, rooms: int) -> Fraction:
        """Its tactical speed with so many working drive rooms (SC-HULL-006)."""
        return tactical_speed(self.design, rooms, self.refinements, detuned=self.detuned)

    def defense(self, rooms: int) -> Fraction:
        """The share of fire that misses it with so many working drive rooms (SC-CBT-005)."""
        return defense_rating(self.design, self.speed(rooms), self.refinements)

    def damage(self, system: System) -> tuple[float, float]:
        """Tenths of a point that a weapon does at each band, its electronics left aside.

        (SC-CBT-004, SC-ENJ-002)
        """
        weapon = WEAPONS[system.code]
        drive = self.design.drive
        unsteady = weapon.long_range and drive is not None and drive.code == "J"
        factor = factor_tenths(system.generation) * self.modifier * (UNSTEADY if unsteady else 1)
        return float(weapon.long * factor), float(weapon.short * factor)


@frozen(kw_only=True)
class Side:
    """A side of a battle, and what its doctrine says (SC-CBT-012).

    Attributes:
        name: whose it is.
        units: what it has there.
        band: the range that it seeks, LONG or SHORT.
        break_off: the per cent of its points at whose loss it tries to leave; 100 for never.
        target: what a directed line fires at first, LARGE or SMALL.
        anti_drive: whether its missiles aim at drives (SC-ENI-006).
        avoids: whether it tries to leave at once.
        pdc: whether a Standard PDC directs its fire (SC-PDC-002).
        silos: how many silos fire in the first round, and `missile` what (SC-CMS-001, SC-CMS-003).
        missile: as above.
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
    missile: System = FIRST_MISSILE
    wave: int = 5

    @property
    def salvo(self) -> tuple[float, float]:
        """Tenths of a point that a silo does at each band (SC-CMS-001)."""
        weapon, factor = WEAPONS[self.missile.code], factor_tenths(self.missile.generation)
        return float(SALVO * weapon.long * factor), float(SALVO * weapon.short * factor)

    @property
    def order(self) -> list[int]:
        """Its units, the largest hull first; of equal ones the first given (SC-CBT-008)."""
        return sorted(range(len(self.units)), key=lambda i: -self.units[i].design.spaces)

    @property
    def smallest_first(self) -> list[int]:
        """Its units, the smallest hull first; of equal ones the first given (SC-CBT-008)."""
        return sorted(range(len(self.units)), key=lambda i: self.units[i].design.spaces)


@frozen
class StarclusterBattle(Battle):
    """Two sides in a system.

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
        """All units, side by side as they were given."""
        return [unit for side in self.forces for unit in side.units]


def battle_of(
    one: Side, two: Side, *, gas: bool = False, ion: bool = False, assault: bool = False
) -> StarclusterBattle:
    """The battle of two sides; an assault without a line to emerge is an ordinary battle."""
    emerging = any(unit.comes == IN_A_WAVE and not unit.rear for unit in one.units)
    return StarclusterBattle((one.name, two.name), (one, two), gas, ion, assault and emerging)


def damaged(design: Design, lost: Sequence[float]) -> tuple[float, ...]:
    """By system, the tenths of a point left of a unit that has lost so many."""
    if not lost:
        return design.whole
    return tuple(system.points - gone for system, gone in zip(design.systems, lost, strict=True))


def rows_of(unit: Combatant, *, ion: bool) -> Sequence[Sequence[int]]:
    """Systems that stand together and are alike in kind and state, as lists of their places.

    Those without a point left, and shields where they give no protection, are left out.
    """
    return _rows_of(unit.design, unit.left, ion=ion)


@lru_cache(maxsize=1 << 10)
def _rows_of(design: Design, left: tuple[float, ...], *, ion: bool) -> Sequence[Sequence[int]]:
    """The rows of all units of one design in one state: fleets have many."""
    return tuple(_rows(design.systems, left, ion=ion))


def points_by_row(unit: Combatant, *, ion: bool) -> tuple[float, ...]:
    """Tenths of a point that each row of a unit has left (see `rows_of`)."""
    return _points_by_row(unit.design, unit.left, ion=ion)


@lru_cache(maxsize=1 << 10)
def _points_by_row(design: Design, left: tuple[float, ...], *, ion: bool) -> tuple[float, ...]:
    rows = _rows_of(design, left, ion=ion)
    return tuple(float(ordered_sum(left[place] for place in places)) for places in rows)


def _rows(systems: Sequence[System], lefts: Sequence[float], *, ion: bool) -> Iterator[list[int]]:
    row: list[int] = []
    for place, (system, left) in enumerate(zip(systems, lefts, strict=True)):
        if left <= 0 or (ion and system.code == "S"):
            continue
        alike = row and (system, left) == (systems[row[-1]], lefts[row[-1]])
        whole = left == system.points and row and row[-1] == place - 1
        if alike and whole:
            row.append(place)
            continue
        if row:
            yield row
        row = [place]
    if row:
        yield row
