"""The things that orders can name: planets, groups and fleets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core.model import Thing, View, facts_in

_ELSEWHERE = ("id", "name", "x", "y", "number", "planet")


def things(view: View) -> list[Thing]:
    """Groups, fleets, and the planets of which one knows."""
    places = {planet["name"]: planet["id"] for planet in _planets(view)}
    groups = [
        Thing(
            str(group["number"]),
            "group",
            "" if group["under_way"] else places.get(group["planet"], ""),
            f"{group['number']}: {group['ships']} {group['type']}",
            facts=facts_in(group, _ELSEWHERE),
        )
        for group in view["groups"]
    ]
    fleets = [
        Thing(
            fleet["name"],
            "fleet",
            "" if fleet["under_way"] else places.get(fleet["planet"], ""),
            fleet["name"],
            facts=facts_in(fleet, _ELSEWHERE),
        )
        for fleet in view["fleets"]
    ]
    return [*groups, *fleets, *(_planet(planet, view["race"]) for planet in _planets(view))]


def _planets(view: View) -> Iterator[Mapping[str, Any]]:
    for known in ("planets", "alien_planets", "uninhabited", "located"):
        yield from view[known]


def _planet(planet: Mapping[str, Any], mine: str) -> Thing:
    owner = planet.get("owner", "")
    title = f"{planet['name']}, yours" if owner == mine else planet["name"]
    facts = facts_in(planet, ("id", "name"))
    return Thing(planet["name"], "planet", planet["id"], title, owner == mine, True, facts)  # noqa: FBT003
