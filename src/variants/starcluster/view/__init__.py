"""Views: who knows what, the data of it with its schema, and the map.

`model` says who sees which things, `shapes`, `force_shapes` and `work_shapes` what the data looks
like, `charts`, `forces`, `colonies`, `research`, `works` and `others` make its parts, `whole` is
the gamemaster's.
"""

from __future__ import annotations

from horizons_core.turn import VariantRules
from variants.starcluster.view.model import ClusterView

__all__ = ["ClusterView", "view_model"]


def view_model(variant: VariantRules) -> ClusterView:
    """The view model of a game by these rules."""
    return ClusterView(variant.economy)
