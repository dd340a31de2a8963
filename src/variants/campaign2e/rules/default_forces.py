"""Default purchases for players: ships at the capital, forts, loads (C2E-4.1-02)."""

from __future__ import annotations

from collections.abc import Iterator

from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Player, Ship
from variants.campaign2e.rules.defences import station
from variants.campaign2e.rules.deliveries import deliver
from variants.campaign2e.rules.groups import new_group
from variants.campaign2e.rules.loading import loaded_in, room_in
from variants.campaign2e.rules.resources import access
from variants.campaign2e.rules.starting_capital import weekly_income
from variants.campaign2e.rules.trade_routes import trade_routes
from variants.campaign2e.setup.forces import (
    GUARD,
    StartingBudget,
    default_forces,
    default_guards,
    default_load,
    starting_price,
)

#: A purchase: name, number, and total price in hundredths of a credit.
Purchase = tuple[str, int, int]


def buy_defaults(game: Campaign, player: Player, economy: Logistics) -> Iterator[Purchase]:
    """Buy the defaults of a player from the present treasury (C2E-4.1-02).

    A fleet with supply ships if none was commissioned; forts if no defences were bought; supplies
    for empty holds. The caller charges the treasury.
    """
    treasury = player.stock.get(CREDITS, 0)
    own_ships = game.ships_of(player.id)
    if all(ship.defence for ship in own_ships):
        for purchase in _fleet(game, player, treasury, economy):
            treasury -= purchase[2]
            yield purchase
    if not any(ship.defence for ship in own_ships):
        yield from _guards(game, player, treasury, economy)
    for ship in game.ships_of(player.id):
        _load(ship)


def _fleet(game: Campaign, player: Player, treasury: int, economy: Logistics) -> Iterator[Purchase]:
    """Buy fleet and supply ships of a player without orders, at the capital in one group."""
    income = weekly_income(game, player.id, economy)
    budget = StartingBudget(treasury, income, access(game, trade_routes(game), player))
    forces = default_forces(budget, economy)
    designs = [*forces.supply, *forces.fleet]
    capital = game.world(player.capital)
    if capital is None or not designs:
        return
    group = new_group(game, player, capital.at)
    for design in designs:
        deliver(game, economy, player, design, group)
    for design in dict.fromkeys(designs):
        count = designs.count(design)
        yield design.name, count, count * design.points * HUNDRED


def _guards(
    game: Campaign, player: Player, treasury: int, economy: Logistics
) -> Iterator[Purchase]:
    """Buy a fort at half price for each richer world of a player without defences."""
    fort = by_type(GUARD)
    worlds = default_guards(game.worlds_of(player.id), treasury)
    for world in worlds:
        station(game, economy, player, fort, world, bound=True)
    if worlds:
        yield fort.name, len(worlds), len(worlds) * starting_price(fort)


def _load(ship: Ship) -> None:
    """Fill the holds of an unloaded supply ship, as 5 : 4 : 5 (C2E-4.1-02)."""
    if not ship.design.is_supply_ship or ship.fuel or ship.crew or ship.weaponry:
        return
    room = room_in(ship) - loaded_in(ship)
    ship.fuel, ship.crew, ship.weaponry = (HUNDRED * tonnes for tonnes in default_load(room))
