"""Step 11: cargo is unloaded at the end of routes, and by AUTOUNLOAD (GG-ROU-004, GG-ORDO-007)."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.turn import TurnContext
from variants.galaxy_g import cargo
from variants.galaxy_g.constants import CARGO_KINDS
from variants.galaxy_g.model import Game, Group, Planet, Race
from variants.galaxy_g.phases.movement import ARRIVALS


def run(context: TurnContext) -> None:
    game: Game = context.game
    planets = {planet.id: planet for planet in game.planets}
    ends = _ends(game)
    arrived: set[tuple[str, int]] = context.notes.get(ARRIVALS, set())
    for race in game.empires:
        by_route = [g for g in _laden(race) if (race.id, g.at, g.cargo) in ends]
        _unload(context, race, planets, by_route)
        if race.options.get("AUTOUNLOAD"):
            come = [g for g in _laden(race) if (race.id, g.number) in arrived]
            home = [g for g in come if planets[g.at].owner == race.id]
            _unload(context, race, planets, home)


def _ends(game: Game) -> set[tuple[str, str, str]]:
    """Where a race's routes end: the race, the planet and the cargo."""
    return {
        (planet.owner, end, kind)
        for planet in game.planets
        if planet.owner
        for kind, end in planet.routes.items()
        if kind in CARGO_KINDS
    }


def _laden(race: Race) -> list[Group]:
    """The race's groups with cargo that are at a planet."""
    return [group for group in race.groups if group.load and not group.under_way]


def _unload(
    context: TurnContext, race: Race, planets: dict[str, Planet], groups: Iterable[Group]
) -> None:
    """Unload groups at their planets: at each one colonists first, and a cargo all at once."""
    found: dict[str, dict[str, list[Group]]] = {}
    for group in groups:
        found.setdefault(group.at, {}).setdefault(group.cargo, []).append(group)
    for number in sorted(found, key=int):
        for kind in CARGO_KINDS:
            here = found[number].get(kind)
            if here and cargo.may_unload(here[0], planets[number]) is None:
                cargo.unload(context, race, here, planets[number])
