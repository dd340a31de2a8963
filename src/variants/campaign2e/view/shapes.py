"""Data classes of views, from which their JSON Schemas are derived.

A player's view has a player's knowledge; that of umpire and gamemaster includes all secrets. Money
is in credits and supply in tonnes, both with two decimals. Rows are not frozen, because there are
many of them and frozen ones take twice as long to create.
"""

from __future__ import annotations

from typing import Any

from horizons_core.report import counting, described, schema_of, shape


def _hex(description: str = "column,row") -> Any:
    return described(description, pattern="^-?[0-9]+,-?[0-9]+$")


@shape(kw_only=True)
class SeenPlayer:
    """A player's public facts, and relations with the reader."""

    name: str
    active: bool
    worlds: int = counting("how many worlds they own")
    income: int = counting("the base income of their worlds, in credits")
    stance: str = described("your stance towards them", enum=["ALLY", "NEUTRAL", "HOSTILE", "SELF"])
    theirs: str = described("their stance towards you", enum=["ALLY", "NEUTRAL", "HOSTILE", "SELF"])
    you_allow: list[str] = described("what they may use of yours: BASE, SUPPLY")
    they_allow: list[str] = described("what you may use of theirs: BASE, SUPPLY")


@shape(kw_only=True)
class SeenWorld:
    """A world (C2E-15.3-02)."""

    id: str = _hex()
    name: str = described("its name, or its hex if it has none")
    at: list[int] = described("column and row")
    owner: str = described("empty for none")
    yours: bool
    surveyed: bool = described("whether you know its resource and income (C2E-1.1-02)")
    resource: str = described("its resource, or Major Trading Hub; empty for none")
    points: int = counting("base income now, in credits a week")
    full: int = counting("base income undamaged")
    blocked: bool = described("whether lane traffic through it is blocked")
    interdicted: list[str] = described("the players who interdict it")
    controlled: str = described("the hostile player who controls it; empty for none")
    base: bool = described("whether it is a friendly base (C2E-3.6-08)")
    allegiance: str | None = described(
        "of an unowned world that you have visited (C2E-1.6-02)", default=None
    )
    power: str | None = described("the player to whom that refers", default=None)


@shape(kw_only=True)
class OwnWorld:
    """Facts about a world that only its owner knows."""

    id: str = _hex()
    name: str
    partner: str = described("the hex of its trading partner; empty for none")
    share: int | None = described(
        "your share in a deal, in per cent of the income that trade adds to both worlds",
        default=None,
    )
    asked: int | None = described("the share that you ask for in a deal, in per cent", default=None)
    theirs: int | None = described(
        "the share that its partner's owner asks for, in per cent", default=None
    )
    income: float = counting("its income last week, in credits")
    lane_off: bool
    abstract: bool = described("whether attacks on it are abstract (C2E-8.6b-01)")
    defences: int | None = described("points of abstract defences left", default=None)
    defence_points: int = counting("points of defence units")
    defence_limit: int = counting("the most points that it may have (C2E-8.1-01)")
    rebuilding: int = counting("weeks of work done on the next point (C2E-9.1-01)")
    helper: str
    keels: list[dict[str, Any]] = described(
        "keels, and the weeks until they are finished at the usual speed; null without a design",
        written=True,
    )
    capital: bool
    pacified: int = counting("the week after which it is pacified; 0 if it is (C2E-3.6-08)")


@shape(kw_only=True)
class OwnStore:
    """The reader's parts stored at a world."""

    world: str = _hex()
    spares: dict[str, int] = described("prepositioned, by part")
    used: dict[str, int] = described("second-hand, by part")
    coming: list[dict[str, Any]] = described("ordered and on their way", written=True)
    modules: dict[str, int] = described("modules, by name")
    craft: dict[str, int] = described("fighters by kind, and tonnes of dropships")


@shape(kw_only=True)
class OwnGroup:
    """A task group of the reader."""

    name: str
    at: str = _hex()
    counter: int = counting("its number on the map; 0 before its first movement")
    ships: list[str]
    points: int = counting("construction points")
    force: int = counting("points that count as force (C2E-6.1-01)")
    endurance: int = counting("weeks left, the lowest of its ships (C2E-3.6-06)")
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

    name: str
    design: str
    type: str
    group: str
    at: str = _hex()
    points: int = counting()
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
    owed: float = counting("maintenance not paid, in credits")
    upkeep: float = counting("its cost a week, in credits, without doubling")
    headings: dict[str, float] = described("by heading: fuel, crew, weaponry; 0 of leases")
    holds: dict[str, float] = described("supply aboard, in tonnes: fuel, crew, weaponry")
    cargo: int = counting("tonnes of cargo space")
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

    ship: str
    at: str = _hex()
    tasks: list[str] = described("the part that is repaired or installed")
    weeks: int = counting("weeks left, or the weeks that it will take")
    begun: bool = described("whether it is paid, and so has begun")
    fast: bool = described("whether it is done at double speed (C2E-11.4-03)")
    rebuilds: bool = described("whether it turns a capture into a ship of yours (C2E-12.2-01)")


@shape(kw_only=True)
class SeenCounter:
    """A counter of another player: a task group or a dummy (C2E-15.3-01)."""

    owner: str = described("empty for the umpire")
    number: int = described(minimum=1)
    at: str = _hex()


