"""The end of a turn: growth, losses, meetings, costs of the fleet.

`finish` is the last step of a turn, before the caller increments the turn's number. `locate` is the
small step before the two combat phases; `open_game` ends the setup of a game.
"""

from __future__ import annotations

from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Game
from variants.far_horizons.rules import (
    aging,
    colonies,
    contact,
    delivery,
    disbanded,
    maintenance,
    notices,
    tech_levels,
)
from variants.far_horizons.rules.inbox import inboxes
from variants.far_horizons.step_context import StepContext

__all__ = ["finish", "locate", "open_game"]


def finish(context: StepContext) -> None:
    """End a turn for all species, one after the other; then do what depends on all of them.

    (FH-TURN-004)
    """
    game = context.game
    _wear_planets(game)
    highest: int | None = 0
    letterbox = inboxes(game.transactions, len(game.empires))
    for species in game.empires:
        inbox = letterbox[species.number]
        notices.report_mishaps(context, species, inbox)
        disbanded.salvage(context, species)
        notices.report_money(context, species, inbox)
        highest = tech_levels.advance(context, species, highest)
        tech_levels.receive_knowledge(context, species, inbox)
        colonies.process_colonies(context, species, inbox)
        aging.age(species)
        aging.rest(species)
        notices.report_other_acts(context, species, inbox)
        delivery.deliver(context, species, inbox)
    maintenance.set_efficiencies(game, context.economy)
    contact.meet(game.empires)
    for species in game.empires:
        maintenance.charge(context, species)
    game.transactions.clear()
    game.letters.clear()


def _wear_planets(game: Game) -> None:
    """Add the mining difficulty that was deferred to the end of the turn."""
    for star in game.stars:
        for planet in star.planets:
            planet.mining_difficulty += planet.wear
            planet.wear = 0


def locate(game: Game, economy: Economy = RULEBOOK_ECONOMY) -> None:
    """Recompute economic efficiencies, as bases may have changed hands (FH-EE-001)."""
    maintenance.set_efficiencies(game, economy)


def open_game(game: Game) -> None:
    """Finish the setup when all species are created: every planet is fully efficient."""
    for star in game.stars:
        for planet in star.planets:
            planet.efficiency = 100
