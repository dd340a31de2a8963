"""The references of orders: an empire's own ship, by its number."""

from __future__ import annotations

from attrs import define

from horizons_core.errors import nearest
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.event_horizon.model import Empire, Game, Ship

#: Key of the context's notes for the `_Register` of ships.
_REGISTER = "register of ships"


def own_ship(context: TurnContext, empire: Empire, order: Order, argument: str) -> Ship | None:
    """Return the empire's ship with the number in an argument; None after a diagnostic.

    Commands of mods can use it, too: `Argument(find=own_ship)`.
    """
    text: str = order[argument]
    ships = _ships_of(context, empire)
    ship = ships.get(text.removeprefix("#").lstrip("0"))
    if ship is None:
        message = f"you have no ship {text}"
        context.reject(
            empire.id, order, "unknown-ship", message, lambda: _hint(text, ships), argument
        )
    return ship


def _hint(text: str, ships: dict[str, Ship]) -> str:
    names = {ship.called: number for number, ship in ships.items()}
    near = nearest(text, names)
    if near is not None:
        return f"use ship numbers: {near} is ship {names[near]}"
    numbers = sorted(ships, key=int)
    if not numbers:
        return "you have no ships left"
    few = ", ".join(numbers[:12])
    return f"your ships: {few}{', ...' if len(numbers) > 12 else ''}"


@define
class _Register:
    """Every empire's ships by number as text, with the state of the game's list of ships.

    It is built once for thousands of orders, and again when ships have been added or removed.
    """

    ships: list[Ship]
    count: int
    last: Ship | None
    by_empire: dict[str, dict[str, Ship]]

    @classmethod
    def of(cls, game: Game) -> _Register:
        by_empire: dict[str, dict[str, Ship]] = {empire.id: {} for empire in game.empires}
        for ship in game.ships:
            by_empire.setdefault(ship.owner, {})[str(ship.number)] = ship
        last = game.ships[-1] if game.ships else None
        return cls(game.ships, len(game.ships), last, by_empire)

    def is_of(self, game: Game) -> bool:
        """Return whether the game's list is unchanged."""
        ships = game.ships
        return self.ships is ships and self.count == len(ships) and ships[-1:] == [self.last]


def _ships_of(context: TurnContext, empire: Empire) -> dict[str, Ship]:
    register: _Register | None = context.notes.get(_REGISTER)
    if register is None or not register.is_of(context.game):
        register = context.notes[_REGISTER] = _Register.of(context.game)
    return register.by_empire[empire.id]
