"""Diplomacy: envoys win races over, and all empires are offered trade (SC-DIP, SC-TRD)."""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.sums import ordered_sum
from variants.starcluster.bots.board import BotView, Facts

#: Stances that an envoy can improve.
OPEN = ("HOSTILE", "NEUTRAL", "TRADE")
#: The PU assumed of a race whose home is unknown.
LARGEST_RACE = 2400
#: MC reserved for more urgent needs, and the minimum for gifts.
KEPT, GENEROUS = 5_000, 30_000


def conduct_diplomacy(bot: BotView, spared: Collection[str] = ()) -> None:
    """Offer trade to all contacts, and win over non-player races while money lasts.

    The `spared` races get no envoys because a war is planned.
    """
    for other in bot.view["contacts"]:
        at_war = other["stance"] == "WAR" or other["id"] in bot.enemies
        if not other["active"] or at_war:
            continue
        if not other["offers_trade"]:
            bot.order("TRADE", other["id"], "ON")
        if other["npr"] and other["id"] not in spared:
            _win_over(bot, other)


def accepts_envoy(bot: BotView, other: Facts) -> bool:
    """True if an envoy may go to a race now and can improve its stance (SC-DIP-003)."""
    able = other["npr"] and other["active"] and other["talks"] and other["stance"] in OPEN
    return bool(able) and is_pause_over(bot, other["envoy"], bot.economy.diplomacy.envoy_pause)


def is_pause_over(bot: BotView, last: int, pause: int) -> bool:
    """True if a pause has passed since an order in turn `last`, 0 for never."""
    return not last or bot.view.turn + 1 - last >= pause


def _win_over(bot: BotView, race: Facts) -> None:
    rules, el, turn = bot.economy.diplomacy, bot.view["el"], bot.view.turn + 1
    if accepts_envoy(bot, race) and _can_improve(bot, race, turn) and bot.cash > KEPT:
        if bot.pay(rules.envoy_price(el) / 100):
            bot.order("ENVOY", race["id"])
        return
    _give_gift(bot, race)
    rested = is_pause_over(bot, race["asked"], rules.union_pause)
    lasting = race["stance"] == "ALLIANCE" and turn - race["since"] >= rules.alliance_turns
    people = ordered_sum(colony["pu"] for colony in bot.colonies.values())
    ripe = lasting and rested and people > _estimated_people(bot, race) and bot.cash > KEPT
    if ripe and bot.pay(rules.union_price(el) / 100):
        bot.order("AMALGAMATE", race["id"])


def _can_improve(bot: BotView, race: Facts, turn: int) -> bool:
    """True if an envoy can improve the stance in a turn: trade has to last first (SC-DIP-003)."""
    lasted = turn - race["since"]
    return bool(race["stance"] != "TRADE" or lasted >= bot.economy.diplomacy.trade_turns)


def _give_gift(bot: BotView, race: Facts) -> None:
    """Give a race a gift that helps the envoy of the next turn (SC-DIP-003)."""
    rules, then = bot.economy.diplomacy, bot.view.turn + 2
    due = race["talks"] and race["stance"] in OPEN and _can_improve(bot, race, then)
    rested = not race["envoy"] or then - race["envoy"] >= rules.envoy_pause
    total = ordered_sum(
        gift["MC"] for gift in race["gifts"] if then - gift["turn"] <= rules.gift_turns
    )
    if due and rested and total < rules.gift and bot.cash > GENEROUS and bot.pay(rules.gift):
        bot.order("GIVE", race["id"], "MC", rules.gift)


def _estimated_people(bot: BotView, race: Facts) -> int:
    """The maximum PU of a race: none colonizes (SC-NPR-003)."""
    homes = (system for system in bot.systems.values() if system["owner"] == race["name"])
    return max((system["most_pu"] for system in homes), default=LARGEST_RACE)
