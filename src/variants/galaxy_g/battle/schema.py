"""JSON Schema of battles as plain data."""

from __future__ import annotations

from typing import Any

from variants.galaxy_g.battle.spec import MOST_SHIPS, example_types
from variants.galaxy_g.constants import AREAS, LARGEST_NUMBER, PLAYERS


def battle_schema() -> dict[str, Any]:
    """JSON Schema of battles; `battle` checks further requirements of designs (GG-DSN-003)."""
    mass = {"anyOf": [{"const": 0}, _number(1)]}
    count = {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER}
    design = {"type": "array", "prefixItems": [mass, count, mass, mass, mass], "items": False}
    # Names in the battle's own `types` are also allowed, but cannot be listed.
    kind = {"anyOf": [{"enum": list(example_types())}, {"type": "string"}]}
    level = _number(1)
    levels = {"type": "object", "properties": dict.fromkeys(AREAS, level)}
    group: dict[str, Any] = {
        "type": "object",
        "properties": {
            "ships": {"type": "integer", "minimum": 1, "maximum": MOST_SHIPS},
            "tech": {"anyOf": [level, levels]},
        },
        "anyOf": [
            {"properties": {"type": kind}, "required": ["type"]},
            {"properties": {"design": design}, "required": ["design"]},
        ],
    }
    sides = {
        "type": "object",
        "minProperties": PLAYERS[0],
        "maxProperties": PLAYERS[1],
        "additionalProperties": {"type": "array", "minItems": 1, "items": group},
    }
    return {"type": "object", "properties": {"sides": sides}, "required": ["sides"]}


def _number(least: int) -> dict[str, Any]:
    return {"type": "number", "minimum": least, "maximum": LARGEST_NUMBER}
