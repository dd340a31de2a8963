"""The things that orders can name: one's own ships, by their numbers."""

from __future__ import annotations

from horizons_core.model import Thing, View, facts_in


def things(view: View) -> list[Thing]:
    """Own ships, and ships of others in sight, which no order names."""
    mine = [
        Thing(
            str(ship["number"]),
            "ship",
            ship["sector"],
            f"{ship['number']} {ship['name']}",
            facts=facts_in(ship, ("number", "name", "sector")),
        )
        for ship in view["ships"]
    ]
    theirs = [
        Thing(
            "", "ship", one["sector"], one["name"], yours=False,
            facts=facts_in(one, ("name", "sector", "number")),
        )
        for one in view["contacts"]
    ]  # fmt: skip
    return [*mine, *theirs]
