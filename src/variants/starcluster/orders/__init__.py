"""Orders of the game (SC-ORD-001)."""

from __future__ import annotations

from horizons_core.orders import Envelope
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

COMMANDS = (
    *races.RACE_COMMANDS,
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
