"""A small developed game, and the results of orders in it, for tests that read as statements.

Ada's Zzyaxians live on Zzyax Prime and 12. They see 13, the Rock, the Drakh (Brin) and Drakhnor.
They know nothing of the Blue Men (Cato), Blueworld and Far Away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import pytest

import horizons_core as hz
from horizons_core.codec import copy_of
from horizons_core.orders import Diagnostic
from horizons_core.rules import Example
from variants.galaxy_g.model import Fleet, Game, Group, Planet, Race, ShipType

VARIANT = hz.load_variant("galaxy_g")
#: Steps 1 and 2: the immediate effects of orders.
STEPS = ("orders", "renames")

TYPES = {
    "Drone": [1, 0, 0, 0, 0],
    "Freighter": [8, 0, 0, 2, 10],
    "Gunship": [4, 2, 2, 4, 0],
    "Fort": [0, 3, 30, 100, 0],
}
PLANETS: dict[str, dict[str, Any]] = {
    "Zzyax Prime": {"at": [10, 10], "colonists": 50, "capital": 40, "materials": 30},
    "Drakhnor": {"at": [40, 10]},
    "Blueworld": {"at": [200, 200]},
    "12": {
        "at": [20, 10], "owner": "Ada", "size": 500, "population": 300, "industry": 100,
        "resources": 2,
    },
    "13": {"at": [10, 25], "size": 300, "resources": 1},
    "Rock": {"at": [15, 15], "size": 0},
    "Far Away": {"at": [150, 150], "size": 200, "resources": 1},
}  # fmt: skip
RACES: dict[str, dict[str, Any]] = {
    "Ada": {"home": "Zzyax Prime", "called": "Zzyaxians", "types": TYPES},
    "Brin": {"home": "Drakhnor", "called": "Drakh", "types": {"Drone": [1, 0, 0, 0, 0]}},
    "Cato": {"home": "Blueworld", "called": "Blue Men", "types": {"Drone": [1, 0, 0, 0, 0]}},
}


def group(
    number: int, ships: int, kind: str, at: str = "Zzyax Prime", **more: Any
) -> dict[str, Any]:
    """One of Ada's groups."""
    return {"owner": "Ada", "number": number, "ships": ships, "type": kind, "at": at, **more}


#: Ada's forces: one group of each kind that orders may meet, and Brin's guests at 12.
FORCES = (
    group(1, 10, "Drone"),
    group(2, 4, "Freighter"),
    group(3, 10, "Gunship"),
    group(4, 2, "Fort"),
    group(5, 1, "Drone", "Drakhnor"),
    group(6, 3, "Drone", "12", to="Drakhnor", left=5),
    group(7, 5, "Gunship", fleet="Home"),
    group(8, 1, "Drone", fleet="Home"),
    group(9, 2, "Drone", to="13", left=4, fleet="Hunters"),
    group(10, 1, "Gunship", "12", fleet="Guards"),
    group(11, 1, "Fort", fleet="Bastion"),
    {"owner": "Brin", "number": 1, "ships": 2, "type": "Drone", "at": "12"},
    {"owner": "Cato", "number": 1, "ships": 2, "type": "Drone", "at": "Blueworld"},
)
FLEETS = ["Home", "Hunters", "Guards", "Bastion", "Empty"]


@cache
def _fresh() -> Game:
    return cast("Game", VARIANT.new_game(["Ada", "Brin", "Cato"], seed=7, name="alpha"))


def small(
    *groups: Mapping[str, Any],
    planets: Mapping[str, Mapping[str, Any]] | None = None,
    **races: Mapping[str, Any],
) -> Game:
    """The small game with these groups, and these changes to its planets and races."""
    game: Any = copy_of(_fresh())
    named = {*PLANETS, *(planets or {})}
    state = {
        "remove": ["planets"],
        "planets": {name: PLANETS.get(name, {}) | (planets or {}).get(name, {}) for name in named},
        "races": {name: RACES[name] | races.get(name, {}) for name in RACES},
        "groups": list(groups),
    }
    state["planets"] = {name: state["planets"][name] for name in [*PLANETS, *(planets or {})]}
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    return game


def developed(**races: Mapping[str, Any]) -> Game:
    """The small game with all of Ada's forces."""
    ada = {"fleets": FLEETS, "types": {**TYPES, "Spare": [2, 0, 0, 0, 0]}} | races.pop("Ada", {})
    return small(*FORCES, Ada=ada, **races)


# events


