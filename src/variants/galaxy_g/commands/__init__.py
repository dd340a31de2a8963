"""What each letter does, a module a topic; `phases/orders.py` and `phases/renames.py` call them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.galaxy_g.commands import (
    cargo,
    designs,
    diplomacy,
    groups,
    planets,
    settings,
    travel,
    upgrades,
)
from variants.galaxy_g.model import Race

Handler = Callable[[TurnContext, Race, Order], None]

#: The orders of step 1 but O, which is read before all others (GG-ORDO-006).
ORDERS: Mapping[str, Handler] = {
    "A": diplomacy.peace,
    "B": groups.break_off,
    "D": designs.design,
    "E": designs.erase,
    "F": settings.find_address,
    "H": travel.recall,
    "I": travel.intercept,
    "J": groups.join,
    "K": diplomacy.ally,
    "L": cargo.load_cargo,
    "M": settings.set_map_area,
    "P": planets.produce,
    "Q": settings.leave,
    "R": planets.route,
    "S": travel.send,
    "U": cargo.unload_cargo,
    "V": groups.give,
    "W": diplomacy.war,
    "X": cargo.scrap,
    "Y": settings.set_password,
    "Z": settings.set_address,
    "@": settings.send_message,
}
#: The orders of step 2: upgrades first, then new names (GG-SEQ-003).
UPGRADES: Mapping[str, Handler] = {"G": upgrades.upgrade}
RENAMES: Mapping[str, Handler] = {
    "C": settings.rename_race,
    "N": planets.rename,
    "T": designs.rename,
}
OPTIONS: Mapping[str, Handler] = {"O": settings.set_option}


def carry_out(context: TurnContext, handlers: Mapping[str, Handler]) -> None:
    """Carry out the orders of these letters: player by player, as given (GG-SEQ-002)."""
    races = {race.id: race for race in context.game.empires}
    for name, order in context.orders_for(*handlers):
        race = races[name]
        if race.active:
            handlers[order.keyword](context, race, order)
        else:
            message, hint = "your race is out of the game", "ask the host if that is a mistake"
            context.reject(name, order, "out-of-the-game", message, hint)
