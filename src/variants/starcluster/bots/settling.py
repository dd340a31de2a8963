"""Colonies: expeditions to habitable systems, and freighters for them."""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.starcluster.bots.board import BotView, Facts
from variants.starcluster.bots.scouting import DETAILED

#: Expeditions at a time, each with people from home, and MC per additional expedition.
EXPEDITIONS, MONEY_OF_EXPEDITION = 2, 25_000
#: Minimum PU of the homeworld, whose income is the empire's.
KEPT = 700
#: The PU that an expedition takes for each planet, by its kind (SC-COL-003).
COLONISTS = {"T": 10, "ST": 20}


def send_expeditions(bot: BotView) -> None:
    """Send expeditions from the largest colony to the richest surveyed habitable systems."""
    view = bot.view
    under_way = [row for row in view["expeditions"] if row["kind"] == "EXPEDITION"]
    targets = {row["target"] for row in under_way}
    most = EXPEDITIONS + int(bot.cash / MONEY_OF_EXPEDITION)
    people = {colony["id"]: colony["pu"] for colony in view["colonies"]}
    for system in sorted(view["systems"], key=_worth):
        if len(targets) >= most:
            return
        if not _can_be_settled(system) or system["id"] in targets:
            continue
        origin = max(people, key=lambda id_: people[id_])
        pu = int_sum(COLONISTS[kind] for kind in system["planets"])
        if people[origin] - pu < min(KEPT, bot.colonies[origin]["most_pu"]) or not _is_reachable(
            bot, origin, system["id"]
        ):
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
