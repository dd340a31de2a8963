"""The JSON Schema (2020-12) of a view of Galaxy G, as plain data."""

from __future__ import annotations

from typing import Any

from variants.galaxy_g.constants import AREAS, CARGO_KINDS, OPTIONS, ROUTE_KINDS

_COUNT = {"type": "integer", "minimum": 0}
_NUMBER = {"type": "integer", "minimum": 1}
_AMOUNT = {"type": "number", "minimum": 0}
_PLACE = {"type": "number", "description": "light years from the left or the top"}
_TEXT = {"type": "string"}
_YES_NO = {"type": "boolean"}
_CARGO = {"enum": ["", *CARGO_KINDS]}
_LOAD = {**_AMOUNT, "description": "units of cargo, per ship"}


def _record(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], description: str) -> dict[str, Any]:
    return {"type": "array", "items": items, "description": description}


_TECHS = dict.fromkeys(AREAS, _AMOUNT)
_DESIGN = {
    "name": _TEXT,
    "drive": _AMOUNT,
    "attacks": _COUNT,
    "weapons": _AMOUNT,
    "shields": _AMOUNT,
    "cargo": _AMOUNT,
    "mass": {**_AMOUNT, "description": "without cargo"},
}
_RACE = _record(
    {
        "name": _TEXT,
        "active": _YES_NO,
        "war": {**_YES_NO, "description": "one's own war on it"},
        "ally": {**_YES_NO, "description": "whether it is on one's own coalition list"},
    }
)
_LOCATED = {"id": _TEXT, "name": _TEXT, "x": _PLACE, "y": _PLACE}
_PLANET = {
    **_LOCATED,
    "owner": {**_TEXT, "description": "a race, or empty"},
    "size": _AMOUNT,
    "population": _AMOUNT,
    "industry": _AMOUNT,
    "resources": _AMOUNT,
    "product": {**_TEXT, "description": "a keyword or a ship type"},
    "capital": _AMOUNT,
    "materials": _AMOUNT,
    "colonists": _AMOUNT,
    "production": {**_AMOUNT, "description": "points a turn"},
}
_OWN_PLANET = {
    **_PLANET,
    "progress": {**_AMOUNT, "description": "points put into the ship under construction"},
    "ship_cost": {
        "type": ["number", "null"],
        "minimum": 0,
        "description": "points of one such ship, if it makes ships",
    },
    "guard": _YES_NO,
}
_ROUTE = {"from": _TEXT, "cargo": {"enum": list(ROUTE_KINDS)}, "to": _TEXT}
_GROUP = {
    "number": _NUMBER,
    "ships": _NUMBER,
    "type": _TEXT,
    **_TECHS,
    "cargo_kind": _CARGO,
    "load": _LOAD,
    "capacity": {**_AMOUNT, "description": "room of one ship"},
    "mass": {**_AMOUNT, "description": "of one ship with its load"},
    "speed": {**_AMOUNT, "description": "light years a turn"},
    "fleet": {**_TEXT, "description": "a fleet, or empty"},
    "under_way": {**_YES_NO, "description": "whether it is in hyperspace"},
    "planet": {**_TEXT, "description": "where it is, or where it is going"},
    "origin": {**_TEXT, "description": "where it comes from, in hyperspace"},
    "left": {**_AMOUNT, "description": "light years to go"},
    "x": _PLACE,
    "y": _PLACE,
}
_FLEET = {
    "name": _TEXT,
    "groups": _list(_NUMBER, "numbers of its groups"),
    "ships": _COUNT,
    "speed": _AMOUNT,
    "planet": _TEXT,
    "under_way": _YES_NO,
    "left": _AMOUNT,
}
_ALIENS = {
    "race": _TEXT,
    "planet": _TEXT,
    "type": _TEXT,
    "ships": _NUMBER,
    "cargo_tech": {**_AMOUNT, "description": "the one tech that shows (GG-VIS-009)"},
    "cargo_kind": _CARGO,
    "load": _LOAD,
}
_INCOMING = {
    "origin": _TEXT,
    "origin_x": _PLACE,
    "origin_y": _PLACE,
    "planet": _TEXT,
    "left": _AMOUNT,
    "speed": _AMOUNT,
    "mass": {**_AMOUNT, "description": "of all its ships with their load"},
}

VIEW_SCHEMA: dict[str, Any] = {
    **_record(
        {
            "race": {**_TEXT, "description": "one's own race"},
            "diameter": {**_AMOUNT, "description": "of the galaxy, in light years"},
            "techs": _record(_TECHS),
            "options": _record(dict.fromkeys(OPTIONS, _YES_NO)),
            "area": _record({"x": _PLACE, "y": _PLACE, "size": _AMOUNT}),
            "orders_wanted": {**_YES_NO, "description": "the last warning of GG-IDL-001"},
            "war_on_all": _YES_NO,
            "defends_all": _YES_NO,
            "races": _list(_RACE, "other races seen (GG-VIS-010)"),
            "types": _list(_record(_DESIGN), "own ship types"),
            "alien_types": _list(_record({"race": _TEXT, **_DESIGN}), "types seen (GG-VIS-012)"),
            "incoming": _list(_record(_INCOMING), "groups that come (GG-VIS-007)"),
            "planets": _list(_record(_OWN_PLANET), "own planets"),
            "routes": _list(_record(_ROUTE), "routes from own planets"),
            "guarded": _list(_TEXT, "planets with GUARD"),
            "attacked": _list(_TEXT, "planets with ATTACK"),
            "allied_planets": _list(_TEXT, "planets of the coalition list"),
            "alien_planets": _list(_record(_PLANET), "seen in full"),
            "uninhabited": _list(_record(_PLANET), "seen in full"),
            "located": _list(_record(_LOCATED), "of which name and place are known alone"),
            "groups": _list(_record(_GROUP), "own groups"),
            "fleets": _list(_record(_FLEET), "own fleets"),
            "alien_groups": _list(_record(_ALIENS), "groups of others seen at planets"),
            "traces": _list(_COUNT, "cells of the map with alien ships in hyperspace"),
            "forecast": {
                "type": "object",
                "description": "in a forecast: the events, ledger lines and remarks foreseen",
            },
        },
        optional=("forecast",),
    ),
    "title": "View of Galaxy G",
}
