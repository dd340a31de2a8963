"""Views: visibility, view data and their schemas, and the map.

`model` defines the visibility of objects; `shapes` and `own_shapes` define the data; `charts`,
`forces` and `own_empire` make its parts; `gamemaster` is the view of the whole game.
`map_document` and `map_layout` make the map.
"""

from __future__ import annotations

from horizons_core.turn import VariantRules
from variants.starcluster.view.model import ClusterView

__all__ = ["ClusterView", "view_model"]


def view_model(variant: VariantRules) -> ClusterView:
    """The view model of a game under these rules."""
    return ClusterView(variant.economy)
