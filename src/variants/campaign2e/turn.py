"""Phases of a week, in the order of C2E-1.5-03."""

from __future__ import annotations

from horizons_core.turn import Phase
from variants.campaign2e.rules import (
    administration,
    contact,
    exploration,
    income,
    movement,
    progress,
    setup_rounds,
    standings,
    system_actions,
    upkeep,
    weeks,
)

PHASES = (
    Phase("orders", weeks.begin, "Orders"),
    Phase("administration", administration.run, "Administration"),
    Phase("movement", weeks.in_week(movement.run), "Movement"),
    Phase("exploration", weeks.in_week(exploration.run), "Exploration", foreseeable=False),
    Phase("contact", contact.run, "Contact"),
    Phase("system_actions", weeks.when_over(system_actions.run), "System actions"),
    Phase("income", weeks.when_over(income.run), "Income"),
    Phase("upkeep", weeks.when_over(upkeep.run), "Upkeep"),
    Phase("progress", weeks.when_over(progress.run), "Progress"),
    Phase("standings", standings.judge, "Standings", foreseeable=False),
    # Last, because the other steps are for weeks, and the final round starts no week by itself.
    Phase("setup", setup_rounds.conclude, "Set-up", foreseeable=False),
)
