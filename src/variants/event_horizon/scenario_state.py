"""Scenario states, which describe differences from a fresh game in the players' words.

    state:
      remove_ships: true            # nothing but what follows
      sectors: {"3,4": {hull: 5, thruster: 0, weapon: 9, shield: 1}}
      ships:
        - {owner: Ada, number: 2, sector: "3,4", hull: 6, thrusters: 2, weapons: 2, shields: 1}
      stock: {Ada: {hull: 40}}
      map: {Ada: ["3,4"]}

A ship with an existing number is changed, others are added; omitted values are unchanged or 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.scenario_state import fields, integer, listed, named, objects, set_fields
from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.model import Game, Place, Ship, place_of, sector_id, ship_id

#: The largest number in a state.
_MAX_NUMBER = 1_000_000_000
_PARTS = ("remove_ships", "sectors", "ships", "stock", "map")
_SHIP = (
    "owner", "number", "sector", "name", "hull", "thrusters", "weapons", "shields", "points",
    "mothership", "built",
)  # fmt: skip


def apply_state(game: Game, state: Mapping[str, Any]) -> bool:
    """Change a fresh game into the situation; raises ScenarioError with the place. Returns True."""
    fields("state", state, _PARTS)
    if state.get("remove_ships"):
        game.ships = []
    for sector, values in objects("sectors", state.get("sectors", {}), COMPONENTS):
        place = _place(game, f"sectors.{sector}", sector)
        game.sector(place).values.update(_counts(f"sectors.{sector}", values))
    for number, ship in enumerate(listed("ships", state.get("ships", [])), start=1):
        _apply_ship(game, f"ships[{number}]", ship)
    for owner, stock in objects("stock", state.get("stock", {}), COMPONENTS):
        empire = scenario_state.empire(game, "stock", owner)
        empire.stock.update(_counts(f"stock.{owner}", stock))
    for owner, sectors in named("map", state.get("map", {})).items():
        mapped = scenario_state.empire(game, "map", owner).mapped
        for sector in listed(f"map.{owner}", sectors):
            mapped[sector_id(_place(game, f"map.{owner}", sector))] = 0
    return True


def _counts(place: str, counts: Mapping[str, Any]) -> dict[str, int]:
    return {
        name: integer(f"{place}.{name}", count, 0, _MAX_NUMBER) for name, count in counts.items()
    }


def _apply_ship(game: Game, place: str, data: Any) -> None:
    fields(place, data, _SHIP)
    if "owner" not in data:
        raise ScenarioError(f"{place} has no owner")
    empire = scenario_state.empire(game, f"{place}.owner", data["owner"])
    number = integer(f"{place}.number", data.get("number", empire.next_number), 1, _MAX_NUMBER)
    ship = next((s for s in game.ships_of(empire.id) if s.number == number), None)
    if ship is None:
        ship = Ship(id=ship_id(empire.id, number), owner=empire.id, number=number, at=empire.home)
        game.ships.append(ship)
    empire.next_number = max(empire.next_number, number + 1)
    set_fields(
        ship,
        place,
        data,
        "name hull thrusters weapons shields points mothership built",
    )
    if "sector" in data:
        ship.at = _place(game, f"{place}.sector", data["sector"])


def _place(game: Game, place: str, sector: Any) -> Place:
    try:
        q, r = place_of(str(sector))
    except ValueError:
        raise ScenarioError(f"{place}: '{sector}' is not a sector", 'write "q,r"') from None
    if not (0 <= q < game.side and 0 <= r < game.side):
        raise ScenarioError(
            f"{place}: sector {sector} is off the map", f"0 to {game.side - 1} each"
        )
    return q, r
