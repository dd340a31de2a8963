"""Step 4, contact: meetings, decisions, withdrawals and battles (C2E-17.1-01).

Contact occurs in any hex, even an empty one, between fleets whose owners are not allied; it is
checked every week, also for fleets that stayed.
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind, folded
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Place, place_id
from variants.campaign2e.rules import battles, by_hand, dummies, prizes
from variants.campaign2e.rules.decisions import attacks, standing_order
from variants.campaign2e.rules.departures import leave_behind, unable_to_leave, withdraw
from variants.campaign2e.rules.fleets import Fleet, at_odds, audience_of, crowded, fleets_at
from variants.campaign2e.rules.groups import carry_out_late
from variants.campaign2e.rules.postures import THERE
from variants.campaign2e.rules.size_reports import report_defences, report_sizes
from variants.campaign2e.rules.visits import visit
from variants.campaign2e.rules.weeks import RESUMED, drop_orders

OCCUPIES = EventKind(
    "contact.occupies", "{group} is left alone at {place}: all others withdraw.", ("C2E-17.4-01",)
)


def run(context: TurnContext) -> None:
    """Resolve visits, reports of size, decisions and battles; then LATE orders (C2E-1.5-03)."""
    game: Campaign = context.game
    if game.round:
        return
    context.notes[THERE] = {(group.owner, folded(group.name)) for group in game.groups}
    if RESUMED in context.notes:
        by_hand.enter_results(context)
    else:
        _run_contacts(context)
    prizes.change_hands(context)
    game.halted = bool(game.pending)
    if game.pending:
        by_hand.keep_orders(context)
        drop_orders(context)
    else:
        carry_out_late(context)
        dummies.remove_without_capital(game)


def _run_contacts(context: TurnContext) -> None:
    game: Campaign = context.game
    context.carry_out("CONTACT", "BATTLE", "ENTRY", "MANUAL")
    if context.forecast:  # meetings are unpredictable
        return
    visit(context)
    dummies.remove_met(context)
    report_defences(context)
    for at in crowded(game):
        _resolve(context, at)


def _resolve(context: TurnContext, at: Place) -> None:
    """Let the fleets in a hex decide, and fight if necessary."""
    game: Campaign = context.game
    attackers: list[Fleet] = []
    defenders: list[Fleet] = []
    fleets = fleets_at(game, at)
    for fleet in fleets:
        met = [other for other in fleets if at_odds(game, fleet, other)]
        if met:
            sizes = report_sizes(context, fleet, met)
            (attackers if attacks(game, fleet, sizes) else defenders).append(fleet)
    staying = [left for fleet in defenders if (left := _withdraw(context, fleet)) is not None]
    sides = sides_of(game, attackers, staying)
    if len(sides) > 1:
        battles.begin(context, at, sides)
    elif defenders:
        for fleet in attackers:
            audience, name = audience_of(fleet.owner), fleet.leader.name
            context.emit(OCCUPIES, audience, place=place_id(at), group=name)


def sides_of(
    game: Campaign, attackers: Sequence[Fleet], staying: Sequence[Fleet]
) -> list[list[Fleet]]:
    """Return the sides of a battle: fleets not at odds fight together (C2E-17.1-02).

    Fleets that could not withdraw fight if attacked (C2E-17.3-02).
    """
    fighting = list(attackers)
    fighting += [
        fleet for fleet in staying if any(at_odds(game, fleet, other) for other in attackers)
    ]
    sides: list[list[Fleet]] = []
    for fleet in fighting:
        for side in sides:
            if not any(at_odds(game, fleet, other) for other in side):
                side.append(fleet)
                break
        else:
            sides.append([fleet])
    return sides


def _withdraw(context: TurnContext, fleet: Fleet) -> Fleet | None:
    """Let a fleet withdraw, which fixes next week's move (C2E-17.4-01, C2E-17.5-01).

    Ships that cannot jump stay as separate groups; returns that part of the fleet, or None.
    """
    game: Campaign = context.game
    target = standing_order(game, fleet).to
    for group in fleet.groups:
        leaving = leave_behind(game, group, unable_to_leave(game, group))
        if leaving is not None:
            withdraw(context, leaving, target)
    left = fleets_at(game, fleet.at)
    return next((f for f in left if (f.owner, f.against) == (fleet.owner, fleet.against)), None)
