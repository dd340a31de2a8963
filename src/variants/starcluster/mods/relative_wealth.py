"""House rule: Wealthy and Poor change the income of systems by a percentage.

By the rulebook they add or subtract 2 MC per system (SC-ECO-002), a trifle next to the income of a
homeworld, and Poor even grants a point. Here they change the gross income of each system by 2 per
cent, so their effect grows with the empire.
"""

from __future__ import annotations

from attrs import evolve, frozen

from horizons_core.amounts import half_up
from horizons_core.plugins import ModInfo, hookimpl
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Race, StarSystem

#: Traits that make up the Global Wealth Modifier (SC-RACE-010, SC-RACE-011).
_WEALTH = ("Wealthy", "Poor")


@frozen(kw_only=True)
class RelativeWealth(StarclusterEconomy):
    """An economy with a percentage as the Global Wealth Modifier."""

    def system_income(self, system: StarSystem, race: Race, el: int, unserved: int = 0) -> int:
        plain = evolve(race, traits=tuple(trait for trait in race.traits if trait not in _WEALTH))
        earned = StarclusterEconomy.system_income(self, system, plain, el, unserved)
        return half_up(earned * (100 + race.wealth), 100)


@hookimpl
def horizons_mod_info() -> ModInfo:
    return ModInfo(
        name="relative_wealth",
        variant="starcluster",
        title="Relative wealth",
        version="1.0.0",
        summary="Wealthy and Poor change the income of systems by 2 percent instead of 2 MC.",
        rules=("SC-ECO-002",),
    )


@hookimpl
def horizons_economy() -> RelativeWealth:
    return RelativeWealth()
