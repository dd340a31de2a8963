"""How non-player races grow stronger (SC-NPR-002, SC-NPR-003)."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from horizons_core.turn import TurnContext
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Fleet, Starcluster
from variants.starcluster.rules.development import learn
from variants.starcluster.rules.holdings import Holdings
from variants.starcluster.rules.income import gross_income
from variants.starcluster.setup.empires import add_units, new_fleet
from variants.starcluster.setup.natives import DESTROYER, native_design

#: The turns in which the EL of a race rises by one (SC-NPR-003).
EL_TURNS = 40
#: The share of gross income that goes into ships, as one part of so many (SC-NPR-002).
SHIPS = 4
#: No more are built once their upkeep is this part of gross income (SC-NPR-002).
MOST_UPKEEP = 5
#: What has the generation of the EL, besides the weapons (SC-NPR-003).
_GROWING = ("S", "A", "Q", "Y", "Qt")


def develop(context: TurnContext) -> None:
    """At the beginning of a turn races have the EL of the turn, and what goes with it."""
    if context.forecast:
        return
    for native in _active(context.game):
        native.el = 1 + context.turn // EL_TURNS
        race = native.race
        for code in (*_GROWING, race.short_range, race.long_range):
            learn(native, f"{code}{native.el}")
        for name, known in native.classes.items():
            design = native_design(name, race, native.el)
            native.classes[name] = evolve(known, design=design)


def build(context: TurnContext) -> None:
    """Races spend a part of their gross income on destroyers, which appear at home at once.

    What is not enough for a ship is kept for the next turn.
    """
    if context.forecast:
        return
    game: Starcluster = context.game
    economy: Imperium = context.variant.economy
    held = Holdings(game)
    for native in _active(game):
        gross = gross_income(held, native, economy)
        prices = [unit.list_price for unit in held.units_of(native.id)]
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
    """The fleet of a race that stays at home; a new one if there is none."""
    for fleet in game.fleets_of(native.id):
        if fleet.at == native.home and fleet.id not in native.sorties:
            return fleet
    return new_fleet(game, native, native.home)


def _active(game: Starcluster) -> list[Empire]:
    held = Holdings(game)
    return [native for native in game.natives if native.active and held.colonies(native.id)]


def _can_pay(native: Empire, price: int) -> bool:
    """Whether it has set a price aside, and upkeep in bad times has not taken it since."""
    return price <= min(native.ship_fund, native.stock.get(TREASURY, 0))


def _has_enough(prices: Iterable[int], economy: Imperium, gross: int) -> bool:
    """Whether the upkeep of units of these prices has reached the share of gross income."""
    return MOST_UPKEEP * economy.upkeep_of_units(prices) >= gross
