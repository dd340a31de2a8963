"""House rule: Wealthy and Poor change what systems earn by some per cent.

By the rulebook they add 2 MC to the income of each system, or take them (SC-ECO-002): next to what
a homeworld earns that is nothing, and Poor gives a point for it. Here they change the gross income
of each system by 2 per cent, more and more as the empire grows.
"""

from __future__ import annotations

from attrs import evolve, frozen

from horizons_core.amounts import half_up
from horizons_core.plugins import ModInfo, hookimpl
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Race, System

#: What the Global Wealth Modifier is made of (SC-RACE-010, SC-RACE-011).
_WEALTH = ("Wealthy", "Poor")


@frozen(kw_only=True)
class RelativeWealth(Imperium):
    """An economy in which the Global Wealth Modifier is a percentage."""

    def system_income(self, system: System, race: Race, el: int, unserved: int = 0) -> int:
        plain = evolve(race, traits=tuple(one for one in race.traits if one not in _WEALTH))
        earned = Imperium.system_income(self, system, plain, el, unserved)
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
