"""Objects that orders can name: task groups, ships and worlds."""

from __future__ import annotations

from horizons_core.model import Thing, View, facts_in

_NO_FACTS = ("id", "name", "at", "jumps", "lanes", "words")


def things(view: View) -> list[Thing]:
    """Return the reader's groups and ships at their places, and every world on the map."""
    groups = [
        Thing(
            group["name"],
            "group",
            group["at"],
            f"{group['name']}, {len(group['ships'])} ships",
            facts=facts_in(group, _NO_FACTS),
        )
        for group in view["groups"]
    ]
    ships = [
        Thing(
            ship["name"],
            "ship",
            ship["at"],
            f"{ship['name']}, {ship['type']} {ship['design']}",
            facts=facts_in(ship, _NO_FACTS),
            owner=view.empire or "",
            unit={"design": ship["design"]},
        )
        for ship in view["ships"]
    ]
    own_worlds = {world["id"]: world for world in view["own_worlds"]}
    worlds = [
        Thing(
            world["id"],
            "world",
            world["id"],
            world["name"] if world["name"] == world["id"] else f"{world['name']} ({world['id']})",
            world["yours"],
            is_place=True,
            facts=facts_in({**world, **own_worlds.get(world["id"], {})}, (*_NO_FACTS, "yours")),
        )
        for world in view["worlds"]
    ]
    return [*groups, *ships, *worlds]
