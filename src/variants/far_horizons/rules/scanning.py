"""SCAN: a ship reports on its star system (FH-SCAN-001, FH-SCAN-003)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.rules.availability import refuse_in_transit, refuse_unfinished
from variants.far_horizons.rules.scans import scan_table
from variants.far_horizons.step_context import StepContext
from variants.far_horizons.wording import ship_name

SCANNED = EventKind("sector-scanned", "Scan done by {ship}:", ("FH-SCAN-001", "FH-SCAN-002"))


def scan(context: StepContext, species: Species, order: Order) -> None:
    """SCAN ship."""
    ship: Ship = order["ship"]
    refuse_unfinished(ship)
    refuse_in_transit(ship)
    sector = ship.place.sector
    table = "\n".join(scan_table(context.game, species, sector, context.economy))
    context.scanned(species, sector)
    context.tell(species, SCANNED, place=ship.place, ship=ship_name(ship), table=table)
