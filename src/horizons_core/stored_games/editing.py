"""A game that its gamemaster edited between two turns, in scenario words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.codec import copy_of, put_in_order
from horizons_core.errors import ScenarioError
from horizons_core.model.entities import Game
from horizons_core.plugins.variant import Variant


def edited(variant: Variant, game: Game, state: Mapping[str, Any]) -> Game:
    """The game with a state laid over it, as a scenario lays one over a fresh game.

    The game given is not changed; the same game and state give the same game. Raises ScenarioError
    for a state that the variant does not take, for one that breaks a law which the game kept
    before, and for one that changes whose game it is: its turn, players, options, chance or end.
    """
    again = copy_of(game)
    if not variant.hook.horizons_scenario_state(game=again, state=state):
        raise ScenarioError(
            f"a game of {variant.info.title} cannot be edited",
            "the variant takes no states in the words of scenarios",
        )
    put_in_order(again)
    for what, before in _frame(game).items():
        if _frame(again)[what] != before:
            raise ScenarioError(
                f"an edit cannot change the {what} of a running game", "leave that part out"
            )
    known = variant.invariants(game)
    faults = [fault for fault in variant.invariants(again) if fault not in known]
    if faults:
        raise ScenarioError(f"the state cannot be: {'; '.join(faults)}")
    return again


def _frame(game: Game) -> dict[str, Any]:
    """What of a game no edit changes, in words."""
    return {
        "turn": game.turn,
        "rules": (game.schema, game.variant, game.version, game.rules, game.mods, game.data_mods),
        "name": game.name,
        "options": game.options,
        "chance": (game.secret, game.shared_chance, game.turn_key, game.commitment),
        "end": game.outcome,
        "players": [
            (empire.id, empire.address, empire.password, empire.own_commitment)
            for empire in game.empires
        ],
        "seats": game.seats,
    }
