"""Probes, which watch planets and draw fire from warships."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from horizons_core.sums import int_sum
from variants.galaxy_g.bots.board import BotView, Squad
from variants.galaxy_g.bots.situation import Situation

EARLY = 15  #: last turn in which all unseen planets are scouted at once
EVERY = 7  #: turns between later probes to the same planet
#: Groups of probes, and the number taken from each.
Screen = list[tuple[Squad, int]]


def idle_probes(board: BotView) -> list[Squad]:
    """Probes at the race's planets that are in no fleet."""
    probes = [s for s in board.squads if s.probe and s.at in board.planets]
    return [squad for squad in probes if squad.free and not squad.fleet]


def unseen(board: BotView) -> list[str]:
    """Planets out of sight to which no probe is on its way; later, each only every few turns.

    Enemies at war shoot at probes, which would otherwise be lost every turn.
    """
    targets = {squad.at for squad in board.squads if squad.probe and not squad.free}
    turn = board.view.turn
    return [
        p["name"]
        for p in board.view["located"]
        if p["name"] not in targets and (turn < EARLY or (int(p["id"]) + turn) % EVERY == 0)
    ]


def scout(board: BotView) -> None:
    """Send the nearest idle probe to each planet out of sight."""
    targets = unseen(board)
    idle = idle_probes(board) + _spare(board)
    for target in sorted(targets, key=lambda name: _nearest(board, idle, name)):
        if not idle:
            return
        squad = min(idle, key=lambda s: (board.distance(s.at, target), s.number))
        if squad.ships == 1:
            idle.remove(squad)
        board.send(squad, target, 1)


def _nearest(board: BotView, squads: list[Squad], target: str) -> float:
    return min((board.distance(squad.at, target) for squad in squads), default=0.0)


def _spare(board: BotView) -> list[Squad]:
    """Probes at foreign planets beyond the first group, so that one stays."""
    watched: set[str] = set()
    spare = []
    for squad in board.squads:
        if squad.probe and squad.free and not squad.fleet and squad.at in board.scanned:
            if squad.at in watched:
                spare.append(squad)
            watched.add(squad.at)
    return spare


def screen_for(situation: Situation, force: Sequence[Squad]) -> Screen:
    """The probes at the hub for warships; the last one of each group stays."""
    needed = situation.strategy.screen * int_sum(squad.ships for squad in force)
    screen = []
    for squad in idle_probes(situation.board):
        ships = min(needed, squad.ships - 1)
        if squad.at == situation.hub and ships > 0:
            screen.append((squad, ships))
            needed -= ships
    return screen


def as_squads(screen: Screen) -> list[Squad]:
    """A screen as separate squads, for the odds."""
    return [evolve(squad, ships=ships) for squad, ships in screen]


def detach(board: BotView, screen: Screen) -> list[Squad]:
    """Break a screen off its groups."""
    return [board.break_off(squad, ships) for squad, ships in screen]


def leave_watch(board: BotView, squads: Sequence[Squad]) -> None:
    """Leave one probe of a fleet behind, so that settlers can find the planet."""
    probes = next((s for s in squads if s.probe and s.ships > 1), None)
    if probes is not None:
        board.break_off(probes, 1)
