"""The end of the turn: every species records what it sees of others (FH-SCAN-004).

Distorted ships get the number that is valid from the next turn on (FH-FD-005).
"""

from __future__ import annotations

from typing import cast

from horizons_core.turn import TurnContext
from variants.far_horizons.dice import StreamChance
from variants.far_horizons.economy import economy_of
from variants.far_horizons.rules.distortion import draw_distortion
from variants.far_horizons.rules.knowledge import record_knowledge
from variants.far_horizons.view.model import FarHorizonsView


def run(context: TurnContext) -> None:
    chance = StreamChance(context)
    for species in context.game.empires:
        draw_distortion(species, chance.dice("distortion", species.number))
    view = cast("FarHorizonsView", context.variant.view_model)
    record_knowledge(context.game, context.turn, view.disguise, economy_of(context))
