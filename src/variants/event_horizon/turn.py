"""The seven phases of a turn, in the order of EH-SEQ-001."""

from __future__ import annotations

from horizons_core.turn import Phase
from variants.event_horizon.rules import combat, income, moves, opportunity, reports, shields

PHASES = (
    Phase("construction", title="Construction"),
    Phase("moves", moves.run, "Moves"),
    Phase("opportunity", opportunity.run, "Attacks of Opportunity", foreseeable=False),
    Phase("shields", shields.run, "Shield Charging"),
    Phase("combat", combat.run, "Combat", foreseeable=False),
    Phase("income", income.run, "Income"),
    Phase("reports", reports.run, "Reports", foreseeable=False),
)
