"""The seven phases of a turn, in the order of EH-SEQ-001."""

from __future__ import annotations

from horizons_core.turn import Phase
from variants.event_horizon.rules import combat, income, knowledge, moves

PHASES = (
    Phase("construction", title="Construction", sequential=True),
    Phase("moves", moves.carry_out_moves, "Moves"),
    Phase("opportunity", combat.fire_at_opportunity, "Attacks of Opportunity", foreseeable=False),
    Phase("shields", combat.charge_shields, "Shield Charging"),
    Phase("combat", combat.fight_battles, "Combat", foreseeable=False),
    Phase("income", income.mine_sectors, "Income"),
    Phase("reports", knowledge.conclude_turn, "Reports", foreseeable=False),
)
