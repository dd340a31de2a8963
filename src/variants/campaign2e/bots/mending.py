"""Repairs at bases, and loading of supply ships."""

from __future__ import annotations

from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.bots.board import BotView, Facts
from variants.campaign2e.designs.parts import DROPSHIP_POINTS
from variants.campaign2e.rules.repairs import ALL
from variants.campaign2e.setup.forces import default_load

#: Approximate repair costs of a box, a system and a drive, in credits.
BOX, SYSTEM, DRIVE = 2, 12, 24


def order_repairs(bot: BotView, reserve: float) -> None:
    """Order repairs of ships at bases, cheapest first, while money lasts.

    Repairs are paid at the end of the week, so their price is reserved.
    """
    bot.reserve(ordered_sum(_price(bot, ship) for ship in bot.ships.values() if ship["work"]))
    damaged = [ship for ship in bot.ships.values() if can_be_repaired(bot, ship)]
    for ship in sorted(damaged, key=lambda ship: (_price(bot, ship), ship["name"])):
        price = _price(bot, ship)
        if bot.credits / 100 < reserve + price:
            return
        bot.reserve(price)
        bot.order("REPAIR", ship["name"], ALL)
        bot.repairing.add(ship["name"])


def load(bot: BotView) -> None:
    """Refill the holds of supply ships at the player's bases."""
    for ship in bot.ships.values():
        if ship["at"] not in bot.own_worlds or not bot.is_base(ship["at"]) or not has_holds(ship):
            continue
        if ordered_sum(ship["holds"].values()) < ship["cargo"] and not ship["spares"]:
            fuel, members, weaponry = default_load(ship["cargo"])
            words = ("FUEL", fuel, "CREW", members, "WEAPONRY", weaponry)
            bot.order("LOAD", ship["name"], *words)


def in_dock(bot: BotView, ship: Facts) -> bool:
    """Return whether leaving would interrupt work on a ship."""
    return bool(ship["work"]) or ship["name"] in bot.repairing


def is_damaged(ship: Facts) -> bool:
    """Return whether a ship has anything to repair."""
    return bool(
        ship["hull"] < ship["hull_of"]
        or ship["armour"] < ship["armour_of"]
        or ship["out"]
        or ship["core_out"]
        or ship["drive"] in ("halved", "out")
        or ship["ftl"] == "out"
    )


def lost_dropships(bot: BotView, ship: Facts) -> int:
    """Return the tonnes of dropships that a ship has lost."""
    design = bot.design_of_ship(ship)
    return int_sum(design.dropships) - int(ship["dropships"]) if design is not None else 0


def can_be_repaired(bot: BotView, ship: Facts) -> bool:
    """Return whether a ship is at a base, is damaged, and is not being worked on."""
    leaves = bot.groups[ship["group"]]["bound_for"]
    return bool(
        (is_damaged(ship) or lost_dropships(bot, ship))
        and not leaves
        and not ship["work"]
        and not ship["captured"]
        and bot.is_base(ship["at"])
    )


def has_holds(ship: Facts) -> bool:
    """Return whether a ship has cargo space, all of it intact."""
    return bool(ship["cargo"]) and not any(key.startswith("hold") for key in ship["out"])


def _price(bot: BotView, ship: Facts) -> float:
    """Estimate a ship's repair cost; hulls and weapons cost double without their resource."""
    access = bot.view["access"]
    ore, goods = (1 if need in access else 2 for need in ("Mining/Ore", "Manufactured Goods"))
    boxes = ship["hull_of"] - ship["hull"] + ship["armour_of"] - ship["armour"]
    drives = (ship["drive"] in ("halved", "out")) + (ship["ftl"] == "out") + len(ship["core_out"])
    craft = DROPSHIP_POINTS * lost_dropships(bot, ship)
    return float(BOX * ore * boxes + SYSTEM * goods * len(ship["out"]) + DRIVE * drives + craft)
