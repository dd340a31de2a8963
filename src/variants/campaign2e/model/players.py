"""Players, with their money, stances, designs, proposals and knowledge.

All players see the proposals of non-standard equipment and designs (C2E-2.5, C2E-15.3, C2E-16.2-01,
C2E-17.1).
"""

from __future__ import annotations

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import known
from variants.campaign2e.designs.design import Design, Slot
from variants.campaign2e.designs.parts import ShipPart
from variants.campaign2e.model.places import (
    Count,
    HexId,
    Percent,
    Place,
    PlayerId,
    PlayerOrNone,
    WorldId,
    WorldOrNone,
)
from variants.campaign2e.model.ships import ShipJob

APPROVED, REFUSED = "approved", "refused"
ALLY, NEUTRAL, HOSTILE = "ALLY", "NEUTRAL", "HOSTILE"


@define(kw_only=True)
class Proposal:
    """A non-standard system or design that a player proposes to use.

    Attributes:
        name: the name of the system or design.
        by: the id of the player.
        part: the system as installed; None if a design is proposed.
        slots: module slots of a proposed design (C2E-16.4-01).
        answer: the umpire's answer: `APPROVED`, `REFUSED`, or "" while undecided.
    """

    name: str
    by: PlayerId
    part: ShipPart | None = None
    slots: tuple[Slot, ...] = ()
    answer: str = ""


@frozen(kw_only=True)
class Offer:
    """An open trade offer of another player; it lasts until withdrawn.

    Attributes:
        world: the id of the offering player's world.
        partner: the id of the other world.
    """

    world: WorldId
    partner: WorldId


@frozen(kw_only=True)
class SizeReport:
    """Information from a contact about another force (C2E-17.2-01).

    Attributes:
        week: the week of the contact.
        at: the hex of the contact.
        owner: the owner of the force; "" for the umpire.
        size: "larger", "smaller" or "equal", compared with the reader's force.
        glaring: whether the largest vessels differ glaringly in size.
        defences: whether the force is a world's defence units.
    """

    week: Count
    at: Place
    owner: PlayerOrNone
    size: str
    glaring: bool
    defences: bool = False


@frozen(kw_only=True)
class Sighting:
    """The designs of a force, as revealed in a battle (C2E-15.3-01).

    Attributes:
        week: the week of the battle.
        at: the hex of the battle.
        owner: the owner of the force.
        designs: number of ships of each design, by name.
        defences: whether the force is a world's defence units.
    """

    week: Count
    at: Place
    owner: PlayerOrNone
    designs: dict[str, Count]
    defences: bool = False


@define(kw_only=True)
class Store:
    """A player's stock of parts and craft at a world.

    Attributes:
        spares: prepositioned spare parts, by part word (C2E-4.4-02).
        used: second-hand parts, by part word (C2E-12.2.2-01).
        coming: spares on their way, each with its week of arrival, part and number (C2E-4.4-01).
        modules: swap modules, by name (C2E-16.4-01).
        craft: fighters by kind, and tonnes of dropships, left behind by refitted ships
            (C2E-16.5-03).
    """

    spares: dict[str, Count] = field(factory=dict)
    used: dict[str, Count] = field(factory=dict)
    coming: list[tuple[Count, str, Count]] = field(factory=list)
    modules: dict[str, Count] = field(factory=dict)
    craft: dict[str, Count] = field(factory=dict)


@define(kw_only=True)
class Player(model.Empire):
    """A player. `stock` contains the treasury, in hundredths of a credit.

    Attributes:
        joined: week of joining the campaign; 0 for the start.
        stances: stances towards other players, by id; NEUTRAL if missing (C2E-17.1-02).
        bases, supply: the ids of the players who may use this player's bases and supply ships.
        capital: the id of the capital world (C2E-16.3-01).
        navy: the allied navy; "" for none (C2E-13.1-03).
        technology: the technology of the player's ships (C2E-16.1-02).
        designs: the player's own, by name; includes refits and dropped designs still in service.
        in_service: names of the designs that the player has built or bought (C2E-12.2.1-02).
        ships_named: number of ships ever named, by design (C2E-1.5-06).
        next_ship, next_group, next_counter: the next free numbers.
        offers: trade offers made by the player.
        offered: trade offers received, by the id of the offering player.
        told_stances: other players' announced stances towards this one (C2E-17.1-02).
        told_leave: permissions received, by the id of the granting player: BASE, SUPPLY.
        stores: stocks at worlds, by world id.
        jobs: repairs and refits under way.
        shares: percent that the player asks for in a side deal, by own world.
        told_shares: percent that the other owner asks for, by the world that trades with the
            player's.
        helpers: the helper of each damaged world that the player has named or agreed to
            (C2E-9.1-02).
        bills: ids of ships and groups whose maintenance has priority (C2E-2.5-02).
        visited: ids of worlds whose allegiance the player knows.
        explored: hexes beyond the grid of which the player knows whether they contain a world.
        reports, sightings: information from contacts and battles.
        hand: unplayed cards, during the set-up (C2E-1.3-01).
        arriving: worlds that a newcomer may claim; empty after the claim
            (C2E-1.1-03).
        commissioning: whether the player is buying starting forces, in the third round of the
            set-up or in a newcomer's first orders (C2E-1.3-11).
        surveyed: ids of worlds beyond the grid whose income and type the player knows.
        income: each world's yield in the week just run, in hundredths of a credit, by id.
        access: resources available to the player in the week just run (C2E-2.4-03).
        raided: resources supplied by this week's successful raids (C2E-6.3-02).
    """

    joined: Count = known(default=0)
    stances: dict[PlayerId, str] = field(factory=dict)
    bases: list[PlayerId] = field(factory=list)
    supply: list[PlayerId] = field(factory=list)
    capital: WorldOrNone = field(default="")
    navy: str = field(default="")
    technology: str = field(default="human")
    designs: dict[str, Design] = field(factory=dict)
    in_service: list[str] = field(factory=list)
    ships_named: dict[str, Count] = field(factory=dict)
    next_ship: Count = field(default=1)
    next_group: Count = field(default=1)
    next_counter: Count = field(default=1)
    offers: list[Offer] = field(factory=list)
    offered: dict[PlayerId, list[Offer]] = field(factory=dict)
    told_stances: dict[PlayerId, str] = field(factory=dict)
    told_leave: dict[PlayerId, list[str]] = field(factory=dict)
    stores: dict[WorldId, Store] = field(factory=dict)
    jobs: list[ShipJob] = field(factory=list)
    shares: dict[WorldId, Percent] = field(factory=dict)
    told_shares: dict[WorldId, Percent] = field(factory=dict)
    helpers: dict[WorldId, WorldOrNone] = field(factory=dict)
    bills: list[str] = field(factory=list)
    visited: list[WorldId] = field(factory=list)
    explored: list[HexId] = field(factory=list)
    reports: list[SizeReport] = field(factory=list)
    sightings: list[Sighting] = field(factory=list)
    hand: list[str] = field(factory=list)
    arriving: list[WorldId] = field(factory=list)
    commissioning: bool = field(default=False)
    surveyed: list[WorldId] = field(factory=list)
    income: dict[WorldId, int] = field(factory=dict)
    access: list[str] = field(factory=list)
    raided: list[str] = field(factory=list)

    def store(self, world: str) -> Store:
        """Return the player's stock at a world, creating it if necessary."""
        return self.stores.setdefault(world, Store())

    def stance(self, towards: str) -> str:
        """Return the player's stance towards another (C2E-17.1-02)."""
        return self.stances.get(towards, NEUTRAL)
