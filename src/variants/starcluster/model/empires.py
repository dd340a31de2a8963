"""Empires: players, and non-player races, which play by the same rules (SC-RACE, SC-NPR)."""

from __future__ import annotations

from typing import Annotated

from attrs import define, field

from horizons_core import model
from horizons_core.model import NO_ONE, Between, OneOf, known
from variants.starcluster.model.fleets import Class
from variants.starcluster.model.knowledge import Charts, Sighting, Survey
from variants.starcluster.model.races import Race
from variants.starcluster.model.systems import Amount, Count, Points, PowerId
from variants.starcluster.model.works import (
    TIME,
    Expedition,
    Installation,
    Project,
    UnitConstruction,
)

WAR, HOSTILE, NEUTRAL, TRADE, ALLIANCE = "WAR", "HOSTILE", "NEUTRAL", "TRADE", "ALLIANCE"
#: From the worst to the best (SC-DIP-001).
STANCE_LADDER = (WAR, HOSTILE, NEUTRAL, TRADE, ALLIANCE)
Stance = Annotated[str, OneOf(STANCE_LADDER)]
Level = Annotated[int, Between(0, 1000)]
#: The pool's kinds, in the default order of PRIORITY (SC-LOG-005).
KINDS = ("PU", "SY", "SYM", "MS")


@define(kw_only=True)
class Relation:
    """The relation of one empire to another (SC-DIP).

    Between a player and a non-player race both share stance and talks; the attributes up to `asked`
    are stored in the player's relation, and those from `worth` to `seen` in the race's.

    Attributes:
        stance: one of `STANCE_LADDER`; between players only WAR and NEUTRAL, which is peace.
        since: the turn when the stance began.
        talks: whether communications are open (SC-DIP-002).
        envoy: the turn of the last envoy; 0 for none.
        successes: envoys that succeeded in a row.
        gifts: gifts, as pairs of a turn and hundredths of an MC (SC-DIP-003).
        asked: the turn of the last PEACE or AMALGAMATE; 0 for none.
        worth: value of the race's units when the war began, in hundredths (SC-DIP-005).
        first_new: the number of the first unit that the race has built since then.
        planets: number of planets it held then.
        seen: for each system, the list price of the other side's units last seen there by the race,
            in hundredths (SC-NPR-004).
        offers_peace, offers_trade: offers that stay open until withdrawn.
        offered_peace, offered_trade: offers that the other player has announced.
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
    """Troops or planets held in a system that is not one of the empire's colonies (SC-GND-003).

    Attributes:
        system: the id of the system.
        planet: its number, counted from 1.
        points: base points of the empire's troops there.
        fallen: whether the planet has fallen to the empire.
    """

    system: str
    planet: Count
    points: Points = 0.0
    fallen: bool = False


@define(kw_only=True)
class Empire(model.Empire):
    """An empire. `stock` holds the Imperial Treasury, in hundredths of an MC.

    Attributes:
        number: the number of the player whose cluster is its home, counted from 1.
        joined: the turn after which it began, 0 for the set-up (SC-BRK-009).
        npr: whether it is a non-player race.
        home: the id of its homeworld's system, even after it is gone (SC-BRK-008).
        race: its race's statistics and traits.
        el: its Economic Level.
        levels: its Science Level by tree; 1 if absent.
        developed: its technologies.
        hulls: codes of the hulls that it may build without a prototype (SC-HULL-009).
        knots: codes of the hulls whose knot is broken (SC-HULL-010).
        classes: its registered classes, by name.
        built: number of units of each class built so far (SC-ORD-003).
        next_unit, next_fleet: the next unused numbers.
        freighters: the freighters of the Construction Pool.
        priority: the order of their assignment (SC-LOG-005).
        convoy: whether they sail in convoys (SC-LOG-009).
        deficit: its debt beyond an empty treasury, in hundredths of an MC (SC-ECO-006).
        deposit: its deposit in the Galactic Trading Network, in hundredths of an MC.
        invests: MAX to deposit as much as allowed every turn; "" otherwise (SC-GTN-001).
        projects: its projects, by name.
        last_el: the turn when its last EL project began; None for none (SC-EL-004).
        yards: units under construction, in the order of the orders.
        expeditions: colonization expeditions under way.
        transfers: transfers of population under way.
        installing: installations that work from the next turn on.
        liquidate: assets to sell or suspend first (SC-BRK-003, SC-BRK-004).
        penalty: CHANCE or TIME.
        desperate: whether it has only this turn to cover its deficit.
        intelligence: its rating (SC-ESP-001).
        relations: relations with each empire in contact (SC-VIS-002).
        claims: ids of systems.
        charts: its knowledge of the map.
        carried: scans that its units carry, by a number that units name (SC-EXP-010).
        couriers: scans under way by drone: (turns left, scan) (SC-EXP-011).
        sightings: the sightings of the turn just run.
        footholds: foreign planets that it has taken or where it has troops.
        abroad: whether it has ever left its starting cluster (SC-BRK-008).
        ship_fund: money that a non-player race has saved for ships, in hundredths (SC-NPR-002).
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
    yards: list[UnitConstruction] = field(factory=list)
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
        """True if it has developed a technology."""
        return technology in self.developed

    @property
    def readers(self) -> list[str]:
        """Players who read its private events: its own, or none for a non-player race."""
        return [] if self.npr else [self.id]

    @property
    def dice_reader(self) -> str:
        """The player who may see its private dice; NO_ONE for a non-player race."""
        return NO_ONE if self.npr else self.id
