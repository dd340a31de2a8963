"""Star systems, their planets and links, and the cluster copied for each player.

(SC-SYS, SC-INS, SC-SET-006, SC-SET-008)
"""

from __future__ import annotations

from typing import Annotated

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import Between, IdOf, OneOf
from horizons_core.sums import int_sum

Count = Annotated[int, Between(0, 1_000_000)]
Points = Annotated[float, Between(0, 1_000_000)]
#: In hundredths of an MC.
Amount = Annotated[int, Between(0)]
Percent = Annotated[int, Between(0, 100)]
Modifier = Annotated[int, Between(-1000, 1000)]
SystemId = Annotated[str, IdOf(("systems",))]
PowerId = Annotated[str, IdOf(("empires", "natives"))]
PowerOrNone = Annotated[str, IdOf(("empires", "natives"), none=True)]
FleetId = Annotated[str, IdOf(("fleets",))]
FleetOrNone = Annotated[str, IdOf(("fleets",), none=True)]
PlanetKind = Annotated[str, OneOf(("T", "ST"))]


HOMEWORLD, ANOMALY = "HOMEWORLD", "Anomaly"
NEXUS, STARLESS_NEBULA = "Starless Nexus", "Starless Nebula"
#: Nebulas (SC-NEB-001).
GAS, MASER, ION = "gas", "maser", "ion"
#: Anomalies (SC-ANO-001).
ION_STORM, PULSAR, SHEAR, RUINS = "ion storm", "pulsar", "gravity shear", "ancient ruins"
NEUTRON_STAR, UNSTABLE = "neutron star", "unstable warp points"
BLACK_HOLE, NOVA_SHELL = "black hole", "nova shell"
DEADLY_ANOMALIES = (BLACK_HOLE, NOVA_SHELL)
#: Population supported by a planet, by its kind (SC-SYS-007).
POPULATION = {"T": 100, "ST": 200}
HOMEWORLD_POPULATION = 1000


@define(kw_only=True)
class Silo:
    """A Concealed Missile Silo (SC-CMS).

    Attributes:
        revealed: whether bombardment may hit it: it has fired, or it was built in sight.
        loading: turns until it may fire again.
    """

    revealed: bool = False
    loading: Count = 0


@define(kw_only=True)
class Troops:
    """Troops on a planet (SC-GND-002).

    Attributes:
        owner: their owner.
        points: base points.
        generation: generation of the Qt that carried them.
    """

    owner: PowerId
    points: Points
    generation: Count = 1


@define(kw_only=True)
class Planet:
    """A habitable planet.

    Attributes:
        kind: "T" or "ST".
        habitability: its own habitability; that of the system is the median (SC-SYS-010).
        pdc: whether its Standard PDC is intact.
        garrison: the base points of the PDC's forces (SC-PDC-003).
        rounds: rounds of bombardment of the PDC without a pause (SC-PDC-005).
        bombarded: the last turn when it was bombarded or fought over; 0 for none.
        silos: its concealed silos.
        ground_bases: the base points left in each concealed ground base (SC-CGB-001).
        troops: troops landed here.
        fallen: the empire that took it while the system still holds out; "" if none.
    """

    kind: PlanetKind = "T"
    habitability: Modifier = 1
    pdc: bool = False
    garrison: Points = 0.0
    rounds: Count = 0
    bombarded: Count = 0
    silos: list[Silo] = field(factory=list)
    ground_bases: list[Points] = field(factory=list)
    troops: list[Troops] = field(factory=list)
    fallen: PowerOrNone = ""


@define(kw_only=True)
class GrowthModifier:
    """A temporary modifier of growth (SC-GRO-004)."""

    growth: Modifier
    turns: Count


