"""Classes that declare the visible facts of each object: data, JSON Schema, columns of reports.

A player's view has a player's knowledge; that of umpire and gamemaster includes all secrets. Money
is in credits and supply in tonnes, both with two decimals. Rows are not frozen, because there are
many of them and frozen ones take twice as long to create.
"""

from __future__ import annotations

from typing import Any

from horizons_core.report import (
    OwnerCell,
    counting,
    counts,
    described,
    number_column,
    rows,
    schema_of,
    shape,
    text_column,
)
from variants.campaign2e.view import fields

_STANCES = ["ALLY", "NEUTRAL", "HOSTILE", "SELF"]


@shape(kw_only=True)
class SeenPlayer:
    """A player's public facts, and relations with the reader."""

    name: str = fields.named_field("Player", OwnerCell)
    active: bool = fields.named_field("State", fields.out)
    worlds: int = counting("how many worlds they own", "Worlds")
    income: int = counting("the base income of their worlds, in credits", "Income")
    stance: str = described(
        "your stance towards them",
        text_column("You to them", fields.stance, choose=True),
        enum=_STANCES,
    )
    theirs: str = described(
        "their stance towards you",
        text_column("They to you", fields.stance, choose=True),
        enum=_STANCES,
    )
    you_allow: list[str] = described("what they may use of yours: BASE, SUPPLY", "You allow")
    they_allow: list[str] = described("what you may use of theirs: BASE, SUPPLY", "They allow")


@shape(kw_only=True)
class SeenWorld:
    """A world (C2E-15.3-02)."""

    id: str = fields.hex_field()
    name: str = described("its name, or its hex if it has none")
    at: list[int] = described("column and row")
    owner: str = described(
        "empty for none", text_column("Owner", fields.owner, choose=True, hint="")
    )
    yours: bool
    surveyed: bool = described("whether you know its resource and income (C2E-1.1-02)")
    resource: str = described(
        "its resource, or Major Trading Hub; empty for none",
        text_column("Resource", choose=True, hint=""),
    )
    points: int = counting("base income now, in credits a week")
    full: int = counting("base income undamaged")
    blocked: bool = described("whether lane traffic through it is blocked")
    interdicted: list[str] = described(
        "the players who interdict it",
        text_column("Interdicted by", fields.interdictors, choose=True),
    )
    controlled: str = described(
        "the hostile player who controls it; empty for none",
        text_column("Controlled by", fields.owner, choose=True),
    )
    base: bool = described("whether it is a friendly base (C2E-3.6-08)")
    allegiance: str | None = described(
        "of an unowned world that you have visited (C2E-1.6-02)", default=None
    )
    power: str | None = described("the player to whom that refers", default=None)


@shape(kw_only=True)
class OwnWorld:
    """Facts about a world that only its owner knows."""

    id: str = fields.hex_field()
    name: str
    partner: str = described("the hex of its trading partner; empty for none")
    share: int | None = described(
        "your share in a deal, in percent of the income that trade adds to both worlds",
        number_column("Share", fields.per_cent, hint="percent that a deal gives you"),
        default=None,
    )
    asked: int | None = described(
        "the share that you ask for in a deal, in percent",
        number_column("You ask", fields.per_cent),
        default=None,
    )
    theirs: int | None = described(
        "the share that its partner's owner asks for, in percent",
        number_column("They ask", fields.per_cent),
        default=None,
    )
    income: float = fields.credits_field("its income last week, in credits", "Yield")
    lane_off: bool
    abstract: bool = described("whether attacks on it are abstract (C2E-8.6b-01)")
    defences: int | None = described("points of abstract defences left", default=None)
    defence_points: int = counting("points of defence units")
    defence_limit: int = counting("the maximum points that it may have (C2E-8.1-01)")
    rebuilding: int = counting("weeks of work done on the next point (C2E-9.1-01)")
    helper: str
    keels: list[dict[str, Any]] = described(
        "keels, and the weeks until they are finished at the usual speed; null without a design",
        written=True,
    )
    capital: bool
    pacified: int = counting("the week after which it is pacified; 0 if it is (C2E-3.6-08)")


@shape(kw_only=True)
class KeelShown:
    """A ship under construction (C2E-13.1-01)."""

    name: str = fields.named_field("Keel")
    design: str = fields.named_field("Design")
    type: str = described(column="Type")
    mass: int = described(column="Mass")
    done: int
    points: int | None
    weeks: int | None = described(column=number_column("Weeks", hint="left at the usual speed"))
    built: list[str]


