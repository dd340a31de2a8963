"""Orders: how each is written, what its arguments offer, and what they refer to.

What an order does lies under its topic in `rules/`.
"""

from __future__ import annotations

from variants.event_horizon.orders.commands import COMMANDS, DIRECTIONS, ENVELOPE
from variants.event_horizon.orders.references import own_ship

__all__ = ["COMMANDS", "DIRECTIONS", "ENVELOPE", "own_ship"]
