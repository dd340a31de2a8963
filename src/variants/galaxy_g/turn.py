"""The twelve steps of a turn, in exactly this order, and its closing (GG-SEQ-001, GG-SEQ-005).

This module also has the steps that combine several topics: orders, new names, the turn's end.
"""

from __future__ import annotations

from horizons_core.turn import Phase, TurnContext
from variants.galaxy_g.economy import industry_of
from variants.galaxy_g.model import Game
from variants.galaxy_g.rules import (
    battles,
    gifts,
    groups,
    movement,
    production,
    routes,
    victory,
    visibility,
)


def carry_out_orders(context: TurnContext[Game]) -> None:
    """Step 1: carry out O first, so that NAMECASE applies to all names, and gifts last.

    Races come in list order, the orders of each from top to bottom (GG-SEQ-002).
    """
    context.carry_out("O", first=victory.refuse_departed)
    context.carry_out(first=victory.refuse_departed)
    gifts.transfer_gifts(context)


def carry_out_renames(context: TurnContext[Game]) -> None:
    """Step 2: upgrades, then new names (GG-SEQ-003). Then identical groups merge (GG-GRP-004)."""
    context.carry_out("G", first=victory.refuse_departed)
    context.carry_out(first=victory.refuse_departed)
    groups.merge_groups(context)


def close_turn(context: TurnContext[Game]) -> None:
    """Close the turn: disband empty fleets, sort groups, reset upgrades (GG-SEQ-005)."""
    for race in context.game.empires:
        groups.disband_empty(race)
        groups.sort_groups(context.game, race)
    for planet in context.game.planets:
        planet.upgraded = 0.0


def update_sightings(context: TurnContext[Game]) -> None:
    """Remove races that leave the game, and update the knowledge of all others (GG-SEQ-005)."""
    eliminated = [race.id for race in context.game.empires if not race.active]
    context.unreported.update(eliminated)
    victory.count_missed(context)
    victory.remove_departed(context)
    victory.remove_extinct(context)
    witnessed = context.notes.get(visibility.SIGHTINGS)
    visibility.update_knowledge(industry_of(context), context.game, witnessed)
    victory.check_victory(context)


PHASES = (
    Phase("orders", carry_out_orders, "Orders", sequential=True),
    Phase("renames", carry_out_renames, "Upgrades and new names"),
    Phase("battles", battles.fight_battles, "Battles", foreseeable=False),
    Phase("bombing", battles.bomb_planets, "Bombing", foreseeable=False),
    Phase("routes", routes.load_and_send, "Routes"),
    Phase("interception", movement.dispatch_interceptors, "Interception"),
    Phase("movement", movement.move_groups, "Movement"),
    Phase("later_battles", battles.fight_battles, "Battles after movement", foreseeable=False),
    Phase("later_bombing", battles.bomb_planets, "Bombing after movement", foreseeable=False),
    Phase("production", production.run_production, "Production"),
    Phase("unloading", routes.unload_arrivals, "Unloading"),
    Phase("merging", groups.merge_groups, "Merging"),
    Phase("closing", close_turn, "Closing"),
    Phase("sightings", update_sightings, "Sightings", foreseeable=False),
)
