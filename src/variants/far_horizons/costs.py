"""What things cost, what they fetch, and how money turns into age and levels."""

from __future__ import annotations

from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.formulas import rounded_up, truncated
from variants.far_horizons.model import Ship, Where

#: A terraforming plant costs this much divided by the Biology level.
_PLANT = 50_000


def ship_cost(tonnage: int, *, sub_light: bool = False) -> int:
    """The price of a ship or starbase of `tonnage` * 10,000 tons (FH-SHIP-005, -006)."""
    return 75 * tonnage if sub_light else 100 * tonnage


def original_cost(ship: Ship) -> int:
    """The price of this ship when new; of a starbase, by its present size (FH-UPG-003)."""
    return ship_cost(ship.tonnage, sub_light=ship.sub_light)


def largest_tonnage(manufacturing: int) -> int:
    """The largest hull that can be built, in units of 10,000 tons (FH-SHIP-003)."""
    return manufacturing // 2


def item_cost(item: str, biology: int) -> int:
    """The price of one item (FH-TERRA-002); a level of 0 counts as 100 for plants."""
    return _PLANT // (biology or 100) if item == "TP" else ITEM_OF[item].cost


def premium(cost: int) -> int:
    """What building for another species costs on top of the price (FH-IBUILD-003)."""
    return rounded_up(cost, 10)


def recycled_items(item: str, count: int, biology: int) -> int:
    """The money that items fetch (FH-REC-003, FH-REC-004)."""
    if item == "RM":
        return count // 5
    if item == "TP":
        return count * _PLANT // (2 * (biology or 100))
    return count * ITEM_OF[item].cost // 2


def recycled_hull(cost: int, age: int) -> int:
    """The money that a hull of this price fetches at an age (FH-REC-005)."""
    return 3 * cost * (60 - age) // 200


def recycled_ship(ship: Ship) -> int:
    """The money that a ship fetches (FH-REC-005, FH-REC-006)."""
    cost = original_cost(ship)
    if ship.where == Where.BUILDING:
        return (cost - ship.unpaid) // 2
    return recycled_hull(cost, ship.age)


def salvaged_items(item: str, count: int, biology: int) -> int:
    """What items bring when their colony is disbanded (FH-DISBAND-006)."""
    if item == "RM":
        return count // 10
    if item == "TP":
        return count * _PLANT // (biology or 100) // 4
    return count * ITEM_OF[item].cost // 4


def salvaged_ship(ship: Ship) -> int:
    """What a ship brings when the colony that it stands on is disbanded (FH-DISBAND-006)."""
    cost = original_cost(ship)
    if ship.where == Where.BUILDING:
        return (cost - ship.unpaid) // 4
    return 3 * cost * (60 - ship.age) // 400


def upgrade_cost(reduction: int, cost: int) -> int:
    """The price of so many years less for a ship of this original cost (FH-UPG-002)."""
    return rounded_up(reduction * cost, 40)


def upgrade_reduction(amount: int, cost: int) -> int:
    """The years that an amount takes off a ship of this original cost (FH-UPG-001)."""
    return 40 * amount // cost


def repair_reduction(units: int, tonnage: int) -> int:
    """The years that damage repair units take off a hull (FH-DR-003)."""
    return 16 * units // tonnage


def repair_units(reduction: int, tonnage: int) -> int:
    """The damage repair units that so many years take (FH-DR-005)."""
    return rounded_up(reduction * tonnage, 16)


def starbase_age(age: int, tonnage: int, added: int) -> int:
    """The age of a starbase that has grown: what is new is of age -1 (FH-AGE-003)."""
    return truncated(age * tonnage - added, tonnage + added)


def shipyard_cost(manufacturing: int) -> int:
    """The price of one more shipyard (FH-YARD-002)."""
    return 10 * manufacturing


def hiding_cost(mining_base: int, manufacturing_base: int) -> int:
    """The price of hiding a colony with these bases, in tenths (FH-HIDE-003)."""
    return (mining_base + manufacturing_base) // 10


def taught_level_cost(level: int) -> int:
    """The price of the level after this one, where knowledge covers it (FH-TEACH-005)."""
    return level * level - level * level // 4
