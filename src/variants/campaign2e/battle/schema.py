"""What a battle looks like as plain data, as a JSON Schema."""

from __future__ import annotations

from typing import Any

from variants.campaign2e.battle.kernels.protocol import MOST_SIDES
from variants.campaign2e.battle.spec import FEWEST_SIDES, LINES, MOST_SHIPS
from variants.campaign2e.designs.market import market


def battle_schema() -> dict[str, Any]:
    """What each battle keeps to; what fits a ship's design, `battle` checks."""
    # Own designs would do as well: no list says what they are.
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
