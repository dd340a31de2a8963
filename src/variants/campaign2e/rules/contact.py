"""Step 4, contact: who meets whom, who attacks, who leaves, and the battles (C2E-17.1-01).

Contact arises in any hex, empty ones too, between fleets whose owners are not allied; it is looked
for every week, also between fleets that stayed.
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind, folded
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Place, place_id
from variants.campaign2e.rules import battles, by_hand, dummies, prizes
from variants.campaign2e.rules.decisions import attacks, standing_order
from variants.campaign2e.rules.departures import leave_behind, unable_to_leave, withdraw
from variants.campaign2e.rules.fleets import Fleet, at_odds, crowded, fleets_at, told
from variants.campaign2e.rules.groups import carry_out_late
from variants.campaign2e.rules.postures import THERE
from variants.campaign2e.rules.size_reports import report_defences, report_sizes
from variants.campaign2e.rules.visits import visit
from variants.campaign2e.rules.weeks import RESUMED, drop_orders

OCCUPIES = EventKind(
    "contact.occupies", "{group} is left alone at {place}: all others withdraw.", ("C2E-17.4-01",)
)


def run(context: TurnContext) -> None:
    """Visits, reports of size, decisions and battles; then orders with LATE (C2E-1.5-03)."""
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
    if context.forecast:  # whom one will meet is not known before
        return
    visit(context)
    dummies.remove_met(context)
    report_defences(context)
    for at in crowded(game):
        _meet(context, at)


def _meet(context: TurnContext, at: Place) -> None:
    """Let the fleets in one hex decide, and fight if it comes to that."""
    game: Campaign = context.game
    attackers: list[Fleet] = []
    others: list[Fleet] = []
    fleets = fleets_at(game, at)
    for fleet in fleets:
        met = [other for other in fleets if at_odds(game, fleet, other)]
        if met:
            sizes = report_sizes(context, fleet, met)
            (attackers if attacks(game, fleet, sizes) else others).append(fleet)
    staying = [left for fleet in others if (left := _withdraw(context, fleet)) is not None]
    sides = sides_of(game, attackers, staying)
    if len(sides) > 1:
        battles.begin(context, at, sides)
    elif others:
        for fleet in attackers:
            context.emit(OCCUPIES, told(fleet.owner), place=place_id(at), group=fleet.leader.name)


def sides_of(
    game: Campaign, attackers: Sequence[Fleet], staying: Sequence[Fleet]
) -> list[list[Fleet]]:
    """The sides of a battle: fleets that are not at odds fight together (C2E-17.1-02).

    What could not withdraw fights if somebody attacks it (C2E-17.3-02).
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
    """Let a fleet withdraw: next week's move is fixed (C2E-17.4-01, C2E-17.5-01).

    Its ships that cannot jump stay as groups of their own; the answer is that part of the fleet,
    None if nothing stays.
    """
    game: Campaign = context.game
    wanted = standing_order(game, fleet).to
    for group in fleet.groups:
        leaving = leave_behind(game, group, unable_to_leave(game, group))
        if leaving is not None:
            withdraw(context, leaving, wanted)
    left = fleets_at(game, fleet.at)
    return next((f for f in left if (f.owner, f.against) == (fleet.owner, fleet.against)), None)
