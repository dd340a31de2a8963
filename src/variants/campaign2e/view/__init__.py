"""Views: who knows what, the data of it with its schema, and the map.

`model` says who sees which things, `shapes` what the data looks like, `worlds`, `fleets` and
`trade` make its parts, `chart` draws the map.
"""

from __future__ import annotations

from horizons_core.turn import VariantRules
from variants.campaign2e.view.model import CampaignView

__all__ = ["CampaignView", "view_model"]


def view_model(variant: VariantRules) -> CampaignView:
    """The view model of a campaign by these rules."""
    return CampaignView(variant.economy)
