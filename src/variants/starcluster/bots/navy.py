"""A bot's targets of war, and the designs and numbers of its warships."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from horizons_core.sums import int_sum
from variants.starcluster.bots import bot_view
from variants.starcluster.bots.bot_view import BotView, Facts
from variants.starcluster.bots.races import EL_TURNS, SILOS, KnownRace
from variants.starcluster.designs.tables import HS, WEAPONS

#: Destroyers for the Long band, and those for nebulas where all fire is at Short.
LANCER, BRAWLER = DESTROYERS = "Lancer", "Brawler"
#: Frigates with the center that concentrates all fire; enemies fire at them last, because they are
#: small. Freighters with military drives, which a militant race buys at half price, as supply
#: trains. And such freighters with troops.
HERALD, TENDER, TROOPER = "Herald", "Tender", "Trooper"
NAVAL = (LANCER, BRAWLER, HERALD, TENDER, TROOPER)
HERALDS = 3
#: Shuttle bays, troops and hull spaces of a trooper, and hull spaces that a tender supplies.
SHUTTLES, TROOPS, SPACES, SUPPLIED = 10, 300, 80, 320
#: Hull spaces of a destroyer that quarters, drives and sensors leave free, how many of these are
#: for weapons, and the number of magazines for weapons that need them.
FREE_SPACES, WEAPON_SPACES, MAGAZINES = 21, 14, 2
FREE_IN_FRIGATE = 12
#: Hull spaces of a destroyer and a herald.
DESTROYER_SPACES, HERALD_SPACES = 30, 22
#: Troops for each planet: twice the maximum garrison and base, behind a PDC.
TROOPS_FOR_PLANET = 450
#: Destroyers required per ship of a race, losses per silo, and a reserve: from simulations.
AGAINST_SHIP, AGAINST_SILO, RESERVE = 0.65, 1.2, 10
#: Factors where shields give no protection, and where the home was not scanned.
UNSHIELDED, UNCHARTED = 1.5, 1.6
#: Strength that each generation adds to a race's ships.
STEP = 0.1

#: Turns of income and share of money for a war; share of that spent in a turn.
TURNS, SHARE, A_TURN = 12, 0.5, 0.6
#: Turns to build a navy, and for it to arrive.
BUILDING, MARCHING = 10, 12
#: Maximum shipyards, shipyards before races are met, and MC of gross income per ship that guards
#: the homeworld in peace.
MAX_YARDS, FIRST_YARDS, GUARD_INCOME = 18, 2, 250
#: MC of a rich empire, its shipyards, its new yards a turn, and MC of income per guard.
RICH, RICH_YARDS, AT_ONCE, RICH_GUARD_INCOME = 100_000, 12, 2, 120
#: First turn with money for more than scouts and colonies.
FIRST_WAR_TURN = 8
#: Hull spaces of work of a station in a turn, and its approximate price with freighters.
_YARD_WORK, _YARD_PRICE = 120, 7_500


def navy_classes(long_range: str, short_range: str) -> bot_view.Classes:
    """The classes of a navy with these weapons."""
    return {
        LANCER: ("DD", _destroyer(long_range)),
        BRAWLER: ("DD", _destroyer(short_range)),
        HERALD: ("FG", _frigate(long_range)),
        TENDER: ("FT4", "[(H)x67][(Q)x2][Bsa][Hb][(I)x8]"),
        TROOPER: ("FT4", "[(Qt)x60][(Bsa)x10][(Q)x2][(I)x8]"),
    }


def _destroyer(weapon: str) -> str:
    """A destroyer's design string: weapons, their magazines, and shields in the rest."""
    number = WEAPON_SPACES * HS // WEAPONS[weapon].size
    used = number * WEAPONS[weapon].size // HS + (MAGAZINES if WEAPONS[weapon].ammo else 0)
    shields = FREE_SPACES - used
    return f"[(S)x{shields}][(Q)x3][(I)x5]{_weapons(weapon, number)}[Y]"


def _frigate(weapon: str) -> str:
    used = WEAPONS[weapon].size // HS + (MAGAZINES if WEAPONS[weapon].ammo else 0)
    return f"[(S)x{FREE_IN_FRIGATE - used}][(Q)x2][(I)x4][CIC]{_weapons(weapon, 1)}[Y]"