@shape(kw_only=True)
class OwnDummy:
    """A dummy counter of the reader."""

    group: str
    counter: int = counting()
    at: str = _hex()


@shape(kw_only=True)
class SeenDesign:
    """A design on the market or of the reader."""

    name: str
    type: str
    navy: str = described("its seller; empty for your own")
    mass: int
    points: int
    price: float = described("your present price, in credits")
    upkeep: float = described("a week, in credits, without doubling")
    endurance: int
    ftl: bool
    cargo: int
    words: str = described("as in a DESIGN order")


@shape(kw_only=True)
class Known:
    """A player's knowledge after a week."""

    week: int = counting()
    round: int = counting("of the set-up whose orders come next; 0 when it is over")
    waits: bool = described("whether the week waits for a battle by hand")
    players: list[SeenPlayer]
    treasury: float = counting("in credits")
    capital: str
    navy: str = described("the allied navy; empty for none")
    access: list[str] = described("resources that you had access to last week")
    raided: list[str] = described("resources that raids supplied last week (C2E-6.3-02)")
    worlds: list[SeenWorld] = described("all worlds that you know, by column and row")
    own_worlds: list[OwnWorld]
    lanes: list[dict[str, Any]] = described("between worlds: a, b and whether open", written=True)
    empty: list[str] = described("hexes outside the initial area that you know to be empty")
    stores: list[OwnStore]
    groups: list[OwnGroup]
    ships: list[OwnShip]
    jobs: list[OwnJob] = described("repairs and refits ordered or under way")
    dummies: list[OwnDummy]
    counters: list[SeenCounter] = described("of others")
    offers: list[dict[str, Any]] = described("trades offered, yours and to you", written=True)
    reports: list[dict[str, Any]] = described("reports of size (C2E-17.2-01)", written=True)
    sightings: list[dict[str, Any]] = described("designs seen in battle", written=True)
    designs: list[SeenDesign]
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


def _rows(description: str) -> Any:
    return described(description, written=True)


@shape(kw_only=True)
class FullPlayer:
    """A player with all private facts."""

    name: str
    active: bool
    treasury: float = described("in credits")
    income: float = described("income of all worlds last week, in credits")
    capital: str
    navy: str = described("the allied navy; empty for none")
    worlds: list[str] = described("their hexes")
    access: list[str] = described("resources to which there was access last week")
    stances: dict[str, str] = described("towards others")
    bases: list[str] = described("who may use the player's bases")
    supply: list[str] = described("who may use the player's supply ships")
    points: int = described("of all ships", minimum=0)
    upkeep: float = described("cost of all ships a week, in credits, without doubling")
    owed: float = described("maintenance not paid, in credits")
    designs: list[str] = described("the player's own, by name")


@shape(kw_only=True)
class FullWorld:
    """A world with all its secrets."""

    id: str
    name: str
    at: list[int] = described("column and row")
    owner: str = described("empty for none")
    yours: bool = described("always false")
    surveyed: bool = described("always true")
    resource: str
    points: int
    full: int
    blocked: bool
    interdicted: list[str]
    controlled: str
    allegiance: str | None
    power: str = described("the player to whom the allegiance refers")
    partner: str = described("the hex of its trading partner; empty for none")
    share: int | None = described("per cent that a deal gives its owner")
    visitors: list[str] = described("players who know its allegiance")
    defences: int | None = described("points of abstract defences left")
    abstract: bool = described("whether attacks on it are abstract")
    peacekeepers: dict[str, int] = described("weeks of missions, by player")
    assault: dict[str, Any] | None = described("by whom, points taken and destroyed", written=True)
    rebuilding: int = described("weeks of work done on the next point")
    helper: str
    keels: list[dict[str, Any]] = _rows("as in the view of its owner")


@shape(kw_only=True)
class WaitingBattle:
    """A battle whose result the umpire has yet to enter."""

    id: str = described("its name for RESULT")
    at: str
    sides: list[list[str]] = described("the players of each side; empty for the umpire")
    ships: list[list[str]] = described("the ships of each side, by name")


@shape(kw_only=True)
class UmpireView:
    """The whole campaign."""

    week: int
    round: int = described("of the set-up whose orders come next; 0 when it is over")
    waits: bool = described("whether the week waits for a battle by hand")
    pending: list[WaitingBattle]
    players: list[FullPlayer]
    worlds: list[FullWorld]
    lanes: list[dict[str, Any]] = _rows("between worlds: a, b and whether open")
    empty: list[str] = described("hexes beyond the initial area that hold no world")
    offers: list[dict[str, Any]] = _rows("offers of trade: player, world and partner")
    stores: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    groups: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    ships: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    jobs: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    dummies: list[dict[str, Any]] = _rows("as in the views of players, with their owners")
    counters: list[dict[str, Any]] = _rows("as all players see them")
    proposals: list[dict[str, Any]] = _rows("non-standard equipment: by, name, and the answer")
    forecast: dict[str, Any] | None = described("in a forecast: the expected results", default=None)


UMPIRES_SCHEMA = schema_of(UmpireView, "The umpire's view of Campaign, second edition")
