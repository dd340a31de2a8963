"""Phases of a week, in the order of C2E-1.5-03, and the steps within them.

- Step 2 carries out the orders in their sequence, player by player, then agreements (C2E-1.5-03).
- Step 5 has the actions of ships in systems, after all battles of contact (C2E-1.5-03). An
  offensive takes control of a system first and attacks the planet afterwards; control gained this
  week is enough for an attack this week (C2E-7.1-01).
- Step 8 is progress: repairs and refits, keels, then reconstruction (C2E-1.5-03, C2E-2.5-02).
"""

from __future__ import annotations

from horizons_core.turn import Phase, TurnContext
from variants.campaign2e.model import Campaign
from variants.campaign2e.rules import (
    abstract_attacks,
    allegiances,
    construction,
    contact,
    designs,
    exploration,
    fleets,
    ground_assaults,
    income,
    interdiction,
    movement,
    offensive_operations,
    reconstruction,
    repair_work,
    setup_rounds,
    spares,
    standings,
    task_groups,
    trade,
    upkeep,
    weeks,
)
from variants.campaign2e.rules.purchases import rename_departed
from variants.campaign2e.rules.weeks import RESUMED, drop_orders


def run_administration(context: TurnContext[Campaign]) -> None:
    """Carry out the orders of players; during the set-up those of its round."""
    if RESUMED in context.notes:
        if context.game.plays_by("1.1.0"):
            task_groups.postpone_late(context)
        drop_orders(context)
        return
    spares.deliver_spares(context)
    context.carry_out("APPROVE", "REFUSE")  # first, so that approved equipment can be used at once
    exploration.carry_out_first_orders(context)
    context.carry_out()
    designs.answer_postponed(context)
    fleets.settle_stances(context)
    trade.settle_trades(context)
    trade.settle_deals(context)
    reconstruction.settle(context)
    upkeep.settle_gifts(context)
    exploration.equip_newcomers(context)


def run_system_actions(context: TurnContext[Campaign]) -> None:
    """Resolve attacks on worlds, defences, control, planetary attacks, peacekeeping, blockades.

    A forecast knows nothing about the other side, so it only checks the orders.
    """
    if not context.forecast:
        interdiction.clear_interdiction(context.game)
    context.carry_out("ATTACK WORLD")
    abstract_attacks.run_abstract_attacks(context)
    context.carry_out("ENGAGE DEFENCES")
    if not context.forecast:
        offensive_operations.fight_engagements(context)
        offensive_operations.settle_control(context)
    context.carry_out("BOMBARD")  # before any landing (C2E-7.3-01)
    context.carry_out("LAND")
    ground_assaults.run_assaults(context)
    context.carry_out("PEACEKEEP")
    allegiances.run_missions(context)
    context.carry_out("INTERDICT", "RAID", "NORAID")
    if not context.forecast:
        interdiction.settle_interdiction(context)
        interdiction.settle_raids(context)


def run_progress(context: TurnContext[Campaign]) -> None:
    """Do the week's work, paid from the remaining treasury; then work that only takes time."""
    if context.game.plays_by("1.1.0"):
        rename_departed(context)
    repair_work.run(context)
    construction.build_keels(context)
    reconstruction.run(context)


PHASES = (
    Phase("orders", weeks.begin, "Orders"),
    Phase("administration", run_administration, "Administration", sequential=True),
    Phase("movement", weeks.in_week(movement.run), "Movement"),
    Phase(
        "exploration", weeks.in_week(exploration.run_exploration), "Exploration", foreseeable=False
    ),
    Phase("contact", contact.run_contact, "Contact"),
    Phase("system_actions", weeks.when_over(run_system_actions), "System actions"),
    Phase("income", weeks.when_over(income.collect_income), "Income"),
    Phase("upkeep", weeks.when_over(upkeep.run_upkeep), "Upkeep"),
    Phase("progress", weeks.when_over(run_progress), "Progress"),
    Phase("standings", standings.judge, "Standings", foreseeable=False),
    # Last, because the other steps are for weeks, and the final round starts no week by itself.
    Phase("setup", setup_rounds.conclude_round, "Set-up", foreseeable=False),
)
