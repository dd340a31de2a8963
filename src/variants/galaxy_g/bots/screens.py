"""Screens of probes that accompany warships: they cost next to nothing and draw shots."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from horizons_core.sums import int_sum
from variants.galaxy_g.bots.board import BotView, Squad
from variants.galaxy_g.bots.realm import Situation
from variants.galaxy_g.bots.scouting import idle_probes

#: Groups of probes, and the number taken from each.
Screen = list[tuple[Squad, int]]


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
