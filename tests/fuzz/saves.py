"""Saved games with one value changed: each is refused at loading, or can be played.

A mutant changes one value of a saved game of bots, for each kind of place; of the items of a list
the first and the last are tried. A loaded mutant must check its bots' orders, run a turn with
them, and give every player a view and a report.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.rng import Stream
from horizons_core.testing.playing import play, seated

GAMES = ("event_horizon", "galaxy_g", "far_horizons", "campaign2e", "starcluster")
#: Turns that the saved games have been played, and the most players in them.
TURNS, PLAYERS = {"campaign2e": 7}, ("Ada", "Brin", "Cleo")
#: Replacements of a value, by its type.
NUMBERS: tuple[Any, ...] = (10**50, -(10**50), 2**63, 10**9, 9999, 1, 0, -1, "x", None, [], 1.5)
#: A missing value; the first item of a list twice.
GONE, TWICE = "(gone)", "(twice)"
_CONTAINERS: tuple[Any, ...] = (None, {}, [], {"x": None}, 10**50, "x", [[0]], [-1], GONE)
ODD: dict[type, tuple[Any, ...]] = {
    list: (*_CONTAINERS, TWICE),
    dict: _CONTAINERS,
    bool: (2, "yes", None, 10**50, GONE),
    int: (*NUMBERS, GONE),
    float: (10**50, 1e300, float("inf"), float("nan"), -1.0, 0.0, 10**9, "x", None, [], GONE),
    str: ("", "no such thing", "0", "-1", "9" * 30, "1,2", "x" * 5000, "\ud800", 7, None, [], GONE),
    type(None): (0, -1, "x", 10**50, [], {}),
}
Spot = tuple[str, Any, Any]


@frozen
class Mutant:
    """A change of one value: its place, and the new value."""

    spot: Spot
    value: Any

    def __str__(self) -> str:
        return f"{self.spot[0]} = {str(self.value)[:40]!r}"


@cache
def played(name: str) -> tuple[Any, dict[str, str]]:
    """Return a saved game after some turns played by bots, and their orders for the next."""
    rules = hz.load_variant(name)
    low, high = rules.info.players
    players = PLAYERS[: max(low, min(high, 3))]
    game = rules.new_game(players, seed=5)
    *_, last, coming = play(rules, game, seated(rules, players, 1), 1, TURNS.get(name, 5) + 1)
    return json.loads(json.dumps(hz.dump(last.after.game))), dict(coming.orders)


def saved(name: str) -> Any:
    """Return the game that bots have played."""
    return played(name)[0]


def spots(name: str) -> list[Spot]:
    """Return places of leaves: of those that differ by an index or key only, the first and last."""
    alike: dict[str, list[Spot]] = {}
    for path, within, key in _leaves(saved(name), ""):
        kind = re.sub(r"\[[^\]]*\]", "[]", path) + type(within[key]).__name__
        alike.setdefault(kind, []).append((path, within, key))
    return [spot for places in alike.values() for spot in (places[0], *places[1:][-1:])]


def _leaves(within: Any, path: str) -> Iterator[Spot]:
    keys = list(within) if isinstance(within, dict) else range(len(within))
    for key in keys:
        value = within[key]
        place = f"{path}.{key}" if str(key).isidentifier() and not path.endswith("]]") else ""
        place = place if isinstance(within, dict) and place else f"{path}[{key}]"
        if isinstance(value, dict | list):
            yield from _leaves(value, place)
        yield place, within, key


def mutants(name: str) -> Iterator[Mutant]:
    """Yield every change of every place."""
    for spot in spots(name):
        value = spot[1][spot[2]]
        for odd in ODD[type(value)]:
            if odd == GONE and not isinstance(spot[1], dict):
                continue
            if type(odd) is not type(value) or odd != value:
                yield Mutant(spot, odd)


def survives(name: str, mutant: Mutant) -> bool:
    """Return whether a mutant is loaded, and then play it; raises unexpected exceptions."""
    _path, within, key = mutant.spot
    value = within[key]
    if mutant.value == GONE:
        del within[key]
    else:
        within[key] = [*value[:1], *value] if mutant.value == TWICE else mutant.value
    try:
        game = hz.load(saved(name))
    except HorizonsError:
        return False
    finally:
        within[key] = value
    rules = hz.load_variant(name, game.mods)
    turns = [hz.opening(game, rules)]
    if game.outcome is None:
        seats = {empire.id for empire in game.empires}
        orders = {seat: text for seat, text in played(name)[1].items() if seat in seats}
        for seat, text in orders.items():
            rules.check_orders(game, seat, text)
        turns.append(hz.run_turn(game, orders, variant=rules))
    for turn in turns:
        for empire in turn.game.empires:
            report = turn.report(empire.id)
            assert report.text
            assert report.html
            assert rules.view(turn.game, empire.id)
    return True


def case(stream: Stream, tried: Callable[[object], None]) -> None:
    """One change of one place of one game."""
    name = stream.choice(GAMES)
    chosen = stream.choice(_all(name))
    tried((name, str(chosen)))
    survives(name, chosen)


@cache
def _all(name: str) -> list[Mutant]:
    return list(mutants(name))
