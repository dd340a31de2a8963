"""Choices of a view for orders to groups and fleets."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Choice,
    Chosen,
    Cost,
    OfferingRules,
    Proposals,
    Range,
    proposed_names,
)
from variants.galaxy_g.constants import ARRIVED, CARGO_KINDS, ROUNDING, STOCK_OF
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import distance
from variants.galaxy_g.orders.offers import meaning, places, races, row_of, seen_planets
from variants.galaxy_g.orders.ship_designs import Facts, design_of, hundredth, techs_of
from variants.galaxy_g.view.things import planets_in, stock_name

#: The smallest amount of cargo that is offered, and the step between two amounts.
_UNIT = 0.01
#: Nothing to choose from.
_NONE = Range(1, 0)


def _group(view: View, chosen: Chosen) -> Facts | None:
    return row_of(view["groups"], "number", chosen.get("group", ""))


def _mover(view: View, chosen: Chosen) -> Facts | None:
    """The chosen group or fleet."""
    return _group(view, chosen) or row_of(view["fleets"], "name", chosen.get("group", ""))


def _numbers(groups: Iterable[Facts]) -> list[str]:
    return [str(group["number"]) for group in groups]


def _at_rest(view: View) -> list[Facts]:
    return [group for group in view["groups"] if not group["under_way"]]


def some_ships(view: View, chosen: Chosen) -> Range:
    """Numbers of ships that leave some behind; none for a fleet."""
    if "group" not in chosen:
        return Range(1, max((group["ships"] for group in view["groups"]), default=1))
    group = _group(view, chosen)
    return Range(1, group["ships"] - 1) if group else _NONE


def divisible(view: View) -> list[str]:
    """The groups that can be split or leave their fleet."""
    return _numbers(
        group
        for group in view["groups"]
        if not (group["fleet"] and group["under_way"]) and (group["fleet"] or group["ships"] > 1)
    )


def leaving_fleet(view: View, chosen: Chosen) -> list[Choice]:
    """The word by which a group leaves its fleet."""
    group = _group(view, chosen)
    if chosen.get("ships") or (group and not group["fleet"]):
        return []
    label = LocalizedText("all ships leave {fleet}", fleet=group["fleet"]) if group else ""
    return [Choice("FLEET", label)]


def at_rest(view: View) -> list[Choice]:
    """The groups at planets, as choices for the first group of a fleet."""
    ids = {planet["name"]: planet["id"] for planet in planets_in(view)}
    return [
        Choice(
            str(group["number"]),
            f"{group['number']}: {group['ships']} {group['type']}",
            ids.get(group["planet"], ""),
        )
        for group in _at_rest(view)
    ]


def movable(view: View) -> list[str]:
    """The player's groups and fleets with drives at planets."""
    mobile = {ship_type["name"] for ship_type in view["types"] if ship_type["drive"]}
    ready = [fleet for fleet in view["fleets"] if not fleet["under_way"] and fleet["speed"]]
    groups = _numbers(group for group in _at_rest(view) if group["type"] in mobile)
    return [*groups, *(fleet["name"] for fleet in ready)]


def in_flight(view: View) -> list[str]:
    """The player's single groups and fleets in hyperspace."""
    away = [group for group in view["groups"] if group["under_way"] and not group["fleet"]]
    fleets_away = [fleet for fleet in view["fleets"] if fleet["under_way"]]
    return [*_numbers(away), *(fleet["name"] for fleet in fleets_away)]


def watched(view: View, chosen: Chosen) -> list[str | Choice]:
    """All known planets, the nearest to the chosen ships first."""
    spots = places(view)
    mover = _mover(view, chosen)
    start = spots.get(mover["planet"]) if mover else None
    if mover is None or start is None:
        return [*spots]
    distances = sorted((distance(start, at), name) for name, at in spots.items())
    return [Choice(name, help=_turns(way, mover["speed"])) for way, name in distances]


