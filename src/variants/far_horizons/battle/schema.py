"""The JSON Schema of a battle as plain data."""

from __future__ import annotations

from typing import Any

from variants.far_horizons.battle.spec import MOST_ITEMS, MOST_LEVEL, MOST_SIDES, MOST_UNITS
from variants.far_horizons.constants import (
    CLASS_OF,
    ITEM_OF,
    LARGEST_AGE,
    MOST_PLANETS,
    STARBASE,
    TECHS,
    TRANSPORT,
)


def _integer(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


_CLASSES = [
    *(name for name in CLASS_OF if name not in {STARBASE, TRANSPORT}),
    *(f"{TRANSPORT}{size}" for size in (1, 10)),
]
_ITEMS = {"type": "object", "properties": dict.fromkeys(ITEM_OF, _integer(0, MOST_ITEMS))}
# A ship may also be a text, and transports and starbases have other sizes that no enum lists.
_SHIP = {
    "anyOf": [
        {
            "type": "object",
            "properties": {
                "class": {"anyOf": [{"enum": _CLASSES}, {"type": "string"}]},
                "count": _integer(1, MOST_UNITS),
                "age": _integer(-1, LARGEST_AGE),
                "cargo": _ITEMS,
            },
            "required": ["class"],
        },
        {"type": "string"},
    ]
}
_TENTHS = {"type": "number", "minimum": 0, "maximum": MOST_ITEMS}
_COLONY = {
    "type": "object",
    "properties": {
        "planet": _integer(1, MOST_PLANETS),
        "mining": _TENTHS,
        "manufacturing": _TENTHS,
        "population": _integer(0, MOST_ITEMS),
        "items": _ITEMS,
    },
    "required": ["planet"],
}
_LEVEL = _integer(0, MOST_LEVEL)
_LEVELS = {"type": "object", "properties": dict.fromkeys(TECHS, _LEVEL)}
_SIDE = {
    "type": "object",
    "properties": {
        "ships": {"type": "array", "items": _SHIP},
        "colonies": {"type": "array", "items": _COLONY},
        "tech": {"anyOf": [_LEVEL, _LEVELS]},
    },
}
#: Common to all battles; orders, alliances and the sector are read by `battle` without a schema.
BATTLE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "sides": {
            "type": "object",
            "minProperties": 2,
            "maxProperties": MOST_SIDES,
            "additionalProperties": _SIDE,
        }
    },
    "required": ["sides"],
}
