"""Views: who sees what, the data of it with its schema, and the map.

What empires learn and remember is written down by a phase, in `rules/knowledge.py`.
"""

from __future__ import annotations

from horizons_core.turn import VariantRules
from variants.event_horizon.view.model import EventHorizonView

__all__ = ["EventHorizonView", "view_model"]


def view_model(variant: VariantRules) -> EventHorizonView:
    """The view model of a game by these rules."""
    return EventHorizonView(variant.economy)
