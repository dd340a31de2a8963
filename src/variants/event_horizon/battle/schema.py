"""The JSON Schema of a battle as plain data."""

from __future__ import annotations

from typing import Any

from variants.event_horizon.battle.spec import LARGEST_NUMBER, MOST_SHIPS, MOST_TURNS
from variants.event_horizon.constants import PLAYERS

_PART = {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER}
_SHIP = {
    "type": "object",
    "properties": {
        "count": {"type": "integer", "minimum": 1, "maximum": MOST_SHIPS},
        **dict.fromkeys(("hull", "thrusters", "weapons", "shields", "points"), _PART),
        "mothership": {"type": "boolean"},
    },
    "anyOf": [
        {"properties": {part: {**_PART, "minimum": 1}}, "required": [part]}
        for part in ("thrusters", "weapons")
    ],
}
#: A necessary condition; `battle` also checks that hulls hold their ships together.
BATTLE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "sides": {
            "type": "object",
            "minProperties": PLAYERS[0],
            "maxProperties": PLAYERS[1],
            "additionalProperties": {"type": "array", "minItems": 1, "items": _SHIP},
        },
        "turns": {"type": "integer", "minimum": 1, "maximum": MOST_TURNS},
    },
    "required": ["sides"],
}
