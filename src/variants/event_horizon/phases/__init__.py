"""The seven phases of a turn, a module each, in the order of EH-SEQ-001."""

from __future__ import annotations

from horizons_core.turn import Phase
from variants.event_horizon.phases import (
    combat,
    construction,
    income,
    moves,
    opportunity,
    reports,
    shields,
)

PHASES = (
    Phase("construction", construction.run, "Construction"),
    Phase("moves", moves.run, "Moves"),
    Phase("opportunity", opportunity.run, "Attacks of Opportunity", foreseeable=False),
    Phase("shields", shields.run, "Shield Charging"),
    Phase("combat", combat.run, "Combat", foreseeable=False),
    Phase("income", income.run, "Income"),
    Phase("reports", reports.run, "Reports", foreseeable=False),
)
