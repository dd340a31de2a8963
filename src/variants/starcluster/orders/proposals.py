"""Designs of the best systems that an empire has developed, for each role of a hull (SC-DES)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import ceil

from attrs import frozen

from horizons_core import LocalizedText
from horizons_core.sums import int_sum
from variants.starcluster.designs.checks import faults
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.hulls import Hull
from variants.starcluster.designs.tables import COMPONENTS, DRIVES, HS, WEAPONS
from variants.starcluster.designs.text import design_string
from variants.starcluster.technologies import is_among

#: The share of a warship's free space for weapons.
_ARMED = 2 / 3
_MAGAZINES = 2


@frozen
class Shipwright:
    """The systems that an empire can put into a hull.

    Attributes:
        hull: the hull.
        el: the Economic Level.
        developed: the technologies.
    """

    hull: Hull
    el: int
    developed: Collection[str]

    def best(self, code: str) -> ShipSystem | None:
        """The system of a code in its highest generation; None if it is not developed."""
        generation = 0
        while is_among(self.developed, code, generation + 1):
            generation += 1
            if code in COMPONENTS and not COMPONENTS[code].has_generations:
                break
        return ShipSystem(code, generation) if generation else None

    def systems(self, code: str, number: int) -> list[ShipSystem]:
        """A number of systems of a code, none if it is not developed."""
        best = self.best(code)
        return [best] * number if best else []

    @property
    def spaces(self) -> int:
        """The largest size of the hull."""
        return self.hull.max_spaces(max(1, self.hull.generation(self.el)))

    def base(self, *drives: str) -> list[ShipSystem]:
        """Quarters for a full hull, and rooms of the first developed drive for its full speed."""
        quarters = self.best("Q")
        number = self.hull.quarters(self.spaces, quarters.generation) if quarters else 0
        drive = next(filter(None, map(self.best, drives)), None)
        rooms = self.hull.rooms(self.hull.speed)
        return [*self.systems("Q", number), *([drive] * rooms if drive else [])]

    def free(self, *systems: ShipSystem) -> int:
        """Tenths of a hull space left in the hull."""
        return self.spaces * HS - int_sum(system.size for system in systems)

    def filled(self, code: str, fixed: list[ShipSystem]) -> list[ShipSystem]:
        """Systems of a code that fill the space left by others."""
        best = self.best(code)
        return [best] * (max(0, self.free(*fixed)) // best.size) if best else []

    def warship(self, code: str) -> Design | None:
        """A ship with shields in front, then weapons and sensors, and drives at the stern."""
        base = [*self.systems("Y", 1), *self.base("I", "J")]
        shots = self.systems("Mg", _MAGAZINES if WEAPONS[code].ammo else 0)
        number = int(self.free(*base, *shots) * _ARMED) // WEAPONS[code].size
        armament = [*self.systems(code, number), *shots]
        if len(armament) <= len(shots):
            return None
        return self._design([*self.filled("S", base + armament), *armament, *base])

    def scout(self) -> Design | None:
        """A ship with holds and instruments for both scans, that needs no train (SC-LOG-012)."""
        base = [*self.base("Ic", "I"), *self.systems("Y", 1), *self.systems("H", 10)]
        spaces = self.free(*base) // HS
        instruments = [*self.systems("X", ceil(spaces / 2)), *self.systems("Xp", spaces // 2)]
        return self._design([*base, *instruments]) if spaces > 1 else None

    def carrier(self, code: str) -> Design | None:
        """A ship with troops or cargo, and bays."""
        base = self.base("I", "Ic")
        bays = self.systems("Bsa", max(1, self.spaces // 10)) + self.systems("Hb", code == "H")
        cargo = self.filled(code, base + bays)
        return self._design([*cargo, *bays, *base]) if cargo else None

    def workshop(self, code: str, *drives: str) -> Design | None:
        """A unit with as many modules as fit; a unit of only shipyards needs no quarters."""
        base = [] if code == "SY" else self.base(*drives)
        modules = self.filled(code, base)
        return self._design([*modules, *base]) if modules else None

    def _design(self, systems: list[ShipSystem]) -> Design | None:
        design = Design(self.hull, tuple(systems))

        def known(code: str, generation: int) -> bool:
            return is_among(self.developed, code, generation)

        return None if any(faults(design, self.el, known)) else design


def _roles(wright: Shipwright) -> Iterator[tuple[str, Design | None]]:
    kind = wright.hull.type
    if not kind.is_freighter:
        for code, weapon in WEAPONS.items():
            role = LocalizedText("{weapon} warship", weapon=weapon.name)
            yield role, wright.warship(code)
    if kind.is_starbase:
        yield LocalizedText("Shipyard"), wright.workshop("SY")
        yield LocalizedText("Machine shop"), wright.workshop("MS")
        return
    yield LocalizedText("Scout"), wright.scout()
    yield LocalizedText("Troop ship"), wright.carrier("Qt")
    yield LocalizedText("Logistics ship"), wright.carrier("H")
    yield LocalizedText("Mobile shipyard"), wright.workshop("SYM", "I", "Ic")
    yield LocalizedText("Tug"), wright.workshop("T", "I", "Ic")


@lru_cache(1 << 10)
def proposed_designs(
    hull: Hull, el: int, developed: tuple[str, ...]
) -> tuple[tuple[str, str, Design], ...]:
    """Designs without faults for a hull, each with its role and its string."""
    roles = _roles(Shipwright(hull, el, frozenset(developed)))
    return tuple((role, design_string(design.systems), design) for role, design in roles if design)


def named_system(word: str) -> str:
    """The name of a system with its word in designs; only the word for other technologies."""
    code = word.rstrip("0123456789")
    name: str
    if code in DRIVES:
        name = LocalizedText("{code} drive room", code=code)
    elif code in COMPONENTS:
        name = COMPONENTS[code].name
    else:
        return word
    return LocalizedText("{name} ({code})", name=name, code=word)
