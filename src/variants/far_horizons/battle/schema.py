"""What a battle looks like as plain data, as a JSON Schema."""

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


def _whole(least: int, most: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most}


_CLASSES = [
    *(name for name in CLASS_OF if name not in {STARBASE, TRANSPORT}),
    *(f"{TRANSPORT}{size}" for size in (1, 10)),
]
_ITEMS = {"type": "object", "properties": dict.fromkeys(ITEM_OF, _whole(0, MOST_ITEMS))}
# Words for a ship, other sizes of transports and starbases do as well: no list names them all.
_SHIP = {
    "anyOf": [
        {
            "type": "object",
            "properties": {
                "class": {"anyOf": [{"enum": _CLASSES}, {"type": "string"}]},
                "count": _whole(1, MOST_UNITS),
                "age": _whole(-1, LARGEST_AGE),
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
        "planet": _whole(1, MOST_PLANETS),
        "mining": _TENTHS,
        "manufacturing": _TENTHS,
        "population": _whole(0, MOST_ITEMS),
        "items": _ITEMS,
    },
    "required": ["planet"],
}
_LEVEL = _whole(0, MOST_LEVEL)
_LEVELS = {"type": "object", "properties": dict.fromkeys(TECHS, _LEVEL)}
_SIDE = {
    "type": "object",
    "properties": {
        "ships": {"type": "array", "items": _SHIP},
        "colonies": {"type": "array", "items": _COLONY},
        "tech": {"anyOf": [_LEVEL, _LEVELS]},
    },
}
#: What each battle keeps to. Orders, alliances and the sector, `battle` reads and nobody describes.
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
