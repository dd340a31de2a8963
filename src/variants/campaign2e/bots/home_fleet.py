"""A bot's home fleet, which defends endangered worlds, and scouts for neutral ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.fleets import in_dock
from variants.campaign2e.bots.routes import RouteMap, hexes_within
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.view.rows import Row

#: Name prefix that identifies scout groups.
SCOUT = "Scout"
MAX_SCOUTS = 2
#: Maximum points of a ship that travels alone.
SMALL_SHIP = 110


def guard(bot: BotView, routes: RouteMap, home: str, groups: Iterable[Row]) -> None:
    """Send each group to its nearest endangered world, or home."""
    danger = endangered(bot)
    weeks = {
        name: routes.weeks_to([name])
        for name in dict.fromkeys((*danger, home))
        if name in routes.places
    }
    for group in groups:
        goal = min(
            (name for name in danger if name in weeks),
            key=lambda name: (weeks[name].get(group["at"], 99), name),
            default=home,
        )
        if goal in weeks and not any(
            in_dock(bot, ship) for ship in bot.ships_by_group[group["name"]]
        ):
            send(bot, routes, group, weeks[goal])


def send(bot: BotView, routes: RouteMap, group: Row, weeks: Mapping[str, int]) -> None:
    """Order a group one week's travel nearer to its goal, if supply allows (C2E-3.6-07)."""
    hex_id = routes.step(group, weeks)
    if hex_id and may_go(bot, routes, group, hex_id):
        bot.move(group, hex_id)


def may_go(bot: BotView, routes: RouteMap, group: Row, to: str) -> bool:
    """Return whether supply allows a move; without supply, only towards a base (C2E-3.6-07).

    Without supply it must be a jump, because a block might stop a journey by lane too early.
    """
    if all(ship["in_supply"] for ship in bot.ships_by_group[group["name"]]):
        return True
    if to not in group["jumps"]:
        return False
    bases = [name for name in routes.places if bot.is_base(name)]
    own_bases = [name for name in bases if name in bot.own_worlds]  # others may be closed this week
    return all(_comes_nearer(routes, group["at"], to, places) for places in (bases, own_bases))


def _comes_nearer(routes: RouteMap, start: str, end: str, places: Collection[str]) -> bool:
    before, after = (
        min((routes.distance(at, place) for place in places), default=0) for at in (start, end)
    )
    return after < before


def endangered(bot: BotView) -> list[str]:
    """Return the player's worlds that are interdicted, controlled, or visited by others."""
    friends = {p["name"] for p in bot.view["players"] if p["stance"] == p["theirs"] == ALLY}
    visited = {c["at"] for c in bot.view["counters"] if c["owner"] not in friends}
    return [
        name
        for name in bot.own_worlds
        if name in visited or bot.worlds[name]["interdicted"] or bot.worlds[name]["controlled"]
    ]


def capital_of(bot: BotView) -> str:
    """Return the base for fleets and purchases: the capital, or else the richest base."""
    bases = [name for name in bot.own_worlds if bot.is_open(name)]
    if bot.view["capital"] in bases:
        return str(bot.view["capital"])
    return max(bases, key=lambda name: (bot.worlds[name]["points"], name), default="")


def unvisited(bot: BotView, routes: RouteMap, radius: int = 2) -> list[str]:
    """Return neutral worlds in trading range whose allegiance is unknown."""
    nearby: set[str] = set()
    for name in bot.own_worlds:
        nearby |= routes.within_reach(name) | hexes_within(name, radius)
    return [
        name
        for name, world in bot.worlds.items()
        if name in nearby and not world["owner"] and world["allegiance"] is None
    ]


def scout(bot: BotView, routes: RouteMap, goals: Iterable[str]) -> None:
    """Send scouts to the nearest worlds worth a visit, and home before supply ends."""
    remaining = [name for name in goals if name in routes.places]
    if not remaining:
        return  # scouts at home join the fleet there
    home = routes.weeks_to(name for name in routes.places if bot.is_base(name))
    scouts = [group for name, group in bot.groups.items() if name.startswith(SCOUT)]
    for group in scouts:
        _move_scout(bot, routes, group, remaining, home)
    bot.busy_groups.update(group["name"] for group in scouts)
    if len(scouts) < MAX_SCOUTS:
        _send_out(bot, home)


def _move_scout(
    bot: BotView, routes: RouteMap, group: Row, goals: list[str], home: Mapping[str, int]
) -> None:
    if group["bound_for"] or not (group["jumps"] or group["lanes"]):
        return
    members = bot.ships_by_group[group["name"]]
    in_supply = all(ship["in_supply"] for ship in members)
    weeks = routes.weeks_to([_nearest(routes, group["at"], goals)]) if goals and in_supply else home
    hex_id = routes.step(group, weeks)
    if hex_id and home.get(hex_id, 0) > group["endurance"] - 1:
        hex_id = routes.step(group, home)  # it could not return from there
    if hex_id and may_go(bot, routes, group, hex_id):
        bot.move(group, hex_id)
        goals[:] = [name for name in goals if name != hex_id]


def _nearest(routes: RouteMap, at: str, goals: Iterable[str]) -> str:
    return min(goals, key=lambda name: (routes.distance(at, name), name))


def _send_out(bot: BotView, home: Mapping[str, int]) -> None:
    """Split the smallest ship off a group at a base; it departs next week."""
    used = {group["name"] for group in bot.groups.values()}
    name = next(f"{SCOUT} {n}" for n in range(1, 99) if f"{SCOUT} {n}" not in used)
    for group in bot.groups.values():
        if group["defence"] or group["bound_for"] or home.get(group["at"]) != 0:
            continue
        members = bot.ships_by_group[group["name"]]
        small = [ship for ship in members if ship["points"] <= SMALL_SHIP and is_fit(ship)]
        if small and len(members) > 1:
            ship = min(small, key=lambda ship: (ship["points"], ship["name"]))
            bot.remove_ship(ship)
            bot.order("SPLIT", group["name"], ship["name"], "AS", name)
            return


def is_fit(ship: Row) -> bool:
    """Return whether a ship is fit to travel."""
    is_sound = ship["ftl"] == "ok" and 2 * ship["hull"] >= ship["hull_of"]
    return bool(is_sound and ship["in_supply"] and not ship["work"] and not ship["captured"])
