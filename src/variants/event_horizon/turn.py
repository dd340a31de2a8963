"""The seven phases of a turn, in the order of EH-SEQ-001."""

from __future__ import annotations

from horizons_core.turn import Phase
from variants.event_horizon.rules import combat, income, moves, opportunity, reports, shields

PHASES = (
    Phase("construction", title="Construction"),
    Phase("moves", moves.carry_out_moves, "Moves"),
    Phase(
        "opportunity", opportunity.fire_at_opportunity, "Attacks of Opportunity", foreseeable=False
    ),
    Phase("shields", shields.charge_shields, "Shield Charging"),
    Phase("combat", combat.fight_battles, "Combat", foreseeable=False),
    Phase("income", income.mine_sectors, "Income"),
    Phase("reports", reports.conclude_turn, "Reports", foreseeable=False),
)
