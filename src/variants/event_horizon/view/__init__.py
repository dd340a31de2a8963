"""Views: visibility of entities, the view's data with its schema, and the map.

A phase updates the knowledge and memory of empires, in `rules/knowledge.py`.
"""

from __future__ import annotations

from horizons_core.turn import VariantRules
from variants.event_horizon.view.model import EventHorizonView

__all__ = ["EventHorizonView", "view_model"]


def view_model(variant: VariantRules) -> EventHorizonView:
    """Return the view model of a game under these rules."""
    return EventHorizonView(variant.economy)
