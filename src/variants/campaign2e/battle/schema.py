"""JSON Schema of a battle as plain data."""

from __future__ import annotations

from typing import Any

from variants.campaign2e.battle.kernels.protocol import MOST_SIDES
from variants.campaign2e.battle.spec import FEWEST_SIDES, LINES, MOST_SHIPS
from variants.campaign2e.designs.market import market


def battle_schema() -> dict[str, Any]:
    """Return the schema of battles; `battle` checks what fits a ship's design."""
    # Own designs are valid too, and cannot be listed here.
    design = {"anyOf": [{"enum": [*market()]}, {"type": "string"}]}
    ship = {
        "type": "object",
        "properties": {
            "design": design,
            "count": {"type": "integer", "minimum": 1, "maximum": MOST_SHIPS},
            "line": {"enum": [*LINES]},
            **{name: {"type": "boolean"} for name in ("out_of_supply", "weaponry_unmet")},
        },
        "required": ["design"],
    }
    sides = {
        "type": "object",
        "minProperties": FEWEST_SIDES,
        "maxProperties": MOST_SIDES,
        "additionalProperties": {"type": "array", "minItems": 1, "items": ship},
    }
    return {"type": "object", "properties": {"sides": sides}, "required": ["sides"]}