def destinations(view: View, chosen: Chosen) -> list[str | Choice]:
    """The known planets except the one where the chosen ships are, nearest first."""
    mover = _mover(view, chosen)
    all_planets = watched(view, chosen)
    return all_planets[1:] if mover and mover["planet"] else all_planets


def _turns(way: float, speed: float) -> str:
    if not speed:
        return ""
    turns = max(1, math.ceil((way - ARRIVED) / speed))
    return LocalizedText.plural("{count} turn", "{count} turns", count=turns)


def joining(view: View) -> list[str]:
    """The groups and fleets with another fleet at their planet."""
    present = _fleets_at(view)
    groups = [group for group in _at_rest(view) if _fleets_for(group, present)]
    fleets = [fleet for fleet in view["fleets"] if _fleets_for(fleet, present)]
    return [*_numbers(groups), *(fleet["name"] for fleet in fleets)]


def fleets_to_join(view: View, chosen: Chosen) -> list[str]:
    """The fleets that the chosen group or fleet can join."""
    mover, present = _mover(view, chosen), _fleets_at(view)
    if mover is None:
        return [name for names in present.values() for name in names]
    return _fleets_for(mover, present)


def _fleets_at(view: View) -> dict[str, list[str]]:
    """The fleets at each planet; those without ships are at ""."""
    fleets: dict[str, list[str]] = {"": []}
    for fleet in view["fleets"]:
        if not fleet["under_way"]:
            fleets.setdefault(fleet["planet"], []).append(fleet["name"])
    return fleets


def _fleets_for(mover: Facts, present: Mapping[str, Sequence[str]]) -> list[str]:
    """The other fleets at the planet of a group or fleet, and those without ships."""
    if mover["under_way"]:
        return []
    own = mover["fleet"] if "fleet" in mover else mover["name"]
    joinable = present.get(mover["planet"], ()) if mover["planet"] else ()
    return [name for name in (*joinable, *present[""]) if name != own]


# upgrades, gifts and scrap


def upgradable(view: View, _: Chosen, rules: OfferingRules) -> list[str]:
    """The groups at the race's planets of which the planet can upgrade at least one ship."""
    costs = _upgrade_costs(view, _at_rest(view), rules.economy)
    return _numbers(group for group, cost, points in costs if _affordable(points, cost))


