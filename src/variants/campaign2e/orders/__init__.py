"""Commands for players and the umpire (C2E-1.5-05)."""

from __future__ import annotations

from horizons_core.orders import Envelope
from variants.campaign2e.orders import (
    approvals,
    campaign,
    construction,
    contact,
    groups,
    offensives,
    repairs,
    supply,
    trade,
)

#: First and last lines of an order set.
ENVELOPE = Envelope("#CAMPAIGN")

COMMANDS = (
    *campaign.SETUP_COMMANDS,
    *construction.FORCE_COMMANDS,
    *groups.GROUP_COMMANDS,
    *groups.MOVEMENT_COMMANDS,
    *contact.DIPLOMACY_COMMANDS,
    *trade.COMMANDS,
    *supply.SUPPLY_COMMANDS,
    *supply.PAYMENT_COMMANDS,
    *construction.CONSTRUCTION_COMMANDS,
    *repairs.REPAIR_COMMANDS,
    *repairs.REFIT_COMMANDS,
    *repairs.CAPTURE_COMMANDS,
    *approvals.COMMANDS,
    *campaign.CAMPAIGN_COMMANDS,
    *contact.CONTACT_COMMANDS,
    *groups.DUMMY_COMMANDS,
    *contact.RESULT_COMMANDS,
    *offensives.OFFENSIVE_COMMANDS,
    *offensives.BLOCKADE_COMMANDS,
)
