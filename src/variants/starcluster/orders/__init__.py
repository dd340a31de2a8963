"""Orders of the game (SC-ORD-001)."""

from __future__ import annotations

from attrs import evolve

from horizons_core.model import View
from horizons_core.orders import Command, Envelope, OfferingRules
from variants.starcluster.orders import (
    classes,
    colonies,
    diplomacy,
    exploration,
    fleets,
    installations,
    logistics,
    races,
    research,
    treasury,
    war,
    yards,
)

#: The header of an order file.
ENVELOPE = Envelope("#STARCLUSTER")


def _of_active_empires(command: Command) -> Command:
    """Return the command, offered only to empires that have not fallen (SC-BRK-009)."""
    possible = command.possible

    def is_possible(view: View, rules: OfferingRules) -> bool:
        return races.is_active(view) and (possible is None or possible(view, rules))

    return evolve(command, possible=is_possible)


_COMMANDS = (
    *classes.CLASS_COMMANDS,
    *fleets.FLEET_COMMANDS,
    *fleets.MOVEMENT_COMMANDS,
    *exploration.EXPLORATION_COMMANDS,
    *logistics.POOL_COMMANDS,
    *diplomacy.DIPLOMACY_COMMANDS,
    *diplomacy.ESPIONAGE_COMMANDS,
    *yards.YARD_COMMANDS,
    *installations.INSTALLATION_COMMANDS,
    *research.RESEARCH_COMMANDS,
    *colonies.COLONY_COMMANDS,
    *treasury.TREASURY_COMMANDS,
    *logistics.LOGISTICS_COMMANDS,
    *war.WAR_COMMANDS,
)

COMMANDS = (*races.RACE_COMMANDS, races.AGAIN, *map(_of_active_empires, _COMMANDS))
