"""Home fleet: the defence of endangered worlds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from variants.campaign2e.bots.board import BotView, Facts
from variants.campaign2e.bots.chart import RouteMap
from variants.campaign2e.bots.mending import in_dock
from variants.campaign2e.model.players import ALLY


def guard(board: BotView, chart: RouteMap, home: str, groups: Iterable[Facts]) -> None:
    """Send each group to its nearest endangered world, or home."""
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


def send(board: BotView, chart: RouteMap, group: Facts, weeks: Mapping[str, int]) -> None:
    """Order a group a week's travel nearer, if supply allows (C2E-3.6-07)."""
    hex_id = chart.step(group, weeks)
    if hex_id and may_go(board, chart, group, hex_id):
        board.go(group, hex_id)


def may_go(board: BotView, chart: RouteMap, group: Facts, to: str) -> bool:
    """Return whether supply allows a move: without supply only towards a base (C2E-3.6-07).

    A journey by lane may be stopped by a block, at a place that is not nearer.
    """
    if all(ship["in_supply"] for ship in board.crews[group["name"]]):
        return True
    if to not in group["jumps"]:
        return False
    bases = [name for name in chart.places if board.is_base(name)]
    own_bases = [name for name in bases if name in board.own]  # others may be closed this week
    return all(_comes_nearer(chart, group["at"], to, places) for places in (bases, own_bases))


def _comes_nearer(chart: RouteMap, start: str, end: str, places: Collection[str]) -> bool:
    before, after = (
        min((chart.distance(at, place) for place in places), default=0) for at in (start, end)
    )
    return after < before


def endangered(board: BotView) -> list[str]:
    """Return the player's worlds that are interdicted, controlled, or visited by others."""
    friends = {p["name"] for p in board.view["players"] if p["stance"] == p["theirs"] == ALLY}
    visited = {c["at"] for c in board.view["counters"] if c["owner"] not in friends}
    return [
        name
        for name in board.own
        if name in visited or board.worlds[name]["interdicted"] or board.worlds[name]["controlled"]
    ]


def capital_of(board: BotView) -> str:
    """Return the base for fleets and purchases: the capital, or else the richest base."""
    bases = [name for name in board.own if board.is_open(name)]
    if board.view["capital"] in bases:
        return str(board.view["capital"])
    return max(bases, key=lambda name: (board.worlds[name]["points"], name), default="")
