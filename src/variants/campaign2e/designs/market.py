"""The open market, with the designs of each navy and spare parts.

Spare parts have words, masses and prices (C2E-4.4, C2E-11.1-02, C2E-13.1-02, C2E-13.1-05). A part
whose mass does not depend on its ship has a plain word: `B3/3`, `MAG 6`. Drives, screens and core
systems fit ships of one design weight, given after a slash: `FTL/90`, `SCREEN-1/90`, `POWER/90`. A
main drive also has a thrust: `DRIVE4/90`; `DRIVE/90` is the drive of the known designs of this
weight. A HULL or ARMOUR box is a spare of one tonne (C2E-11.1-01).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.data_text import read_yaml
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parsing import MAX_MASS, MAX_THRUST, design_from
from variants.campaign2e.designs.parts import NOTHING_SPECIAL, ShipPart, part_named, percent_of

#: Core systems: words in orders, and the names in a ship's record.
CORE_PARTS = {"BRIDGE": "bridge", "LIFE": "life", "POWER": "power"}
BOXES = ("HULL", "ARMOUR")
#: Parts without spares, because they are built into the hull.
_NO_SPARES = ("cargo",)

_FITTED = re.compile(r"(DRIVE[0-9]?|FTL|BRIDGE|LIFE|POWER|SCREEN-[12]) *(?:/ *([0-9]{1,4}))?")


@cache
def market() -> Mapping[str, Design]:
    """Return every design on the market by name."""
    text = resources.files("variants.campaign2e.designs").joinpath("market.yaml").read_text("utf-8")
    designs = {
        name: design_from(name, words, navy)
        for navy, entries in read_yaml(text).items()
        for name, words in entries.items()
    }
    return MappingProxyType(designs)


def navies() -> list[str]:
    """Return the navies on the market, in catalogue order."""
    return list(dict.fromkeys(design.navy for design in market().values()))


def by_type(code: str) -> Design:
    """Return the market's only design of a type such as CH (C2E-4.1-02)."""
    return next(design for design in market().values() if design.type == code)


@frozen
class Spare:
    """A kind of spare part.

    Attributes:
        word: its word in orders, stores and holds.
        mass: the cargo space that it takes, in tonnes.
        price: price when new, in hundredths of a credit, before surcharges for resources.
        weaponry: whether it counts as weaponry (C2E-3.4-01).
    """

    word: str
    mass: int
    price: int
    weaponry: bool = False


def spare_named(
    words: str, designs: Iterable[Design] = (), special: Mapping[str, ShipPart] = NOTHING_SPECIAL
) -> Spare:
    """Parse the word of a spare; raises ValueError with the reason.

    `designs` are the player's own; the fastest drive of a weight among these and the market's
    designs counts. `special` maps names to non-standard parts; their spares carry their mass, as
    in K-GUN/5.
    """
    text = " ".join(words.upper().split())
    if part := special.get(text.partition("/")[0]):
        word = f"{part.word}/{part.mass(1)}"
        return Spare(word, part.mass(1), HUNDRED * part.points(1), part.is_weaponry)
    if text in BOXES:
        return Spare(text, 1, 2 * HUNDRED)
    if match := _FITTED.fullmatch(text):
        return _fitted_spare(match[1], match[2], designs)
    part = part_named(text)
    if part.kind in _NO_SPARES:
        raise ValueError(f"there are no spares of {part.word}")
    return Spare(part.word, part.mass(1), HUNDRED * part.points(1), part.is_weaponry)


def _fitted_spare(word: str, mass: str | None, designs: Iterable[Design]) -> Spare:
    if mass is None:
        raise ValueError(f"a spare {word} fits one design weight: write {word}/90, for example")
    weight = int(mass)
    if not 1 <= weight <= MAX_MASS:
        raise ValueError(f"a design weight is 1 to {MAX_MASS}, not {weight}")
    if word in CORE_PARTS:
        return Spare(f"{word}/{weight}", 1, half_up(HUNDRED * weight, 3))
    if word == "FTL":
        part_mass = percent_of(10, weight)
        return Spare(f"FTL/{weight}", part_mass, 2 * HUNDRED * part_mass)
    if word.startswith("SCREEN"):
        part = part_named(word)
        return Spare(f"{word}/{weight}", part.mass(weight), HUNDRED * part.points(weight))
    thrust = word.removeprefix("DRIVE") or str(_fastest(weight, designs))
    return _drive_spare(thrust, weight)


def _fastest(weight: int, designs: Iterable[Design]) -> int:
    known = (*market().values(), *designs)
    return max((design.thrust for design in known if design.mass == weight), default=0)


def _drive_spare(thrust: str, weight: int) -> Spare:
    if not 1 <= int(thrust) <= MAX_THRUST:
        raise ValueError(f"a spare main drive has a thrust: write DRIVE4/{weight}, for example")
    part_mass = percent_of(5 * int(thrust), weight)
    return Spare(f"DRIVE{thrust}/{weight}", part_mass, 2 * HUNDRED * part_mass)


def spare_for(design: Design, what: str) -> str:
    """Return the word of the spare for a ship's part, named as in REPAIR (C2E-11.1-02)."""
    if what == "DRIVE":
        return f"DRIVE{design.thrust}/{design.mass}"
    if what in ("FTL", *CORE_PARTS) or what.startswith("SCREEN-"):
        return f"{what}/{design.mass}"
    if what in design.special:
        return f"{what}/{design.special[what].mass(design.mass)}"
    return what


def stored_spare_mass(word: str) -> int:
    """Return the mass in tonnes of a spare by its stored word."""
    try:
        return spare_named(word).mass
    except ValueError:  # a non-standard part, whose word contains its mass
        return int(word.rpartition("/")[2])
