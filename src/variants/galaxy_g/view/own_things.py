"""View data of a race's own objects, with full information (GG-RPT-003, GG-VIS-006)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.sums import int_sum
from variants.galaxy_g.constants import ROUTE_KINDS
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import (
    Fleet,
    Game,
    Group,
    Planet,
    Point,
    Race,
    ShipType,
    Techs,
    on_the_way,
)
from variants.galaxy_g.view import shapes


def level_row(techs: Techs) -> shapes.LevelsShown:
    """The levels of the four areas."""
    return shapes.LevelsShown(*techs.levels)


def type_row(ship_type: ShipType) -> shapes.TypeShown:
    """A ship type with its five numbers."""
    design = ship_type.design
    return shapes.TypeShown(ship_type.name, *design.numbers, design.mass)


def planet_row(industry: Industry, planet: Planet, owner: str, product: str) -> dict[str, Any]:
    """A planet seen in full (`PlanetShown`), with the names of its owner and product."""
    x, y = planet.at
    return {
        "id": planet.id,
        "name": planet.name,
        "x": x,
        "y": y,
        "owner": owner,
        "size": planet.size,
        "population": planet.population,
        "industry": planet.industry,
        "resources": planet.resources,
        "product": product,
        "capital": planet.capital,
        "materials": planet.materials,
        "colonists": planet.colonists,
        "production": industry.points(planet),
    }


@frozen
class OwnObjects:
    """A race's planets, routes, types, groups and fleets, in a game or its knowledge of it."""

    industry: Industry
    game: Game
    race: Race
    names: dict[str, str] = field(init=False)
    places: dict[str, Point] = field(init=False)

    @names.default
    def _names_of_planets(self) -> dict[str, str]:
        return {planet.id: planet.name for planet in self.game.planets}

    @places.default
    def _places_of_planets(self) -> dict[str, Point]:
        return {planet.id: planet.at for planet in self.game.planets}

    def types(self) -> list[shapes.TypeShown]:
        return [type_row(ship_type) for ship_type in self.race.types.values()]

    def planets(self) -> list[dict[str, Any]]:
        owned = (planet for planet in self.game.planets if planet.owner == self.race.id)
        return [self.planet(planet) for planet in owned]

    def planet(self, planet: Planet) -> dict[str, Any]:
        """A planet with the progress of its work: `OwnPlanetShown` (GG-RPT-003)."""
        making = self.race.types.get(planet.product)
        product = making.name if making else planet.product
        return {
            **planet_row(self.industry, planet, self.race.name, product),
            "progress": planet.progress,
            "ship_cost": self.industry.ship_cost(making.design) if making else None,
            "guard": planet.id in self.race.guard,
        }

    def routes(self) -> list[dict[str, str]]:
        return [
            {"from": planet.name, "cargo": kind, "to": self.names.get(planet.routes[kind], "")}
            for planet in self.game.planets
            if planet.owner == self.race.id
            for kind in ROUTE_KINDS
            if kind in planet.routes
        ]

    def groups(self) -> list[dict[str, Any]]:
        speeds = self.industry.fleet_speeds(self.race)
        return [self._group(group, speeds) for group in self.race.groups]

    def _group(self, group: Group, speeds: Mapping[str, float]) -> dict[str, Any]:
        """A group in full, wherever it is: `GroupShown` (GG-RPT-003, GG-VIS-006)."""
        x, y = origin = self.places[group.at]
        if group.under_way:
            x, y = on_the_way(origin, self.places[group.to], group.left)
        fleet = self.race.fleets.get(group.fleet)
        speed = speeds.get(group.fleet)
        techs = group.techs
        return {
            "number": group.number,
            "ships": group.ships,
            "type": self.race.types[group.type].name,
            "drive": techs.drive,
            "weapons": techs.weapons,
            "shields": techs.shields,
            "cargo": techs.cargo,
            "cargo_kind": group.cargo,
            "load": group.load,
            "capacity": self.industry.capacity_of(self.race, group),
            "mass": self.industry.mass_of(self.race, group),
            "fleet": fleet.name if fleet else "",
            "under_way": group.under_way,
            "planet": self.names[group.to if group.under_way else group.at],
            "origin": self.names[group.at] if group.under_way else "",
            "left": group.left if group.under_way else 0.0,
            "x": x,
            "y": y,
            "speed": self.industry.speed_of(self.race, group) if speed is None else speed,
        }

    def fleets(self) -> list[shapes.FleetShown]:
        members: dict[str, list[Group]] = {fleet: [] for fleet in self.race.fleets}
        for group in self.race.groups:
            if group.fleet:
                members[group.fleet].append(group)
        speeds = self.industry.fleet_speeds(self.race)
        return [
            self._fleet(fleet, members[fleet.id], speeds.get(fleet.id, 0.0))
            for fleet in self.race.fleets.values()
        ]

    def _fleet(self, fleet: Fleet, groups: list[Group], speed: float) -> shapes.FleetShown:
        first = groups[0] if groups else None
        flies = first is not None and first.under_way
        return shapes.FleetShown(
            name=fleet.name,
            groups=[group.number for group in groups],
            ships=int_sum(group.ships for group in groups),
            speed=speed,
            planet=self.names[first.to if first.under_way else first.at] if first else "",
            under_way=flies,
            left=first.left if first is not None and flies else 0.0,
        )
