"""Refits, which replace one item of a design by another (C2E-16.5).

An item is a part, boxes of hull or armour, cargo space, craft, or FREE: the mass left up to the
design weight.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from horizons_core.amounts import half_up
from horizons_core.sums import int_sum
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parts import (
    DROPSHIP_POINTS,
    FIGHTERS,
    GROUP,
    KINDS,
    NOTHING_SPECIAL,
    ShipPart,
    part_named,
)

FREE, HULL, ARMOUR = "FREE", "HULL", "ARMOUR"
#: Key of dropships in stores; fighters have their kind as key.
DROPSHIPS = "dropships"
SURCHARGE = 120  # percent: C2E-16.5-02

#: C2E-11.4-02: beams and screens with a higher number take two weeks.
_MINOR_BEAM, _MINOR_SCREEN = 3, 1

_BOXES = re.compile(r"(HULL|ARMOUR)(?: +([0-9]{1,3}))?")
_FIGHTERS = re.compile(r"FIGHTERS(?: +([A-Z-]+))?")
_DROPSHIPS = re.compile(r"DROPSHIPS +([1-9][0-9]{0,2})")


@frozen
class RefitItem:
    """An item that a refit removes or installs.

    Attributes:
        word: its word in orders.
        part: the part, if it is one.
        hull, armour: boxes.
        fighters: the kind of a group of fighters; "" for none.
        dropship: the mass of a dropship; 0 for none.
    """

    word: str
    part: ShipPart | None = None
    hull: int = 0
    armour: int = 0
    fighters: str = ""
    dropship: int = 0

    @property
    def craft(self) -> tuple[str, int]:
        """Key of the craft in stores, and number of fighters or tonnes; "" and 0 otherwise."""
        if self.fighters:
            return self.fighters, GROUP
        return (DROPSHIPS, self.dropship) if self.dropship else ("", 0)

    @property
    def is_weaponry(self) -> bool:
        """Return whether its price doubles without Manufactured Goods (C2E-3.5-03)."""
        return bool(self.fighters) or (self.part is not None and self.part.is_weaponry)

    @property
    def doubles_without_ore(self) -> bool:
        """Return whether its price doubles without Mining/Ore (C2E-3.5-04)."""
        return bool(self.hull or self.armour)

    @property
    def is_major(self) -> bool:
        """Return whether installing it takes two weeks (C2E-11.4-02, C2E-16.5-01)."""
        if self.part is None:
            return False
        is_large_beam = self.part.kind == "beam" and self.part.number > _MINOR_BEAM
        return is_large_beam or (self.part.kind == "screen" and self.part.number > _MINOR_SCREEN)

    def points(self, mass: int) -> int:
        """Return the price in a ship of a design mass."""
        if self.part is not None:
            return self.part.points(mass)
        if self.fighters:
            return FIGHTERS[self.fighters]
        return 2 * (self.hull + self.armour) + DROPSHIP_POINTS * self.dropship


def refit_item_named(words: str, special: Mapping[str, ShipPart] = NOTHING_SPECIAL) -> RefitItem:
    """Parse an item of a REFIT order; raises ValueError with the reason.

    `special` maps names to non-standard parts that are allowed.
    """
    text = " ".join(words.upper().split())
    if text == FREE:
        return RefitItem(FREE)
    if match := _BOXES.fullmatch(text):
        count = int(match[2] or 1)
        if not count:
            raise ValueError(f"{match[1]} needs a number of 1 or more")
        word = f"{match[1]} {count}"
        return RefitItem(word, hull=count) if match[1] == HULL else RefitItem(word, armour=count)
    if match := _FIGHTERS.fullmatch(text):
        kind = (match[1] or "standard").casefold()
        if kind not in FIGHTERS:
            raise ValueError(f"'{kind}' is not a kind of fighters: {', '.join(FIGHTERS)}")
        return RefitItem(f"FIGHTERS {kind.upper()}", fighters=kind)
    if match := _DROPSHIPS.fullmatch(text):
        return RefitItem(text, dropship=int(match[1]))
    part = part_named(text, special)
    return RefitItem(part.word, part=part)


def price_of(design: Design, old: RefitItem, new: RefitItem) -> int:
    """Return the price of a refit, in hundredths of a credit, before surcharges for resources.

    Like for like costs as much as a repair; everything else costs a fifth more (C2E-16.5-01,
    C2E-16.5-02), and so do weapons or hangars in place of cargo space (C2E-16.6-01).
    """
    normal = HUNDRED * new.points(design.mass)
    # C2E-11.2-01: craft are not part of the ship's structure, and are bought at their price.
    if new.craft[0]:
        return normal
    is_alike = old.part is not None and new.part is not None
    if is_alike and is_like_a_repair(old.part, new.part, design.mass):  # type: ignore[arg-type]
        return normal
    return half_up(normal * SURCHARGE, 100)


def is_like_a_repair(old: ShipPart, new: ShipPart, mass: int) -> bool:
    """Return whether a part replaces another at the price of a repair.

    It does if it is similar and as heavy (C2E-16.5-01). Anything may replace a hangar, but a
    hangar is never installed at that price (C2E-16.5-03).
    """
    if old.kind == "hangar" or new.kind == "hangar":
        return old.kind == "hangar" and new.kind != "hangar"
    return is_similar(old, new) and old.mass(mass) == new.mass(mass)


def is_similar(old: ShipPart, new: ShipPart) -> bool:
    """Return whether two parts are of similar types (C2E-16.5-01); hangars resemble nothing else.

    A non-standard part is similar only to itself.
    """
    if old.special != new.special:
        return False
    if old.kind == new.kind:
        return True
    group = KINDS[old.kind].similar
    return bool(group) and group == KINDS[new.kind].similar


@frozen
class RefittedDesign:
    """A design after a refit.

    Attributes:
        design: the resulting design; its refit number is not set.
        keys: new system keys by old key, for each system that stays (C2E-14.1-03).
    """

    design: Design
    keys: Mapping[str, str]


def changed(
    design: Design, old: RefitItem, new: RefitItem, index: int | None = None
) -> RefittedDesign:
    """Return a design with one item replaced; `index` is the index of the old part.

    Raises ValueError if there is less of the old item than is to be removed.
    """
    places: list[tuple[int | None, ShipPart]] = list(enumerate(design.parts))
    position = len(places)
    if old.part is not None and old.part.kind == "cargo":
        places = _without_cargo(places, old.part.number)
    elif index is not None:
        position = index
        del places[index]
    if new.part is not None:
        places.insert(min(position, len(places)), (None, new.part))
    hull, armour = design.hull - old.hull + new.hull, design.armour - old.armour + new.armour
    if hull < 1 or armour < 0:
        raise ValueError(f"the ship has {design.hull} hull and {design.armour} armour boxes")
    parts = tuple(part for _, part in places)
    after = evolve(
        design,
        parts=parts,
        hull=hull,
        armour=armour,
        fighters=_fighters_left(design, parts, new),
        dropships=_dropships_left(design, parts, new),
    )
    return RefittedDesign(after, _renamed(design, after, [old_index for old_index, _ in places]))


def _without_cargo(
    places: Sequence[tuple[int | None, ShipPart]], less: int
) -> list[tuple[int | None, ShipPart]]:
    """Return the parts with this many cargo spaces fewer."""
    remaining: list[tuple[int | None, ShipPart]] = []
    for index, part in places:
        if part.kind != "cargo" or not less:
            remaining.append((index, part))
            continue
        removed = min(less, part.number)
        less -= removed
        if part.number > removed:
            remaining.append((index, ShipPart("cargo", part.number - removed)))
    if less:
        raise ValueError(f"the ship lacks {less} spaces of cargo for that")
    return remaining


def _fighters_left(design: Design, parts: Sequence[ShipPart], new: RefitItem) -> tuple[str, ...]:
    """Return the groups of fighters that the hangars hold, and a newly installed one."""
    if new.fighters:
        return (*design.fighters, new.fighters)
    return design.fighters[: int_sum(part.kind == "hangar" for part in parts)]


def _dropships_left(design: Design, parts: Sequence[ShipPart], new: RefitItem) -> tuple[int, ...]:
    """Return the dropships that the remaining bays carry, and a newly installed one."""
    if new.dropship:
        return (*design.dropships, new.dropship)
    room = int_sum(part.number for part in parts if part.kind == "bay")
    remaining = list(design.dropships)
    while int_sum(remaining) > room:
        remaining.pop()
    return tuple(remaining)


def _renamed(design: Design, after: Design, places: Sequence[int | None]) -> Mapping[str, str]:
    """Return the new key of each system; `places` gives the old index of each part."""
    before_keys, after_keys = part_keys(design), part_keys(after)
    keys: dict[str, str] = {}
    for number, old_index in enumerate(places):
        if old_index is not None:
            keys.update(zip(before_keys[old_index], after_keys[number], strict=True))
    holds = [system.key for system in after.systems if system.part.kind == "cargo"]
    keys.update((key, key) for key in holds if key in design.system_keys)
    return keys


def part_keys(design: Design) -> list[list[str]]:
    """Return each part's system keys: two for screens of level 2, none for cargo."""
    systems = iter(design.systems)
    return [[next(systems).key for _ in range(_systems_of(part))] for part in design.parts]


def _systems_of(part: ShipPart) -> int:
    if part.kind == "screen":
        return part.number
    return int(part.kind != "cargo")
