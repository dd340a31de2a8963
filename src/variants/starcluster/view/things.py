"""Objects that orders can name: fleets, units, systems and warp points."""

from __future__ import annotations

from horizons_core.model import Thing, View, facts_in

_SHOWN = ("id", "name", "at", "curve", "points")


def list_things(view: View) -> list[Thing]:
    """Own fleets and units at their systems, and the known systems and warp points."""
    fleets = [
        Thing(
            fleet["name"],
            "fleet",
            fleet["at"],
            f"{fleet['name']}, {len(fleet['units'])} units",
            facts=facts_in(fleet, _SHOWN),
        )
        for fleet in view["fleets"]
    ]
    units = [
        Thing(
            unit["name"],
            "unit",
            unit["at"],
            f"{unit['name']}, {unit['of_class']}",
            facts=facts_in(unit, _SHOWN),
            owner=view["race"]["name"],
            unit={"hull": unit["hull"], "design": unit["design"]},
        )
        for unit in view["units"]
    ]
    points = [
        Thing(point["name"], "warp point", system["id"], point["name"], yours=False)
        for system in view["systems"]
        for point in system["points"]
    ]
    colonies = {colony["id"]: colony for colony in view["colonies"]}
    systems = [
        Thing(
            system["id"],
            "system",
            system["id"],
            f"{system['id']}, {system['kind']}" if system["kind"] else system["id"],
            system["yours"],
            is_place=True,
            facts=facts_in({**system, **colonies.get(system["id"], {})}, (*_SHOWN, "yours")),
        )
        for system in view["systems"]
    ]
    return [*fleets, *units, *points, *systems]