def _weapons(weapon: str, number: int) -> str:
    """A group of weapons with magazines; a repeated code is a hull space."""
    letters = weapon * (number * WEAPONS[weapon].size // HS)
    return f"[({letters})1]" + (f"[(Mg)x{MAGAZINES}]" if WEAPONS[weapon].ammo else "")


def destroyers(bot: BotView) -> int:
    """The number of destroyers of all classes, including those under construction."""
    return int_sum(bot_view.count_units(bot, name) for name in DESTROYERS)


def destroyer_against(race: KnownRace) -> str:
    """The class of destroyers that fights best at a race's home."""
    return BRAWLER if race.gas else LANCER


def destroyers_against(race: KnownRace, turn: int) -> int:
    """The estimated number of destroyers required to beat a race in a turn."""
    level = 1 + STEP * (turn // EL_TURNS)
    ships = AGAINST_SHIP * race.ships_in(turn) * level * level
    number = ships + AGAINST_SILO * SILOS * race.planets * level + RESERVE
    return ceil(number * (UNSHIELDED if race.ion else 1 if race.charted else UNCHARTED))


def troopers_against(race: KnownRace) -> int:
    """The number of troopers required to take all planets of a race at once."""
    return ceil(race.planets * TROOPS_FOR_PLANET / TROOPS)


def tenders_for(destroyers: int, troopers: int) -> int:
    """The number of tenders required to supply a fleet."""
    spaces = DESTROYER_SPACES * destroyers + HERALD_SPACES * HERALDS + SPACES * troopers
    return ceil(spaces / SUPPLIED)


def price_of(bot: BotView, name: str) -> float:
    """The price of a unit of a class; infinite if it cannot be built."""
    class_ = next((row for row in bot.view["classes"] if row["name"] == name), None)
    return float("inf") if class_ is None or class_["faults"] else float(class_["price"])


def build_navy(bot: BotView, goals: Mapping[str, int], money: float) -> None:
    """Order the units missing from the goals by class, for a limited sum in MC."""
    fleet = f"Navy {bot.view.turn}"
    for name, number in goals.items():
        before = bot.cash
        bot_view.build_units(bot, name, number - bot_view.count_units(bot, name), money, fleet)
        money -= before - bot.cash


def ships_of(bot: BotView, fleets: Iterable[Facts]) -> list[Facts]:
    """The units of these fleets."""
    return [bot.units[name] for fleet in fleets for name in fleet["units"]]


def is_naval(bot: BotView, fleet: Facts) -> bool:
    """True if a fleet is one of warships, tenders or troopers."""
    return any(bot.units[name]["of_class"] in NAVAL for name in fleet["units"])


def choose_target(bot: BotView, known: Sequence[KnownRace]) -> KnownRace | None:
    """The race under attack, or else the cheapest affordable target."""
    attacked = {f["goal"] or f["at"] for f in bot.view["fleets"] if f["armed"] and is_naval(bot, f)}
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
        income = RICH_GUARD_INCOME if bot.cash > RICH else GUARD_INCOME
        guards = int(bot.view["treasury"]["gross"] / income)
        build_navy(bot, {HERALD: 1, LANCER: guards}, A_TURN * bot.cash / 4)
        return
    arrival = bot.view.turn + BUILDING + MARCHING
    destroyer = destroyer_against(race)
    number = destroyers_against(race, arrival)
    troopers = troopers_against(race)
    goals = {
        HERALD: HERALDS,
        TROOPER: troopers,
        TENDER: tenders_for(max(number, destroyers(bot)), troopers),
        destroyer: number,
    }
    work = DESTROYER_SPACES * max(0, number - bot_view.count_units(bot, destroyer))
    _build_yards(bot, min(MAX_YARDS, 1 + work // (_YARD_WORK * BUILDING)))
    build_navy(bot, goals, A_TURN * bot.cash)


def _build_yards(bot: BotView, number: int) -> None:
    if bot.cash > RICH:
        number = max(number, RICH_YARDS)
    missing = number - bot_view.count_units(bot, bot.station_class)
    able = int(bot.cash / _YARD_PRICE)
    bot_view.build_units(
        bot, bot.station_class, min(missing, able, AT_ONCE if bot.cash > RICH else 1)
    )


def _missing_destroyers(bot: BotView, race: KnownRace) -> int:
    arrival = bot.view.turn + BUILDING + MARCHING
    have = bot_view.count_units(bot, destroyer_against(race))
    return max(0, destroyers_against(race, arrival) - have)


def _affordable(bot: BotView, race: KnownRace) -> bool:
    price = price_of(bot, destroyer_against(race)) * _missing_destroyers(bot, race)
    price += price_of(bot, TROOPER) * troopers_against(race)
    means: float = SHARE * bot.cash + TURNS * bot.view["treasury"]["net"] * SHARE
    return price <= means
