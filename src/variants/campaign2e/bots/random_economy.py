"""Random orders before play, and orders about worlds, money and other players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from horizons_core.orders import order_line
from variants.campaign2e.bots.bot_view import Facts, is_supply_ship
from variants.campaign2e.bots.random_choices import RandomChoices
from variants.campaign2e.bots.trading import partners_of
from variants.campaign2e.rules.spares import SPARES_SURCHARGE
from variants.campaign2e.setup.cards import is_red

_MAX_PURCHASES = 3

#: Spare parts to buy, and the maximum price of each.
_SPARES = {"FC": 4, "PDS": 3, "B1/6": 3, "B3/3": 18}
_FORMS = (
    "TYPE FF MASS 20 HULL 6 ARMOUR 2 THRUST 6 FTL WITH B2/3, B1/6, FC",
    "TYPE AX MASS 100 HULL 20 ARMOUR 0 THRUST 2 FTL MERCHANT WITH B1/6, FC, PDS x2, CARGO 56",
    "TYPE CH MASS 90 HULL 27 ARMOUR 6 THRUST 4 FTL WITH B3/3 x2, B2/3 x2, B1/6 x2, PDS, FC x2",
)
_MAX_DESIGNS = 6
_MAX_KEELS = 4


def pair(choices: RandomChoices) -> Iterator[str]:
    """Pair some cards; half of the pairs get wishes."""
    cards = choices.stream.shuffled(choices.bot.view["cards"])
    reds = [card for card in cards if is_red(card)]
    blacks = [card for card in cards if not is_red(card)]
    worlds = list(choices.bot.worlds)
    for red, black in zip(reds, blacks, strict=False):
        if choices.stream.chance(0.5):
            yield order_line("PAIR", red, black)
        elif worlds:
            wishes = choices.stream.shuffled(worlds)[: choices.stream.integer(1, _MAX_PURCHASES)]
            yield order_line("CLAIM", *" OR ".join(wishes).split(), "WITH", red, black)


def capital(choices: RandomChoices) -> Iterator[str]:
    """Choose another capital."""
    for world in choices.pick(list(choices.bot.own_worlds)):
        yield order_line("CAPITAL", world)


def navy(choices: RandomChoices) -> Iterator[str]:
    """Choose an allied navy."""
    view = choices.bot.view
    navies = list(dict.fromkeys(d["navy"] for d in view["designs"] if d["navy"]))
    for name in choices.pick(navies):
        yield order_line("ALLY", "NAVY", name)


def commission(choices: RandomChoices) -> Iterator[str]:
    """Commission ships for the starting fleet, within its limit and the capital."""
    ships = [d for d in choices.bot.view["designs"] if d["ftl"]]
    yield from _commission(choices, ships, choices.bot.economy.fleet_points, "COMMISSION")


def commission_supply(choices: RandomChoices) -> Iterator[str]:
    """Commission supply ships."""
    ships = [d for d in choices.bot.view["designs"] if d["ftl"] and is_supply_ship(d)]
    yield from _commission(choices, ships, choices.bot.economy.supply_points, "COMMISSION SUPPLY")


def _commission(
    choices: RandomChoices, ships: list[Facts], limit: int, words: str
) -> Iterator[str]:
    points = 0
    for _ in range(choices.stream.integer(1, 6)):
        for design in choices.pick(ships):
            count = choices.stream.integer(1, _MAX_PURCHASES)
            worth = count * design["points"]
            if points + worth <= limit and choices.bot.spend(worth):
                points += worth
                world = choices.stream.choice(list(choices.bot.own_worlds))
                yield order_line(*words.split(), design["name"], count, "AT", world)


#: Probability and generator of each order, by keyword.
SETUP_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "PAIR": (0.9, pair),
    "CAPITAL": (0.4, capital),
    "ALLY NAVY": (0.5, navy),
    "COMMISSION": (0.8, commission),
    "COMMISSION SUPPLY": (0.5, commission_supply),
}


# money


def buy(choices: RandomChoices) -> Iterator[str]:
    """Buy one or two ships on the market."""
    bot = choices.bot
    worlds = [world for world in bot.own_worlds if bot.is_open(world)]
    for design in choices.pick(_market(choices)):
        count = choices.stream.integer(1, 2)
        can_keep = choices.plan_for(count * design["upkeep"])
        if worlds and can_keep and bot.spend(count * design["price"]):
            yield order_line("BUY", design["name"], count, "AT", choices.stream.choice(worlds))


def defend(choices: RandomChoices) -> Iterator[str]:
    """Buy a defence unit for a world that can have more (C2E-8.1-01)."""
    bot, view = choices.bot, choices.bot.view
    for name in choices.pick([w for w in bot.own_worlds if not bot.worlds[w]["controlled"]]):
        facts = bot.own_worlds[name]
        room = facts["defence_limit"] - facts["defence_points"]
        fitting = [d for d in view["designs"] if d["navy"] and d["points"] <= room]
        for design in choices.pick(fitting):
            can_keep = not design["ftl"] or choices.plan_for(design["upkeep"])
            if can_keep and bot.spend(design["points"]):
                yield order_line("DEFEND", name, "BUY", design["name"])


def spare(choices: RandomChoices) -> Iterator[str]:
    """Buy a few spare parts at a world."""
    for world in choices.pick(list(choices.bot.own_worlds)):
        part, number = choices.stream.choice(list(_SPARES)), choices.stream.integer(1, 3)
        if choices.bot.spend(number * _SPARES[part] * SPARES_SURCHARGE / 100):
            yield order_line("SPARE", part, number, "AT", world)


def pay(choices: RandomChoices) -> Iterator[str]:
    """Give a small amount to another player."""
    for other in choices.pick(_other_players(choices)):
        amount = choices.stream.integer(1, 5)
        if choices.bot.spend(amount):
            yield order_line("PAY", other, amount)


def lease(choices: RandomChoices) -> Iterator[str]:
    """Lease a supply ship on the market."""
    bot = choices.bot
    worlds = [world for world in bot.own_worlds if bot.is_base(world)]
    freighters = [d for d in _market(choices) if is_supply_ship(d)]
    for design in choices.pick(freighters):
        if worlds and choices.plan_for(bot.economy.lease * design["upkeep"]):
            yield order_line("LEASE", design["name"], "AT", choices.stream.choice(worlds))


# worlds


def trade(choices: RandomChoices) -> Iterator[str]:
    """Choose new partners for some worlds, or end their trade."""
    bot = choices.bot
    for world in choices.sample(bot.own_worlds, 0.3):
        if choices.stream.chance(0.1):
            choices.take(world)
            yield order_line("TRADE", world, "WITH", "NONE")
        elif bot.is_pacified(world):
            for partner in choices.pick(partners_of(bot, choices.routes, world)):
                choices.take(world, partner)
                yield order_line("TRADE", world, "WITH", partner)


def deal(choices: RandomChoices) -> Iterator[str]:
    """Ask for a share in a trade between the player's worlds that cannot end this week."""
    bot = choices.bot
    offered = {offer["world"] for offer in bot.view["offers"]}
    candidates = [
        name
        for name, facts in bot.own_worlds.items()
        if facts["partner"] in bot.own_worlds
        and not {name, facts["partner"]} & (choices.busy | offered)
    ]
    for world in choices.pick(candidates):
        share = choices.stream.integer(0, 100)
        yield order_line("DEAL", world, "WITH", bot.own_worlds[world]["partner"], "SHARE", share)


