"""Empires: players, and non-player races, which play by the same rules (SC-RACE, SC-NPR)."""

from __future__ import annotations

from typing import Annotated

from attrs import define, field

from horizons_core import model
from horizons_core.model import NOBODY, Between, OneOf, known
from variants.starcluster.model.fleets import Class
from variants.starcluster.model.knowledge import Charts, Sighting, Survey
from variants.starcluster.model.limits import Amount, Count, Points, PowerId
from variants.starcluster.model.races import Race
from variants.starcluster.model.works import (
    TIME,
    Building,
    Expedition,
    Installation,
    Project,
)

WAR, HOSTILE, NEUTRAL, TRADE, ALLIANCE = "WAR", "HOSTILE", "NEUTRAL", "TRADE", "ALLIANCE"
#: From the worst to the best (SC-DIP-001).
LADDER = (WAR, HOSTILE, NEUTRAL, TRADE, ALLIANCE)
Stance = Annotated[str, OneOf(LADDER)]
Level = Annotated[int, Between(0, 1000)]
#: The pool's kinds, in the default order of PRIORITY (SC-LOG-005).
KINDS = ("PU", "SY", "SYM", "MS")


@define(kw_only=True)
class Relation:
    """How an empire stands to another (SC-DIP).

    Between a player and a non-player race both have the same stance and talks; what follows from
    them to `asked` stands in the player's, what comes after `worth` in the race's.

    Attributes:
        stance: one of `LADDER`; between players only WAR and NEUTRAL, which is peace.
        since: the turn in which the stance began.
        talks: whether communications are open (SC-DIP-002).
        envoy: the turn of the last envoy; 0 for none.
        successes: envoys that succeeded in a row.
        gifts: what was given, by turn: (turn, hundredths of a MC) (SC-DIP-003).
        asked: the turn of the last PEACE or AMALGAMATE; 0 for none.
        worth: what the race's units were worth when the war began, in hundredths (SC-DIP-005).
        first_new: the number of the first unit that the race has built since then.
        planets: how many planets it held then.
        seen: by system, the list price of the other's units that the race saw there last, in
            hundredths (SC-NPR-004).
        offers_peace, offers_trade: what stays open until it is taken back.
        offered_peace, offered_trade: what the other player offers, and has told.
    """

    stance: Stance = NEUTRAL
    since: Count = 0
    talks: bool = False
    envoy: Count = 0
    successes: Count = 0
    gifts: list[tuple[Count, Amount]] = field(factory=list)
    asked: Count = 0
    worth: Amount = 0
    first_new: Count = 1
    planets: Count = 0
    seen: dict[str, Amount] = field(factory=dict)
    offers_peace: bool = False
    offers_trade: bool = False
    offered_peace: bool = False
    offered_trade: bool = False


@define(kw_only=True)
class Sortie:
    """An attack of a non-player race on a system of an enemy (SC-NPR-004).

    Attributes:
        target: the id of the system.
        quiet: turns there without a unit to fight.
        home: whether the fleet is on its way home.
    """

    target: str
    quiet: Count = 0
    home: bool = False


@define(kw_only=True)
class Foothold:
    """What an empire holds on a planet in a system that is none of its colonies (SC-GND-003).

    Attributes:
        system: the id of the system.
        planet: its number, from 1 on.
        points: base points of own troops there.
        fallen: whether the planet has fallen to the empire.
    """

    system: str
    planet: Count
    points: Points = 0.0
    fallen: bool = False


