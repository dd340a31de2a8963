"""Refits on paper: a design with one thing in the place of another, and what that costs (C2E-16.5).

What comes or goes is a part, boxes of the hull or of armour, cargo space, craft, or FREE: the mass
that is left up to the design weight.
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
    Part,
    part_named,
)

FREE, HULL, ARMOUR = "FREE", "HULL", "ARMOUR"
#: What a store calls dropships that were left there; fighters go by their kind.
DROPSHIPS = "dropships"
SURCHARGE = 120  # per cent: C2E-16.5-02

#: C2E-11.4-02: beams and screens of a higher number take two weeks.
_MINOR_BEAM, _MINOR_SCREEN = 3, 1

_BOXES = re.compile(r"(HULL|ARMOUR)(?: +([0-9]{1,3}))?")
_FIGHTERS = re.compile(r"FIGHTERS(?: +([A-Z-]+))?")
_DROPSHIPS = re.compile(r"DROPSHIPS +([1-9][0-9]{0,2})")


@frozen
class Fit:
    """What a refit takes out or puts in.

    Attributes:
        word: what orders call it.
        part: the part, if it is one.
        hull, armour: boxes.
        fighters: the kind of a group of fighters; "" for none.
        dropship: the mass of a dropship; 0 for none.
    """

    word: str
    part: Part | None = None
    hull: int = 0
    armour: int = 0
    fighters: str = ""
    dropship: int = 0

    @property
    def craft(self) -> tuple[str, int]:
        """What a store calls the craft, and how many fighters or tonnes; "" and 0 for others."""
        if self.fighters:
            return self.fighters, GROUP
        return (DROPSHIPS, self.dropship) if self.dropship else ("", 0)

    @property
    def is_weaponry(self) -> bool:
        """Whether its price doubles without Manufactured Goods (C2E-3.5-03)."""
        return bool(self.fighters) or (self.part is not None and self.part.is_weaponry)

    @property
    def is_of_the_hull(self) -> bool:
        """Whether its price doubles without Mining/Ore (C2E-3.5-04)."""
        return bool(self.hull or self.armour)

    @property
    def is_major(self) -> bool:
        """Whether putting it in takes two weeks (C2E-11.4-02, C2E-16.5-01)."""
        if self.part is None:
            return False
        is_large_beam = self.part.kind == "beam" and self.part.number > _MINOR_BEAM
        return is_large_beam or (self.part.kind == "screen" and self.part.number > _MINOR_SCREEN)

    def points(self, mass: int) -> int:
        """The price in a ship of this design mass."""
        if self.part is not None:
            return self.part.points(mass)
        if self.fighters:
            return FIGHTERS[self.fighters]
        return 2 * (self.hull + self.armour) + DROPSHIP_POINTS * self.dropship


def fit_named(words: str, special: Mapping[str, Part] = NOTHING_SPECIAL) -> Fit:
    """What words of a REFIT order name; raises ValueError with the reason.

    `special` holds the non-standard parts that may be meant, by name.
    """
    text = " ".join(words.upper().split())
    if text == FREE:
        return Fit(FREE)
    if match := _BOXES.fullmatch(text):
        count = int(match[2] or 1)
        if not count:
            raise ValueError(f"{match[1]} needs a number from 1 on")
        word = f"{match[1]} {count}"
        return Fit(word, hull=count) if match[1] == HULL else Fit(word, armour=count)
    if match := _FIGHTERS.fullmatch(text):
        kind = (match[1] or "standard").casefold()
        if kind not in FIGHTERS:
            raise ValueError(f"'{kind}' is no kind of fighters: {', '.join(FIGHTERS)}")
        return Fit(f"FIGHTERS {kind.upper()}", fighters=kind)
    if match := _DROPSHIPS.fullmatch(text):
        return Fit(text, dropship=int(match[1]))
    part = part_named(text, special)
    return Fit(part.word, part=part)


def price_of(design: Design, old: Fit, new: Fit) -> int:
    """What a refit costs, in hundredths of a credit, before what missing resources add.

    Like for like it is a repair; everything else costs a fifth more (C2E-16.5-01, C2E-16.5-02), and
    cargo space made into weapons or hangars too (C2E-16.6-01).
    """
    normal = HUNDRED * new.points(design.mass)
    # C2E-11.2-01: craft are no part of the ship's structure, and bought at their price.
    if new.craft[0]:
        return normal
    is_alike = old.part is not None and new.part is not None
    if is_alike and is_like_a_repair(old.part, new.part, design.mass):  # type: ignore[arg-type]
        return normal
    return half_up(normal * SURCHARGE, 100)


def is_like_a_repair(old: Part, new: Part, mass: int) -> bool:
    """Whether a part takes the place of another at the price of a repair.

    It does so if it is similar and as heavy (C2E-16.5-01); in the place of a hangar anything may
    stand, but a hangar is never put in at that price (C2E-16.5-03).
    """
    if old.kind == "hangar" or new.kind == "hangar":
        return old.kind == "hangar" and new.kind != "hangar"
    return is_similar(old, new) and old.mass(mass) == new.mass(mass)


def is_similar(old: Part, new: Part) -> bool:
    """Whether two parts are of similar types (C2E-16.5-01); hangars are like nothing else.

    What is not standard is similar to itself alone.
    """
    if old.special != new.special:
        return False
    if old.kind == new.kind:
        return True
    group = KINDS[old.kind].similar
    return bool(group) and group == KINDS[new.kind].similar


@frozen
class Change:
    """A design after a refit.

    Attributes:
        design: what comes of it; its number of refits is not set.
        keys: by the key of each system that stays, its key afterwards (C2E-14.1-03).
    """

    design: Design
    keys: Mapping[str, str]


def changed(design: Design, old: Fit, new: Fit, index: int | None = None) -> Change:
    """A design with one thing in the place of another; `index` is the place of an old part.

    Raises ValueError where there is less of the old than is taken out.
    """
    places: list[tuple[int | None, Part]] = list(enumerate(design.parts))
    where = len(places)
    if old.part is not None and old.part.kind == "cargo":
        places = _less_cargo(places, old.part.number)
    elif index is not None:
        where = index
        del places[index]
    if new.part is not None:
        places.insert(min(where, len(places)), (None, new.part))
    hull, armour = design.hull - old.hull + new.hull, design.armour - old.armour + new.armour
    if hull < 1 or armour < 0:
        raise ValueError(f"the ship has {design.hull} hull and {design.armour} armour boxes")
    parts = tuple(part for _, part in places)
    after = evolve(
        design,
        parts=parts,
        hull=hull,
        armour=armour,
        fighters=_groups(design, parts, new),
        dropships=_dropships(design, parts, new),
    )
    return Change(after, _renamed(design, after, [was for was, _ in places]))


def _less_cargo(
    places: Sequence[tuple[int | None, Part]], less: int
) -> list[tuple[int | None, Part]]:
    """The parts without so many spaces of cargo."""
    left: list[tuple[int | None, Part]] = []
    for was, part in places:
        if part.kind != "cargo" or not less:
            left.append((was, part))
            continue
        taken = min(less, part.number)
        less -= taken
        if part.number > taken:
            left.append((was, Part("cargo", part.number - taken)))
    if less:
        raise ValueError(f"the ship has {less} spaces of cargo too few for that")
    return left


def _groups(design: Design, parts: Sequence[Part], new: Fit) -> tuple[str, ...]:
    """The groups of fighters: as many as hangars are left, and one that comes aboard."""
    if new.fighters:
        return (*design.fighters, new.fighters)
    return design.fighters[: int_sum(part.kind == "hangar" for part in parts)]


def _dropships(design: Design, parts: Sequence[Part], new: Fit) -> tuple[int, ...]:
    """The dropships: what the bays that are left can carry, and one that comes aboard."""
    if new.dropship:
        return (*design.dropships, new.dropship)
    room = int_sum(part.number for part in parts if part.kind == "bay")
    left = list(design.dropships)
    while int_sum(left) > room:
        left.pop()
    return tuple(left)


def _renamed(design: Design, after: Design, places: Sequence[int | None]) -> Mapping[str, str]:
    """The keys of systems afterwards; `places` says which part each one was before."""
    before, now = keys_of_parts(design), keys_of_parts(after)
    keys: dict[str, str] = {}
    for number, was in enumerate(places):
        if was is not None:
            keys.update(zip(before[was], now[number], strict=True))
    holds = [system.key for system in after.systems if system.part.kind == "cargo"]
    keys.update((key, key) for key in holds if key in design.system_keys)
    return keys


def keys_of_parts(design: Design) -> list[list[str]]:
    """The keys of the systems that each part is: two for screens of level 2, none for cargo."""
    systems = iter(design.systems)
    return [[next(systems).key for _ in range(_systems_of(part))] for part in design.parts]


def _systems_of(part: Part) -> int:
    if part.kind == "screen":
        return part.number
    return int(part.kind != "cargo")