def lane_off(choices: RandomChoices) -> Iterator[str]:
    """Turn lanes off."""
    for world in choices.pick(_on_lanes(choices)):
        yield order_line("LANE", "OFF", world)


def lane_on(choices: RandomChoices) -> Iterator[str]:
    """Turn lanes on."""
    for world in _on_lanes(choices):
        if choices.bot.own_worlds[world]["lane_off"]:
            yield order_line("LANE", "ON", world)


def reconstruct(choices: RandomChoices) -> Iterator[str]:
    """Order or end help for a damaged world by a richer neighbour."""
    bot = choices.bot
    for name in choices.pick([w for w in bot.own_worlds if _is_damaged(bot.worlds[w])]):
        full = bot.worlds[name]["full"]
        helpers = [
            other
            for other in bot.own_worlds
            if other != name
            and choices.routes.distance(name, other) <= 2
            and bot.worlds[other]["points"] > full
        ]
        if helpers and choices.stream.chance(0.7):
            yield order_line("RECONSTRUCT", name, "HELPED", "BY", choices.stream.choice(helpers))
        else:
            yield order_line("RECONSTRUCT", name, "ALONE")


# others


def stance(choices: RandomChoices) -> Iterator[str]:
    """Take a stance towards another player."""
    for other in choices.pick(_other_players(choices)):
        yield order_line("STANCE", other, choices.stream.choice(("ALLY", "NEUTRAL", "HOSTILE")))


