"""The things that orders can name: fleets, units and systems."""

from __future__ import annotations

from horizons_core.model import Thing, View, facts_in

_ELSEWHERE = ("id", "name", "at", "curve", "points")


def things(view: View) -> list[Thing]:
    """Own fleets and units where they are, and the systems and warp points of which one knows."""
    fleets = [
        Thing(
            fleet["name"],
            "fleet",
            fleet["at"],
            f"{fleet['name']}, {len(fleet['units'])} units",
            facts=facts_in(fleet, _ELSEWHERE),
        )
        for fleet in view["fleets"]
    ]
    units = [
        Thing(
            unit["name"],
            "unit",
            unit["at"],
            f"{unit['name']}, {unit['of_class']}",
            facts=facts_in(unit, _ELSEWHERE),
            owner=view["race"]["name"],
            unit={"hull": unit["hull"], "design": unit["design"]},
        )
        for unit in view["units"]
    ]
    points = [
        Thing(point["name"], "warp point", one["id"], point["name"], yours=False)
        for one in view["systems"]
        for point in one["points"]
    ]
    colonies = {colony["id"]: colony for colony in view["colonies"]}
    systems = [
        Thing(
            one["id"],
            "system",
            one["id"],
            f"{one['id']}, {one['kind']}" if one["kind"] else one["id"],
            one["yours"],
            is_place=True,
            facts=facts_in({**one, **colonies.get(one["id"], {})}, (*_ELSEWHERE, "yours")),
        )
        for one in view["systems"]
    ]
    return [*fleets, *units, *points, *systems]
