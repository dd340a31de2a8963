"""Star systems by the dice (SC-SYS, SC-NEB-001, SC-ANO-001)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.rng import Stream
from variants.starcluster.model import Planet, StarSystem
from variants.starcluster.model.systems import (
    ANOMALY,
    BLACK_HOLE,
    DEADLY_ANOMALIES,
    GAS,
    HOMEWORLD,
    ION,
    ION_STORM,
    MASER,
    NEUTRON_STAR,
    NEXUS,
    NOVA_SHELL,
    PULSAR,
    RUINS,
    SHEAR,
    STARLESS_NEBULA,
    UNSTABLE,
)

#: SC-SYS-002: the highest roll for a type, its stars, and whether it has a nebula.
TYPES = (
    (10, ANOMALY, 0, False),
    (20, NEXUS, 0, False),
    (30, STARLESS_NEBULA, 0, True),
    (60, "Single Star", 1, False),
    (65, "Single Star with Nebula", 1, True),
    (90, "Binary System", 2, False),
    (95, "Binary Nebula", 2, True),
    (100, "Trinary System", 3, False),
)
#: SC-NEB-001, SC-ANO-001: the highest roll for each.
NEBULAS = ((5, GAS), (8, MASER), (10, ION))
ANOMALIES = (
    (25, ION_STORM),
    (45, PULSAR),
    (60, SHEAR),
    (75, RUINS),
    (85, NEUTRON_STAR),
    (90, UNSTABLE),
    (96, BLACK_HOLE),
    (100, NOVA_SHELL),
)
#: SC-SYS-004: slots per star, and the lowest roll that gives habitable planets.
SLOTS, HABITABLE = 8, 30
#: SC-SYS-005: a slot is empty up to the first roll, a Type T up to the second, then an ST.
EMPTY, TERRA = 50, 85
HOMEWORLD_WEALTH, HOMEWORLD_GROWTH = 5, 2


def roll_system(name: str, position: int, stream: Stream, *, killers: bool) -> StarSystem:
    """Roll a system; with `killers` it may destroy ships outright (SC-SET-011)."""
    roll = stream.die(100)
    kind, stars, has_nebula = next(row[1:] for row in TYPES if roll <= row[0])
    system = StarSystem(id=name, position=position, kind=kind)
    if has_nebula:
        system.nebula = _read(NEBULAS, stream.die(10))
    if kind == ANOMALY:
        system.anomaly = _read(ANOMALIES, stream.die(100))
        while system.anomaly in DEADLY_ANOMALIES and not killers:
            system.anomaly = _read(ANOMALIES, stream.die(100))
    system.planets = _planets(stars, stream)
    system.growth = -(-stream.die(6) // 2)  # SC-SYS-008: 1d3 is 1d6 halved, rounded up
    system.wealth = stream.die(10)
    system.habitability = habitability(system.planets)
    return system


def homeworld(name: str) -> StarSystem:
    """A player's home system (SC-SYS-003, SC-SYS-007, SC-SYS-008, SC-SYS-009, SC-SYS-011)."""
    return StarSystem(
        id=name,
        kind=HOMEWORLD,
        planets=[Planet(kind="T", habitability=0)],
        growth=HOMEWORLD_GROWTH,
        wealth=HOMEWORLD_WEALTH,
        habitability=0,
    )


def habitability(planets: Sequence[Planet]) -> int | None:
    """The median of the planets' rolls, an ST's twice, rounded down (SC-SYS-010)."""
    rolls = sorted(p.habitability for p in planets for _ in range(1 + (p.kind == "ST")))
    if not rolls:
        return None
    middle = len(rolls) // 2
    return rolls[middle] if len(rolls) % 2 else (rolls[middle - 1] + rolls[middle]) // 2


def _planets(stars: int, stream: Stream) -> list[Planet]:
    if not stars or stream.die(100) < HABITABLE:
        return []
    slots = [stream.die(100) for _ in range(SLOTS * stars)]
    kinds = ["ST" if roll > TERRA else "T" for roll in slots if roll > EMPTY]
    return [Planet(kind=kind, habitability=stream.die(10)) for kind in kinds]


def _read(table: Sequence[tuple[int, str]], roll: int) -> str:
    return next(name for maximum, name in table if roll <= maximum)
