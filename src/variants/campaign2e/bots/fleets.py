"""Repairs, loads and the organization of a bot's groups."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.designs.parts import DROPSHIP_POINTS
from variants.campaign2e.rules.repair_orders import ALL
from variants.campaign2e.setup.defaults import default_load
from variants.campaign2e.view.rows import Row

#: Approximate repair costs of a box, a system and a drive, in credits.
BOX_PRICE, SYSTEM_PRICE, DRIVE_PRICE = 2, 12, 24

#: Name prefixes of groups split off from others, and of those that land troops.
LEFT, HOME, STRIKE, LANDING = "Left", "Home", "Strike", "Landing"
#: Minimum hull boxes of a ship that can survive a repelled attack.
BIG_HULL = 5
#: Minimum weeks of endurance of such a ship: an attack takes two.
MIN_ENDURANCE = 4
LANDER = "AL"


def order_repairs(bot: BotView, reserve: float) -> None:
    """Order repairs of ships at bases, cheapest first, while money lasts.

    Repairs are paid at the end of the week, so their price is reserved.
    """
    bot.reserve(
        ordered_sum(_repair_price(bot, ship) for ship in bot.ships.values() if ship["work"])
    )
    damaged = [ship for ship in bot.ships.values() if can_be_repaired(bot, ship)]
    for ship in sorted(damaged, key=lambda ship: (_repair_price(bot, ship), ship["name"])):
        price = _repair_price(bot, ship)
        if bot.credits / 100 < reserve + price:
            return
        bot.reserve(price)
        bot.order("REPAIR", ship["name"], ALL)
        bot.repairing.add(ship["name"])


def order_loads(bot: BotView) -> None:
    """Refill the holds of supply ships at the player's bases."""
    for ship in bot.ships.values():
        if ship["at"] not in bot.own_worlds or not bot.is_base(ship["at"]) or not has_holds(ship):
            continue
        if ordered_sum(ship["holds"].values()) < ship["cargo"] and not ship["spares"]:
            fuel, members, weaponry = default_load(ship["cargo"])
            words = ("FUEL", fuel, "CREW", members, "WEAPONRY", weaponry)
            bot.order("LOAD", ship["name"], *words)


def in_dock(bot: BotView, ship: Row) -> bool:
    """Return whether leaving would interrupt work on a ship."""
    return bool(ship["work"]) or ship["name"] in bot.repairing


def is_damaged(ship: Row) -> bool:
    """Return whether a ship has anything to repair."""
    return bool(
        ship["hull"] < ship["hull_of"]
        or ship["armour"] < ship["armour_of"]
        or ship["out"]
        or ship["core_out"]
        or ship["drive"] in ("halved", "out")
        or ship["ftl"] == "out"
    )


def lost_dropships(bot: BotView, ship: Row) -> int:
    """Return the tonnes of dropships that a ship has lost."""
    design = bot.ship_design(ship)
    return int_sum(design.dropships) - int(ship["dropships"]) if design is not None else 0


def can_be_repaired(bot: BotView, ship: Row) -> bool:
    """Return whether a ship is at a base, is damaged, and is not being worked on."""
    leaves = bot.groups[ship["group"]]["bound_for"]
    return bool(
        (is_damaged(ship) or lost_dropships(bot, ship))
        and not leaves
        and not ship["work"]
        and not ship["captured"]
        and bot.is_base(ship["at"])
    )


def has_holds(ship: Row) -> bool:
    """Return whether a ship has cargo space, all of it intact."""
    return bool(ship["cargo"]) and not any(key.startswith("hold") for key in ship["out"])


def _repair_price(bot: BotView, ship: Row) -> float:
    """Estimate a ship's repair cost; hulls and weapons cost double without their resource."""
    access = bot.view["access"]
    ore, goods = (1 if need in access else 2 for need in ("Mining/Ore", "Manufactured Goods"))
    boxes = ship["hull_of"] - ship["hull"] + ship["armour_of"] - ship["armour"]
    drives = (ship["drive"] in ("halved", "out")) + (ship["ftl"] == "out") + len(ship["core_out"])
    craft = DROPSHIP_POINTS * lost_dropships(bot, ship)
    return float(
        BOX_PRICE * ore * boxes
        + SYSTEM_PRICE * goods * len(ship["out"])
        + DRIVE_PRICE * drives
        + craft
    )


