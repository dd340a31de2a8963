"""Classes that declare the visible facts of each object: data, JSON Schema, columns of reports.

A player's view has a player's knowledge; that of umpire and gamemaster includes all secrets. Money
is in credits and supply in tonnes, both with two decimals. Rows are not frozen, because there are
many of them and frozen ones take twice as long to create.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from horizons_core.amounts import in_units
from horizons_core.report import (
    NameCell,
    OwnerCell,
    counting,
    counts,
    described,
    number_column,
    schema_of,
    shape,
    text_column,
)
from variants.campaign2e.model import place_id


def credits_of(amount: float) -> str:
    """Format money or supply with two decimals."""
    return f"{amount:z.2f}"


def owner_of(name: str) -> OwnerCell:
    """Return the cell of an owner; the umpire owns what has no player."""
    return OwnerCell(name or "the umpire")


def _hex(**others: Any) -> Any:
    return described("column,row", pattern="^-?[0-9]+,-?[0-9]+$", **others)


def _at(column: str = "", **others: Any) -> Any:
    """Declare a field with a hex, from the model's column and row."""
    return _hex(column=text_column(column, hint="", **others), unit=place_id)


def _credits(description: str = "", column: str = "", least: int | None = 0, **others: Any) -> Any:
    """Declare a field of credits, from the model's hundredths."""
    shown = number_column(column, others.pop("show", credits_of), **others)
    schema = {} if least is None else {"minimum": least}
    return described(description, shown, unit=in_units, **schema)


def _named(column: str, show: Any = NameCell, **others: Any) -> Any:
    """Declare a field with a name that players chose."""
    return described(column=text_column(column, show, **others))


def _if_any(number: float) -> str:
    return str(number or "")


def _credits_if_any(amount: float) -> str:
    return credits_of(amount) if amount else ""


def _count_of(items: Sequence[object]) -> str:
    return str(len(items))


def _per_cent(share: int | None) -> str:
    return "" if share is None else f"{share} %"


def _stance(word: str) -> str:
    return "" if word == "SELF" else word


def _out(active: bool) -> str:  # noqa: FBT001
    return "" if active else "out"


def _owner(name: str) -> str:
    return OwnerCell(name) if name else ""


def _interdictors(players: Iterable[str]) -> str:
    return ", ".join(player or "the umpire" for player in players)


def _coming(deliveries: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(f"{d['number']} {d['part']} in week {d['week']}" for d in deliveries)


def _navy(name: str) -> str:
    return name or "your own"


def _contrast(glaring: bool) -> str:  # noqa: FBT001
    return "glaringly different" if glaring else "alike"


def _force(defences: bool) -> str:  # noqa: FBT001
    return "defences" if defences else "task groups"


_STANCES = ["ALLY", "NEUTRAL", "HOSTILE", "SELF"]


@shape(kw_only=True)
class SeenPlayer:
    """A player's public facts, and relations with the reader."""

    name: str = _named("Player", OwnerCell)
    active: bool = _named("State", _out)
    worlds: int = counting("how many worlds they own", "Worlds")
    income: int = counting("the base income of their worlds, in credits", "Income")
    stance: str = described(
        "your stance towards them", text_column("You to them", _stance, choose=True), enum=_STANCES
    )
    theirs: str = described(
        "their stance towards you", text_column("They to you", _stance, choose=True), enum=_STANCES
    )
    you_allow: list[str] = described("what they may use of yours: BASE, SUPPLY", "You allow")
    they_allow: list[str] = described("what you may use of theirs: BASE, SUPPLY", "They allow")


@shape(kw_only=True)
class SeenWorld:
    """A world (C2E-15.3-02)."""

    id: str = _hex()
    name: str = described("its name, or its hex if it has none")
    at: list[int] = described("column and row")
    owner: str = described("empty for none", text_column("Owner", _owner, choose=True, hint=""))
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
        "the players who interdict it", text_column("Interdicted by", _interdictors, choose=True)
    )
    controlled: str = described(
        "the hostile player who controls it; empty for none",
        text_column("Controlled by", _owner, choose=True),
    )
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
        "your share in a deal, in percent of the income that trade adds to both worlds",
        number_column("Share", _per_cent, hint="percent that a deal gives you"),
        default=None,
    )
    asked: int | None = described(
        "the share that you ask for in a deal, in percent",
        number_column("You ask", _per_cent),
        default=None,
    )
    theirs: int | None = described(
        "the share that its partner's owner asks for, in percent",
        number_column("They ask", _per_cent),
        default=None,
    )
    income: float = _credits("its income last week, in credits", "Yield")
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

    name: str = _named("Keel")
    design: str = _named("Design")
    type: str = described(column="Type")
    mass: int = described(column="Mass")
    done: int
    points: int | None
    weeks: int | None = described(column=number_column("Weeks", hint="left at the usual speed"))
    built: list[str]


@shape(kw_only=True)
class OfferShown:
    """An offer of trade."""

    by: str = _named("By", OwnerCell, choose=True)
    world: str = described(column="World")
    partner: str = described(column="Trade with")


