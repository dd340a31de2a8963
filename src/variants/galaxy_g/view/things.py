"""Things that orders can name: planets, races, ship types, groups and fleets; and stocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from horizons_core.model import Thing, View, facts_in
from variants.galaxy_g.constants import STOCK_OF

#: The kinds of things.
KINDS = ("group", "fleet", "type", "race", "planet")
_DESIGN = ("drive", "attacks", "weapons", "shields", "cargo")
_TECHS = ("drive", "weapons", "shields", "cargo")
_SHOWN = ("id", "name", "x", "y", "number", "planet")
#: The most important facts of groups and planets.
_OF_GROUPS = ("type", "ships", "speed", "cargo", "load", "mass")
_OF_PLANETS = ("owner", "population", "size", "industry", "resources", "product", "production")


def list_things(view: View) -> list[Thing]:
    """Groups, fleets, own ship types, races, and known planets."""
    places = {planet["name"]: planet["id"] for planet in planets_in(view)}
    types = [(view["race"], type_) for type_ in view["types"]]
    types += [(type_["race"], type_) for type_ in view["alien_types"]]
    designs = {(race, type_["name"]): [type_[part] for part in _DESIGN] for race, type_ in types}
    groups = [
        Thing(
            str(group["number"]),
            "group",
            "" if group["under_way"] else places.get(group["planet"], ""),
            f"{group['number']}: {group['ships']} {group['type']}",
            facts=facts_in(group, _SHOWN, _OF_GROUPS),
            owner=view["race"],
            unit=_unit(group, designs.get((view["race"], group["type"])), group),
            sort=group["type"],
            ranges=_ranges(group["speed"]),
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
            sort=f"{group['race']}: {group['type']}",
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
        *(_ship_type(ship_type) for ship_type in view["types"]),
        Thing(view["race"], "race", title=view["race"]),
        *(_race(race) for race in view["races"]),
        *alien_groups,
        *(_planet(planet, view["race"]) for planet in planets_in(view)),
    ]


def _ranges(speed: float) -> dict[str, float]:
    """Return how many light years a group can fly in a turn and in two."""
    return {"1 turn": speed, "2 turns": round(2 * speed, 2)} if speed else {}


def stock_name(planet: str, kind: str) -> str:
    """The name of a planet's stock: of points, or of a kind of cargo."""
    return f"{planet}: {kind}"


def list_stocks(view: View) -> dict[str, float]:
    """The production points and the stockpiles of the reader's planets."""
    kinds = {"points": "production", **STOCK_OF}
    return {
        stock_name(planet["name"], kind): planet[field]
        for planet in view["planets"]
        for kind, field in kinds.items()
        if planet[field]
    }


def planets_in(view: View) -> Iterator[Mapping[str, Any]]:
    """Yield all known planets."""
    for part in ("planets", "alien_planets", "uninhabited", "located"):
        yield from view[part]


def _planet(planet: Mapping[str, Any], mine: str) -> Thing:
    owner = planet.get("owner", "")
    title = f"{planet['name']}, yours" if owner == mine else planet["name"]
    facts = facts_in(planet, ("id", "name"), _OF_PLANETS)
    return Thing(planet["name"], "planet", planet["id"], title, owner == mine, True, facts)  # noqa: FBT003


def _ship_type(row: Mapping[str, Any]) -> Thing:
    return Thing(row["name"], "type", title=row["name"], facts=facts_in(row, _SHOWN))


def _race(row: Mapping[str, Any]) -> Thing:
    return Thing(
        row["name"], "race", title=row["name"], yours=False, facts=facts_in(row, ("name", "active"))
    )


def _unit(
    group: Mapping[str, Any], design: Sequence[float] | None, techs: Mapping[str, float]
) -> dict[str, Any]:
    """Battle data of a group; unknown levels of aliens are assumed to be the reader's own."""
    if design is None:
        return {}
    levels = {tech: max(1.0, techs[tech]) for tech in _TECHS}
    return {"ships": group["ships"], "design": list(design), "tech": levels}
