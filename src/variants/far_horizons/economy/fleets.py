"""Maintenance of fleets: its cost, who pays for it, and unrest if it costs too much."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from horizons_core.limits import number
from horizons_core.sums import int_sum
from variants.far_horizons.formulas import percent, truncated
from variants.far_horizons.model import Ship

_WHOLE = 10_000  #: one hundred percent, in hundredths of a percent


@frozen(kw_only=True, slots=False)
class FleetUpkeep:
    """Shares of production are in hundredths of a percent."""

    #: maintenance of 10,000 tons of a warship (FH-FLEET-001)
    warship_upkeep: int = number(20)
    #: maintenance of 10,000 tons of a starbase (FH-FLEET-001)
    starbase_upkeep: int = number(10)
    #: maintenance of 10,000 tons of a transport (FH-FLEET-001)
    transport_upkeep: int = number(4)

    def upkeep(self, ship: Ship) -> int:
        """Return the base cost of a ship's maintenance (FH-FLEET-001, FH-FLEET-002)."""
        rate = self.warship_upkeep
        if ship.transport:
            rate = self.transport_upkeep
        elif ship.starbase:
            rate = self.starbase_upkeep
        cost = rate * ship.tonnage
        return cost - cost // 4 if ship.sub_light else cost

    def military_discount(self, military: int) -> int:
        """Return the maintenance discount at a Military level, in percent (FH-FLEET-003)."""
        return min(military // 2, 100)

    def fleet_cost(self, ships: Iterable[Ship], military: int) -> int:
        """Return the maintenance of all ships after the military discount (FH-FLEET-003)."""
        total = int_sum(map(self.upkeep, ships))
        return total - percent(self.military_discount(military), total)

    def fleet_percent(self, cost: int, production: int) -> int:
        """Return the share of production that maintenance takes (FH-FLEET-004)."""
        return truncated(_WHOLE * cost, production) if production > 0 else _WHOLE

    def paid_by_treasury(self, cost: int, production: int, treasury: int) -> int:
        """Return the treasury's part of maintenance that exceeds production (FH-FLEET-007)."""
        return max(0, min(cost, treasury)) if cost > production else 0

    def fleet_share(self, fleet_percent: int, amount: int) -> int:
        """Return the fleet's part of a planet's production, to the nearest unit (FH-FLEET-005)."""
        return truncated(min(fleet_percent, _WHOLE) * amount + _WHOLE // 2, _WHOLE)

    def unrest(self, fleet_percent: int) -> int:
        """Return the chance and the greatest loss of riots on a planet, in percent (FH-FLEET-008).

        Below 1 there is no unrest.
        """
        return truncated(fleet_percent - _WHOLE, 100)

    def riot_loss(self, base: int, share: int) -> int:
        """Return the loss of a base, in tenths, to riots; `share` is in percent (FH-FLEET-008)."""
        return min(percent(share, base), base)
