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


def unvisited(board: BotView, chart: RouteMap, far: int = 2) -> list[str]:
    """Return neutral worlds in trading range whose allegiance is unknown."""
    nearby: set[str] = set()
    for name in board.own:
        nearby |= chart.within_reach(name) | hexes_within(name, far)
    return [
        name
        for name, world in board.worlds.items()
        if name in nearby and not world["owner"] and world["allegiance"] is None
    ]


def scout(board: BotView, chart: RouteMap, goals: Iterable[str]) -> None:
    """Send scouts to the nearest worlds worth a visit, and home before supply ends."""
    remaining = [name for name in goals if name in chart.places]
    if not remaining:
        return  # scouts at home join the fleet there
    home = chart.weeks_to(name for name in chart.places if board.is_base(name))
    scouts = [group for name, group in board.groups.items() if name.startswith(SCOUT)]
    for group in scouts:
        _move_scout(board, chart, group, remaining, home)
    board.tasked.update(group["name"] for group in scouts)
    if len(scouts) < MOST_SCOUTS:
        _send_out(board, home)


def _move_scout(
    board: BotView, chart: RouteMap, group: Facts, goals: list[str], home: Mapping[str, int]
) -> None:
    if group["bound_for"] or not (group["jumps"] or group["lanes"]):
        return
    crew = board.crews[group["name"]]
    in_supply = all(ship["in_supply"] for ship in crew)
    weeks = chart.weeks_to([_nearest(chart, group["at"], goals)]) if goals and in_supply else home
    hex_id = chart.step(group, weeks)
    if hex_id and home.get(hex_id, 0) > group["endurance"] - 1:
        hex_id = chart.step(group, home)  # it could not return from there
    if hex_id and may_go(board, chart, group, hex_id):
        board.go(group, hex_id)
        goals[:] = [name for name in goals if name != hex_id]


def _nearest(chart: RouteMap, at: str, goals: Iterable[str]) -> str:
    return min(goals, key=lambda name: (chart.distance(at, name), name))


def _send_out(board: BotView, home: Mapping[str, int]) -> None:
    """Split the smallest ship off a group at a base; it departs next week."""
    used = {group["name"] for group in board.groups.values()}
    name = next(f"{SCOUT} {n}" for n in range(1, 99) if f"{SCOUT} {n}" not in used)
    for group in board.groups.values():
        if group["defence"] or group["bound_for"] or home.get(group["at"]) != 0:
            continue
        crew = board.crews[group["name"]]
        small = [ship for ship in crew if ship["points"] <= SMALL and is_fit(ship)]
        if small and len(crew) > 1:
            ship = min(small, key=lambda ship: (ship["points"], ship["name"]))
            board.lose(ship)
            board.say("SPLIT", group["name"], ship["name"], "AS", name)
            return


def is_fit(ship: Facts) -> bool:
    """Return whether a ship is fit to travel."""
    is_sound = ship["ftl"] == "ok" and 2 * ship["hull"] >= ship["hull_of"]
    return bool(is_sound and ship["in_supply"] and not ship["work"] and not ship["captured"])
