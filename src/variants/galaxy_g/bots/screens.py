"""Probes that go with warships: they cost next to nothing, and every shot at one is wasted."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from horizons_core.sums import int_sum
from variants.galaxy_g.bots.board import Board, Squad
from variants.galaxy_g.bots.realm import Realm
from variants.galaxy_g.bots.scouting import idle_probes

#: Groups of probes, and how many of each.
Screen = list[tuple[Squad, int]]


def screen_for(realm: Realm, force: Sequence[Squad]) -> Screen:
    """The probes at the hub that go with warships; the last one of a group stays."""
    wanted = realm.strategy.screen * int_sum(squad.ships for squad in force)
    screen = []
    for squad in idle_probes(realm.board):
        ships = min(wanted, squad.ships - 1)
        if squad.at == realm.hub and ships > 0:
            screen.append((squad, ships))
            wanted -= ships
    return screen


def counted(screen: Screen) -> list[Squad]:
    """A screen as it would be, for the odds."""
    return [evolve(squad, ships=ships) for squad, ships in screen]


def broken_off(board: Board, screen: Screen) -> list[Squad]:
    """A screen that has left its groups."""
    return [board.break_off(squad, ships) for squad, ships in screen]


def leave_watch(board: Board, squads: Sequence[Squad]) -> None:
    """One probe of a fleet stays where it is, so that settlers find the planet."""
    probes = next((s for s in squads if s.probe and s.ships > 1), None)
    if probes is not None:
        board.break_off(probes, 1)
