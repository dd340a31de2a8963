"""The objects that orders can name: own ships and planets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.model import Thing, View, facts_in
from variants.far_horizons.view.ship_words import class_and_name

_OTHER_FIELDS = ("name", "class", "sector", "nearest_stars")


def things(view: View) -> list[Thing]:
    """Return own ships, as "TR5 Mover", and named planets, as "PL Mars", with their sectors."""
    ships = [
        Thing(
            class_and_name(ship),
            "ship",
            place_of(ship["sector"]),
            class_and_name(ship),
            facts=facts_in(ship, _OTHER_FIELDS),
            owner=view["species"],
            unit=_unit(ship),
        )
        for ship in view["ships"]
    ]
    alien_ships = [
        Thing(
            "",
            "ship",
            place_of(sighting["sector"]),
            f"{ship['species']}: {class_and_name(ship)}",
            yours=False,
            owner=str(ship["species"]),
            unit=_unit(ship),
        )
        for sighting in view["aliens"]
        for ship in sighting["ships"]
    ]
    planets = [
        Thing(
            f"PL {colony['name']}",
            "planet",
            place_of(colony["sector"]),
            f"PL {colony['name']}",
            facts=facts_in(colony, _OTHER_FIELDS),
        )
        for colony in view["colonies"]
    ]
    return [*planets, *ships, *alien_ships]


def place_of(sector: Sequence[int]) -> str:
    """Return the id of a sector on the map."""
    return " ".join(map(str, sector))


def _unit(ship: Mapping[str, Any]) -> dict[str, Any]:
    """Return a ship as a unit of a battle question; starbases are not a warship class."""
    if ship["starbase"]:
        return {}
    age = {} if ship.get("age") is None else {"age": ship["age"]}
    return {"class": ship["class"], **age}
