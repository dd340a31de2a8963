"""Ship parts, with their words in orders, masses and prices (C2E-16.1-02)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated

from attrs import frozen

from horizons_core.amounts import half_up, rounded_up
from horizons_core.model import Between, OneOf

ALL_ARCS = 6
#: Points per unit of mass of most weapons and bays.
PER_MASS = 3

#: Kinds whose word is followed by a space and a number.
SIZED = frozenset({"magazine", "bay", "cargo", "tug"})

GROUP = 6
DROPSHIP_POINTS = 2

_BEAM = re.compile(r"B([1-9])/([1-6])")
_TORPEDO = re.compile(r"PT/([1-3])")
_SCREEN = re.compile(r"SCREEN-([12])")
_SIZED = re.compile(r"(MAG|BAY|CARGO|TUG) +([0-9]{1,4})")
_SIZED_KINDS = {"MAG": "magazine", "BAY": "bay", "CARGO": "cargo", "TUG": "tug"}


def percent_of(percent: int, mass: int) -> int:
    """Return a percentage of a mass: rounded to the nearest integer, halves up, at least 1."""
    return max(1, half_up(percent * mass, 100))


@frozen
class SpecialFigures:
    """Figures of a non-standard part, which otherwise works as its kind does.

    (C2E-16.2-01)

    Attributes:
        name: its name in orders, in capitals.
        mass, points: its mass and its installed price (C2E-16.3-02).
        technology: the technology it belongs to.
    """

    name: str
    mass: Annotated[int, Between(0, 100_000)]
    points: Annotated[int, Between(0, 1_000_000)]
    technology: str


@frozen
class ShipPart:
    """One part of a ship.

    Attributes:
        kind: a key of `KINDS`.
        number: class of a beam, level of screens, mass of a magazine, mass carried by a bay or
            towed by a tug, spaces of cargo; 0 for other kinds.
        arcs: number of fire arcs, out of six, that it covers; 0 for parts without arcs.
        special: figures of a non-standard part; None for a standard part (C2E-16.1-01).
    """

    kind: PartKind
    number: Annotated[int, Between(0, 100_000)] = 0
    arcs: Annotated[int, Between(0, 6)] = 0
    special: SpecialFigures | None = None

    @property
    def word(self) -> str:
        """Word for the part in orders (C2E-11.1-02)."""
        if self.special is not None:
            return self.special.name
        return KINDS[self.kind].word.format(number=self.number, arcs=self.arcs)

    @property
    def key(self) -> str:
        """Prefix of its system keys in battle records (C2E-14.1-03)."""
        return f"beam{self.number}" if self.kind == "beam" else self.kind

    @property
    def is_weaponry(self) -> bool:
        """Return whether its price counts for the upkeep of weaponry (C2E-3.4-01)."""
        return KINDS[self.kind].weaponry

    @property
    def bombards(self) -> bool:
        """Return whether it can bombard planets: ortillery or a beam of class 4+ (C2E-7.5-01)."""
        return self.kind == "ortillery" or (self.kind == "beam" and self.number >= 4)

    def mass(self, ship_mass: int) -> int:
        """Return its mass in a ship of a design mass."""
        if self.special is not None:
            return self.special.mass
        return KINDS[self.kind].mass(self, ship_mass)

    def points(self, ship_mass: int) -> int:
        """Return its price in a ship of a design mass."""
        if self.special is not None:
            return self.special.points
        kind = KINDS[self.kind]
        return kind.points if kind.points is not None else kind.per_mass * self.mass(ship_mass)


@frozen
class PartFigures:
    """A kind of part.

    Attributes:
        word: format of its word in orders, with its number and arcs.
        mass: function of part and ship mass that returns the mass of the part.
        points: fixed price, if independent of its mass.
        per_mass: otherwise, price per unit of mass.
        weaponry: whether it counts as weaponry (C2E-3.4-01).
        similar: group of similar kinds for refits (C2E-16.5-01).
    """

    word: str
    mass: Callable[[ShipPart, int], int]
    points: int | None = None
    per_mass: int = PER_MASS
    weaponry: bool = True
    similar: str = ""


def beam_mass(number: int, arcs: int) -> int:
    """Return the mass of a beam battery by its class and number of arcs.

    Class 1 weighs 1. Class 2 weighs 2 in up to three arcs and 3 in more. A higher class weighs
    2^(class - 1) in one arc, and a quarter of that more per further arc.
    """
    if number == 1:
        return 1
    if number == 2:
        return 2 if arcs <= 3 else 3
    minimum = 1 << (number - 1)
    return minimum + (arcs - 1) * minimum // 4


def _fixed_mass(mass: int) -> Callable[[ShipPart, int], int]:
    return lambda _part, _ship: mass


def _screen_mass(part: ShipPart, ship_mass: int) -> int:
    return max(3 * part.number, percent_of(5 * part.number, ship_mass))


#: C2E-16.1-02, with masses and prices of the tabletop game.
KINDS: Mapping[str, PartFigures] = MappingProxyType(
    {
        "beam": PartFigures(
            "B{number}/{arcs}", lambda p, _: beam_mass(p.number, p.arcs), similar="beams"
        ),
        "torpedo": PartFigures("PT/{arcs}", lambda p, _: 3 + p.arcs, similar="beams"),
        "needle": PartFigures("NEEDLE", _fixed_mass(2), similar="beams"),
        "submunition": PartFigures("SMP", _fixed_mass(1)),
        "launcher": PartFigures("SML", _fixed_mass(3), similar="missiles"),
        "magazine": PartFigures("MAG {number}", lambda p, _: p.number, similar="missiles"),
        "rack": PartFigures("RACK", _fixed_mass(4), similar="missiles"),
        "rack_er": PartFigures("RACK-ER", _fixed_mass(5), similar="missiles"),
        "fc": PartFigures("FC", _fixed_mass(1), points=4, similar="fire control"),
        "adfc": PartFigures("ADFC", _fixed_mass(2), points=8, similar="fire control"),
        "pds": PartFigures("PDS", _fixed_mass(1), similar="beams"),
        "screen": PartFigures("SCREEN-{number}", _screen_mass, weaponry=False, similar="screens"),
        "ortillery": PartFigures("ORTILLERY", _fixed_mass(3), similar="bombardment"),
        "hangar": PartFigures("HANGAR", _fixed_mass(9)),
        "bay": PartFigures(
            "BAY {number}", lambda p, _: rounded_up(3 * p.number, 2), weaponry=False
        ),
        "cargo": PartFigures(
            "CARGO {number}", lambda p, _: p.number, per_mass=0, weaponry=False, similar="cargo"
        ),
        "tug": PartFigures(
            "TUG {number}", lambda p, _: percent_of(20, p.number), per_mass=2, weaponry=False
        ),
    }
)

#: Type of the field in saved games.
PartKind = Annotated[str, OneOf(tuple(KINDS))]


#: Points per group of six fighters, by kind; dropships cost 2 points per unit of mass.
FIGHTERS: Mapping[str, int] = MappingProxyType(
    {
        "standard": 18,
        "interceptor": 18,
        "fast": 24,
        "attack": 24,
        "long-range": 24,
        "heavy": 30,
        "torpedo": 36,
    }
)

_PLAIN = {
    kind.word: name for name, kind in KINDS.items() if name not in SIZED and "{" not in kind.word
}


#: No approved non-standard parts.
NOTHING_SPECIAL: Mapping[str, ShipPart] = MappingProxyType({})


def part_named(words: str, special: Mapping[str, ShipPart] = NOTHING_SPECIAL) -> ShipPart:
    """Parse the word of a part in orders; raises ValueError with the reason.

    `special` maps names to non-standard parts that are allowed.
    """
    text = " ".join(words.upper().split())
    if text in special:
        return special[text]
    if text in _PLAIN:
        return ShipPart(_PLAIN[text], arcs=3 if text == "SML" else 0)
    if match := _BEAM.fullmatch(text):
        number, arcs = int(match[1]), int(match[2])
        if number == 1 and arcs != ALL_ARCS:
            raise ValueError("a beam of class 1 bears in all arcs: write B1/6")
        return ShipPart("beam", number, arcs)
    if match := _TORPEDO.fullmatch(text):
        return ShipPart("torpedo", arcs=int(match[1]))
    if match := _SCREEN.fullmatch(text):
        return ShipPart("screen", int(match[1]))
    if match := _SIZED.fullmatch(text):
        return _sized(_SIZED_KINDS[match[1]], int(match[2]))
    raise ValueError(_unknown_part_reason(text))


def _sized(kind: str, number: int) -> ShipPart:
    word = KINDS[kind].word.split()[0]
    if number < 1:
        raise ValueError(f"{word} needs a number of 1 or more")
    if kind == "magazine" and number % 2:
        raise ValueError(f"a salvo takes 2 mass: MAG {number} should be an even number")
    return ShipPart(kind, number)


def _unknown_part_reason(text: str) -> str:
    if re.fullmatch(r"B[0-9]+", text):
        return f"'{text}' has no arcs: write {text}/3, for example"
    if re.fullmatch(r"B[0-9]+/[0-9]+", text):
        return f"'{text}': use classes 1 to 9 and arcs 1 to 6"
    if re.fullmatch(r"PT(/[0-9]+)?", text):
        return f"'{text}': a pulse torpedo bears in 1 to 3 arcs, such as PT/1"
    if text in _SIZED_KINDS:
        return f"{text} needs a number after it, such as {text} 6"
    known = sorted({kind.word.split()[0].split("{")[0].rstrip("/-") for kind in KINDS.values()})
    return f"'{text}' is not a part; the parts are {', '.join(known)}"
