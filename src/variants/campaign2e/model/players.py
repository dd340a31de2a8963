"""Players: their money, stances, designs, and what they know (C2E-2.5, C2E-15.3, C2E-17.1)."""

from __future__ import annotations

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import known
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model.limits import (
    Count,
    HexId,
    Percent,
    PlayerId,
    PlayerOrNone,
    WorldId,
    WorldOrNone,
)
from variants.campaign2e.model.places import Place
from variants.campaign2e.model.works import Job

ALLY, NEUTRAL, HOSTILE = "ALLY", "NEUTRAL", "HOSTILE"


@frozen(kw_only=True)
class Offer:
    """A trade that another player has offered: it stays open until it is taken back.

    Attributes:
        world: the id of the player's own world.
        partner: the id of the other one.
    """

    world: WorldId
    partner: WorldId


@frozen(kw_only=True)
class SizeReport:
    """What contact tells of another force (C2E-17.2-01).

    Attributes:
        week: when.
        at: where.
        owner: whose force; "" for the umpire's.
        size: "larger", "smaller" or "equal", as seen from the reader's force.
        glaring: whether the largest vessels differ glaringly in size.
        defences: whether it is of the defence units of a world.
    """

    week: Count
    at: Place
    owner: PlayerOrNone
    size: str
    glaring: bool
    defences: bool = False


@frozen(kw_only=True)
class Sighting:
    """The designs that a battle has shown of a force (C2E-15.3-01).

    Attributes:
        week: when.
        at: where.
        owner: whose force.
        designs: how many of each design, by name.
        defences: whether they are defence units of a world.
    """

    week: Count
    at: Place
    owner: PlayerOrNone
    designs: dict[str, Count]
    defences: bool = False


@define(kw_only=True)
class Store:
    """What a player has lying at a world.

    Attributes:
        spares: prepositioned spare parts, by word (C2E-4.4-02).
        used: second-hand parts, by word (C2E-12.2.2-01).
        coming: spares on their way: the week from which they are at hand, part, number
            (C2E-4.4-01).
        modules: swap modules, by name (C2E-16.4-01).
        craft: fighters by their kind, and tonnes of dropships, that refitted ships have left behind
            (C2E-16.5-03).
    """

    spares: dict[str, Count] = field(factory=dict)
    used: dict[str, Count] = field(factory=dict)
    coming: list[tuple[Count, str, Count]] = field(factory=list)
    modules: dict[str, Count] = field(factory=dict)
    craft: dict[str, Count] = field(factory=dict)


@define(kw_only=True)
class Player(model.Empire):
    """A player. `stock` holds the treasury, in hundredths of a credit.

    Attributes:
        joined: the week in which the player came into the campaign; 0 for the start.
        stances: towards others, by id; NEUTRAL where there is none (C2E-17.1-02).
        bases, supply: the ids of those who may use the player's bases and supply ships.
        capital: the id of the capital world (C2E-16.3-01).
        navy: the allied navy; "" for none (C2E-13.1-03).
        technology: of the player's ships (C2E-16.1-02).
        designs: the player's own, by name; refits and dropped designs of ships in service stay.
        in_service: names of the designs that the player has built or bought (C2E-12.2.1-02).
        ships_named: by design, how many ships of it were ever named (C2E-1.5-06).
        next_ship, next_group, next_counter: numbers that were not used yet.
        offers: trades that the player offers.
        offered: trades that others offer the player, by whom.
        told_stances: others' stances towards the player, as far as they have said (C2E-17.1-02).
        told_leave: by other player, what they let this one use: BASE, SUPPLY.
        stores: what lies at worlds, by their ids.
        jobs: repairs and refits under way.
        shares: by own world, the per cent that the player asks for in a side deal.
        told_shares: by world that trades with the player's, what its owner asks for.
        helpers: by damaged world, the helper that the player has named or agreed to (C2E-9.1-02).
        bills: ids of ships and groups whose maintenance is paid first (C2E-2.5-02).
        visited: ids of worlds whose allegiance the player knows.
        explored: hexes that the player knows to be with or without a world, beyond the grid.
        reports, sightings: what contacts and battles have told.
        hand: cards that are left, during the set-up (C2E-1.3-01).
        arriving: of a newcomer, the worlds that may be claimed; empty once that is done
            (C2E-1.1-03).
        commissioning: whether the player is buying starting forces: in the third round of the
            set-up, and in a newcomer's first orders (C2E-1.3-11).
        surveyed: ids of worlds beyond the grid whose income and type the player knows.
        income: what each world yielded in the week just run, in hundredths of a credit, by id.
        access: the resources to which the player had access in the week just run (C2E-2.4-03).
        raided: the resources that successful raids supply this week (C2E-6.3-02).
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
    jobs: list[Job] = field(factory=list)
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
        """What the player has lying at a world: an entry that is made where there is none."""
        return self.stores.setdefault(world, Store())

    def stance(self, towards: str) -> str:
        """The player's stance towards another (C2E-17.1-02)."""
        return self.stances.get(towards, NEUTRAL)
