"""Targets of war, and the ships and yards built for it."""

from __future__ import annotations

from collections.abc import Sequence

from variants.starcluster.bots import docks, navy
from variants.starcluster.bots.board import BotView
from variants.starcluster.bots.races import KnownRace

#: Turns of income and share of money for a war; share of that spent in a turn.
TURNS, SHARE, A_TURN = 12, 0.5, 0.6
#: Turns to build a navy, and for it to arrive.
BUILDING, MARCHING = 10, 12
#: Maximum shipyards, shipyards before races are met, and MC of gross income per ship that guards
#: the homeworld in peace.
MOST_YARDS, FIRST_YARDS, GUARD_INCOME = 18, 2, 250
#: MC of a rich empire, its shipyards, its new yards a turn, and MC of income per guard.
RICH, YARDS_OF_RICH, AT_ONCE, GUARD_OF_RICH = 100_000, 12, 2, 120
#: First turn with money for more than scouts and colonies.
FIRST_WAR_TURN = 8
#: Hull spaces of work of a station in a turn, and its approximate price with freighters.
_YARD_WORK, _YARD_PRICE = 120, 7_500


def choose_target(bot: BotView, known: Sequence[KnownRace]) -> KnownRace | None:
    """The race under attack, or else the cheapest affordable target."""
    attacked = {
        f["goal"] or f["at"] for f in bot.view["fleets"] if f["armed"] and navy.is_naval(bot, f)
    }
    for race in known:
        if race.home in attacked:
            return race
    able = [race for race in known if race.stance != "ALLIANCE" and _affordable(bot, race)]
    return min(able, key=lambda race: (_missing_destroyers(bot, race), race.home), default=None)


def build_forces(bot: BotView, race: KnownRace | None) -> None:
    """Build shipyards and ships for a war, or else to guard the homeworld."""
    if bot.view.turn < FIRST_WAR_TURN:
        return
    if race is None:
        _build_yards(bot, FIRST_YARDS)
        income = GUARD_OF_RICH if bot.cash > RICH else GUARD_INCOME
        guards = int(bot.view["treasury"]["gross"] / income)
        navy.build_navy(bot, {navy.HERALD: 1, navy.LANCER: guards}, A_TURN * bot.cash / 4)
        return
    arrival = bot.view.turn + BUILDING + MARCHING
    destroyer = navy.destroyer_against(race)
    number = navy.destroyers_against(race, arrival)
    troopers = navy.troopers_against(race)
    goals = {
        navy.HERALD: navy.HERALDS,
        navy.TROOPER: troopers,
        navy.TENDER: navy.tenders_for(max(number, navy.destroyers(bot)), troopers),
        destroyer: number,
    }
    work = navy.DESTROYER_SPACES * max(0, number - docks.count_units(bot, destroyer))
    _build_yards(bot, min(MOST_YARDS, 1 + work // (_YARD_WORK * BUILDING)))
    navy.build_navy(bot, goals, A_TURN * bot.cash)


def _build_yards(bot: BotView, number: int) -> None:
    if bot.cash > RICH:
        number = max(number, YARDS_OF_RICH)
    missing = number - docks.count_units(bot, bot.station_class)
    able = int(bot.cash / _YARD_PRICE)
    docks.build_units(bot, bot.station_class, min(missing, able, AT_ONCE if bot.cash > RICH else 1))


def _missing_destroyers(bot: BotView, race: KnownRace) -> int:
    arrival = bot.view.turn + BUILDING + MARCHING
    have = docks.count_units(bot, navy.destroyer_against(race))
    return max(0, navy.destroyers_against(race, arrival) - have)


def _affordable(bot: BotView, race: KnownRace) -> bool:
    price = navy.price_of(bot, navy.destroyer_against(race)) * _missing_destroyers(bot, race)
    price += navy.price_of(bot, navy.TROOPER) * navy.troopers_against(race)
    means: float = SHARE * bot.cash + TURNS * bot.view["treasury"]["net"] * SHARE
    return price <= means
