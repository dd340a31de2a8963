"""The things that orders can name: one's own ships and planets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.model import Thing, View, facts_in
from variants.far_horizons.view.ship_words import class_and_name

_ELSEWHERE = ("name", "class", "sector", "nearest_stars")


def things(view: View) -> list[Thing]:
    """Own ships, as "TR5 Mover", and planets with a name, as "PL Mars", in their sectors."""
    ships = [
        Thing(
            class_and_name(ship),
            "ship",
            place_of(ship["sector"]),
            class_and_name(ship),
            facts=facts_in(ship, _ELSEWHERE),
            owner=view["species"],
            unit=_unit(ship),
        )
        for ship in view["ships"]
    ]
    theirs = [
        Thing(
            "",
            "ship",
            place_of(seen["sector"]),
            f"{ship['species']}: {class_and_name(ship)}",
            yours=False,
            owner=str(ship["species"]),
            unit=_unit(ship),
        )
        for seen in view["aliens"]
        for ship in seen["ships"]
    ]
    planets = [
        Thing(
            f"PL {colony['name']}",
            "planet",
            place_of(colony["sector"]),
            f"PL {colony['name']}",
            facts=facts_in(colony, _ELSEWHERE),
        )
        for colony in view["colonies"]
    ]
    return [*planets, *ships, *theirs]


def place_of(sector: Sequence[int]) -> str:
    """The id of a sector on the map."""
    return " ".join(map(str, sector))


def _unit(ship: Mapping[str, Any]) -> dict[str, Any]:
    """A ship in a battle; starbases are of no class of warships."""
    if ship["starbase"]:
        return {}
    known = {} if ship.get("age") is None else {"age": ship["age"]}
    return {"class": ship["class"], **known}
