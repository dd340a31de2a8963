"""Scouts: small ships that visit neutral worlds, which may become partners or targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from variants.campaign2e.bots.board import BotView, Facts
from variants.campaign2e.bots.chart import RouteMap, hexes_within
from variants.campaign2e.bots.home_fleet import may_go

#: Name prefix that identifies scout groups.
SCOUT = "Scout"
MOST_SCOUTS = 2
#: Maximum points of a ship that travels alone.
SMALL = 110


def unvisited(bot: BotView, routes: RouteMap, far: int = 2) -> list[str]:
    """Return neutral worlds in trading range whose allegiance is unknown."""
    nearby: set[str] = set()
    for name in bot.own_worlds:
        nearby |= routes.within_reach(name) | hexes_within(name, far)
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
    if len(scouts) < MOST_SCOUTS:
        _send_out(bot, home)


def _move_scout(
    bot: BotView, routes: RouteMap, group: Facts, goals: list[str], home: Mapping[str, int]
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
        small = [ship for ship in members if ship["points"] <= SMALL and is_fit(ship)]
        if small and len(members) > 1:
            ship = min(small, key=lambda ship: (ship["points"], ship["name"]))
            bot.remove_ship(ship)
            bot.order("SPLIT", group["name"], ship["name"], "AS", name)
            return


def is_fit(ship: Facts) -> bool:
    """Return whether a ship is fit to travel."""
    is_sound = ship["ftl"] == "ok" and 2 * ship["hull"] >= ship["hull_of"]
    return bool(is_sound and ship["in_supply"] and not ship["work"] and not ship["captured"])
