"""The orders that players may give (SC-ORD-001)."""

from __future__ import annotations

from horizons_core.orders import Envelope
from variants.starcluster.orders import classes, pool, races

#: The frame of a set of orders.
ENVELOPE = Envelope("#STARCLUSTER")

COMMANDS = (
    *races.COMMANDS,
    *classes.COMMANDS,
    *pool.COMMANDS,
)
