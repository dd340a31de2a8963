"""Orders for designs, new ships, starting forces and defences.

DESIGN, BUY and the orders about keels concern designs and new ships (C2E-13, C2E-16.1). COMMISSION,
DEFEND and SPARE buy starting forces, system defences and spares (C2E-4, C2E-8.1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache

from horizons_core import LocalizedText
from horizons_core.amounts import half_up
from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    Cost,
    Goods,
    Offered,
    OfferingRules,
    Offers,
    Proposals,
    Range,
    Shop,
    integer,
)
from horizons_core.sums import int_sum
from variants.campaign2e import references
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import BOXES, CORE_PARTS, Spare, spare_for, spare_named
from variants.campaign2e.designs.parsing import FORM, MAX_MASS, STATIONARY, TYPES
from variants.campaign2e.designs.parts import part_named
from variants.campaign2e.designs.proposals import proposed_designs
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import (
    fixed,
    group_names,
    name_argument,
    open_worlds,
    row_named,
    ship_argument,
    with_points,
    world_argument,
)
from variants.campaign2e.rules import construction, designs, purchases, spares, starting_forces
from variants.campaign2e.rules.construction import POINTS_PER_WEEK
from variants.campaign2e.rules.purchases import MAX_AT_ONCE
from variants.campaign2e.rules.supply_ships import loaded_in, room_in
from variants.campaign2e.setup.defaults import DISCOUNT
from variants.campaign2e.view.rows import Row, design_of, is_supply_ship, ship_design, ship_of

_PHASE = "administration"
_GROUP, _SETUP = "Construction", "Set-up"
_MODULE = LocalizedText("module")
#: A world has a card with all that can be bought there.
_WORLD_FIRST = ("world", "design", "count", "name")
#: Highest number of spares in an order.
_MAX_SPARES = 999

#: Returns designs by name, each with its price in credits and the highest number of purchases.
_Offer = Callable[[View, Chosen, OfferingRules], Mapping[str, tuple[float, int]]]


def _designs_of(offer: _Offer) -> Offers:
    """Return the offers of a design, with the prices in their labels."""

    def choices(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
        types = {design["name"]: design["type"] for design in view["designs"]}
        return [
            Choice(
                name,
                LocalizedText(
                    "{name}, {type}, {price} credits",
                    name=name,
                    type=types.get(name, _MODULE),
                    price=f"{price:g}",
                ),
            )
            for name, (price, maximum) in offer(view, chosen, rules).items()
            if maximum > 0
        ]

    return choices


def _goods(offer: _Offer, heading: str = "") -> Goods:
    """Return the designs as goods of a shop, which shows their prices."""

    def choices(view: View, chosen: Chosen, rules: OfferingRules) -> list[Choice]:
        known = {design["name"]: design for design in view["designs"]}
        return [
            Choice(name, help=_described(known[name]) if name in known else _MODULE)
            for name, (_, maximum) in offer(view, chosen, rules).items()
            if maximum > 0
        ]

    return Goods("design", "count", heading, choices)


def _described(design: Row) -> str:
    return LocalizedText(
        "{type}, mass {mass}, {points} points",
        type=design["type"],
        mass=design["mass"],
        points=design["points"],
    )


def _count_of(offer: _Offer) -> Argument:
    """Return the argument for the number of ships of the chosen design."""

    def counts(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
        design = row_named(view["designs"], chosen.get("design"))
        offers = offer(view, chosen, rules)
        name = str(design["name"] if design is not None else chosen.get("design"))
        offers = {name: offers[name]} if name in offers else offers
        maximum = max((maximum for _, maximum in offers.values()), default=0)
        price = min((price for price, _ in offers.values()), default=0)
        return Range(1, maximum, cost=Cost(CREDITS, price))

    return Argument(integer(1, MAX_AT_ONCE), offers=counts, optional=True, label="number of ships")


def _affordable(view: View, price: float, maximum: int = MAX_AT_ONCE) -> int:
    """Return how many of an item the treasury can pay for, up to a limit."""
    return min(maximum, int(view["treasury"] / price + 1e-9)) if price else maximum


def _market(view: View, _: Chosen, __: OfferingRules) -> Mapping[str, tuple[float, int]]:
    """Return the designs on the market."""
    return {
        design["name"]: (design["price"], _affordable(view, design["price"]))
        for design in view["designs"]
        if design["navy"] and design["ftl"]
    }


def _own_designs(view: View) -> Sequence[str]:
    return [design["name"] for design in view["designs"] if not design["navy"]]


def _with_ftl(view: View) -> Sequence[Choice]:
    return [
        Choice(design["name"], with_points(design["name"], design["type"], design["points"]))
        for design in view["designs"]
        if design["ftl"]
    ]


def _masses(_: View, chosen: Chosen) -> Range:
    minimum, maximum = TYPES.get(str(chosen.get("type")).upper(), (1, MAX_MASS))
    return Range(minimum, maximum or MAX_MASS)


def _keels(view: View) -> Sequence[Row]:
    return [keel for world in view["own_worlds"] for keel in world["keels"]]


def _keel_names(view: View) -> Sequence[str]:
    return arguments.names(_keels(view))


def _points_left(view: View, chosen: Chosen) -> Range:
    keel = row_named(_keels(view), chosen.get("keel"))
    left = keel["points"] - keel["done"] if keel and keel["points"] else POINTS_PER_WEEK
    return Range(0, max(0, min(left, POINTS_PER_WEEK)))


def _designs_for_keel(view: View, keel: Row) -> Sequence[str]:
    """Return the other designs that a keel can get (C2E-13.2-03)."""
    return [
        design["name"]
        for design in view["designs"]
        if design["ftl"] and design["mass"] == keel["mass"] and design["name"] != keel["design"]
    ]


def _redesignable(view: View) -> Sequence[str]:
    return [keel["name"] for keel in _keels(view) if _designs_for_keel(view, keel)]


def _other_designs(view: View, chosen: Chosen) -> Sequence[str]:
    keel = row_named(_keels(view), chosen.get("keel"))
    keels = [keel] if keel else _keels(view)
    return list(dict.fromkeys(name for keel in keels for name in _designs_for_keel(view, keel)))


def _new_designs(view: View) -> Proposals:
    return Proposals(proposed_designs(int(view["treasury"])))


def _keel_argument(offers: Callable[[View], Sequence[str]] = _keel_names) -> Argument:
    return Argument(offers=offers, things=("keel",))


DESIGN = Command(
    keyword="DESIGN",
    rule="register",
    phase=_PHASE,
    syntax=(f"DESIGN name {FORM}",),
    label="Register a design",
    group=_GROUP,
    help="Registers a design of your own; masses and prices are those of Full Thrust.",
    example="DESIGN Swift TYPE FF MASS 20 HULL 6 ARMOUR 2 THRUST 6 FTL WITH B2/3, B1/6, FC",
    mistake="DESIGN Shell TYPE CH MASS 90 HULL 8 ARMOUR 0 THRUST 4 FTL WITH FC",
    arguments={
        "name": name_argument(),
        "words": Argument(offers=_new_designs, bare=True, label="design"),
    },
    rules=("C2E-16.1-01", "C2E-16.1-02"),
    run=designs.register_design,
)

DROP_DESIGN = Command(
    keyword="DROP DESIGN",
    rule="drop_design",
    phase=_PHASE,
    syntax=("DROP DESIGN name",),
    label="Drop a design",
    group=_GROUP,
    help="Removes a design from your list; ships and keels of the design stay.",
    example="DROP DESIGN Swift",
    mistake="DROP DESIGN Nothing",
    arguments={"design": Argument(offers=_own_designs)},
    rules=("C2E-16.1-02",),
    run=designs.drop_design,
)

BUY = Command(
    keyword="BUY",
    rule="buy",
    phase=_PHASE,
    forms=("BUY {design} {count} AT {world} [AS {name}]",),
    syntax=("BUY design [n] AT own-world [AS group]",),
    label="Buy ships",
    group=_GROUP,
    on=("world",),
    help="Buys ships of a design on the market; you get them at once.",
    example="BUY Heron 2 AT 7,5",
    mistake="BUY Rampart AT 7,5",
    arguments={
        "design": Argument(offers=_designs_of(_market)),
        "world": world_argument(open_worlds),
        "count": _count_of(_market),
        "name": name_argument(group_names, optional=True, label="group"),
    },
    asked=_WORLD_FIRST,
    card=Shop("Ships on the market", (_goods(_market),), other="Name the group"),
    rules=("C2E-13.1-02", "C2E-13.1-03"),
    run=purchases.buy,
)

LAY_KEEL = Command(
    keyword="LAY KEEL",
    rule="lay_keel",
    phase=_PHASE,
    forms=(
        "LAY KEEL {name} {design} AT {world}",
        "LAY KEEL {name} MASS {mass} TYPE {type} AT {world}",
    ),
    syntax=(
        "LAY KEEL name design AT own-world",
        "LAY KEEL name MASS m TYPE code AT own-world",
    ),
    label="Lay a keel",
    group=_GROUP,
    on=("world",),
    help="Begins to build a ship, a hundred points a week; it gets the keel's name.",
    example="LAY KEEL Resolute Argent AT 7,5",
    mistake="LAY KEEL Resolute Nothing AT 7,5",
    arguments={
        "world": world_argument(open_worlds),
        "design": Argument(offers=_with_ftl, optional=True),
        "type": Argument(
            offers=fixed(*(code for code in TYPES if code not in STATIONARY)), optional=True
        ),
        "mass": Argument(integer(1, MAX_MASS), offers=_masses, optional=True),
        "name": name_argument(),
    },
    rules=("C2E-13.1-01", "C2E-13.2-01"),
    run=construction.lay_keel,
)

BUILD = Command(
    keyword="BUILD",
    rule="build",
    phase=_PHASE,
    syntax=("BUILD keel points",),
    label="Set the work on a keel",
    group=_GROUP,
    help="Sets how many points to build on a keel this week: at most a hundred.",
    example="BUILD Resolute 50",
    mistake="BUILD Resolute 101",
    arguments={
        "keel": _keel_argument(),
        "points": Argument(integer(0, POINTS_PER_WEEK), offers=_points_left),
    },
    rules=("C2E-13.1-01",),
    run=construction.order_building,
)

CANCEL_KEEL = Command(
    keyword="CANCEL KEEL",
    rule="cancel_keel",
    phase=_PHASE,
    syntax=("CANCEL KEEL keel",),
    label="Give up a keel",
    group=_GROUP,
    help="Gives up an unfinished ship, without a refund.",
    example="CANCEL KEEL Resolute",
    mistake="CANCEL KEEL Nothing",
    arguments={"keel": _keel_argument()},
    rules=("C2E-13.1-01",),
    run=construction.cancel_keel,
)

REDESIGN = Command(
    keyword="REDESIGN",
    rule="redesign",
    phase=_PHASE,
    forms=("REDESIGN {keel} AS {design}",),
    syntax=("REDESIGN keel AS design",),
    label="Change the design of a keel",
    group=_GROUP,
    help="Gives a keel its design, or changes it to another of the same mass.",
    example="REDESIGN Resolute AS Argent",
    mistake="REDESIGN Resolute AS Nothing",
    arguments={
        "keel": _keel_argument(_redesignable),
        "design": Argument(offers=_other_designs),
    },
    rules=("C2E-13.2-03", "C2E-13.2-04"),
    run=construction.redesign_keel,
)

CONSTRUCTION_COMMANDS = (DESIGN, DROP_DESIGN, BUY, LAY_KEEL, BUILD, CANCEL_KEEL, REDESIGN)


def _commissioned(view: View, rows: Sequence[Row], limit: int) -> Mapping[str, tuple[float, int]]:
    """Return designs for the starting forces; none after play has begun."""
    return {
        row["name"]: (row["points"], _affordable(view, row["points"], limit // row["points"]))
        for row in rows
        if view["commissioning"] and row["ftl"]
    }


def _fleet(view: View, _: Chosen, rules: OfferingRules) -> Mapping[str, tuple[float, int]]:
    limit = rules.economy.fleet_points
    modules = {
        word: (price, _affordable(view, price, limit // price))
        for word, price in _module_prices(view).items()
        if view["commissioning"]
    }
    return {**modules, **_commissioned(view, view["designs"], limit)}


def _module_prices(view: View) -> Mapping[str, int]:
    """Return the prices of standard modules of the reader's designs (C2E-16.4-01)."""
    prices: dict[str, int] = {}
    for row in view["designs"]:
        for word in dict.fromkeys(word for words in row["slots"].values() for word in words):
            with suppress(ValueError):
                prices.setdefault(word, part_named(word).points(row["mass"]))
    return prices