@shape(kw_only=True)
class SizeShown:
    """A report of size (C2E-17.2-01)."""

    week: int = described(column="Week")
    at: str = _at("At")
    owner: str = _named("Whose", owner_of, choose=True)
    size: str = described(column=text_column("Size", hint="as seen from your force"))
    glaring: bool = _named("Largest vessels", _contrast)
    defences: bool = _named("Force", _force)


@shape(kw_only=True)
class SightingShown:
    """The designs revealed in a battle (C2E-15.3-01)."""

    week: int = described(column="Week")
    at: str = _at("At")
    owner: str = _named("Whose", owner_of, choose=True)
    designs: dict[str, int] = described(column=text_column("Designs", counts))
    defences: bool = _named("Force", _force)


@shape(kw_only=True)
class OwnStore:
    """The reader's parts stored at a world."""

    world: str = _hex(column=text_column("At", hint=""))
    spares: dict[str, int] = described("prepositioned, by part", text_column("Spare parts", counts))
    used: dict[str, int] = described("second-hand, by part", text_column("Second-hand", counts))
    coming: list[dict[str, Any]] = described(
        "ordered and on their way", text_column("On their way", _coming), written=True
    )
    modules: dict[str, int] = described("modules, by name", text_column("Modules", counts))
    craft: dict[str, int] = described(
        "fighters by kind, and tonnes of dropships", text_column("Craft", counts)
    )


@shape(kw_only=True)
class OwnGroup:
    """A task group of the reader."""

    name: str = _named("Group")
    at: str = _at("At", choose=True)
    counter: int = counting(
        "its number on the map; 0 before its first movement", number_column("No.", _if_any)
    )
    ships: list[str] = described(column=number_column("Ships", _count_of))
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

    name: str = _named("Ship")
    design: str = _named("Design", choose=True)
    type: str = _named("Type", None, choose=True)
    group: str = _named("Group", choose=True)
    at: str = _at()
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
    owed: float = _credits("maintenance not paid, in credits", "Owed", show=_credits_if_any)
    upkeep: float = _credits("its cost a week, in credits, without doubling", "all")
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

    ship: str = _named("Ship")
    at: str = _at("At", choose=True)
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
    at: str = _at()


@shape(kw_only=True)
class OwnDummy:
    """A dummy counter of the reader."""

    group: str
    counter: int = counting()
    at: str = _at()


@shape(kw_only=True)
class SeenDesign:
    """A design on the market or of the reader."""

    name: str = _named("Design")
    type: str = _named("Type", None, choose=True)
    navy: str = described("its seller; empty for your own", text_column("Navy", _navy, choose=True))
    mass: int = described(column="Mass")
    points: int = described(column="Points")
    price: float = _credits("your present price, in credits", "Price", None)
    upkeep: float = _credits("a week, in credits, without doubling", "A week", None)
    endurance: int = described(column=number_column("Weeks", hint="of endurance"))
    ftl: bool = _named("FTL", lambda ftl: "" if ftl else "none", choose=True)
    cargo: int = described(column=number_column("Cargo", _if_any, hint="tonnes"))
    words: str = described("as in a DESIGN order")
    slots: dict[str, list[str]] = described("the modules that fit each slot (C2E-16.4-01)")


@shape(kw_only=True)
class Known:
    """A player's knowledge after a week."""

    week: int = counting()
    round: int = counting("of the set-up whose orders come next; 0 when it is over")
    waits: bool = described("whether the week waits for a battle by hand")
    players: list[SeenPlayer]
    treasury: float = _credits("in credits")
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

    name: str = _named("Player", OwnerCell)
    active: bool = _named("State", _out)
    treasury: float = _credits("in credits", "Treasury", None)
    income: float = _credits("income of all worlds last week, in credits", "Income", None)
    capital: str = described(column="Capital")
    navy: str = described("the allied navy; empty for none")
    worlds: list[str] = described("their hexes", number_column("Worlds", _count_of, hint=""))
    access: list[str] = described("resources to which there was access last week")
    stances: dict[str, str] = described("towards others")
    bases: list[str] = described("who may use the player's bases")
    supply: list[str] = described("who may use the player's supply ships")
    points: int = described("of all ships", "Points", minimum=0)
    upkeep: float = _credits(
        "cost of all ships a week, in credits, without doubling", "A week", None
    )
    owed: float = _credits("maintenance not paid, in credits", "Owed", None, show=_credits_if_any)
    designs: list[str] = described("the player's own, by name")


@shape(kw_only=True)
class FullWorld:
    """A world with all its secrets."""

    id: str
    name: str
    at: list[int] = described("column and row")
    owner: str = described("empty for none", text_column("Owner", _owner, choose=True, hint=""))
    yours: bool = described("always false")
    surveyed: bool = described("always true")
    resource: str = _named("Resource", None, choose=True)
    points: int
    full: int
    blocked: bool
    interdicted: list[str]
    controlled: str
    allegiance: str | None
    power: str = described("the player to whom the allegiance refers")
    partner: str = described("the hex of its trading partner; empty for none", "Trades with")
    share: int | None = described("percent that a deal gives its owner")
    visitors: list[str] = described("players who know its allegiance", "Visited by")
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
