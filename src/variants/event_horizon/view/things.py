"""The things that orders can name: own ships, by their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.model import Thing, View, facts_in

_PARTS = ("hull", "thrusters", "weapons", "shields", "mothership")


def list_things(view: View) -> list[Thing]:
    """Return own ships, and visible ships of others, which no order can name."""
    mine = [
        Thing(
            str(ship["number"]),
            "ship",
            ship["sector"],
            f"{ship['number']} {ship['name']}",
            facts=facts_in(ship, ("number", "name", "sector")),
            owner=view.empire or "",
            unit={part: ship[part] for part in _PARTS if ship[part]},
        )
        for ship in view["ships"]
    ]
    theirs = [
        Thing(
            "", "ship", contact["sector"], contact["name"], yours=False,
            facts=facts_in(contact, ("name", "sector", "number")),
            owner=contact["owner"], unit=_guessed(contact),
        )
        for contact in view["contacts"]
    ]  # fmt: skip
    return [*mine, *theirs]


def _guessed(contact: Mapping[str, Any]) -> dict[str, Any]:
    """Guess a ship for a contact, whose parts are unknown (EH-REP-004)."""
    armed = (
        {} if contact["status"] == "unarmed" else {"weapons": max(1, round(contact["strength"]))}
    )
    return {"thrusters": 1, **armed}