def _names_of_groups(view: View, chosen: Chosen) -> Offered:
    """Propose names of groups for ships; modules are stored at the world."""
    return [] if chosen.get("design") in _module_prices(view) else group_names(view, chosen)


def _supply_ships(view: View, _: Chosen, rules: OfferingRules) -> Mapping[str, tuple[float, int]]:
    freighters = [design for design in view["designs"] if is_supply_ship(design)]
    return _commissioned(view, freighters, rules.economy.supply_points)


def _room(world: Row) -> int:
    """Return the points of further defence units that a world can have (C2E-8.1-01).

    A keel with the default name of a ship is counted, because it may be a defence unit.
    """
    building = (k["points"] for k in world["keels"] if k["name"].startswith(f"{k['design']}-"))
    return int(world["defence_limit"] - world["defence_points"] - int_sum(building))


def _undefended(view: View, _: Chosen, rules: OfferingRules) -> Sequence[str]:
    controlled = {world["id"] for world in view["worlds"] if world["controlled"]}
    return [
        world["id"]
        for world in view["own_worlds"]
        if world["id"] not in controlled and _defences(view, {"world": world["id"]}, rules)
    ]


def _defences(view: View, chosen: Chosen, _: OfferingRules) -> Mapping[str, tuple[float, int]]:
    """Return the designs that a world's defence limit and the treasury allow.

    They cost half before play; later, units of the player's own designs are built on keels
    (C2E-8.2-01).
    """
    at_start, word = view["commissioning"], chosen.get("world")
    world = row_named(view["own_worlds"], word)
    room = max(map(_room, [world] if world else view["own_worlds"]), default=0)
    is_open = at_start or word is None or word in open_worlds(view)
    offers = {}
    for row in view["designs"]:
        price = half_up(HUNDRED * row["points"] * (100 - DISCOUNT), 100) / HUNDRED
        if not at_start:
            price = row["points"] if row["navy"] else 0
        maximum = _affordable(view, price, min(MAX_AT_ONCE, room // row["points"]))
        if maximum > 0 and (is_open or not row["ftl"]):
            offers[row["name"]] = (price, maximum)
    return offers


def _spares(view: View) -> Mapping[str, Spare]:
    """Return the spares for the player's ships and designs; before play, for all systems."""
    words = dict.fromkeys(BOXES)
    for design in _known_designs(view):
        words.update(dict.fromkeys(_spare_words(design, drives=bool(view["ships"]))))
    return {word: _spare_of(word) for word in words} if view["own_worlds"] else {}


@cache
def _spare_of(word: str) -> Spare:
    return spare_named(word)


def _known_designs(view: View) -> Sequence[Design]:
    """Return the designs of the reader's ships; before play, all designs."""
    ships = {(ship["design"], ship["fitted"]): ship for ship in view["ships"]}
    found = [ship_design(view, ship) for ship in ships.values()]
    found += [design_of(row) for row in view["designs"] if not (row["navy"] and ships)]
    return [design for design in found if design is not None]


@lru_cache(maxsize=1_000)
def _spare_words(design: Design, *, drives: bool) -> Sequence[str]:
    words = [part.word for part in design.parts if part.kind not in ("cargo", "screen")]
    if drives:
        words += [part.word for part in design.parts if part.kind == "screen"]
        words += [*(["DRIVE"] * bool(design.thrust)), *(["FTL"] * design.ftl), *CORE_PARTS]
    return [spare_for(design, word) for word in words]


def _spare_price(spare: Spare) -> float:
    return half_up(spare.price * spares.SPARES_SURCHARGE, 100) / HUNDRED


def _parts(view: View) -> Sequence[Choice]:
    prices = {word: _spare_price(spare) for word, spare in _spares(view).items()}
    return [
        Choice(word, LocalizedText("{part}, {price} credits", part=word, price=f"{price:g}"))
        for word, price in prices.items()
        if price <= view["treasury"]
    ]


def _number_of_spares(view: View, chosen: Chosen) -> Range:
    """Return how many spares the treasury can pay for and a supply ship has room for."""
    spare, maximum = _spares(view).get(str(chosen.get("part"))), _MAX_SPARES
    row = row_named(view["ships"], chosen.get("ship"))
    price = _spare_price(spare) if spare else 0
    ship = ship_of(view, row) if row is not None else None
    if ship is not None and spare is not None:
        maximum = min(maximum, (room_in(ship) - loaded_in(ship)) // spare.mass)
    cost = Cost(CREDITS, price) if price else None
    return Range(1, _affordable(view, price, maximum), cost=cost)


def _supply_ships_at_hand(view: View, chosen: Chosen) -> Sequence[str]:
    """Return supply ships with room for the chosen part; only before play (C2E-4.4-02)."""
    spare = _spares(view).get(str(chosen.get("part")))
    supply_ships = {row["name"] for row in view["designs"] if is_supply_ship(row)}
    ships = [row for row in view["ships"] if row["design"] in supply_ships]
    mass = spare.mass if spare else 1
    return [
        row["name"]
        for row in ships
        if view["commissioning"]
        and (ship := ship_of(view, row)) is not None
        and room_in(ship) - loaded_in(ship) >= mass
    ]


COMMISSION = Command(
    keyword="COMMISSION",
    rule="commission",
    phase=_PHASE,
    forms=("COMMISSION {design} {count} AT {world} [AS {name}]",),
    syntax=("COMMISSION design [n] AT own-world [AS group]",),
    label="Commission ships",
    group=_SETUP,
    on=("world",),
    help="Buys ships of the starting fleet, up to 4000 points; only before play.",
    example="COMMISSION Argent 5 AT 7,5",
    mistake="COMMISSION Rampart AT 7,5",
    arguments={
        "design": Argument(offers=_designs_of(_fleet)),
        "world": world_argument(),
        "count": _count_of(_fleet),
        "name": name_argument(_names_of_groups, optional=True, label="group"),
    },
    asked=_WORLD_FIRST,
    card=Shop("Starting forces", (_goods(_fleet, "Ships"),), other="Name the group"),
    rules=("C2E-4.1-01", "C2E-4.1-02"),
    run=starting_forces.commission,
)

COMMISSION_SUPPLY = Command(
    keyword="COMMISSION SUPPLY",
    rule="commission_supply",
    phase=_PHASE,
    forms=("COMMISSION SUPPLY {design} {count} AT {world} [AS {name}]",),
    syntax=("COMMISSION SUPPLY design [n] AT own-world [AS group]",),
    label="Commission supply ships",
    group=_SETUP,
    on=("world",),
    help="Buys supply ships in addition to the starting fleet, up to 500 points; only before play.",
    example="COMMISSION SUPPLY Packhorse 2 AT 7,5",
    mistake="COMMISSION SUPPLY Argent AT 7,5",
    arguments={
        "design": Argument(offers=_designs_of(_supply_ships)),
        "world": world_argument(),
        "count": _count_of(_supply_ships),
        "name": name_argument(group_names, optional=True, label="group"),
    },
    asked=_WORLD_FIRST,
    card=Shop("Starting forces", (_goods(_supply_ships, "Supply ships"),), other="Name the group"),
    rules=("C2E-3.8-01", "C2E-4.1-02"),
    run=starting_forces.commission_supply,
)

DEFEND = Command(
    keyword="DEFEND",
    rule="defend_world",
    phase=_PHASE,
    forms=("DEFEND {world} BUY {design} {count}",),
    syntax=("DEFEND own-world BUY design [n]",),
    label="Defend a world",
    group=_GROUP,
    help="Buys system defences, which never leave their world; half price from starting capital.",
    example="DEFEND 7,5 BUY Rampart 1",
    mistake="DEFEND 7,5 BUY Rampart 100",
    arguments={
        "world": world_argument(_undefended),
        "design": Argument(offers=_designs_of(_defences)),
        "count": _count_of(_defences),
    },
    card=Shop("Starting forces", (_goods(_defences, "System defences"),)),
    rules=("C2E-8.1-01", "C2E-8.1-02", "C2E-8.2-01"),
    run=starting_forces.defend,
)

SPARE = Command(
    keyword="SPARE",
    rule="spare_part",
    phase=_PHASE,
    forms=("SPARE {part} {number} AT {world}", "SPARE {part} {number} ON {ship}"),
    syntax=("SPARE part n AT own-world", "SPARE part n ON supply-ship"),
    label="Buy spares",
    group="Supply and repair",
    help="Buys spares at three quarters of the price; in play they arrive after four weeks.",
    example="SPARE B3/3 2 AT 7,5",
    mistake="SPARE LASER 2 AT 7,5",
    arguments={
        "part": Argument(offers=_parts, bare=True),
        "world": world_argument(optional=True),
        "ship": ship_argument(_supply_ships_at_hand, references.own_ship, optional=True),
        "number": Argument(integer(1, _MAX_SPARES), offers=_number_of_spares),
    },
    rules=("C2E-4.4-01", "C2E-4.4-02"),
    run=spares.order_spares,
)

FORCE_COMMANDS = (COMMISSION, COMMISSION_SUPPLY, DEFEND, SPARE)
