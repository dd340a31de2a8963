"""Commands for players and the umpire (C2E-1.5-05)."""

from __future__ import annotations

from attrs import evolve

from horizons_core.orders import Command, Envelope
from variants.campaign2e.model import BATTLES, ROUND_STAGES
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
from variants.campaign2e.rules.setup_rounds import ALWAYS, ROUNDS

#: First and last lines of an order set.
ENVELOPE = Envelope("#CAMPAIGN")

_ALL = (
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


def _in_stages(command: Command) -> Command:
    """Return the command with the stages in which it is valid (C2E-1.3-11, C2E-14.1-01)."""
    if command.keyword == "RESULT":
        return evolve(command, stages=(BATTLES,))
    rounds = [n for n, keywords in ROUNDS.items() if command.keyword in (*keywords, *ALWAYS)]
    weeks = [] if command.keyword == "PAIR" else [0]
    return evolve(command, stages=tuple(ROUND_STAGES[n] for n in (*rounds, *weeks)))


COMMANDS = tuple(map(_in_stages, _ALL))