def allow(choices: RandomChoices) -> Iterator[str]:
    """Grant or revoke another player's permission."""
    for other in choices.pick(_other_players(choices)):
        kind = choices.stream.choice(("BASE", "SUPPLY"))
        yield order_line("ALLOW", other, kind, choices.stream.choice(("ON", "OFF")))


# designs and keels


def design(choices: RandomChoices) -> Iterator[str]:
    """Register a design."""
    name = choices.new_name()
    if name is not None and len(_own_designs(choices)) < _MAX_DESIGNS:
        yield f"{order_line('DESIGN', name)} {choices.stream.choice(_FORMS)}"


def lay_keel(choices: RandomChoices) -> Iterator[str]:
    """Lay a keel."""
    bot = choices.bot
    worlds = [world for world in bot.own_worlds if bot.is_open(world)]
    designs = [d for d in bot.view["designs"] if d["ftl"]]
    if not worlds or len(_keels(choices)) >= _MAX_KEELS:
        return
    name, design_facts = choices.new_name(), choices.stream.choice(designs)
    if name is not None and choices.plan_for(design_facts["upkeep"]):
        plan = [design_facts["name"]]
        if choices.stream.chance(0.2):
            plan = ["MASS", "90", "TYPE", "CH"]
        yield order_line("LAY", "KEEL", name, *plan, "AT", choices.stream.choice(worlds))


def build(choices: RandomChoices) -> Iterator[str]:
    """Set the points built on a keel."""
    for keel in choices.pick(_keels(choices)):
        yield order_line("BUILD", keel["name"], choices.stream.integer(0, 100))


def redesign(choices: RandomChoices) -> Iterator[str]:
    """Change a keel's design to another one of the same mass."""
    for keel in choices.pick(_keels(choices)):
        fits = [d for d in choices.bot.view["designs"] if d["ftl"] and d["mass"] == keel["mass"]]
        for new in choices.pick(fits):
            yield order_line("REDESIGN", keel["name"], "AS", new["name"])


def cancel_keel(choices: RandomChoices) -> Iterator[str]:
    """Cancel a keel; this follows the other orders about keels."""
    for keel in choices.pick(_keels(choices)):
        yield order_line("CANCEL", "KEEL", keel["name"])


def drop_design(choices: RandomChoices) -> Iterator[str]:
    """Drop a design; this follows the orders that could name it."""
    for entry in choices.pick(_own_designs(choices)):
        yield order_line("DROP", "DESIGN", entry["name"])


def _market(choices: RandomChoices) -> list[Facts]:
    return [d for d in choices.bot.view["designs"] if d["navy"] and d["ftl"]]


def _own_designs(choices: RandomChoices) -> list[Facts]:
    return [d for d in choices.bot.view["designs"] if not d["navy"]]


def _keels(choices: RandomChoices) -> list[Facts]:
    return [keel for facts in choices.bot.own_worlds.values() for keel in facts["keels"]]


def _other_players(choices: RandomChoices) -> list[str]:
    return [p["name"] for p in choices.bot.view["players"] if p["active"] and p["stance"] != "SELF"]


def _on_lanes(choices: RandomChoices) -> Sequence[str]:
    return [world for world in choices.bot.own_worlds if world in choices.routes.route]


def _is_damaged(world: Facts) -> bool:
    return bool(world["points"] < world["full"])


#: Probability and generator of each order by keyword, in the order of the lines.
ECONOMY_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "TRADE": (0.3, trade),
    "DEAL": (0.1, deal),
    "LANE OFF": (0.05, lane_off),
    "LANE ON": (0.5, lane_on),
    "RECONSTRUCT": (0.5, reconstruct),
    "STANCE": (0.1, stance),
    "ALLOW": (0.1, allow),
    "PAY": (0.05, pay),
    "BUY": (0.2, buy),
    "DEFEND": (0.2, defend),
    "SPARE": (0.1, spare),
    "LEASE": (0.03, lease),
    "DESIGN": (0.1, design),
    "LAY KEEL": (0.1, lay_keel),
    "BUILD": (0.3, build),
    "REDESIGN": (0.2, redesign),
    "CANCEL KEEL": (0.03, cancel_keel),
    "DROP DESIGN": (0.05, drop_design),
}