@shape(kw_only=True)
class OfferShown:
    """An offer of trade."""

    by: str = fields.named_field("By", OwnerCell, choose=True)
    world: str = described(column="World")
    partner: str = described(column="Trade with")


@shape(kw_only=True)
class SizeShown:
    """A report of size (C2E-17.2-01)."""

    week: int = described(column="Week")
    at: str = fields.at_field("At")
    owner: str = fields.named_field("Whose", fields.owner_of, choose=True)
    size: str = described(column=text_column("Size", hint="as seen from your force"))
    glaring: bool = fields.named_field("Largest vessels", fields.contrast)
    defences: bool = fields.named_field("Force", fields.force)


@shape(kw_only=True)
class SightingShown:
    """The designs revealed in a battle (C2E-15.3-01)."""

    week: int = described(column="Week")
    at: str = fields.at_field("At")
    owner: str = fields.named_field("Whose", fields.owner_of, choose=True)
    designs: dict[str, int] = described(column=text_column("Designs", counts))
    defences: bool = fields.named_field("Force", fields.force)


@shape(kw_only=True)
class OwnStore:
    """The reader's parts stored at a world."""

    world: str = fields.hex_field(column=text_column("At", hint=""))
    spares: dict[str, int] = described("prepositioned, by part", text_column("Spare parts", counts))
    used: dict[str, int] = described("second-hand, by part", text_column("Second-hand", counts))
    coming: list[dict[str, Any]] = described(
        "ordered and on their way", text_column("On their way", fields.coming), written=True
    )
    modules: dict[str, int] = described("modules, by name", text_column("Modules", counts))
    craft: dict[str, int] = described(
        "fighters by kind, and tonnes of dropships", text_column("Craft", counts)
    )


@shape(kw_only=True)
class OwnGroup:
    """A task group of the reader."""

    name: str = fields.named_field("Group")
    at: str = fields.at_field("At", choose=True)
    counter: int = counting(
        "its number on the map; 0 before its first movement", number_column("No.", fields.if_any)
    )
    ships: list[str] = described(column=number_column("Ships", fields.count_of))
    points: int = counting("construction points", "Points")
    force: int = counting("points that count as force (C2E-6.1-01)", "Force")
    endurance: int = counting("weeks left, the lowest of its ships (C2E-3.6-06)", "Weeks")
    armed: bool
    defence: bool = described("whether it is its world's defences")
    posture: str = described("interdict, raid, no raid, or empty for the default")
    engage: bool
    land: bool
    peacekeep: bool
    contact: str = described("its contact order, as in orders; empty for none")
    battle: str = described("its battle order, as in orders; empty for none")
    bound_for: str = described("where it must go next week; empty if it is free")
    jumps: list[str] = described("where it can jump; empty if it cannot jump")
    lanes: list[str] = described("where it can go by lane in a week")


@shape(kw_only=True)
class OwnShip:
    """A ship of the reader."""

    name: str = fields.named_field("Ship")
    design: str = fields.named_field("Design", choose=True)
    type: str = fields.named_field("Type", None, choose=True)
    group: str = fields.named_field("Group", choose=True)
    at: str = fields.at_field()
    points: int = described(column=number_column("Points", wide=True), minimum=0)
    hull: int = counting("boxes left")
    hull_of: int = counting("boxes of the design")
    armour: int = counting("boxes left")
    armour_of: int = counting()
    out: list[str] = described("keys of systems knocked out")
    jury_rigged: list[str]
    second_hand: list[str]
    words: dict[str, str] = described("names of these systems for REPAIR, by key")
    drive: str = described("", enum=["ok", "halved", "out", "none"])
    ftl: str = described("", enum=["ok", "out", "none"])
    core_out: list[str]
    fighters: list[int] = described("left, by group")
    dropships: int = counting("tonnes")
    salvoes: int = counting("in magazines")
    armed: bool
    endurance: int = counting("weeks left")
    endurance_of: int = counting("weeks at a base")
    in_supply: bool
    due: dict[str, float] = described("supply due, in tonnes: fuel, crew, weaponry")
    owed: float = fields.credits_field(
        "maintenance not paid, in credits", "Owed", show=fields.credits_if_any
    )
    upkeep: float = fields.credits_field("its cost a week, in credits, without doubling", "all")
    headings: dict[str, float] = described("by heading: fuel, crew, weaponry; 0 of leases")
    holds: dict[str, float] = described("supply aboard, in tonnes: fuel, crew, weaponry")
    cargo: int = counting("tonnes of cargo space", "Tonnes")
    spares: dict[str, int]
    used: dict[str, int]
    leased: bool
    defence: bool
    bound: bool = described("whether it can never leave its system")
    captured: bool
    work: str = described("repairs and refits under way; empty for none")
    slots: dict[str, str] = described("the module in each slot (C2E-16.4-01)")
    fitted: str = described("the present design of a refitted ship, as in a DESIGN order")


