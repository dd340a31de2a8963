"""The JSON Schema (2020-12) of a view of Far Horizons, as plain data.

What the parts mean is said in `position`, and in `view_parts` of the galaxy.
"""

from __future__ import annotations

from typing import Any

from variants.far_horizons.constants import GASES, ITEM_OF, TECHS
from variants.far_horizons.view.ships import WHERE

_COUNT = {"type": "integer", "minimum": 0}
_WHOLE = {"type": "integer"}
_TEXT = {"type": "string"}
_YES_NO = {"type": "boolean"}
_TENTHS = {**_WHOLE, "description": "in tenths"}
_HUNDREDTHS = {**_COUNT, "description": "in hundredths"}
_ORBIT = {**_WHOLE, "description": "number of the planet; 0 is deep space"}
_SECTOR = {"type": "array", "items": _WHOLE, "minItems": 3, "maxItems": 3}
_GAS = {"enum": [gas for gas in GASES if gas]}
_ITEMS = {
    "type": "object",
    "description": "how many there are of each item",
    "properties": dict.fromkeys(ITEM_OF, _WHOLE),
    "additionalProperties": False,
}


def _record(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], description: str = "") -> dict[str, Any]:
    return {
        "type": "array",
        "items": items,
        **({"description": description} if description else {}),
    }


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"oneOf": [{"type": "null"}, schema]}


_UNITS = _record({"IU": _WHOLE, "AU": _WHOLE})
#: Of colonies with a base and of home planets.
_FIGURES = {
    "life_support": {**_COUNT, "description": "the level needed"},
    "penalty": {**_COUNT, "description": "production penalty in percent"},
    "efficiency": {**_COUNT, "description": "economic efficiency in percent"},
    "mining_difficulty": _HUNDREDTHS,
    "raw_material": {**_WHOLE, "description": "produced next turn"},
    "capacity": {**_WHOLE, "description": "production capacity next turn"},
    "earned": {**_WHOLE, "description": "before fleet maintenance"},
    "fleet_share": _WHOLE,
    "to_spend": _WHOLE,
    "recovery": {**_or_null(_UNITS), "description": "units that a bombed home planet lacks"},
}
_COLONY = _record(
    {
        "name": _TEXT,
        "sector": _SECTOR,
        "orbit": _ORBIT,
        "kind": {"enum": ["home", "mining", "resort", "colony", "named"]},
        "home": _YES_NO,
        "mining_base": _TENTHS,
        "manufacturing_base": _TENTHS,
        "population": {**_WHOLE, "description": "available population units"},
        "total_population": {**_WHOLE, "description": "in population units"},
        "shipyards": _COUNT,
        "items": _ITEMS,
        "hidden": _YES_NO,
        "besieged": _YES_NO,
        "ambush": _COUNT,
        "units_needed": {**_UNITS, "description": "to be built for colonists that are coming"},
        "units_ordered": {**_UNITS, "description": "to be installed by the order form"},
        "bombed": _YES_NO,
        **_FIGURES,
    },
    optional=tuple(_FIGURES),
)
_OUTSIDE = {
    "class": {**_TEXT, "description": "with a transport's size, without the S of sub-light"},
    "tonnage": {**_COUNT, "description": "in units of 10,000 tons"},
    "starbase": _YES_NO,
    "transport": _YES_NO,
    "where": {"enum": list(WHERE.values())},
    "orbit": _ORBIT,
    "name": _TEXT,
    "sub_light": _YES_NO,
}
_SHIP = _record(
    {
        **_OUTSIDE,
        "age": _WHOLE,
        "sector": _SECTOR,
        "cargo": _ITEMS,
        "capacity": _COUNT,
        "unpaid": _COUNT,
        "loaded_at": {**_TEXT, "description": "a planet's name, or empty"},
        "bound_for": {**_TEXT, "description": "a planet's name, or empty"},
        "distorted": {**_YES_NO, "description": "whether others see it in disguise"},
        "nearest_stars": _list(_SECTOR, "of a scout: stars not yet visited"),
    },
    optional=("nearest_stars",),
)
_SEEN_SHIP = _record(
    {
        **_OUTSIDE,
        "age": {"type": ["integer", "null"]},
        "species": {**_TEXT, "description": "a name, or the number of one in disguise"},
    }
)
_SEEN_PLANET = _record(
    {
        "kind": {"enum": ["mining", "resort", "home", "colony", "uncolonized"]},
        "name": _TEXT,
        "orbit": _ORBIT,
        "species": _TEXT,
        "approximate_base": {"type": ["integer", "null"]},
        "defenses": _COUNT,
        "shipyards": _COUNT,
        "hidden": _YES_NO,
    }
)
_SEEN = _record(
    {
        "sector": _SECTOR,
        "system": {**_TEXT, "description": "one's own first named planet there, or empty"},
        "planets": _list(_SEEN_PLANET),
        "ships": _list(_SEEN_SHIP),
        "order": _list(
            {"type": "array", "prefixItems": [{"enum": ["planets", "ships"]}, _COUNT]},
            "in which order a report lists them",
        ),
    }
)
_SCANNED = _record(
    {
        "orbit": _ORBIT,
        "diameter": {**_COUNT, "description": "in thousands of kilometers"},
        "gravity": _HUNDREDTHS,
        "temperature": {**_COUNT, "description": "class"},
        "pressure": {**_COUNT, "description": "class"},
        "mining_difficulty": _HUNDREDTHS,
        "life_support": {**_COUNT, "description": "the level needed"},
        "gases": _list(_record({"gas": _GAS, "percent": _COUNT})),
    }
)
_STAR = {"sector": _SECTOR, "type": {**_TEXT, "description": "kind, colour and size"}}
_SCAN = _record(
    {
        **_STAR,
        "turn": {**_COUNT, "description": "of the scan"},
        "wormhole": _YES_NO,
        "planets": _list(_SCANNED),
    }
)
_DETECTED = _record(
    {
        "sector": _SECTOR,
        "orbit": _ORBIT,
        "turn": _COUNT,
        "species": _TEXT,
        "name": _TEXT,
        "base": {**_or_null(_COUNT), "description": "approximately; null for ships"},
    }
)
_NEIGHBOURS = _record(
    {
        "sector": _SECTOR,
        "turn": _COUNT,
        "planets": _list(
            _record({"species": _TEXT, "name": _TEXT, "orbit": _ORBIT, "kind": _TEXT})
        ),
    }
)

