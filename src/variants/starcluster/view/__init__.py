"""Views: visibility, view data and their schemas, and the map.

`model` defines the visibility of objects; `shapes`, `force_shapes` and `work_shapes` define the
data; `charts`, `forces`, `colonies`, `research`, `works` and `others` make its parts; `whole` is
the gamemaster's view.
"""

from __future__ import annotations

from horizons_core.turn import VariantRules
from variants.starcluster.view.model import ClusterView

__all__ = ["ClusterView", "view_model"]


def view_model(variant: VariantRules) -> ClusterView:
    """The view model of a game by these rules."""
    return ClusterView(variant.economy)
