"""Views: each reader's knowledge as data with a schema, and the map.

`model` controls visibility, `shapes` defines the data, `fleets`, `knowledge` and `full_view`
build its parts, `chart` makes the map, and `rows` restores ships and designs from its rows.
"""

from __future__ import annotations

from horizons_core.turn import VariantRules
from variants.campaign2e.view.model import CampaignView

__all__ = ["CampaignView", "view_model"]


def view_model(variant: VariantRules) -> CampaignView:
    """Return the view model of a campaign with these rules."""
    return CampaignView(variant.economy)
