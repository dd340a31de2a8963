"""Refusals of orders for ships that are unfinished or in transit."""

from __future__ import annotations

from variants.far_horizons.model import Ship, ShipLocation
from variants.far_horizons.step_context import OrderRefused
from variants.far_horizons.wording import ship_name


def refuse_unfinished(ship: Ship) -> None:
    """Refuse an order for a ship under construction."""
    if ship.where == ShipLocation.BUILDING:
        reason = f"{ship_name(ship)} is still under construction!"
        raise OrderRefused("under-construction", reason, f"it still costs {ship.unpaid}")


def refuse_in_transit(ship: Ship) -> None:
    """Refuse an order for a ship that withdrew or was forced out of combat.

    It has no position until it arrives (FH-WITHDRAW-003).
    """
    if ship.where in (ShipLocation.WITHDREW, ShipLocation.FORCED):
        reason = f"{ship_name(ship)} is in transit after combat!"
        raise OrderRefused("in-transit", reason, "it arrives in the jump phase")