@define(kw_only=True)
class StarSystem(model.World):
    """A star system; its id is its index, 7 or C007 (SC-SYS-001).

    Attributes:
        position: its position in its region, counted from 0.
        kind: its type (SC-SYS-002).
        nebula, anomaly: the type of its nebula or anomaly; "" for none.
        spent: whether its ruins are exhausted.
        planets: its habitable planets, in the order of their slots.
        growth, wealth: its modifiers (SC-SYS-008, SC-SYS-009).
        habitability: its habitability; None without habitable planets (SC-SYS-010).
        owner: the id of the empire that has colonized it; "" for none.
        pu: its population units.
        revolt: the population in revolt; `revolt_turns` is the number of incomes until it ends
            (SC-RACE-005).
        spells: special modifiers of growth.
        occupied: number of incomes still to be halved after its conquest (SC-GND-003).
        transferred: population that transfers have ever brought (SC-PUT-004).
        science: the rating of its Science Center; 0 if there is none.
        generic: the level of its Generic R&D Center; 0 if there is none.
        dedicated: the level of its Dedicated R&D Center; `dedicated_tree` is its tree.
        silo_missile: the missiles its silos fire, R or G; "" for the best (SC-CMS-001).
        silos_fire: number of silos that fire; None for all (SC-CMS-003).
    """

    position: Count = 0
    kind: str = NEXUS
    nebula: str = ""
    anomaly: str = ""
    spent: bool = False
    planets: list[Planet] = field(factory=list)
    growth: Modifier = 1
    wealth: Modifier = 1
    habitability: Modifier | None = None
    owner: PowerOrNone = ""
    pu: Count = 0
    revolt: Count = 0
    revolt_turns: Count = 0
    spells: list[GrowthModifier] = field(factory=list)
    occupied: Count = 0
    transferred: Count = 0
    science: Count = 0
    generic: Count = 0
    dedicated: Count = 0
    dedicated_tree: str = ""
    silo_missile: str = ""
    silos_fire: Count | None = None

    @property
    def most_pu(self) -> int:
        """System Max POP (SC-SYS-007)."""
        if self.kind == HOMEWORLD:
            return HOMEWORLD_POPULATION
        return int_sum(POPULATION[planet.kind] for planet in self.planets)

    @property
    def features(self) -> str:
        """Its Special Features (SC-SYS-006)."""
        if self.kind == HOMEWORLD:
            return ""
        parts = [f"{self.nebula} nebula"] if self.nebula else []
        parts += [self.anomaly] if self.anomaly else []
        if self.planets:
            large = int_sum(planet.kind == "ST" for planet in self.planets)
            parts.append(f"{len(self.planets)} habitable" + (f" ({large} ST)" if large else ""))
        return ", ".join(parts)


@frozen(kw_only=True)
class WarpLink:
    """Two warp points that lead to each other.

    Attributes:
        number: its place in the game's list of links, which never changes.
        a, b: the ids of the systems at its ends.
        hidden_a, hidden_b: instrument range needed to find that end; 0 for an end that any
            detailed scan finds (SC-EXP-012).
        closed_b: whether the end in b is closed: no scan finds it (SC-SET-007).
    """

    number: int
    a: SystemId
    b: SystemId
    hidden_a: Count = 0
    hidden_b: Count = 0
    closed_b: bool = False

    def other(self, system: str) -> str:
        """The system at the other end."""
        return self.b if system == self.a else self.a

    def hidden(self, system: str) -> int:
        """Instrument range needed to find the end in this system."""
        return self.hidden_a if system == self.a else self.hidden_b

    def closed(self, system: str) -> bool:
        """True if the end in this system is closed."""
        return self.closed_b and system == self.b

    def end(self, system: str) -> str:
        """Name on charts of the end in this system (SC-EXP-003)."""
        return f"{system}/{self.number}"


@frozen
class TemplateLink:
    """A link between two positions of a region.

    Attributes:
        a, b: positions, the lower one first.
        hidden_a, hidden_b: instrument range needed to find each end; 0 if it is not hidden.
    """

    a: Count
    b: Count
    hidden_a: Count = 0
    hidden_b: Count = 0


@frozen
class Template:
    """A cluster whose systems are identified by their positions.

    Attributes:
        systems: the systems in the order of their positions; the first one is the homeworld.
        links: the links between positions.
        npr: the position of the non-player race's home.
        exits: the positions at which an exit to the core may lie (SC-SET-006).
    """

    systems: tuple[StarSystem, ...] = ()
    links: tuple[TemplateLink, ...] = ()
    npr: Count = 0
    exits: tuple[Count, ...] = ()
