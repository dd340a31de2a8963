"""The things that orders can name: one's own ships, by their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.model import Thing, View, facts_in

_PARTS = ("hull", "thrusters", "weapons", "shields", "mothership")


def things(view: View) -> list[Thing]:
    """Own ships, and ships of others in sight, which no order names."""
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
            "", "ship", one["sector"], one["name"], yours=False,
            facts=facts_in(one, ("name", "sector", "number")),
            owner=one["owner"], unit=_guessed(one),
        )
        for one in view["contacts"]
    ]  # fmt: skip
    return [*mine, *theirs]


def _guessed(contact: Mapping[str, Any]) -> dict[str, Any]:
    """A ship that may be behind a contact: of its parts nothing is known (EH-REP-004)."""
    armed = (
        {} if contact["status"] == "unarmed" else {"weapons": max(1, round(contact["strength"]))}
    )
    return {"thrusters": 1, **armed}