def orders(game: Game, ada: str = "", **by_race: str) -> hz.Turn:
    """Steps 1 and 2 of a turn with Ada's orders, and the others' by their names."""
    return hz.run_turn(game, {"Ada": ada, "Brin": "", "Cato": "", **by_race}, only=STEPS)


def play(game: Game, ada: str = "", **by_race: str) -> hz.Turn:
    """A whole turn with Ada's orders, and the others' by their names."""
    return hz.run_turn(game, {"Ada": ada, "Brin": "", "Cato": "", **by_race})


def remarks(turn: hz.Turn, player: str = "Ada") -> list[Diagnostic]:
    """The remarks on a player's orders."""
    return list(turn.diagnostics[player])


def codes(turn: hz.Turn, player: str = "Ada") -> list[str]:
    """The codes of a player's remarks."""
    return [remark.code for remark in turn.diagnostics[player]]


def checked(game: Game, text: str, player: str = "Ada") -> list[str]:
    """The codes of the remarks of a check."""
    return [remark.code for remark in VARIANT.check_orders(game, player, text)]


def events(turn: hz.Turn, code: str, player: str | None = None) -> list[hz.Event]:
    """The turn's events of a code that a player (or anyone) may know of."""
    return [e for e in turn.events if e.code == code and (player is None or e.visible_to(player))]


# state


def ada(game: Game) -> Race:
    return game.race("Ada")


def ships(game: Game, player: str = "Ada") -> dict[int, int]:
    """The number of ships in each of a race's groups."""
    return {group.number: group.ships for group in game.race(player).groups}


def group_of(game: Game, number: int, player: str = "Ada") -> Group:
    squadron = game.race(player).group(number)
    assert squadron is not None, f"{player} has no group {number}"
    return squadron


def goes_to(game: Game, number: int) -> str:
    """The name of the planet to which Ada's group was sent, or ""."""
    to = group_of(game, number).to
    return game.planet(to).name if to else ""


def planet(game: Game, name: str) -> Planet:
    world = game.planet_named(name)
    assert world is not None, name
    return world


def fleet_of(game: Game, number: int) -> str:
    """The name of the fleet of Ada's group, or ""."""
    fleet = group_of(game, number).fleet
    return ada(game).fleets[fleet].name if fleet else ""


def names(entries: Mapping[str, ShipType | Fleet]) -> list[str]:
    return [value.name for value in entries.values()]


# the catalogue


def examples(*clauses: str) -> list[Any]:
    """The catalogue's examples of these clauses as cases, each marked with its clause."""
    return [
        pytest.param(example, id=str(example), marks=pytest.mark.rule(example.clause))
        for example in VARIANT.rules.examples(*clauses)
    ]


def example(clause: str, number: int) -> Example:
    """One example of the catalogue, counted from 1."""
    return VARIANT.rules[clause].examples[number - 1]


#: A clause, the number of one of its errors (from 1), an order that causes it, and the codes.
Mistake = tuple[str, int, str, str]


def mistakes(rows: Iterable[Mistake]) -> list[Any]:
    """The mistakes as cases, each marked with its clause and named by the catalogue's words."""
    return [
        pytest.param(
            text,
            expected.split(),
            id=f"{clause}: {VARIANT.rules[clause].errors[number - 1]}: {text!r}",
            marks=pytest.mark.rule(clause),
        )
        for clause, number, text, expected in rows
    ]


def forgotten(rows: Sequence[Mistake], *clauses: str) -> list[tuple[str, str]]:
    """The errors of these clauses (all in `rows`, unless named) that no row provokes."""
    tested = {(clause, number) for clause, number, _, _ in rows}
    return [
        (clause, error)
        for clause in clauses or sorted({clause for clause, _ in tested})
        for number, error in enumerate(VARIANT.rules[clause].errors, start=1)
        if (clause, number) not in tested
    ]


def refuse(game: Game, text: str, expected: Sequence[str]) -> None:
    """Assert that the orders are refused with reason, place and remedy, and without effect.

    A check gives the same remarks, except for names that she cannot know.
    """
    turn = orders(game, text)
    assert codes(turn) == list(expected)
    for remark in remarks(turn):
        line = text.splitlines()[remark.line - 1]
        assert remark.severity == "error"
        assert remark.column >= 1
        assert remark.words.replace('"', "") in line.replace('"', "")
        assert remark.message
        assert remark.hint, remark.message
    assert hz.dump(turn.game) == hz.dump(orders(game).game)
    assert turn.events == orders(game).events
    known = ["unseen" if code == "unknown-name" else code for code in expected]
    assert checked(game, text) == known
