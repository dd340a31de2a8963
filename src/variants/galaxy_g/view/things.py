"""Planets, groups and fleets that orders can name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from horizons_core.model import Thing, View, facts_in

_DESIGN = ("drive", "attacks", "weapons", "shields", "cargo")
_TECHS = ("drive", "weapons", "shields", "cargo")
_SHOWN = ("id", "name", "x", "y", "number", "planet")


def list_things(view: View) -> list[Thing]:
    """Groups, fleets, and known planets."""
    places = {planet["name"]: planet["id"] for planet in _planets(view)}
    types = [(view["race"], type_) for type_ in view["types"]]
    types += [(type_["race"], type_) for type_ in view["alien_types"]]
    designs = {(race, type_["name"]): [type_[part] for part in _DESIGN] for race, type_ in types}
    groups = [
        Thing(
            str(group["number"]),
            "group",
            "" if group["under_way"] else places.get(group["planet"], ""),
            f"{group['number']}: {group['ships']} {group['type']}",
            facts=facts_in(group, _SHOWN),
            owner=view["race"],
            unit=_unit(group, designs.get((view["race"], group["type"])), group),
        )
        for group in view["groups"]
    ]
    alien_groups = [
        Thing(
            "",
            "group",
            places.get(group["planet"], ""),
            f"{group['race']}: {group['ships']} {group['type']}",
            yours=False,
            owner=group["race"],
            unit=_unit(group, designs.get((group["race"], group["type"])), view["techs"]),
        )
        for group in view["alien_groups"]
    ]
    fleets = [
        Thing(
            fleet["name"],
            "fleet",
            "" if fleet["under_way"] else places.get(fleet["planet"], ""),
            fleet["name"],
            facts=facts_in(fleet, _SHOWN),
        )
        for fleet in view["fleets"]
    ]
    return [
        *groups,
        *fleets,
        *alien_groups,
        *(_planet(planet, view["race"]) for planet in _planets(view)),
    ]


def _planets(view: View) -> Iterator[Mapping[str, Any]]:
    for part in ("planets", "alien_planets", "uninhabited", "located"):
        yield from view[part]


def _planet(planet: Mapping[str, Any], mine: str) -> Thing:
    owner = planet.get("owner", "")
    title = f"{planet['name']}, yours" if owner == mine else planet["name"]
    facts = facts_in(planet, ("id", "name"))
    return Thing(planet["name"], "planet", planet["id"], title, owner == mine, True, facts)  # noqa: FBT003


def _unit(
    group: Mapping[str, Any], design: Sequence[float] | None, techs: Mapping[str, float]
) -> dict[str, Any]:
    """Battle data of a group; unknown levels of aliens are assumed to be the reader's own."""
    if design is None:
        return {}
    levels = {tech: max(1.0, techs[tech]) for tech in _TECHS}
    return {"ships": group["ships"], "design": list(design), "tech": levels}
