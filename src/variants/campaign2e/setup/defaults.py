"""Default trade and forces for players who order none (C2E-1.3-11, C2E-4.1-02)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache

from attrs import define, field

from horizons_core.amounts import half_up
from variants.campaign2e.constants import HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import World

#: The combined income added by trade between two worlds; 0 if they cannot trade.
Added = Callable[[World, World], int]

_Pairs = tuple[tuple[int, int], ...]

#: C2E-4.1-02: the minimum capital, in credits, for buying supply ships; then their designs.
SUPPLY_CAPITAL = 2000
SUPPLY = ("AX", "AX")
CYCLE = ("CH", "DD", "FF", "CL", "CH", "DD", "FF", "BC")
PERCENT_OF_INCOME = 85
DISCOUNT = 50  # C2E-8.2-01: percent off defences bought with starting capital
#: C2E-4.1-02: the default guard, and the minimum base income of a guarded world.
GUARD, GUARDED = "FORT", 3


def best_pairs(worlds: Sequence[World], added: Added) -> list[tuple[World, World]]:
    """Return the pairing of worlds with the highest total income; ties go by place.

    This is a maximum-weight matching. A player has few worlds, so all pairings are tried, with the
    best of each set of remaining worlds cached.
    """
    ordered = sorted(worlds, key=lambda world: world.at)
    count = len(ordered)
    gains = {
        (a, b): gain
        for a in range(count)
        for b in range(a + 1, count)
        if (gain := added(ordered[a], ordered[b])) > 0
    }

    @cache
    def best(remaining: frozenset[int]) -> tuple[int, _Pairs]:
        if len(remaining) < 2:
            return 0, ()
        a = min(remaining)
        rest = remaining - {a}
        chosen: tuple[int, _Pairs] | None = None
        for b in sorted(rest):
            if (a, b) in gains:
                gain, pairs = best(rest - {b})
                if chosen is None or gain + gains[a, b] > chosen[0]:
                    chosen = gain + gains[a, b], ((a, b), *pairs)
        without_first = best(rest)
        return without_first if chosen is None or without_first[0] > chosen[0] else chosen

    return [(ordered[a], ordered[b]) for a, b in best(frozenset(range(count)))[1]]


@define
class StartingBudget:
    """Money and commitments while starting forces are bought.

    Attributes:
        capital: the capital left, in hundredths of a credit.
        income: the weekly income, in hundredths.
        access: the resources available to the player.
        fleet_points: construction points of the fleet so far.
        bill: the weekly maintenance of all ships so far, in hundredths.
    """

    capital: int
    income: int
    access: Collection[str]
    fleet_points: int = 0
    bill: int = 0


@define
class StartingForces:
    """Purchased starting forces: supply ships and fleet."""

    supply: list[Design] = field(factory=list)
    fleet: list[Design] = field(factory=list)


def default_forces(budget: StartingBudget, economy: Logistics) -> StartingForces:
    """Choose forces for a player without orders, and charge the budget (C2E-4.1-02).

    They are two auxiliaries, if the capital allows it, and then ships in a cycle, each added if the
    points of 4.1-01, the capital and 85 percent of the weekly income allow it, until none fits.
    """
    bought = StartingForces()
    if budget.capital >= SUPPLY_CAPITAL * HUNDRED:
        bought.supply = [by_type(code) for code in SUPPLY]
        for design in bought.supply:
            _charge(budget, design, economy)
    cycle = [by_type(code) for code in CYCLE]
    while True:
        count = len(bought.fleet)
        for design in cycle:
            if _fits(budget, design, economy):
                _charge(budget, design, economy)
                budget.fleet_points += design.points
                bought.fleet.append(design)
        if len(bought.fleet) == count:
            return bought


def _fits(budget: StartingBudget, design: Design, economy: Logistics) -> bool:
    bill = budget.bill + economy.upkeep(design, budget.access).total
    return (
        budget.fleet_points + design.points <= economy.fleet_points
        and design.points * HUNDRED <= budget.capital
        and bill * 100 <= budget.income * PERCENT_OF_INCOME
    )


def _charge(budget: StartingBudget, design: Design, economy: Logistics) -> None:
    budget.capital -= design.points * HUNDRED
    budget.bill += economy.upkeep(design, budget.access).total


def default_guards(worlds: Sequence[World], capital: int) -> list[World]:
    """Return the worlds that get a fort at half price while capital lasts, richest first.

    (C2E-4.1-02)
    """
    price = starting_price(by_type(GUARD))
    rich = [world for world in worlds if world.full >= GUARDED]
    rich.sort(key=lambda world: (-world.full, world.at))
    return rich[: capital // price]


def starting_price(design: Design) -> int:
    """Return the price of a system defence from starting capital, in hundredths (C2E-8.2-01)."""
    return half_up(design.points * HUNDRED * (100 - DISCOUNT), 100)


def default_load(cargo: int) -> tuple[int, int, int]:
    """Return default tonnes of fuel, crew and weaponry supply for holds, as 5 : 4 : 5.

    The remainder of the division is fuel (C2E-4.1-02).
    """
    crew, weaponry = 4 * cargo // 14, 5 * cargo // 14
    return cargo - crew - weaponry, crew, weaponry
