"""Ships and planets in the plain data of a view.

Finds them by place, and returns their words and the objects that orders can name.
"""

from __future__ import annotations

import bisect
import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.model import Thing, View, facts_in
from variants.far_horizons.economy.risks import Risks

#: Statuses of ships that have no position until they arrive.
IN_TRANSIT = ("withdrew", "forced")

#: Ships by x, y, z and orbit.
ShipsByPlace = Mapping[tuple[int, ...], list[Mapping[str, Any]]]

_STATUS = {"building": "C", "deep space": "D", "withdrew": "WD", "forced": "FJ"}
_WITH_ORBIT = {"landed": "L", "orbit": "O"}

_OTHER_FIELDS = ("name", "class", "sector", "nearest_stars")
#: The most important facts of ships and planets.
_OF_SHIPS = ("where", "age", "capacity", "items", "tonnage", "loaded")
_OF_PLANETS = ("kind", "population", "to_spend", "raw_material", "capacity", "shipyards")
#: Chances of a mishap, in percent, that define the ranges of a ship.
_RISKS = (10, 25)
#: More than the square of any distance that a ship can jump.
_FARTHEST = 100_000


def ships_by_place(view: Mapping[str, Any]) -> ShipsByPlace:
    """Return a species' ships by place, without those in transit."""
    by_place: dict[tuple[int, ...], list[Mapping[str, Any]]] = {}
    for ship in view["ships"]:
        if ship["where"] not in IN_TRANSIT:
            by_place.setdefault((*ship["sector"], ship["orbit"]), []).append(ship)
    return by_place


def ships_at(ships: ShipsByPlace, colony: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the ships at a named planet, landed or in orbit."""
    return list(ships.get((*colony["sector"], colony["orbit"]), ()))


def place_status(ship: Mapping[str, Any]) -> str:
    """Format a ship's status and orbit, such as "O3" (FH-REPORT-003)."""
    location = ship["where"]
    return (
        f"{_WITH_ORBIT[location]}{ship['orbit']}" if location in _WITH_ORBIT else _STATUS[location]
    )


def class_word(ship: Mapping[str, Any]) -> str:
    """Return the class with the S of sub-light, such as "TR10S"."""
    return f"{ship['class']}{'S' if ship['sub_light'] else ''}"


def class_and_name(ship: Mapping[str, Any]) -> str:
    """Return a ship as named in orders, such as "TR10S Mule"."""
    return f"{class_word(ship)} {ship['name']}"


def things(view: View, economy: Risks) -> list[Thing]:
    """Return named planets ("PL Mars"), ships ("TR5 Mover") and met species ("SP Klingon")."""
    ships = [
        Thing(
            class_and_name(ship),
            "starbase" if ship["starbase"] else "ship",
            place_of(ship["sector"]),
            class_and_name(ship),
            facts=facts_in(ship, _OTHER_FIELDS, _OF_SHIPS),
            owner=view["species"],
            unit=_unit(ship),
            sort=ship["class"],
            ranges=_ranges(view, ship, economy),
        )
        for ship in view.get("ships", ())
    ]
    alien_ships = [
        Thing(
            "",
            "starbase" if ship["starbase"] else "ship",
            place_of(sighting["sector"]),
            f"{ship['species']}: {class_and_name(ship)}",
            yours=False,
            owner=str(ship["species"]),
            unit=_unit(ship),
            sort=f"{ship['species']}: {ship['class']}",
        )
        for sighting in view.get("aliens", ())
        for ship in sighting["ships"]
    ]
    planets = [
        Thing(
            f"PL {colony['name']}",
            "planet",
            place_of(colony["sector"]),
            f"PL {colony['name']}",
            facts=facts_in(colony, _OTHER_FIELDS, _OF_PLANETS),
        )
        for colony in view.get("colonies", ())
    ]
    species = [
        Thing(f"SP {name}", "species", title=f"SP {name}", yours=False)
        for name in view.get("met", ())
    ]
    return [*planets, *ships, *alien_ships, *species]


def _ranges(view: View, ship: Mapping[str, Any], economy: Risks) -> dict[str, float]:
    """Return how many parsecs a ship can jump at these risks of a mishap (FH-MISHAP-001)."""
    gravitics = 0 if ship["starbase"] else view["techs"]["GV"]["level"]
    ranges = {}
    for risk in _RISKS:
        chance = functools.partial(economy.mishap_chance, gravitics=gravitics, age=ship["age"])
        squared = bisect.bisect_right(range(_FARTHEST), 100 * risk, key=chance) - 1
        if squared > 0:
            ranges[f"{risk}%"] = round(math.sqrt(squared), 2)
    return ranges


def place_of(sector: Sequence[int]) -> str:
    """Return the id of a sector on the map."""
    return " ".join(map(str, sector))


def _unit(ship: Mapping[str, Any]) -> dict[str, Any]:
    """Return a ship as a unit of a battle question; starbases are not a warship class."""
    if ship["starbase"]:
        return {}
    age = {} if ship.get("age") is None else {"age": ship["age"]}
    return {"class": ship["class"], **age}