@define(kw_only=True)
class Empire(model.Empire):
    """An empire. `stock` holds the Imperial Treasury, in hundredths of a MC.

    Attributes:
        number: of the player whose cluster is its home, from 1 on.
        joined: the turn after which it began, 0 for the set-up (SC-BRK-009).
        npr: whether it is a non-player race.
        home: the id of its homeworld's system, also when that is gone (SC-BRK-008).
        race: what it is like.
        el: its Economic Level.
        levels: its Science Level by tree; 1 where nothing is said.
        developed: its technologies.
        hulls: codes of the hulls that it may build without a prototype (SC-HULL-009).
        knots: codes of the hulls whose knot is broken (SC-HULL-010).
        classes: its registered classes, by name.
        built: by class, how many units were ever built (SC-ORD-003).
        next_unit, next_fleet: numbers that were not used yet.
        freighters: of the Construction Pool.
        priority: in which order they are assigned (SC-LOG-005).
        convoy: whether they sail in convoys (SC-LOG-009).
        deficit: what it owes beyond an empty treasury, in hundredths of a MC (SC-ECO-006).
        deposit: in the Galactic Trading Network, in hundredths of a MC.
        invests: MAX if it always deposits what it may; "" (SC-GTN-001).
        projects: by name.
        last_el: the turn in which its last EL project began; None for none (SC-EL-004).
        yards: what is being built, in the order of the orders.
        expeditions: on their way or at work, and `transfers` of population.
        transfers: as above.
        installing: what works from the next turn on.
        liquidate: what is sold or suspended first (SC-BRK-003, SC-BRK-004).
        penalty: CHANCE or TIME.
        desperate: whether it has this turn alone to cover its deficit.
        intelligence: its rating (SC-ESP-001).
        relations: by empire in contact (SC-VIS-002).
        claims: ids of systems.
        charts: what it knows of the map.
        carried: scans that its units carry, by a number that units name (SC-EXP-010).
        couriers: scans under way by drone: (turns left, scan) (SC-EXP-011).
        sightings: of the turn just run.
        footholds: planets of others that it has taken, or where its troops stand.
        abroad: whether it has ever left its starting cluster (SC-BRK-008).
        ship_fund: what a non-player race has set aside for ships, in hundredths (SC-NPR-002).
        sorties: its attacks, by fleet.
    """

    number: Count = known(default=0)
    joined: Count = known(default=0)
    npr: bool = known(default=False)
    home: str = field(default="")
    race: Race = field(factory=Race)
    el: Level = field(default=1)
    levels: dict[str, Level] = field(factory=dict)
    developed: list[str] = field(factory=list)
    hulls: list[str] = field(factory=list)
    knots: list[str] = field(factory=list)
    classes: dict[str, Class] = field(factory=dict)
    built: dict[str, Count] = field(factory=dict)
    next_unit: Count = field(default=1)
    next_fleet: Count = field(default=1)
    freighters: Count = field(default=0)
    priority: tuple[str, ...] = field(default=KINDS)
    convoy: bool = field(default=False)
    deficit: Amount = field(default=0)
    deposit: Amount = field(default=0)
    invests: str = field(default="")
    projects: dict[str, Project] = field(factory=dict)
    last_el: Count | None = field(default=None)
    yards: list[Building] = field(factory=list)
    expeditions: list[Expedition] = field(factory=list)
    transfers: list[Expedition] = field(factory=list)
    installing: list[Installation] = field(factory=list)
    liquidate: list[str] = field(factory=list)
    penalty: str = field(default=TIME)
    desperate: bool = field(default=False)
    intelligence: Level = field(default=1)
    relations: dict[PowerId, Relation] = field(factory=dict)
    claims: list[str] = field(factory=list)
    charts: Charts = field(factory=Charts)
    carried: dict[str, Survey] = field(factory=dict)
    couriers: list[tuple[Count, Survey]] = field(factory=list)
    sightings: list[Sighting] = field(factory=list)
    footholds: list[Foothold] = field(factory=list)
    abroad: bool = field(default=False)
    ship_fund: Amount = field(default=0)
    sorties: dict[str, Sortie] = field(factory=dict)

    def level(self, tree: str) -> int:
        """Its Science Level in a tree (SC-START-001)."""
        return self.levels.get(tree, 1)

    def has(self, technology: str) -> bool:
        """Whether it has developed a technology."""
        return technology in self.developed

    @property
    def readers(self) -> list[str]:
        """Who reads what is told to it: its player; nobody for a non-player race."""
        return [] if self.npr else [self.id]

    @property
    def dice_reader(self) -> str:
        """Who may know the dice of what it alone sees."""
        return NOBODY if self.npr else self.id
