"""A new game, ready for turn 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.rng import Stream
from variants.far_horizons.compatibility import RULEBOOK, Habits
from variants.far_horizons.model import Game
from variants.far_horizons.rules.housekeeping import open_game
from variants.far_horizons.rules.knowledge import learn
from variants.far_horizons.setup import create_game
from variants.far_horizons.view.disguise import DISGUISE, Disguise


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any],
    stream: Stream,
    habits: Habits = RULEBOOK,
    disguise: Disguise = DISGUISE,
) -> Game:
    """A game at turn 0, whose species know their own systems (FH-SETUP-010).

    Raises OptionError as `setup.create_game` does.
    """
    game = create_game(players, options, stream, habits)
    open_game(game)
    learn(game, 0, disguise)
    return game
