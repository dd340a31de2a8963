"""Technology trees and the technologies of their levels (SC-TREE-001, SC-TREE-002, SC-TREE-003)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from attrs import frozen

from variants.starcluster.designs.tables import COMPONENTS, DRIVES, WEAPONS

#: Special modifiers (SC-MOD-001).
KNOT, HARD_KNOT, TRIVIAL = -10, -20, 10

#: Weapons of each range; a race chooses one of each at the start (SC-START-004, SC-START-005).
SHORT_RANGE, LONG_RANGE = ("L", "E", "F", "G", "Lj"), ("R", "Pt", "K")
#: Magazines that come with each weapon that needs shots (SC-START-006).
MAGAZINES = ("Mg", "Mgs")

#: SC-TREE-003: components with generations, and st, the shuttle. Qtc shares the generation of Qt.
_ROOTS: Mapping[str, str] = MappingProxyType(
    {
        **{c.code: c.tree for c in COMPONENTS.values() if c.has_generations and c.code != "Qtc"},
        "st": "SMC",
    }
)
#: Capital instruments begin with this generation (SC-TREE-002).
FIRST_CAPITAL = 5

#: SC-START-002: technologies without generations that every empire starts with.
STARTING_SINGLES = ("H", "Hs", "Hb", "Bsa", "gig", "PDC", "CMS", "CGB")
#: SC-START-002: technologies that every empire starts with in generation 1.
STARTING = (
    *("SY", "SYM", "Qt", "st", "Q", "M", "CIC", "MNE", "Y", "X", "Xp", "A", "S", "I", "Ic", "T"),
)

_TWIG_NEEDS: Mapping[str, str | tuple[str, int]] = {"STEALTH": ("ELC", 5), "ADM": "XO"}

_NUMBERED = re.compile(r"([A-Za-z]+)([0-9]{1,3})")
_CODES = {code.casefold(): code for code in (*_ROOTS, *DRIVES)}


@frozen
class Tree:
    """A technology tree.

    Attributes:
        code: its code in orders.
        name: its full name.
        modifier: its Tree Research Modifier, also that of Dedicated R&D Centers.
        knots: the levels whose steps are knots; None for every fourth one (SC-TREE-002).
    """

    code: str
    name: str
    modifier: int
    knots: tuple[int, ...] | None = None

    def special(self, level: int) -> int:
        """The special modifier of the step to a level (SC-ENI-003, SC-TREE-002)."""
        knotted = level % 4 == 0 if self.knots is None else level in self.knots
        return KNOT if knotted else 0


TREES: Mapping[str, Tree] = MappingProxyType(
    {
        tree.code: tree
        for tree in (
            Tree("CON", "Construction", 2),
            Tree("SMC", "Small Craft", 1),
            Tree("LIF", "Life Support", 1),
            Tree("ELC", "Electronics", 2),
            Tree("SEN", "Sensors", 1),
            Tree("SCI", "Science Instruments", 1),
            Tree("ARM", "Armor", 1),
            Tree("SHD", "Shield", 2),
            Tree("ENI", "Inertialess Engines", 2, (4, 8, 12, 20, 28, 36, 44)),
            Tree("ENC", "Commercial Drive", 1, ()),
            Tree("ENJ", "Tactical Drive", 2, (5, 9, 13, 17, 25, 33, 41, 49)),
            Tree("TRB", "Tractor Beams", 2),
            Tree("LAS", "Laser Beams", 2),
            Tree("ENB", "Energy Beams", 2),
            Tree("FRC", "Force Beams", 1),
            Tree("SPM", "Sprint Missiles", 1),
            Tree("XRL", "X-Ray Lasers", 3),
            Tree("MIS", "Missiles", 1),
            Tree("PLA", "Plasma Torpedoes", 2),
            Tree("KIN", "Kinetic Weapons", 2),
            Tree("COL", "Colonization (Terraforming)", 2),
        )
    }
)


def breakthroughs(special: int) -> int:
    """Number of breakthroughs that a special modifier requires (SC-MOD-003)."""
    return 2 if special <= HARD_KNOT else 1


@frozen
class Technology:
    """One technology, in one generation.

    Attributes:
        name: its name in orders: S2, Ic3, MS, ENI:TUNER (SC-ORD-004).
        tree: the code of its tree.
        level: the level of the tree at which it can be developed.
        special: the special modifier of its development (SC-MOD-001).
        needs: the technologies that it requires, by name, and levels of trees.
    """

    name: str
    tree: str
    level: int
    special: int = 0
    needs: str | tuple[str, int] | None = None


#: SC-TREE-002: technologies with one version that must be developed.
_SINGLE = (
    Technology("MS", "CON", 2),
    Technology("XO", "CON", 3, TRIVIAL),
    Technology("CD", "SCI", 3),
)


#: The levels of the twigs of the trees I and J, which are separate technologies in each tree.
_TWIG_LEVELS = {
    "MODULATION": 5,
    "STEALTH": 5,
    "STABILIZER": 6,
    "ADM": 7,
    "MANEUVER": 7,
    "TUNER": 9,
    "CAPACITOR": 14,
}
#: SC-ENI-002, SC-ENJ-001: twigs by name. An empire with Ic1 has the Commercial Engine Twig.
TWIGS: Mapping[str, Technology] = MappingProxyType(
    {
        f"{tree}:{twig}": Technology(f"{tree}:{twig}", tree, level, needs=_TWIG_NEEDS.get(twig))
        for tree in ("ENI", "ENJ")
        for twig, level in _TWIG_LEVELS.items()
    }
)

_BY_NAME = {tech.name.casefold(): tech for tech in (*_SINGLE, *TWIGS.values())}


def technology(name: str) -> Technology | None:
    """The technology with this name, ignoring case, or None."""
    single = _BY_NAME.get(name.casefold())
    if single is not None:
        return single
    match = _NUMBERED.fullmatch(name)
    code = _CODES.get(match[1].casefold()) if match else None
    return _generation(code, int(match[2])) if match and code else None


def _generation(code: str, generation: int) -> Technology | None:
    """A generation of a technology, or None if there is no such generation."""
    if code in DRIVES:
        rows = DRIVES[code].rows
        if not 1 <= generation <= len(rows):
            return None
        return Technology(f"{code}{generation}", DRIVES[code].tree, rows[generation - 1].level)
    if generation < (FIRST_CAPITAL if code == "Xc" else 1):
        return None
    needs = ("ELC", 3) if code == "Xc" else None
    return Technology(f"{code}{generation}", _ROOTS[code], generation, 0, needs)


@lru_cache(maxsize=1 << 10)
def at_level(tree: str, level: int) -> tuple[Technology, ...]:
    """The technologies that a level of a tree unlocks (SC-RND-001)."""
    return tuple(_at_level(tree, level))


def _at_level(tree: str, level: int) -> Iterator[Technology]:
    for code, root in _ROOTS.items():
        match = _generation(code, level) if root == tree else None
        if match:
            yield match
    for drive in DRIVES.values():
        if drive.tree == tree:
            for generation, row in enumerate(drive.rows, 1):
                if row.level == level:
                    yield Technology(f"{drive.code}{generation}", tree, level)
    yield from (s for s in (*_SINGLE, *TWIGS.values()) if (s.tree, s.level) == (tree, level))


def before(name: str) -> str | None:
    """The version that must be developed first (SC-RND-002), or None."""
    match = _NUMBERED.fullmatch(name)
    if match is None:
        return None
    minimum = FIRST_CAPITAL if match[1] == "Xc" else 1
    generation = int(match[2])
    return f"{match[1]}{generation - 1}" if generation > minimum else None


def is_among(developed: Collection[str], code: str, generation: int) -> bool:
    """True if these technologies have a component, weapon or drive in a generation."""
    if code == "Qtc":  # SC-TREE-003: shares the generation of Qt
        return f"Qt{generation}" in developed
    if code == "ST":
        return "ENI:STEALTH" in developed or "ENJ:STEALTH" in developed
    return f"{code}{generation}" in developed or (generation == 1 and code in developed)


def with_earlier(name: str) -> list[str]:
    """A technology and all its lower versions, lowest first (SC-RND-003)."""
    names = [name]
    while (lower := before(names[-1])) is not None:
        names.append(lower)
    return names[::-1]


def starting_technologies(short_range: str, long_range: str) -> Iterator[str]:
    """The starting technologies of a race (SC-START-002, SC-START-004, SC-START-005)."""
    yield from STARTING_SINGLES
    yield from (f"{code}1" for code in STARTING)
    for code in (short_range, long_range):
        yield f"{code}1"
        if WEAPONS[code].ammo:
            yield from MAGAZINES


def special_of_step(tree: str, level: int) -> int:
    """The special modifier of the research of a level (SC-RES-005)."""
    return TREES[tree].special(level)
