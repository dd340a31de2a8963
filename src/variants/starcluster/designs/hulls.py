"""Hulls, with the sizes, speeds and prices of Large Units."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import ceil
from types import MappingProxyType
from typing import Annotated

from attrs import frozen

from horizons_core.model import Matching

#: For each suffix of a warship hull: additional EL, additional speed, and factor on the plain
#: hull's price (SC-HULL-004).
SUFFIXES: Mapping[str, tuple[int, int, Fraction]] = MappingProxyType(
    {"": (0, 0, Fraction(1)), "f": (1, 1, Fraction(13, 10)), "r": (2, 2, Fraction(16, 10))}
)
#: Number of ELs between two generations of a hull (SC-HULL-008).
GENERATION_EL = 3
#: Hulls that may be built without a prototype from the start (SC-START-003).
STARTING_HULLS = ("DD", "FGf", "FG", "BS2", "FT4")


@frozen
class HullType:
    """A row of the tables of hulls.

    Attributes:
        code: its code in orders.
        name: its full name.
        el: the Economic Level that it requires.
        min_spaces, max_spaces: hull spaces of generation 1.
        speed: its maximum speed; 0 for a starbase.
        power: drive rooms per point of speed.
        price: MC per hull space.
        special: the special modifier of its knot breakthrough; 0 for hulls without a knot
            (SC-HULL-010).
    """

    code: str
    name: str
    el: int
    min_spaces: int
    max_spaces: int
    speed: int
    power: Fraction
    price: Fraction
    special: int = 0

    @property
    def is_starbase(self) -> bool:
        return self.code.startswith("BS")

    @property
    def is_freighter(self) -> bool:
        return self.code.startswith("FT")

    @property
    def is_warship(self) -> bool:
        return not (self.is_starbase or self.is_freighter)


def _rows() -> dict[str, HullType]:
    """The tables of hulls (SC-HULL-001)."""
    knot, hard_knot = -10, -20
    warships = (  # SC-HULL-002
        ("EX", "Explorer", 1, 10, 16, 5, "1/2", "3"),
        ("ES", "Escort", 1, 6, 11, 6, "1/2", "4"),
        ("CT", "Corvette", 1, 12, 16, 6, "1/2", "3.25"),
        ("FG", "Frigate", 1, 17, 22, 5, "2/3", "3.5"),
        ("DD", "Destroyer", 1, 23, 30, 5, "1", "4"),
        ("CL", "Light Cruiser", 2, 31, 45, 5, "7/5", "4"),
        ("CA", "Heavy Cruiser", 3, 46, 60, 5, "9/5", "4"),
        ("BC", "Battlecruiser", 4, 61, 80, 5, "11/5", "4"),
        ("BB", "Battleship", 5, 81, 100, 4, "3", "4", knot),
        ("SD", "Superdreadnought", 6, 101, 130, 4, "15/4", "4", knot),
        ("MT", "Monitor", 8, 131, 160, 3, "5", "4", hard_knot),
    )
    starbases = (  # SC-HULL-003
        (1, 10, 30),
        (1, 31, 60),
        (2, 61, 100),
        (3, 101, 160),
        (4, 161, 240),
        (6, 241, 360),
    )
    freighters = ((1, 10, 20), (1, 21, 40), (1, 41, 60), (1, 61, 80), (2, 81, 100), (3, 101, 120))
    types = [
        HullType(code, name, el, minimum, maximum, speed, Fraction(power), Fraction(price), *knots)
        for code, name, el, minimum, maximum, speed, power, price, *knots in warships
    ]
    for size, (el, minimum, maximum) in enumerate(starbases, 1):
        special = knot if size >= 5 else 0
        name = f"Size {size} Starbase"
        types.append(
            HullType(f"BS{size}", name, el, minimum, maximum, 0, Fraction(0), Fraction(4), special)
        )
    for size, (el, minimum, maximum) in enumerate(freighters, 1):
        name = f"Size {size} Freighter"
        types.append(
            HullType(f"FT{size}", name, el, minimum, maximum, 4, Fraction(size, 2), Fraction(1))
        )
    return {hull.code: hull for hull in types}


HULL_TYPES: Mapping[str, HullType] = MappingProxyType(_rows())


#: Codes of hulls in saved games.
HullCode = Annotated[str, Matching(f"(?:{'|'.join(HULL_TYPES)})[fr]?")]


@frozen
class Hull:
    """A hull of a generation: a type, plain, Fast or Rapid.

    Attributes:
        code: its code in orders: DD, FGf, CLr.
    """

    code: HullCode

    @cached_property
    def suffix(self) -> str:
        """Its suffix: "" for plain, "f" for Fast or "r" for Rapid hulls."""
        return self.code[-1] if self.code[-1] in "fr" else ""

    @cached_property
    def type(self) -> HullType:
        """Its row in the tables."""
        return HULL_TYPES[self.code.removesuffix(self.suffix)]

    @property
    def name(self) -> str:
        """Its full name: Fast Frigate."""
        return {"": "", "f": "Fast ", "r": "Rapid "}[self.suffix] + self.type.name

    @property
    def is_fast(self) -> bool:
        """True if it is Fast or Rapid, which widens the blind spot (SC-ENI-004)."""
        return bool(self.suffix)

    @cached_property
    def speed(self) -> int:
        """The maximum speed, without the drive's bonus (SC-HULL-004)."""
        return self.type.speed + SUFFIXES[self.suffix][1]

    @property
    def price(self) -> Fraction:
        """The price in MC per hull space (SC-HULL-004)."""
        return self.type.price * SUFFIXES[self.suffix][2]

    def el(self, generation: int = 1) -> int:
        """The lowest EL that may build a generation (SC-HULL-004, SC-HULL-008)."""
        waived = self.code == "FGf" and generation == 1
        extra = 0 if waived else SUFFIXES[self.suffix][0]
        return self.type.el + extra + GENERATION_EL * (generation - 1)

    def generation(self, el: int) -> int:
        """The highest generation that an EL permits; 0 for none (SC-HULL-008)."""
        generation = 0
        while self.el(generation + 1) <= el:
            generation += 1
        return generation

    def max_spaces(self, generation: int) -> int:
        """The largest size of a generation in hull spaces (SC-HULL-008)."""
        return self.type.max_spaces + (generation - 1) * (self.type.max_spaces // 10)

    def rooms(self, speed: int | Fraction) -> int:
        """The number of drive rooms required for a speed (SC-HULL-005)."""
        return ceil(speed * self.type.power)

    def quarters(self, spaces: int, generation: int) -> int:
        """The number of quarters of a generation required for a size (SC-HULL-007)."""
        if self.type.is_freighter:
            return ceil(spaces / 40)
        return ceil(spaces / 22) if self.type.is_starbase else ceil(spaces / (10 + generation))


def hull_named(word: str) -> Hull | None:
    """The hull of this code in any case, such as FGf or bs2, or None."""
    match = re.fullmatch(r"([A-Za-z]{2}[0-9]?)([fFrR]?)", word)
    if match is None:
        return None
    kind = HULL_TYPES.get(match[1].upper())
    suffix = match[2].lower()
    if kind is None or (suffix and not kind.is_warship):
        return None
    return Hull(kind.code + suffix)
