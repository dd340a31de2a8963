"""Orders of the game (SC-ORD-001)."""

from __future__ import annotations

from horizons_core.orders import Envelope
from variants.starcluster.orders import (
    classes,
    colonies,
    diplomacy,
    espionage,
    exploration,
    fleets,
    installations,
    logistics,
    movement,
    pool,
    races,
    research,
    treasury,
    war,
    yards,
)

#: The header of an order file.
ENVELOPE = Envelope("#STARCLUSTER")

COMMANDS = (
    *races.COMMANDS,
    *classes.COMMANDS,
    *fleets.COMMANDS,
    *movement.COMMANDS,
    *exploration.COMMANDS,
    *pool.COMMANDS,
    *diplomacy.COMMANDS,
    *espionage.COMMANDS,
    *yards.COMMANDS,
    *installations.COMMANDS,
    *research.COMMANDS,
    *colonies.COMMANDS,
    *treasury.COMMANDS,
    *logistics.COMMANDS,
    *war.COMMANDS,
)
