"""Orders: their syntax, the offers for their arguments, and their references.

The effects of orders are in `rules/`, by topic.
"""

from __future__ import annotations

from variants.event_horizon.orders.commands import COMMANDS, DIRECTIONS, ENVELOPE, own_ship

__all__ = ["COMMANDS", "DIRECTIONS", "ENVELOPE", "own_ship"]
