"""A game of Galaxy G, with its races and planets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated

from attrs import define

from horizons_core import model
from horizons_core.model import Between, folded, known
from variants.galaxy_g.model.planets import Planet
from variants.galaxy_g.model.races import Race
from variants.galaxy_g.model.ships import Group


@define(kw_only=True)
class Game(model.Game):
    """A game of Galaxy G: a disc of this diameter, planets in the order of their numbers."""

    diameter: Annotated[float, Between(1, 1_000_000)] = known(default=0.0)
    empires: list[Race] = known(factory=list)
    planets: list[Planet] = known(factory=list)

    def planet(self, number: str) -> Planet:
        """The planet of this id. Raises KeyError."""
        index = int(number) - 1
        if 0 <= index < len(self.planets) and self.planets[index].id == number:
            return self.planets[index]
        for planet in self.planets:  # a player's knowledge has gaps
            if planet.id == number:
                return planet
        raise KeyError(number)

    def planet_named(self, name: str) -> Planet | None:
        """The planet of this name, in any spelling (GG-NAM-002)."""
        key = folded(name)
        return next((planet for planet in self.planets if folded(planet.name) == key), None)

    def race_named(self, name: str, by: Race) -> Race | None:
        """The living race of this name, for an order of race `by`.

        Who plays a race is secret: a player's name means a race in the player's own orders only.
        """
        key = folded(name)
        living = (race for race in self.empires if race.active)
        named = next((race for race in living if folded(race.name) == key), None)
        return by if named is None and folded(by.id) == key else named

    def race(self, name: str) -> Race:
        """The race of this id. Raises KeyError."""
        for race in self.empires:
            if race.id == name:
                return race
        raise KeyError(name)

    def planets_of(self, race: str) -> list[Planet]:
        return [planet for planet in self.planets if planet.owner == race]

    def groups(self) -> Iterator[tuple[Race, Group]]:
        """Yield all groups of all races, race by race in list order."""
        for race in self.empires:
            for group in race.groups:
                yield race, group

    def groups_by_planet(self) -> dict[str, list[tuple[Race, Group]]]:
        """Groups outside hyperspace by planet, race by race in list order."""
        by_planet: dict[str, list[tuple[Race, Group]]] = defaultdict(list)
        for race in self.empires:
            for group in race.groups:
                if not group.under_way:
                    by_planet[group.at].append((race, group))
        return dict(by_planet)
