"""Designs: a hull and its systems, in the order in which damage destroys them (SC-DES)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil
from types import MappingProxyType
from typing import Annotated

from attrs import field, frozen

from horizons_core.amounts import half_up
from horizons_core.model import Between, OneOf
from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.constants import MC
from variants.starcluster.designs.hulls import Hull
from variants.starcluster.designs.tables import (
    COMPONENTS,
    DRIVES,
    HS,
    WEAPONS,
    Component,
    DriveRoom,
    DriveType,
    Weapon,
    factor_tenths,
)

# Limits of values in saved games.
SystemCode = Annotated[str, OneOf((*COMPONENTS, *DRIVES))]
Generation = Annotated[int, Between(1, max(len(drive.rows) for drive in DRIVES.values()))]
#: Modules that need freighters of the Construction Pool: shipyards, mobile shipyards, and machine
#: shops (SC-LOG-002).
MODULES = ("SY", "SYM", "MS")


@frozen(cache_hash=True)
class ShipSystem:
    """One component, weapon or drive room of a unit.

    Attributes:
        code: its code in the tables.
        generation: its generation, 1 if there is only one version.
    """

    code: SystemCode
    generation: Generation = 1

    @cached_property
    def kind(self) -> Component | None:
        """Its row in the tables; None for a drive room."""
        return COMPONENTS.get(self.code)

    @cached_property
    def weapon(self) -> Weapon | None:
        """Its row in the table of weapons; None if it is not a weapon."""
        return WEAPONS.get(self.code)

    @cached_property
    def drive(self) -> DriveType | None:
        """The kind of its drive; None if it is not a drive room."""
        return DRIVES.get(self.code)

    @property
    def room(self) -> DriveRoom:
        """Its row in the table of its drive; only for a drive room."""
        return DRIVES[self.code].rows[self.generation - 1]

    @cached_property
    def size(self) -> int:
        """The size in tenths of a hull space."""
        return self.room.size if self.drive else COMPONENTS[self.code].size

    @property
    def price(self) -> Fraction:
        """The price in hundredths of an MC (SC-DES-003)."""
        if self.drive:
            return Fraction(self.room.price)
        kind = COMPONENTS[self.code]
        return Fraction(kind.price * factor_tenths(self.generation), 10)

    @cached_property
    def points(self) -> int:
        """Damage points, in tenths of a point (SC-CBT-002)."""
        kind = self.kind
        if kind is not None and kind.points:
            return kind.points * factor_tenths(self.generation)
        return self.size

    def __str__(self) -> str:
        kind = self.kind
        return self.code if kind and not kind.has_generations else f"{self.code}{self.generation}"


@lru_cache(maxsize=1 << 10)
def _intern(system: ShipSystem) -> ShipSystem:
    """Return the first system equal to this one."""
    return system


def _share(systems: Iterable[ShipSystem]) -> tuple[ShipSystem, ...]:
    """Share one object among equal systems: games have many systems but few different ones."""
    return tuple(_intern(system) for system in systems)


@frozen(cache_hash=True)
class Design:
    """The design of a Large Unit.

    Attributes:
        hull: its hull.
        systems: its systems from bow to stern; damage destroys them in this order (SC-DES-006).
    """

    hull: Hull
    systems: tuple[ShipSystem, ...] = field(converter=_share)

    @cached_property
    def spaces(self) -> int:
        """Its hull size in hull spaces, rounded up (SC-DES-004)."""
        return ceil(int_sum(system.size for system in self.systems) / HS)

    @cached_property
    def list_price(self) -> int:
        """The price in hundredths of an MC, before modifiers of the owner's race (SC-DES-005)."""
        parts = ordered_sum((system.price for system in self.systems), Fraction(0))
        return half_up(MC * self.spaces * self.hull.price + parts)

    @cached_property
    def points(self) -> int:
        """Damage points of all systems, in tenths of a point (SC-CBT-002)."""
        return int_sum(system.points for system in self.systems)

    @cached_property
    def full_points(self) -> tuple[float, ...]:
        """Damage points of each system of an undamaged unit, in tenths of a point."""
        return tuple(float(system.points) for system in self.systems)

    @cached_property
    def drive(self) -> DriveType | None:
        """The kind of its drive; None if there is none."""
        return next((system.drive for system in self.systems if system.drive), None)

    @cached_property
    def drive_generation(self) -> int:
        """The generation of its drive; 0 if there is none."""
        return next((system.generation for system in self.systems if system.drive), 0)

    @cached_property
    def is_armed(self) -> bool:
        return any(system.weapon for system in self.systems)

    @property
    def is_military(self) -> bool:
        """True if it has a military drive or a weapon (SC-DES-010)."""
        return self.is_armed or (self.drive is not None and self.drive.military)

    def count(self, code: str) -> int:
        """The number of systems of this code."""
        return self._counts[code]

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(system.code for system in self.systems)

    @cached_property
    def has_modules(self) -> bool:
        return any(self.count(code) for code in MODULES)

    @cached_property
    def rooms(self) -> int:
        """The number of drive rooms."""
        return int_sum(system.drive is not None for system in self.systems)

    @cached_property
    def best(self) -> Mapping[str, int]:
        """The highest generation of its systems of each code."""
        best: dict[str, int] = {}
        for system in self.systems:
            best[system.code] = max(system.generation, best.get(system.code, 0))
        return MappingProxyType(best)

    def with_code(self, *codes: str) -> Iterator[ShipSystem]:
        """Its systems of these codes, in their order."""
        return (system for system in self.systems if system.code in codes)


def added_systems(old: Design, new: Design) -> tuple[ShipSystem, ...]:
    """The systems that a new design adds to an old one."""
    return tuple((Counter(new.systems) - Counter(old.systems)).elements())


#: The station that each race starts with: ten shipyard modules (SC-START-008).
STARTING_YARD = Design(Hull("BS2"), (ShipSystem("SY"),) * 10)