def upgraded_ships(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Numbers of ships of the group that the planet can upgrade fully."""
    group = _group(view, chosen)
    if group is None:
        return some_ships(view, chosen)
    for _, cost, points in _upgrade_costs(view, [group], rules.economy):
        maximum = min(group["ships"], _affordable(points, cost))
        return Range(1, maximum, cost=Cost(stock_name(group["planet"], "points"), cost))
    return _NONE


def _affordable(points: float, cost: float) -> int:
    return math.floor(points / cost + ROUNDING)


def _upgrade_costs(
    view: View, groups: Iterable[Facts], industry: Industry
) -> Iterator[tuple[Facts, float, float]]:
    """Yield the groups that can be upgraded, with the cost of a ship and the planet's points."""
    points = {planet["name"]: planet["production"] for planet in view["planets"]}
    designs = {ship_type["name"]: design_of(ship_type) for ship_type in view["types"]}
    current = techs_of(view["techs"])
    for group in groups:
        cost = industry.upgrade_cost(designs[group["type"]], techs_of(group), current)
        if cost and group["planet"] in points:
            yield group, cost, points[group["planet"]]


def _races_at(view: View) -> dict[str, list[str]]:
    """The other races with ships at each planet."""
    active, by_planet = set(races(view)), dict[str, dict[str, None]]()
    for group in view["alien_groups"]:
        if group["race"] in active:
            by_planet.setdefault(group["planet"], {})[group["race"]] = None
    return {planet: list(names) for planet, names in by_planet.items()}


def givable(view: View) -> list[str]:
    """The groups at planets with ships of other races."""
    company = _races_at(view)
    return _numbers(group for group in _at_rest(view) if group["planet"] in company)


def receivers(view: View, chosen: Chosen) -> list[str]:
    """The races that can receive the group."""
    group = _group(view, chosen)
    return races(view) if group is None else _races_at(view).get(group["planet"], [])


def given_names(view: View) -> Proposals:
    """New names of the ships' type."""
    return proposed_names(view, [])


def scrappable(view: View) -> list[str]:
    """The groups at planets whose cargo can stay there."""
    planets, mine = seen_planets(view), view["race"]
    return _numbers(
        group
        for group in _at_rest(view)
        if not group["load"]
        or (
            _can_land(group, planets.get(group["planet"]))
            and (group["cargo_kind"] != "COL" or planets[group["planet"]]["owner"] in {"", mine})
        )
    )


# cargo


def _can_land(group: Facts, planet: Facts | None) -> bool:
    """Return whether the planet takes the group's cargo."""
    return planet is not None and (group["cargo_kind"] != "COL" or planet["size"] > 0)


def _cargo_for(group: Facts, planet: Facts | None) -> list[str]:
    """The kinds of cargo at the planet for which the group has room."""
    if planet is None or group["capacity"] - group["load"] <= ROUNDING:
        return []
    kinds = [group["cargo_kind"]] if group["load"] else CARGO_KINDS
    return [kind for kind in kinds if planet[STOCK_OF[kind]]]


def loadable(view: View) -> list[str]:
    """The groups at planets with cargo for them."""
    planets = seen_planets(view)
    return _numbers(g for g in _at_rest(view) if _cargo_for(g, planets.get(g["planet"])))


def cargo(view: View, chosen: Chosen) -> list[Choice]:
    """The kinds of cargo that the group can load."""
    group = _group(view, chosen)
    if group is None:
        return [meaning(kind) for kind in CARGO_KINDS]
    planet = seen_planets(view).get(group["planet"])
    return [
        meaning(kind, help=f"{planet[STOCK_OF[kind]]:.2f}" if planet else "")
        for kind in _cargo_for(group, planet)
    ]


def loaded_amount(view: View, chosen: Chosen) -> Range:
    """The amounts that the group can load."""
    group, kind = _group(view, chosen), str(chosen.get("cargo", "")).upper()
    if group is None or kind not in STOCK_OF:
        return Range(_UNIT, _most_cargo(view), _UNIT)
    planet = seen_planets(view).get(group["planet"])
    room = (group["capacity"] - group["load"]) * _ships(group, chosen)
    maximum = min(planet[STOCK_OF[kind]], room) if planet else 0
    is_own = planet is not None and planet["owner"] == view["race"]
    cost = Cost(stock_name(group["planet"], kind), 1) if is_own else None
    return Range(_UNIT, hundredth(maximum), _UNIT, cost)


def unloadable(view: View) -> list[str]:
    """The groups with cargo that their planet takes."""
    planets = seen_planets(view)
    return _numbers(
        g for g in _at_rest(view) if g["load"] and _can_land(g, planets.get(g["planet"]))
    )


def unloaded_amount(view: View, chosen: Chosen) -> Range:
    """The amounts that the group can unload."""
    group = _group(view, chosen)
    maximum = group["load"] * _ships(group, chosen) if group else _most_cargo(view)
    return Range(_UNIT, hundredth(maximum), _UNIT)


def _ships(group: Facts, chosen: Chosen) -> int:
    """The chosen number of the group's ships; all of them by default."""
    words = str(chosen.get("ships", ""))
    number = int(words) if words.isdecimal() else 0
    ships: int = group["ships"]
    return min(number, ships) or ships


def _most_cargo(view: View) -> float:
    rooms = (group["capacity"] * group["ships"] for group in view["groups"])
    return max(_UNIT, hundredth(max(rooms, default=0.0)))
