"""Scouts: small ships that visit neutral worlds, of which one can make partners or booty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.bots.chart import Chart, hexes_within
from variants.campaign2e.bots.home_fleet import may_go

#: How the names of scouts begin; a group is known by its name.
SCOUT = "Scout"
MOST_SCOUTS = 2
#: The dearest ship that is sent away alone, in points.
SMALL = 110


def unvisited(board: Board, chart: Chart, far: int = 2) -> list[str]:
    """Neutral worlds that could trade with own ones, and whose allegiance is not known."""
    near: set[str] = set()
    for name in board.own:
        near |= chart.within_reach(name) | hexes_within(name, far)
    return [
        name
        for name, world in board.worlds.items()
        if name in near and not world["owner"] and world["allegiance"] is None
    ]


def scout(board: Board, chart: Chart, goals: Iterable[str]) -> None:
    """Send scouts to the nearest worlds that are worth a visit, and home before supply ends."""
    left = [name for name in goals if name in chart.places]
    if not left:
        return  # scouts that have come home join the fleet there
    home = chart.weeks_to(name for name in chart.places if board.is_base(name))
    scouts = [group for name, group in board.groups.items() if name.startswith(SCOUT)]
    for group in scouts:
        _go_on(board, chart, group, left, home)
    board.tasked.update(group["name"] for group in scouts)
    if len(scouts) < MOST_SCOUTS:
        _send_out(board, home)


def _go_on(
    board: Board, chart: Chart, group: Facts, left: list[str], home: Mapping[str, int]
) -> None:
    if group["bound_for"] or not (group["jumps"] or group["lanes"]):
        return
    crew = board.crews[group["name"]]
    in_supply = all(ship["in_supply"] for ship in crew)
    weeks = chart.weeks_to([_nearest(chart, group["at"], left)]) if left and in_supply else home
    to = chart.step(group, weeks)
    if to and home.get(to, 0) > group["endurance"] - 1:
        to = chart.step(group, home)  # it would not come back from there
    if to and may_go(board, chart, group, to):
        board.go(group, to)
        left[:] = [name for name in left if name != to]


def _nearest(chart: Chart, at: str, goals: Iterable[str]) -> str:
    return min(goals, key=lambda name: (chart.distance(at, name), name))


def _send_out(board: Board, home: Mapping[str, int]) -> None:
    """Part the smallest ship from a group at a base; it goes out from next week on."""
    taken = {group["name"] for group in board.groups.values()}
    name = next(f"{SCOUT} {n}" for n in range(1, 99) if f"{SCOUT} {n}" not in taken)
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
    """Return whether a ship can be sent somewhere."""
    sound = ship["ftl"] == "ok" and 2 * ship["hull"] >= ship["hull_of"]
    return bool(sound and ship["in_supply"] and not ship["work"] and not ship["captured"])
