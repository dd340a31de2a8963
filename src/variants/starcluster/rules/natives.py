"""Growth of non-player races' strength (SC-NPR-002, SC-NPR-003)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from horizons_core.turn import TurnContext
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Fleet, Starcluster
from variants.starcluster.rules.development import learn_technology
from variants.starcluster.rules.holdings import Holdings
from variants.starcluster.rules.income import gross_income
from variants.starcluster.setup.empires import add_units, new_fleet
from variants.starcluster.setup.natives import DESTROYER, native_design

#: Turns per EL of a race (SC-NPR-003).
EL_TURNS = 40
#: Divisor of gross income that gives the budget for ships (SC-NPR-002).
SHIPS = 4
#: Divisor of gross income that gives the limit of upkeep for building ships (SC-NPR-002).
MOST_UPKEEP = 5
#: Systems with the generation of the EL, besides weapons (SC-NPR-003).
_GROWING = ("S", "A", "Q", "Y", "Qt")


def develop_races(context: TurnContext) -> None:
    """Set the EL of races and its technologies and designs at the beginning of a turn."""
    if context.forecast:
        return
    for native in _active(context.game):
        native.el = 1 + context.turn // EL_TURNS
        race = native.race
        for code in (*_GROWING, race.short_range, race.long_range):
            learn_technology(native, f"{code}{native.el}")
        for name, class_ in native.classes.items():
            design = native_design(name, race, native.el)
            native.classes[name] = evolve(class_, design=design)


def build_destroyers(context: TurnContext) -> None:
    """Let races spend a part of gross income on destroyers, which appear at home at once.

    Money that does not suffice for a ship is saved for the next turn.
    """
    if context.forecast:
        return
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
    holdings = Holdings(game)
    for native in _active(game):
        gross = gross_income(holdings, native, economy)
        prices = [unit.list_price for unit in holdings.units_of(native.id)]
        design = native.classes[DESTROYER].design
        price = economy.unit_price(design, native.race)
        if _has_enough(prices, economy, gross):
            continue
        native.ship_fund += gross // SHIPS
        ships = 0
        while _can_pay(native, price) and not _has_enough(prices, economy, gross):
            native.ship_fund -= price
            context.post(native, TREASURY, -price, "ships", ("SC-NPR-002",))
            prices.append(design.list_price)
            ships += 1
        if ships:
            home = home_fleet(game, native)
            for unit in add_units(game, native, DESTROYER, design, home, ships):
                unit.price, unit.list_price = price, design.list_price


def home_fleet(game: Starcluster, native: Empire) -> Fleet:
    """The fleet of a race that stays at home; a new one if needed."""
    for fleet in game.fleets_of(native.id):
        if fleet.at == native.home and fleet.id not in native.sorties:
            return fleet
    return new_fleet(game, native, native.home)


def _active(game: Starcluster) -> list[Empire]:
    holdings = Holdings(game)
    return [native for native in game.natives if native.active and holdings.colonies(native.id)]


def _can_pay(native: Empire, price: int) -> bool:
    """True if a price has been saved, and is still in the treasury after upkeep."""
    return price <= min(native.ship_fund, native.stock.get(TREASURY, 0))


def _has_enough(prices: Iterable[int], economy: StarclusterEconomy, gross: int) -> bool:
    """True if the upkeep of units with these prices has reached its share of gross income."""
    return MOST_UPKEEP * economy.upkeep_of_units(prices) >= gross
