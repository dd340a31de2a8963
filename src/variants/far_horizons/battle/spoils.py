"""What a captured ship brings (FH-HIJACK-004)."""

from __future__ import annotations

from variants.far_horizons import costs
from variants.far_horizons.battle.model import Fighter


def spoils_of(target: Fighter, biology: int) -> int:
    """Its recycling value at its age at the start of the action, and that of its cargo."""
    cost = costs.ship_cost(target.tonnage, sub_light=target.sub_light)
    hull = 3 * cost * (60 - target.age_at_start) // 200
    return hull + sum(
        costs.recycled_items(item, count, biology) for item, count in target.cargo.items()
    )
