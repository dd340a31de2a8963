"""Edits of a game by its gamemaster between two turns, in the format of scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.codec import copy_of, put_in_order
from horizons_core.errors import ScenarioError
from horizons_core.model.entities import Game
from horizons_core.plugins.variant import Variant


def edited(variant: Variant, game: Game, state: Mapping[str, Any]) -> Game:
    """Return a copy of the game changed by a state, as a scenario changes a fresh game.

    The same game and state give the same result. Raises ScenarioError for a state that the variant
    rejects, one that violates an invariant that held before, and one that changes the game's turn,
    players, options, random seed or result.
    """
    changed = copy_of(game)
    if not variant.hook.horizons_scenario_state(game=changed, state=state):
        raise ScenarioError(
            f"a game of {variant.info.title} cannot be edited",
            "the variant does not support scenario states",
        )
    put_in_order(changed)
    for name, before in _frame(game).items():
        if _frame(changed)[name] != before:
            raise ScenarioError(
                f"an edit cannot change the {name} of a running game", "leave that part out"
            )
    known = variant.invariants(game)
    faults = [fault for fault in variant.invariants(changed) if fault not in known]
    if faults:
        raise ScenarioError(f"the state is not possible: {'; '.join(faults)}")
    return changed


def _frame(game: Game) -> dict[str, Any]:
    """Return the parts of a game that no edit may change, by their names in messages."""
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
