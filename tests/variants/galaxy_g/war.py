"""Small wars in a line or two, for tests that read as statements.

The home worlds lie far apart, in the corners of the map; each test adds the planets it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import horizons_core as hz
from horizons_core.rules import Example
from variants.galaxy_g.model import Game, Group, Planet, Race

VARIANT = hz.load_variant("galaxy_g")
TYPES = {
    "Drone": [1, 0, 0, 0, 0],
    "Fighter": [1, 1, 1, 1, 0],
    "Battleship": [25, 1, 30, 35, 0],
    "Fort": [0, 3, 30, 100, 0],
    "Freighter": [8, 0, 0, 2, 10],
}
HOMES = {"Ada": (1000, 1000), "Brin": (1400, 1400), "Cato": (1000, 1400), "Dora": (1400, 1000)}


def examples(*clauses: str) -> list[Example]:
    """The catalogue's worked examples of these clauses."""
    return VARIANT.rules.examples(*clauses)


def group(owner: str, kind: str, at: str, **more: Any) -> dict[str, Any]:
    """A group for `table`; one ship unless `ships` is given."""
    return {"owner": owner, "type": kind, "at": at, **more}


def table(
    *groups: Mapping[str, Any],
    planets: Mapping[str, Any] | None = None,
    players: tuple[str, ...] = ("Ada", "Brin"),
    seed: int = 1,
    **races: Mapping[str, Any],
) -> Game:
    """A game with these groups and planets; each player has a home of that name and `TYPES`."""
    game: Any = VARIANT.new_game(players, seed=seed, options={"race_names": "given"}, name="Test")
    state = {
        "remove": ["planets"],
        "planets": {},
        "races": {
            name: {"home": f"{name} Home", **races.get(name, {})}
            | {"types": {**TYPES, **races.get(name, {}).get("types", {})}}
            for name in players
        },
    }
    for race in game.empires:
        game.planet(race.home).at = HOMES[race.id]
    state["planets"] = dict(planets or {})
    state["groups"] = list(groups)
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    return game


def add(game: Game, *groups: Mapping[str, Any], **state: Any) -> None:
    """Merge more groups, or other parts of a state, into a situation."""
    VARIANT.hook.horizons_scenario_state(game=game, state={**state, "groups": list(groups)})


def play(game: Game, orders: Mapping[str, str] | None = None, **arguments: Any) -> hz.Turn:
    """Run one turn; players without orders send an empty set."""
    return hz.run_turn(
        game, {race.id: "" for race in game.empires} | dict(orders or {}), **arguments
    )


def planet(game: Game, name: str) -> Planet:
    world = game.planet_named(name)
    assert world is not None, name
    return world


def race(game: Game, name: str) -> Race:
    return game.race(name)


def find_group(game: Game, owner: str, number: int) -> Group | None:
    """A race's group by number, or None if it is gone."""
    return game.race(owner).group(number)


def place(game: Game, owner: str, number: int) -> str:
    """The name of a group's planet, or "" in hyperspace."""
    group = find_group(game, owner, number)
    assert group is not None
    return "" if group.under_way else game.planet(group.at).name


def ships_at(game: Game, owner: str, name: str) -> int:
    """The number of a race's ships at a planet."""
    number = planet(game, name).id
    groups = game.race(owner).groups
    return sum(g.ships for g in groups if g.at == number and not g.under_way)


def codes(turn: hz.Turn, empire: str) -> list[str]:
    """The codes of a player's diagnostics."""
    return [diagnostic.code for diagnostic in turn.diagnostics[empire]]


def events(turn: hz.Turn, code: str, empire: str | None = None) -> list[hz.Event]:
    """The turn's events of a code that a player (or anyone) may know of."""
    return [e for e in turn.events if e.code == code and (empire is None or e.visible_to(empire))]
