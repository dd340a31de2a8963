"""The phases of a turn, in their order, and draft orders for species whose players sent none."""

from __future__ import annotations

from typing import cast

from horizons_core.model import EventKind
from horizons_core.turn import Phase, TurnContext
from variants.far_horizons.economy import economy_of
from variants.far_horizons.model import Game
from variants.far_horizons.model.orders import Orders
from variants.far_horizons.orders.drafts import default_orders
from variants.far_horizons.rules import (
    battles,
    housekeeping,
    jumps,
    knowledge,
    production,
    steps,
    victory,
)
from variants.far_horizons.rules.steps import phase_of
from variants.far_horizons.view.model import FarHorizonsView

DRAFTED = EventKind("orders-drafted", "No orders received: the program gave orders instead.")


def draft_missing_orders(context: TurnContext[Game]) -> None:
    """Draft orders for the absent, if the game's option is set."""
    if context.game.options.get("absent", "drafted") != "drafted":
        return
    view, economy = cast("FarHorizonsView", context.variant.view_model), economy_of(context)
    drafted: dict[str, Orders] = {}
    for species in context.game.empires:
        if species.id not in context.senders:
            text = default_orders(view.of_species(context.game, species), economy)
            read = context.variant.language.read(text)
            assert isinstance(read.orders, Orders)  # noqa: S101 - our own language
            drafted[species.id] = read.orders
            context.emit(DRAFTED, (species.id,))
    context.notes["drafted"] = drafted


PHASES = (
    Phase("orders", draft_missing_orders, "Orders", foreseeable=False),
    # FH-TURN-002
    Phase("combat", phase_of(battles.combat), "Combat"),
    Phase("pre-departure", phase_of(steps.run_pre_departure), "Pre-departure"),
    Phase("jumps", phase_of(jumps.run), "Jumps"),
    Phase("production", phase_of(production.run), "Production"),
    Phase("post-arrival", phase_of(steps.run_post_arrival), "Post-arrival"),
    Phase("strikes", phase_of(battles.strikes), "Strikes"),
    # between strikes and the next turn's combat nothing is produced or repaired (FH-STRIKE-003)
    Phase("housekeeping", phase_of(housekeeping.finish), "Housekeeping"),
    Phase("sightings", knowledge.run, "Sightings", foreseeable=False),
    Phase("ending", victory.judge, "Ending", foreseeable=False),
)
