"""The home fleet: it stands where own worlds are in danger."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.bots.chart import Chart
from variants.campaign2e.bots.mending import in_dock
from variants.campaign2e.model.players import ALLY


def guard(board: Board, chart: Chart, home: str, groups: Iterable[Facts]) -> None:
    """Send each of these groups to the own world nearest to it that is in danger, or home."""
    danger = endangered(board)
    weeks = {
        name: chart.weeks_to([name])
        for name in dict.fromkeys((*danger, home))
        if name in chart.places
    }
    for group in groups:
        goal = min(
            (name for name in danger if name in weeks),
            key=lambda name: (weeks[name].get(group["at"], 99), name),
            default=home,
        )
        if goal in weeks and not any(in_dock(board, ship) for ship in board.crews[group["name"]]):
            send(board, chart, group, weeks[goal])


def send(board: Board, chart: Chart, group: Facts, weeks: Mapping[str, int]) -> None:
    """Order a group a week's way nearer, if it may go there (C2E-3.6-07)."""
    to = chart.step(group, weeks)
    if to and may_go(board, chart, group, to):
        board.go(group, to)


def may_go(board: Board, chart: Chart, group: Facts, to: str) -> bool:
    """Return whether supply lets a group go there: out of it only nearer to a base (C2E-3.6-07).

    A journey by lane may end before a block, which need not be nearer.
    """
    if all(ship["in_supply"] for ship in board.crews[group["name"]]):
        return True
    if to not in group["jumps"]:
        return False
    bases = [name for name in chart.places if board.is_base(name)]
    own = [name for name in bases if name in board.own]  # others may end their leave this week
    return all(_comes_nearer(chart, group["at"], to, places) for places in (bases, own))


def _comes_nearer(chart: Chart, start: str, end: str, places: Collection[str]) -> bool:
    here, there = (
        min((chart.distance(at, one) for one in places), default=0) for at in (start, end)
    )
    return there < here


def endangered(board: Board) -> list[str]:
    """Own worlds that are interdicted, controlled, or where others' counters stand."""
    friends = {p["name"] for p in board.view["players"] if p["stance"] == p["theirs"] == ALLY}
    there = {one["at"] for one in board.view["counters"] if one["owner"] not in friends}
    return [
        name
        for name in board.own
        if name in there or board.worlds[name]["interdicted"] or board.worlds[name]["controlled"]
    ]


def capital_of(board: Board) -> str:
    """The base where fleets stand and ships are bought: the capital, or the richest other one."""
    bases = [name for name in board.own if board.is_open(name)]
    if board.view["capital"] in bases:
        return str(board.view["capital"])
    return max(bases, key=lambda name: (board.worlds[name]["points"], name), default="")
