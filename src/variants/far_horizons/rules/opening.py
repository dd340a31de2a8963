"""A new game, ready for turn 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.far_horizons.model import Game
from variants.far_horizons.rules.housekeeping import open_game
from variants.far_horizons.rules.knowledge import record_knowledge
from variants.far_horizons.setup import create_game
from variants.far_horizons.setup.forms import RULEBOOK_FORMS, FormRules
from variants.far_horizons.view.model import FarHorizonsView


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any],
    stream: Stream,
    variant: VariantRules,
    form_rules: FormRules = RULEBOOK_FORMS,
) -> Game:
    """Create a game at turn 0, whose species know their own systems (FH-SETUP-010).

    Raises OptionError as `setup.create_game` does.
    """
    view = cast("FarHorizonsView", variant.view_model)
    game = create_game(players, options, stream, variant.economy, form_rules)
    open_game(game)
    record_knowledge(game, 0, view.disguise, variant.economy)
    return game
