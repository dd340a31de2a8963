"""Components, weapons and drive rooms of Large Units (SC-DES-001, SC-DES-002).

Sizes are in tenths of a hull space and prices in hundredths of an MC, to keep both whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen

#: Tenths in a hull space.
HS = 10


def factor_tenths(generation: int) -> int:
    """Ten times the generation factor GF of a generation (SC-DES-003)."""
    return 9 + generation


@frozen
class Component:
    """A kind of component.

    Attributes:
        code: its code in design strings.
        name: its full name.
        size: tenths of a hull space of one unit.
        price: hundredths of an MC of one unit of generation 1.
        tree: the tree of its generations, "" if there is only one version
            (SC-TREE-003).
        points: for shields and armor, points of one unit of generation 1; 0 for others, which have
            as many as hull spaces (SC-CBT-002).
    """

    code: str
    name: str
    size: int
    price: int
    tree: str = ""
    points: int = 0

    @property
    def has_generations(self) -> bool:
        return bool(self.tree)


@frozen
class Weapon(Component):
    """A kind of weapon (SC-DES-002).

    Attributes:
        long, short: damage a round at the Long and the Short band, at generation 1.
        ammo: whether each round fired uses a shot (SC-CBT-011).
        long_range: whether it is a long-range weapon (LRW).
    """

    long: int = 0
    short: int = 0
    ammo: bool = False
    long_range: bool = False


@frozen
class DriveRoom:
    """One drive room of a generation (SC-ENI-001, SC-ENI-002, SC-ENC-001, SC-ENJ-001).

    Attributes:
        level: the level of its tree that unlocks it.
        price: hundredths of an MC of a room.
        size: tenths of a hull space of a room.
        half_speeds: addition to the maximum speed, in half points.
    """

    level: int
    price: int
    size: int
    half_speeds: int


@frozen
class DriveType:
    """A kind of drive.

    Attributes:
        code: its code in design strings.
        name: its full name.
        tree: its tree.
        rows: its generations, the first one first.
        blind_spot: degrees astern on a plain hull; Fast and Rapid ones have 60 more (SC-ENI-004,
            SC-ENC-002, SC-ENJ-002).
        safe: the safe cruising speed in tenths of the tactical one (SC-MOV-002).
        detuning: addition to it when detuned (SC-MOV-003).
        military: whether it makes its unit military (SC-DES-010).
    """

    code: str
    name: str
    tree: str
    rows: tuple[DriveRoom, ...]
    blind_spot: int
    safe: int
    detuning: int
    military: bool


_COMPONENTS = (
    Component("S", "Shields", 10, 1400, "SHD", 3),
    Component("A", "Armor", 10, 600, "ARM", 2),
    Component("Q", "Quarters", 10, 500, "LIF"),
    Component("Y", "Combat Sensors", 10, 1000, "SEN"),
    Component("M", "Multiplex Targeting", 20, 2000, "ELC"),
    Component("CIC", "Combat Information Center", 30, 3000, "ELC"),
    Component("MNE", "Maser Nebula Emitter", 10, 1200, "ELC"),
    Component("X", "System Survey Instruments", 10, 2000, "SCI"),
    Component("Xp", "Planetary Survey Instruments", 10, 2000, "SCI"),
    Component("Xc", "Capital Survey Instruments", 20, 5000, "SCI"),
    Component("H", "Hold", 10, 100),
    Component("Hs", "Small Hold", 5, 100),
    Component("Hb", "Cargo Hangar Bay", 20, 1000),
    Component("Bsa", "Small Craft Bay", 10, 1000),
    Component("Qt", "Ground Troops", 10, 6000, "CON"),
    Component("Qtc", "Cold Troops", 10, 12000, "CON"),
    Component("T", "Tractor Beam", 20, 2000, "TRB"),
    Component("SY", "Shipyard", 60, 20000, "CON"),
    Component("SYM", "Mobile Shipyard", 80, 30000, "CON"),
    Component("MS", "Machine Shop", 30, 6000),
    Component("Mg", "Magazine", 10, 1000),
    Component("Mgs", "Small Magazine", 5, 600),
    Component("XO", "External Ordnance", 0, 800),
    Component("ST", "Stealth Tuner", 10, 3000),
    Weapon("L", "Laser Beam", 40, 3800, "LAS", long=1, short=5),
    Weapon("E", "Energy Beam", 40, 3600, "ENB", short=7),
    Weapon("F", "Force Beam", 30, 2800, "FRC", short=5),
    Weapon("G", "Sprint Missile", 30, 3000, "SPM", short=6, ammo=True),
    Weapon("Lj", "X-Ray Laser", 50, 4800, "XRL", long=1, short=8, ammo=True),
    Weapon("R", "Missile", 40, 3600, "MIS", long=4, short=2, ammo=True, long_range=True),
    Weapon("Pt", "Plasma Torpedo", 50, 4500, "PLA", long=4, short=5, ammo=True, long_range=True),
    Weapon("K", "Kinetic Weapon", 70, 5000, "KIN", long=5, short=6, long_range=True),
)

COMPONENTS: Mapping[str, Component] = MappingProxyType({part.code: part for part in _COMPONENTS})
WEAPONS: Mapping[str, Weapon] = MappingProxyType(
    {code: part for code, part in COMPONENTS.items() if isinstance(part, Weapon)}
)

#: Level, MC per room, tenths of an HS, and half points of speed, by generation.
_INERTIALESS = (
    (1, 20, 10, 0),
    (4, 22, 10, 2),
    (8, 24, 10, 4),
    (12, 26, 9, 6),
    (16, 27, 8, 8),
    (20, 28, 7, 10),
    (24, 29, 6, 12),
    (28, 30, 5, 14),
    (32, 28, 5, 16),
    (36, 26, 5, 18),
    (40, 24, 5, 20),
    (44, 22, 5, 22),
    (48, 20, 5, 24),
)
_COMMERCIAL = (
    (1, 4, 20, 0),
    (3, 5, 20, 1),
    (6, 6, 20, 2),
    (9, 7, 20, 3),
    (12, 7.5, 20, 4),
    (15, 8, 20, 5),
    (18, 8.5, 18, 6),
    (21, 9, 16, 7),
    (24, 9.5, 15, 8),
    (27, 10, 14, 9),
    (30, 10, 13, 10),
    (33, 10, 12, 11),
    (36, 10, 11, 12),
    (39, 10, 10, 13),
    (42, 10, 10, 14),
    (45, 10, 10, 15),
    (48, 10, 10, 16),
)
_TACTICAL = (
    (1, 16, 10, 0),
    (5, 18, 10, 2),
    (9, 20, 10, 4),
    (13, 22, 9, 6),
    (17, 23, 8, 8),
    (21, 24, 7, 10),
    (25, 25, 6, 12),
    (29, 26, 5, 14),
    (33, 24, 5, 16),
    (37, 22, 5, 18),
    (41, 20, 5, 20),
    (45, 18, 5, 22),
    (49, 16, 5, 24),
)


def _rows(table: tuple[tuple[int, float, int, int], ...]) -> tuple[DriveRoom, ...]:
    return tuple(DriveRoom(level, int(mc * 100), size, speed) for level, mc, size, speed in table)


DRIVES: Mapping[str, DriveType] = MappingProxyType(
    {
        drive.code: drive
        for drive in (
            DriveType(
                "I", "Inertialess Drive", "ENI", _rows(_INERTIALESS), 60, 5, 2, military=True
            ),
            DriveType(
                "Ic", "Commercial Drive", "ENC", _rows(_COMMERCIAL), 60, 10, 1, military=False
            ),
            DriveType("J", "Tactical Drive", "ENJ", _rows(_TACTICAL), 120, 5, 1, military=True),
        )
    }
)
