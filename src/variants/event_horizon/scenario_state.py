"""Scenario states: what differs from a fresh game, in the players' words.

    state:
      remove_ships: true            # nothing but what follows
      sectors: {"3,4": {hull: 5, thruster: 0, weapon: 9, shield: 1}}
      ships:
        - {owner: Ada, number: 2, sector: "3,4", hull: 6, thrusters: 2, weapons: 2, shields: 1}
      stock: {Ada: {hull: 40}}
      map: {Ada: ["3,4"]}

A ship of an existing number is changed, another one added; what is left out keeps its value or
is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import fields
from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.model import Empire, Game, Place, Ship, place_of, sector_id, ship_id

_PARTS = ("remove_ships", "sectors", "ships", "stock", "map")
_SHIP = (
    "owner", "number", "sector", "name", "hull", "thrusters", "weapons", "shields", "points",
    "mothership", "built",
)  # fmt: skip


def apply_state(game: Game, state: Mapping[str, Any]) -> bool:
    """Change a fresh game into the situation; raises ScenarioError naming the place. True."""
    fields("state", state, _PARTS)
    if state.get("remove_ships"):
        game.ships = []
    for sector, values in state.get("sectors", {}).items():
        fields(f"sectors.{sector}", values, COMPONENTS)
        game.sector(_place(game, sector)).values.update(values)
    for number, ship in enumerate(state.get("ships", ()), start=1):
        _apply_ship(game, f"ships[{number}]", ship)
    for owner, stock in state.get("stock", {}).items():
        fields(f"stock.{owner}", stock, COMPONENTS)
        game.empire(owner).stock.update(stock)
    for owner, sectors in state.get("map", {}).items():
        for sector in sectors:
            game.empire(owner).mapped[sector_id(_place(game, sector))] = 0
    return True


def _apply_ship(game: Game, where: str, given: Mapping[str, Any]) -> None:
    fields(where, given, _SHIP)
    if "owner" not in given:
        raise ScenarioError(f"{where} has no owner")
    empire: Empire = game.empire(given["owner"])
    number = given.get("number", empire.next_number)
    found = next((s for s in game.ships_of(empire.id) if s.number == number), None)
    if found is None:
        found = Ship(id=ship_id(empire.id, number), owner=empire.id, number=number, at=empire.home)
        game.ships.append(found)
    empire.next_number = max(empire.next_number, number + 1)
    for name, value in given.items():
        if name == "sector":
            found.at = _place(game, value)
        elif name not in ("owner", "number"):
            setattr(found, name, value)


def _place(game: Game, sector: str) -> Place:
    try:
        q, r = place_of(sector)
    except ValueError:
        raise ScenarioError(f"'{sector}' is no sector", 'write "q,r"') from None
    if not (0 <= q < game.side and 0 <= r < game.side):
        raise ScenarioError(f"sector {sector} is off the map", f"0 to {game.side - 1} each")
    return q, r