VIEW_SCHEMA: dict[str, Any] = {
    **_record(
        {
            "species": {**_TEXT, "description": "one's own name"},
            "number": {**_COUNT, "description": "of the species"},
            "government": _TEXT,
            "government_type": _TEXT,
            "home": _record({"sector": _SECTOR, "orbit": _ORBIT}),
            "techs": _record(dict.fromkeys(TECHS, _record({"level": _COUNT, "knowledge": _COUNT}))),
            "atmosphere": _record(
                {
                    "required": _GAS,
                    "least": _COUNT,
                    "most": _COUNT,
                    "neutral": _list(_GAS),
                    "poisonous": _list(_GAS),
                }
            ),
            "fleet_cost": _COUNT,
            "fleet_percent": _HUNDREDTHS,
            "treasury": {**_WHOLE, "description": "economic units"},
            "met": _list(_TEXT, "species"),
            "allies": _list(_TEXT, "species"),
            "enemies": _list(_TEXT, "species"),
            "auto": {**_YES_NO, "description": "whether the order form holds drafted orders"},
            "layout_1999": {**_YES_NO, "description": "whether the text is that of 1999"},
            "in_disguise": {
                "type": ["integer", "null"],
                "description": "by a habit of the engine: the number of one's own distorted ships",
            },
            "colonies": _list(_COLONY, "named planets, home first"),
            "ships": _list(_SHIP, "ships and starbases"),
            "aliens": _list(_SEEN, "others, where one's people and ships are"),
            "everybody": _list(_TEXT, "all species of the game, for the colours of the map"),
            "radius": {**_COUNT, "description": "half the width of the galaxy, in parsecs"},
            "seen_in": {**_COUNT, "description": "the turn at whose end `aliens` were seen"},
            "stars": _list(_record(_STAR), "those of the chart near to one's own places"),
            "visited": _list(_SECTOR, "star systems"),
            "scans": _list(_SCAN, "the latest of each star system"),
            "wormholes": _list(_record({"from": _SECTOR, "to": _SECTOR})),
            "neighbours": _list(_NEIGHBOURS, "planets of others when one last was there"),
            "detected": _list(_DETECTED, "by telescopes: planets, and ships of the last turn"),
            "forecast": {
                "type": "object",
                "description": "in a forecast: the events, ledger lines and remarks foreseen",
            },
        },
        optional=("forecast",),
    ),
    "title": "View of Far Horizons",
}
