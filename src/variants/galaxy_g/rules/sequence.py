"""The steps that combine several topics: orders, new names, and the turn's end."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.galaxy_g.economy import industry_of
from variants.galaxy_g.rules import fleets, gifts, groups, idle_races, victory, visibility


def carry_out_orders(context: TurnContext) -> None:
    """Step 1: O first, so that NAMECASE applies to all names (GG-ORDO-006), and gifts last.

    Races come in list order, the orders of each from top to bottom (GG-SEQ-002).
    """
    context.carry_out("O", first=idle_races.refuse_departed)
    context.carry_out(first=idle_races.refuse_departed)
    gifts.transfer_gifts(context)


def carry_out_renames(context: TurnContext) -> None:
    """Step 2: upgrades, then new names (GG-SEQ-003). Then identical groups merge (GG-GRP-004)."""
    context.carry_out("G", first=idle_races.refuse_departed)
    context.carry_out(first=idle_races.refuse_departed)
    groups.merge_groups(context)


def close_turn(context: TurnContext) -> None:
    """Close the turn: disband empty fleets, sort groups, reset upgrades (GG-SEQ-005)."""
    for race in context.game.empires:
        fleets.disband_empty(race)
        groups.sort_groups(context.game, race)
    for planet in context.game.planets:
        planet.upgraded = 0.0


def update_sightings(context: TurnContext) -> None:
    """Remove races that leave the game, and update the knowledge of all others (GG-SEQ-005)."""
    gone = [race.id for race in context.game.empires if not race.active]
    context.unreported.update(gone)
    idle_races.count_missed(context)
    idle_races.remove_departed(context)
    idle_races.remove_extinct(context)
    witnessed = context.notes.get(visibility.SIGHTINGS)
    visibility.update_knowledge(industry_of(context), context.game, witnessed)
    victory.check_victory(context)
