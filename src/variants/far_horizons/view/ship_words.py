"""Wording of ships on maps, order forms and reports, from a view's plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_STATUS = {"building": "C", "deep space": "D", "withdrew": "WD", "forced": "FJ"}
_WITH_ORBIT = {"landed": "L", "orbit": "O"}


def place_status(ship: Mapping[str, Any]) -> str:
    """Format a ship's status and orbit, such as "O3" (FH-REPORT-003)."""
    location = ship["where"]
    return (
        f"{_WITH_ORBIT[location]}{ship['orbit']}" if location in _WITH_ORBIT else _STATUS[location]
    )


def class_word(ship: Mapping[str, Any]) -> str:
    """Return the class with the S of sub-light, such as "TR10S"."""
    return f"{ship['class']}{'S' if ship['sub_light'] else ''}"


def class_and_name(ship: Mapping[str, Any]) -> str:
    """Return a ship as named in orders, such as "TR10S Mule"."""
    return f"{class_word(ship)} {ship['name']}"