def organize(bot: BotView, *, fights: bool, continues_invasion: Callable[[Row], bool]) -> None:
    """Split off unfit ships from each group, then merge groups of one kind in one place.

    A bot that fights keeps small ships and supply ships at home: hits are dealt to random ships,
    and small ones do not survive them. Landing ships keep warships with them only while their
    invasion continues.
    """
    for group in fleets(bot):
        members = bot.ships_by_group[group["name"]]
        immobile = [ship for ship in members if not can_jump(ship)]
        if immobile and len(immobile) < len(members):
            _split_off(bot, group, immobile, LEFT)
        elif fights and bot.is_base(group["at"]):
            is_landing = group["name"].startswith(LANDING)
            split_off = [ship for ship in members if is_big(ship) == is_landing]
            if (
                split_off
                and len(split_off) < len(members)
                and not (is_landing and continues_invasion(group))
            ):
                _split_off(bot, group, split_off, STRIKE if is_landing else HOME)
            elif not is_landing:
                _leave_in_dock(bot, group, members)
    _merge_groups(bot)


def _leave_in_dock(bot: BotView, group: Row, members: Sequence[Row]) -> None:
    """Split off ships under repair, if they are the smaller part of a fleet."""
    docked = [ship for ship in members if in_dock(bot, ship)]
    if docked and 2 * ordered_sum(ship["points"] for ship in docked) < ordered_sum(
        ship["points"] for ship in members
    ):
        _split_off(bot, group, docked, LEFT)


def fleets(bot: BotView) -> list[Row]:
    """Return groups without a task that can be sent or merged."""
    return [
        group
        for name, group in bot.groups.items()
        if not group["defence"]
        and not group["bound_for"]
        and name not in bot.busy_groups
        and bot.ships_by_group[name]
        and not any(ship["captured"] for ship in bot.ships_by_group[name])
    ]


def strikers(bot: BotView) -> list[Row]:
    """Return the attacking fleets, which consist of big ships that can jump and need no repair."""
    return [group for group in fleets(bot) if _fleet_kind(bot, group) == "big"]


def landing(bot: BotView) -> list[Row]:
    """Return the fleets with dropships and warships."""
    return [group for group in fleets(bot) if _fleet_kind(bot, group) == "landing"]


def landers(bot: BotView) -> list[Row]:
    """Return groups of landing ships and their supply ships, without warships."""
    return [group for group in fleets(bot) if _fleet_kind(bot, group) == "lander"]


def movable(bot: BotView) -> list[Row]:
    """Return the fleets that can jump."""
    return [group for group in fleets(bot) if _fleet_kind(bot, group) != "lame"]


def homebound(bot: BotView) -> list[Row]:
    """Return the fleets that stay at home, or must return there because they lack supply."""
    kinds = ("small", "starved")
    return [group for group in fleets(bot) if _fleet_kind(bot, group) in kinds]


def is_big(ship: Row) -> bool:
    """Return whether a ship suits attacks: sturdy, armed, and with enough endurance."""
    stays = ship["endurance_of"] >= MIN_ENDURANCE
    return bool(
        stays and ship["hull_of"] >= BIG_HULL and not ship["cargo"] and ship["type"] != LANDER
    )


def can_jump(ship: Row) -> bool:
    """Return whether a ship can jump: its FTL drive and all core systems work."""
    return bool(ship["ftl"] == "ok" and not ship["core_out"])


def _fleet_kind(bot: BotView, group: Row) -> str:
    members = bot.ships_by_group[group["name"]]
    if not all(can_jump(ship) and ship["in_supply"] for ship in members):
        return "lame" if not all(map(can_jump, members)) else "starved"
    if any(in_dock(bot, ship) for ship in members):
        return "docked"
    if all(is_big(ship) for ship in members):
        return "big"
    if group["name"].startswith(LANDING):
        if not any(is_big(ship) for ship in members):
            return "lander"
        return "landing" if any(ship["dropships"] for ship in members) else "small"
    return "small"


def _split_off(bot: BotView, group: Row, ships: Sequence[Row], kind: str) -> None:
    """Split ships off into a new group, which gets no other orders this week."""
    name = new_group_name(bot, kind)
    bot.order("SPLIT", group["name"], *(ship["name"] for ship in ships), "AS", name)
    bot.ships_by_group[name] = list(ships)
    for ship in ships:
        bot.ships_by_group[group["name"]].remove(ship)


def new_group_name(bot: BotView, kind: str) -> str:
    """Return an unused name for a new group."""
    used = {*bot.groups, *bot.ships_by_group}
    return next(f"{kind} {n}" for n in range(1, 999) if f"{kind} {n}" not in used)


def _merge_groups(bot: BotView) -> None:
    places: dict[tuple[str, str], list[Row]] = {}
    for group in fleets(bot):
        kind = _fleet_kind(bot, group)
        places.setdefault((group["at"], kind), []).append(group)
    for groups in places.values():
        first = max(groups, key=lambda group: (group["force"], len(group["ships"]), group["name"]))
        for group in groups:
            if group is not first:
                bot.order("MERGE", group["name"], "INTO", first["name"])
                bot.merge(group, first)
