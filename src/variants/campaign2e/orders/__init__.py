"""Commands for players and the umpire (C2E-1.5-05)."""

from __future__ import annotations

from horizons_core.orders import Envelope
from variants.campaign2e.orders import (
    approvals,
    blockades,
    campaign,
    captures,
    construction,
    contact,
    diplomacy,
    dummies,
    forces,
    groups,
    movement,
    offensives,
    opening,
    payments,
    refits,
    repairs,
    results,
    supply,
    trade,
)

#: First and last lines of an order set.
ENVELOPE = Envelope("#CAMPAIGN")

COMMANDS = (
    *opening.COMMANDS,
    *forces.COMMANDS,
    *groups.COMMANDS,
    *movement.COMMANDS,
    *diplomacy.COMMANDS,
    *trade.COMMANDS,
    *supply.COMMANDS,
    *payments.COMMANDS,
    *construction.COMMANDS,
    *repairs.COMMANDS,
    *refits.COMMANDS,
    *captures.COMMANDS,
    *approvals.COMMANDS,
    *campaign.COMMANDS,
    *contact.COMMANDS,
    *dummies.COMMANDS,
    *results.COMMANDS,
    *offensives.COMMANDS,
    *blockades.COMMANDS,
)
