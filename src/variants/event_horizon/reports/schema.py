"""The JSON Schema (2020-12) of a view of Event Horizon, as plain data."""

from __future__ import annotations

from typing import Any

#: The four components, which are the resources too (EH-CMP-001).
ACCOUNTS = ("hull", "thruster", "weapon", "shield")

_COUNT = {"type": "integer", "minimum": 0}
_TEXT = {"type": "string"}
_YES_NO = {"type": "boolean"}
_SECTOR = {"type": "string", "pattern": "^[0-9]+,[0-9]+$", "description": "q,r"}


def _record(properties: dict[str, Any], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _list(items: dict[str, Any], description: str) -> dict[str, Any]:
    return {"type": "array", "items": items, "description": description}


_SHIP = _record(
    {
        "number": {"type": "integer", "minimum": 1},
        "name": _TEXT,
        "sector": _SECTOR,
        "mothership": _YES_NO,
        "hull": _COUNT,
        "thrusters": _COUNT,
        "weapons": _COUNT,
        "shields": {**_COUNT, "description": "shield generators"},
        "points": {**_COUNT, "description": "shield points left"},
        "built": {**_COUNT, "description": "the turn in which it was built"},
    }
)
_PLACE = _record(
    {
        "sector": _SECTOR,
        "values": _record(dict.fromkeys(ACCOUNTS, _COUNT)),
        "in_view": _YES_NO,
        "mapped": {**_COUNT, "description": "the last turn in which it was in view"},
    }
)
_CONTACT = _record(
    {
        "name": {**_TEXT, "description": "the generic name of EH-REP-006"},
        "owner": _TEXT,
        "number": {"type": "integer", "minimum": 1},
        "strength": {"type": "number", "minimum": 0, "description": "EH-REP-003"},
        "status": {"enum": ["normal", "immobile", "unarmed"]},
        "mothership": _YES_NO,
        "sector": _SECTOR,
    }
)

VIEW_SCHEMA: dict[str, Any] = {
    **_record(
        {
            "side": {"type": "integer", "minimum": 1, "description": "sectors along each axis"},
            "home": {"type": ["string", "null"], "description": "q,r of the home sector"},
            "stock": _record(dict.fromkeys(ACCOUNTS, _COUNT)),
            "turn_limit": {"type": "integer", "minimum": 1},
            "empires": _list(_TEXT, "all empires in the game's order"),
            "ships": _list(_SHIP, "own ships (EH-REP-001)"),
            "sectors": _list(_PLACE, "sectors in view or mapped (EH-REP-007, EH-REP-008)"),
            "contacts": _list(_CONTACT, "enemy ships seen (EH-REP-002)"),
            "forecast": {
                "type": "object",
                "description": "in a forecast: the events, ledger lines and remarks foreseen",
            },
        },
        optional=("forecast",),
    ),
    "title": "View of Event Horizon",
}
