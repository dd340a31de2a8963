"""A bot's expeditions, freighters and research."""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.starcluster.bots.bot_view import BotView, Facts
from variants.starcluster.bots.scouting import DETAILED

#: Expeditions at a time, each with people from home, and MC per additional expedition.
EXPEDITIONS, MONEY_OF_EXPEDITION = 2, 25_000
#: Minimum PU of the homeworld, which earns most of the empire's income.
MIN_HOME_PEOPLE = 700
#: The PU that an expedition takes for each planet, by its kind (SC-COL-003).
COLONISTS = {"T": 10, "ST": 20}

#: Turns of a project's price that are reserved if the income does not cover it.
RESERVE = 6
#: Turns until a breakthrough is more likely than not.
BREAKTHROUGH = 12
EL = "EL"
TERRAFORMING = "COL"


def send_expeditions(bot: BotView) -> None:
    """Send expeditions from the largest colony to the richest surveyed habitable systems."""
    view = bot.view
    under_way = [row for row in view["expeditions"] if row["kind"] == "EXPEDITION"]
    targets = {row["target"] for row in under_way}
    maximum = EXPEDITIONS + int(bot.cash / MONEY_OF_EXPEDITION)
    people = {colony["id"]: colony["pu"] for colony in view["colonies"]}
    for system in sorted(view["systems"], key=_worth):
        if len(targets) >= maximum:
            return
        if not _can_be_settled(system) or system["id"] in targets:
            continue
        origin = max(people, key=lambda id_: people[id_])
        pu = int_sum(COLONISTS[kind] for kind in system["planets"])
        if people[origin] - pu < min(
            MIN_HOME_PEOPLE, bot.colonies[origin]["most_pu"]
        ) or not _is_reachable(bot, origin, system["id"]):
            continue
        targets.add(system["id"])
        if bot.spare < 1:  # bought freighters serve from the next turn on
            if bot.pay(bot.economy.freighter_price):
                bot.order("FREIGHTERS", 1)
            continue
        bot.spare -= 1
        people[origin] -= pu
        bot.order("COLONIZE", system["id"], "FROM", origin)


def _is_reachable(bot: BotView, origin: str, target: str) -> bool:
    return bot.nearest(origin, lambda at: at == target) is not None


def _can_be_settled(system: Facts) -> bool:
    return (
        system["level"] == DETAILED
        and bool(system["bearable"])
        and bool(system["habitable"])
        and not system["owner"]
    )


def _worth(system: Facts) -> tuple[int, str]:
    return (-(system["most_pu"] or 0) * ((system["wealth"] or 0) + 1), system["id"])


def buy_missing_freighters(bot: BotView) -> None:
    """Buy the freighters that people and yards lack (SC-LOG-002)."""
    pool = bot.view["pool"]
    missing = max(0, pool["needed"] - pool["freighters"])
    price = bot.economy.freighter_price
    number = min(missing, int(bot.cash / price / 2))
    if number > 0 and bot.pay(number * price):
        bot.order("FREIGHTERS", number)
        missing -= number
    bot.short = missing


def raise_level(bot: BotView) -> None:
    """Upgrade and install Science Centers, and start the project for the next level (SC-EL)."""
    if _is_raising(bot) or not _may_begin(bot):
        return
    _upgrade_centers(bot)
    _install_centers(bot)
    research, el = bot.economy.research, bot.view["el"]
    ready = [center for center in free_centers(bot) if bot.colonies[center]["science"] > el]
    price = float(research.el_price(el))
    reserve = price if bot.view["treasury"]["net"] >= price else RESERVE * price
    if len(ready) >= research.el_centers(el) and bot.pay(reserve):
        bot.order("RESEARCH", "EL", *ready)


def widen_range(bot: BotView) -> None:
    """Research terraforming where a center is free and surveyed systems are too harsh.

    It starts nothing while the project for the next level could begin soon, because that project
    needs the same centers.
    """
    harsh = any(
        row["level"] == DETAILED and row["habitable"] and not row["bearable"] and not row["owner"]
        for row in bot.view["systems"]
    )
    under_way = any(project["name"] == TERRAFORMING for project in bot.view["projects"])
    if not harsh or under_way or (not _is_raising(bot) and _may_begin(bot, BREAKTHROUGH)):
        return
    tree = next(row for row in bot.view["trees"] if row["code"] == TERRAFORMING)
    able = [c for c in free_centers(bot) if bot.colonies[c]["science"] > tree["level"]]
    if able and bot.pay(RESERVE * tree["price"]):
        bot.order("RESEARCH", able[0], TERRAFORMING)


def _is_raising(bot: BotView) -> bool:
    return any(project["kind"] == EL for project in bot.view["projects"])


def _may_begin(bot: BotView, within: int = 0) -> bool:
    """True if the project for the next level may start within this many turns (SC-EL-004)."""
    last, pause = bot.view["last_el"], bot.economy.research.el_pause
    return last is None or bot.view.turn + 1 + within >= last + pause


def _centers_under_way(bot: BotView) -> set[str]:
    return {row["system"] for row in bot.view["installing"] if row["kind"] == "SCIENCE"}


def free_centers(bot: BotView) -> list[str]:
    """Colonies whose Science Center has no project and is not being upgraded."""
    busy = {center for project in bot.view["projects"] for center in project["centers"]}
    busy |= _centers_under_way(bot) | bot.busy
    return [c["id"] for c in bot.view["colonies"] if c["science"] and c["id"] not in busy]


def _upgrade_centers(bot: BotView) -> None:
    el, under_way = bot.view["el"], _centers_under_way(bot)
    centers = [colony_ for colony_ in bot.view["colonies"] if colony_["science"]]
    for colony in centers:
        if colony["science"] > el or colony["id"] in under_way:
            continue
        price = bot.economy.science_price(el, len(centers), colony["science"]) / 100
        if bot.pay(price):
            bot.order("UPGRADE", "SCIENCE", colony["id"])
            bot.busy.add(colony["id"])


def _install_centers(bot: BotView) -> None:
    el, under_way = bot.view["el"], _centers_under_way(bot)
    have = {colony_["id"] for colony_ in bot.view["colonies"] if colony_["science"]} | under_way
    for colony in bot.view["colonies"]:
        if len(have) >= bot.economy.research.el_centers(el):
            return
        if colony["id"] in have:
            continue
        have.add(colony["id"])
        if bot.pay(bot.economy.science_price(el, len(have), 0) / 100):
            bot.order("INSTALL", "SCIENCE", colony["id"])
