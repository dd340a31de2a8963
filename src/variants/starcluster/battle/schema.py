"""JSON Schema of battles as plain data."""

from __future__ import annotations

from typing import Any

from variants.starcluster.battle.spec import MOST_UNITS, SIDES


def battle_schema() -> dict[str, Any]:
    """JSON Schema of battles; `battle` checks in addition that units fit their designs."""
    unit = {
        "type": "object",
        "properties": {
            "class": {"type": "string"},
            "hull": {"type": "string"},
            "design": {"type": "string"},
            "count": {"type": "integer", "minimum": 1, "maximum": MOST_UNITS},
            "damage": {"type": "number", "minimum": 0},
            **{name: {"type": "boolean"} for name in ("out_of_supply", "detuned", "train")},
        },
    }
    sides = {
        "type": "object",
        "minProperties": SIDES,
        "maxProperties": SIDES,
        "additionalProperties": {"type": "array", "minItems": 1, "items": unit},
    }
    return {"type": "object", "properties": {"sides": sides}, "required": ["sides"]}