@shape(kw_only=True)
class OwnJob:
    """Repairs or refits of a ship that were ordered together."""

    ship: str = fields.named_field("Ship")
    at: str = fields.at_field("At", choose=True)
    tasks: list[str] = described("the part that is repaired or installed", "Work")
    weeks: int = counting("weeks left, or the weeks that it will take", "Weeks")
    begun: bool = described("whether it is paid, and so has begun")
    fast: bool = described("whether it is done at double speed (C2E-11.4-03)")
    rebuilds: bool = described("whether it turns a capture into a ship of yours (C2E-12.2-01)")


@shape(kw_only=True)
class SeenCounter:
    """A counter of another player: a task group or a dummy (C2E-15.3-01)."""

    owner: str = described("empty for the umpire")
    number: int = described(minimum=1)
    at: str = fields.at_field()


@shape(kw_only=True)
class OwnDummy:
    """A dummy counter of the reader."""

    group: str
    counter: int = counting()
    at: str = fields.at_field()


@shape(kw_only=True)
class SeenDesign:
    """A design on the market or of the reader."""

    name: str = fields.named_field("Design")
    type: str = fields.named_field("Type", None, choose=True)
    navy: str = described(
        "its seller; empty for your own", text_column("Navy", fields.navy, choose=True)
    )
    mass: int = described(column="Mass")
    points: int = described(column="Points")
    price: float = fields.credits_field("your present price, in credits", "Price", None)
    upkeep: float = fields.credits_field("a week, in credits, without doubling", "A week", None)
    endurance: int = described(column=number_column("Weeks", hint="of endurance"))
    ftl: bool = fields.named_field("FTL", lambda ftl: "" if ftl else "none", choose=True)
    cargo: int = described(column=number_column("Cargo", fields.if_any, hint="tonnes"))
    words: str = described("as in a DESIGN order")
    slots: dict[str, list[str]] = described("the modules that fit each slot (C2E-16.4-01)")


@shape(kw_only=True)
class Known:
    """A player's knowledge after a week."""

    week: int = counting()
    round: int = counting("of the set-up whose orders come next; 0 when it is over")
    waits: bool = described("whether the week waits for a battle by hand")
    players: list[SeenPlayer]
    treasury: float = fields.credits_field("in credits")
    capital: str
    navy: str = described("the allied navy; empty for none")
    access: list[str] = described("resources that you had access to last week")
    raided: list[str] = described("resources that raids supplied last week (C2E-6.3-02)")
    worlds: list[dict[str, Any]] = rows(SeenWorld, "all worlds that you know, by column and row")
    own_worlds: list[OwnWorld]
    lanes: list[dict[str, Any]] = described("between worlds: a, b and whether open", written=True)
    empty: list[str] = described("hexes outside the initial area that you know to be empty")
    stores: list[OwnStore]
    groups: list[dict[str, Any]] = rows(OwnGroup)
    ships: list[dict[str, Any]] = rows(OwnShip)
    jobs: list[OwnJob] = described("repairs and refits ordered or under way")
    dummies: list[OwnDummy]
    counters: list[SeenCounter] = described("of others")
    offers: list[dict[str, Any]] = described("trades offered, yours and to you", written=True)
    reports: list[dict[str, Any]] = described("reports of size (C2E-17.2-01)", written=True)
    sightings: list[dict[str, Any]] = described("designs seen in battle", written=True)
    designs: list[dict[str, Any]] = rows(SeenDesign)
    umpire: bool = described("whether the campaign has an umpire")
    proposals: list[dict[str, Any]] = described(
        "non-standard equipment proposed by all: by, name, and the answer", written=True
    )
    cards: list[str] = described("your hand, during the set-up")
    arriving: list[str] = described("worlds that you may begin on, as a newcomer")
    commissioning: bool = described("whether you are buying starting forces")
    forecast: dict[str, Any] | None = described(
        "in a forecast: the events, ledger lines and remarks foreseen", default=None
    )


VIEW_SCHEMA = schema_of(Known, "View of Campaign, second edition")
