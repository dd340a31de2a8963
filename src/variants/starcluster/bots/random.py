"""The random bot, which gives legal orders and spends part of its money."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from horizons_core.turn import VariantRules
from variants.starcluster.bots import bot_view, colonies, scouting
from variants.starcluster.bots.bot_view import BotView, Facts
from variants.starcluster.bots.colonies import free_centers, send_expeditions
from variants.starcluster.bots.races import accepts_envoy, is_pause_over
from variants.starcluster.bots.scouting import DETAILED

#: Add an order, if one makes sense.
RandomOrder = Callable[[BotView, Stream], None]
#: Maximum silos on a planet, and MC per gift.
SILOS, GIFT = 6, 100
#: Maximum distance of a claimed system from a colony, in transits (SC-RACE-019).
CLAIM_REACH = 2
#: PU per PU that arrives in a transfer, and its freighters (SC-PUT).
TRANSFER = 5

#: Its own class: a destroyer with instruments.
CLASSES = {"Wanderer": ("DD", "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(Q)x3][(IcIcIc)]")}
#: Maximum number of ships, of all classes.
FLEET = 8
_DOCTRINES = (
    ("AVOID",), ("ENGAGE",), ("BAND", "LONG"), ("BAND", "SHORT"), ("BREAK", "30"),
    ("TARGET", "SMALL"),
)  # fmt: skip

#: The share of its money to spend in a turn.
SPENT = 0.2


def _freighters(bot: BotView, stream: Stream) -> None:
    number = 1 + stream.below(3)
    if bot.pay(number * bot.economy.freighter_price):
        bot.order("FREIGHTERS", number)


def _invest(bot: BotView, stream: Stream) -> None:
    bot.order("STANDING", "INVEST", stream.choice(("MAX", "OFF")))


def _withdraw(bot: BotView, stream: Stream) -> None:  # noqa: ARG001 - signature of random orders
    if bot.view["treasury"]["deposit"] > 0:
        bot.order("WITHDRAW", "ALL")


def _priority(bot: BotView, stream: Stream) -> None:
    kinds = list(bot.view["pool"]["priority"])
    stream.shuffle(kinds)
    bot.order("PRIORITY", *kinds)


def _penalty(bot: BotView, stream: Stream) -> None:
    bot.order("PENALTY", stream.choice(("CHANCE", "TIME")))


def _liquidate(bot: BotView, stream: Stream) -> None:
    if bot.units:
        bot.order("LIQUIDATE", stream.choice(list(bot.units)))


def _convoy(bot: BotView, stream: Stream) -> None:
    switch = stream.choice(("ON", "OFF"))
    bot.order("CONVOY", switch)
    if switch == "ON":  # convoys need more
        bot.spare = 0


def _is_affordable_every_turn(bot: BotView, price: float) -> bool:
    """True if a project can be paid now, and from income every turn."""
    running = ordered_sum(project["price"] for project in bot.view["projects"])
    return bool(price <= bot.cash and price + running <= bot.view["treasury"]["net"])


def _develop(bot: BotView, stream: Stream) -> None:
    busy = {center for project in bot.view["projects"] for center in project["centers"]}
    running = {project["name"] for project in bot.view["projects"]}
    for colony in bot.view["colonies"]:
        center = f"{colony['id']}:G"
        able = [
            technology
            for technology in bot.view["open"]
            if technology["level"] <= colony["generic"]
            and _is_affordable_every_turn(bot, technology["MC"])
            and technology["name"] not in running
        ]
        if able and center not in busy:
            chosen = stream.choice(able)
            bot.pay(chosen["MC"])
            bot.order("DEVELOP", chosen["name"], center)
            return


def _research(bot: BotView, stream: Stream) -> None:
    running = {project["name"] for project in bot.view["projects"]}
    trees = [tree for tree in bot.view["trees"] if tree["code"] not in running]
    for center in free_centers(bot):
        rating = bot.colonies[center]["science"]
        able = [
            t for t in trees if t["level"] < rating and _is_affordable_every_turn(bot, t["price"])
        ]
        if able:
            chosen = stream.choice(able)
            bot.pay(chosen["price"])
            bot.order("RESEARCH", center, chosen["code"])
            return


def _upgrade(bot: BotView, stream: Stream) -> None:  # noqa: ARG001 - signature of random orders
    el, colonies = bot.view["el"], bot.colonies.values()
    number = ordered_sum(colony["science"] > 0 for colony in colonies)
    coming = {row["system"] for row in bot.view["installing"]}
    for colony in colonies:
        free = colony["id"] in free_centers(bot) and colony["id"] not in coming
        price = bot.economy.science_price(el, number, colony["science"]) / 100
        if free and colony["science"] <= el and bot.pay(price):
            bot.order("UPGRADE", "SCIENCE", colony["id"])
            return


def _install(bot: BotView, stream: Stream) -> None:
    coming = {row["system"] for row in bot.view["installing"] if row["kind"] == "GENERIC"}
    free = [c for c in bot.colonies.values() if not c["generic"] and c["id"] not in coming]
    if free and bot.pay(bot.economy.generic_center_price(1) / 100):
        bot.order("INSTALL", "GENERIC", stream.choice(free)["id"], 1)


def _silo(bot: BotView, stream: Stream) -> None:
    price = next((row["MC"] for row in bot.view["prices"] if row["order"] == "INSTALL CMS"), None)
    home = bot.colonies.get(bot.home)
    if home is None or price is None:
        return
    coming = ordered_sum(row["kind"] == "CMS" for row in bot.view["installing"])
    planet = stream.choice(home["planets"])
    if planet["silos"] + coming < SILOS and bot.pay(price):
        bot.order("INSTALL", "CMS", bot.home, planet["number"])


def _silos(bot: BotView, stream: Stream) -> None:
    armed = [c for c in bot.colonies.values() if any(planet["silos"] for planet in c["planets"])]
    if armed:
        bot.order("SILOS", stream.choice(armed)["id"], stream.choice(("FIRE", "HOLD")))


def _intelligence(bot: BotView, stream: Stream) -> None:  # noqa: ARG001 - signature of random orders
    rating, price = bot.view["intelligence"], None
    for row in bot.view["prices"]:
        price = row["MC"] if row["order"] == "INTELLIGENCE" else price
    if price is not None and rating <= bot.view["el"] and bot.pay(price):
        bot.order("INTELLIGENCE")


def _settle(bot: BotView, stream: Stream) -> None:  # noqa: ARG001 - signature of random orders
    send_expeditions(bot)


def _transfer(bot: BotView, stream: Stream) -> None:
    home, colonies = bot.home, [id_ for id_ in bot.colonies if id_ != bot.home]
    if home not in bot.colonies or not colonies or bot.spare < TRANSFER:
        return
    target = stream.choice(colonies)
    if bot.colonies[target]["transferred"] == 0 and bot.path(home, lambda at: at == target):
        bot.spare -= TRANSFER
        bot.order("TRANSFER", TRANSFER, "FROM", home, "TO", target)


def _claim(bot: BotView, stream: Stream) -> None:
    able = [
        system["id"]
        for system in bot.view["systems"]
        if system["level"] == DETAILED
        and not system["owner"]
        and not system["claimed"]
        and (system["transits"] or CLAIM_REACH + 1) <= CLAIM_REACH
    ]
    if able:
        bot.order("CLAIM", stream.choice(able))


def _unclaim(bot: BotView, stream: Stream) -> None:
    if bot.view["claims"]:
        bot.order("UNCLAIM", stream.choice(bot.view["claims"]))


def _random_partner(bot: BotView, stream: Stream) -> Facts | None:
    partners = [
        row for row in bot.view["contacts"] if row["active"] and row["stance"] != "WAR"
    ]  # fmt: skip
    return stream.choice(partners) if partners else None


def _trade(bot: BotView, stream: Stream) -> None:
    other = _random_partner(bot, stream)
    if other:
        bot.order("TRADE", other["id"], stream.choice(("ON", "OFF")))


def _envoy(bot: BotView, stream: Stream) -> None:
    races = [contact for contact in bot.view["contacts"] if accepts_envoy(bot, contact)]
    if races and bot.pay(bot.economy.diplomacy.envoy_price(bot.view["el"]) / 100):
        bot.order("ENVOY", stream.choice(races)["id"])


def _peace(bot: BotView, stream: Stream) -> None:
    pause = bot.economy.diplomacy.peace_pause
    enemies = [
        row
        for row in bot.view["contacts"]
        if row["active"] and row["npr"] and row["stance"] == "WAR"
        and is_pause_over(bot, row["asked"], pause)
    ]  # fmt: skip
    if enemies:
        bot.order("PEACE", stream.choice(enemies)["id"])


def _give(bot: BotView, stream: Stream) -> None:
    other = _random_partner(bot, stream)
    if other and bot.pay(GIFT):
        bot.order("GIVE", other["id"], "MC", GIFT)


#: Probability of each order per turn.
RANDOM_ORDERS: Mapping[RandomOrder, float] = {
    _freighters: 0.2,
    _invest: 0.2,
    _withdraw: 0.05,
    _priority: 0.1,
    _penalty: 0.1,
    _liquidate: 0.1,
    _convoy: 0.1,
    _develop: 0.3,
    _research: 0.1,
    _upgrade: 0.2,
    _install: 0.1,
    _silo: 0.1,
    _silos: 0.1,
    _intelligence: 0.1,
    _settle: 0.1,
    _transfer: 0.1,
    _claim: 0.2,
    _unclaim: 0.1,
    _trade: 0.2,
    _give: 0.1,
    _envoy: 0.2,
    _peace: 0.2,
}


def _register(bot: BotView, stream: Stream) -> None:  # noqa: ARG001 - signature of random orders
    bot_view.register_classes(bot, CLASSES)


def _build(bot: BotView, stream: Stream) -> None:
    classes = [row["name"] for row in bot.view["classes"] if not row["prototype"]]
    if classes and len(bot.units) + len(bot.view["yards"]) < FLEET:
        bot_view.build_units(bot, stream.choice(classes), 1)


def _move(bot: BotView, stream: Stream) -> None:
    for fleet in list(bot.idle_fleets()):
        neighbors = bot.links.get(fleet["at"], [])
        if neighbors:
            _order(bot, "MOVE", fleet, stream.choice(neighbors))


def _explore(bot: BotView, stream: Stream) -> None:  # noqa: ARG001 - signature of random orders
    for fleet in list(bot.idle_fleets()):
        if fleet["x_rating"] and fleet["xp_rating"] and scouting.work_here(bot, fleet):
            bot.busy.add(fleet["name"])


def _stop(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, [row for row in bot.view["fleets"] if row["path"]])
    if fleet:
        _order(bot, "STOP", fleet)


def _join(bot: BotView, stream: Stream) -> None:
    fleets = list(bot.idle_fleets())
    for fleet in fleets:
        partners = [o for o in fleets if o["at"] == fleet["at"] and o is not fleet]
        if partners:
            other = stream.choice(partners)
            bot.busy.add(other["name"])
            _order(bot, "JOIN", fleet, other["name"])
            return


def _split(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, [row for row in bot.idle_fleets() if len(row["units"]) > 1])
    if fleet:
        bot.busy.add(fleet["name"])
        bot.order("FLEET", f"Party {bot.view.turn}", stream.choice(fleet["units"]))


def _rename(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, bot.view["fleets"])
    if fleet:
        _order(bot, "RENAME", fleet, f"Company {bot.view.turn}")


def _detune(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, [row for row in bot.view["fleets"] if row["speed"] > 0])
    if fleet:
        _order(bot, "DETUNE", fleet, stream.choice(("ON", "OFF")))


def _doctrine(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, bot.view["fleets"])
    if fleet:
        _order(bot, "DOCTRINE", fleet, *stream.choice(_DOCTRINES))


def _scrap(bot: BotView, stream: Stream) -> None:
    idle = [row for row in bot.idle_fleets() if row["at"] in bot.colonies]
    fleet = _random_fleet(bot, stream, idle)
    if fleet:
        bot.busy.add(fleet["name"])
        bot.order("SCRAP", stream.choice(fleet["units"]))


def _random_fleet(bot: BotView, stream: Stream, fleets: list[Facts]) -> Facts | None:
    free = [fleet for fleet in fleets if fleet["name"] not in bot.busy]
    return stream.choice(free) if free else None


def _order(bot: BotView, keyword: str, fleet: Facts, *words: str) -> None:
    bot.busy.add(fleet["name"])
    bot.order(keyword, fleet["name"], *words)


#: Probability of each order per turn.
RANDOM_FLEET_ORDERS: Mapping[RandomOrder, float] = {
    _register: 0.5,
    _build: 0.2,
    _explore: 0.5,
    _stop: 0.05,
    _join: 0.1,
    _split: 0.1,
    _rename: 0.05,
    _detune: 0.1,
    _doctrine: 0.1,
    _scrap: 0.02,
    _move: 0.5,
}


@frozen
class RandomBot:
    """The random bot; see the module."""

    rules: VariantRules

    def orders(self, view: View, stream: Stream) -> str:
        if not view["colonies"]:
            return ""
        bot = BotView.from_view(view, self.rules.economy)
        colonies.buy_missing_freighters(bot)  # without freighters people earn nothing
        bot.cash *= SPENT
        for random_order, chance in {
            **RANDOM_ORDERS,
            **RANDOM_FLEET_ORDERS,
        }.items():
            if stream.chance(chance):
                random_order(bot, stream)
        return bot.text()
