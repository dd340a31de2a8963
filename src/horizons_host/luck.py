"""Luck in battles: of one described in a file, and of all that were fought in a stored game.

What was to be expected follows from the whole composition of both sides, so luck would tell a
player what nobody may know while the game goes on. Until then it is the gamemaster's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import BattleError, HorizonsError
from horizons_core.luck import RUNS, Luck, luck, luck_of, totals
from horizons_core.turn import FoughtBattle
from horizons_host.odds import BattleFile, key_from, read_battle
from horizons_host.reruns import rerun
from horizons_host.seating import seat_of
from horizons_host.store import GameStore


@frozen
class BattleLuck:
    """A battle of a game: in which turn, phase and place, and what the dice did for whom."""

    turn: int
    phase: str
    place: str | None
    luck: tuple[Luck, ...]

    def told(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "turn": self.turn,
            "phase": self.phase,
            "place": self.place,
            "luck": [one.told() for one in self.luck],
        }


def luck_of_file(
    file: Path, key: str, run: int, runs: int = RUNS, threads: int = 1
) -> tuple[BattleFile, tuple[Luck, ...]]:
    """The luck of one run of the battle in a file; raises BattleError, OSError."""
    found = read_battle(file)
    resolver = found.variant.combat
    return found, luck(resolver, found.battle, key_from(key), run, runs=runs, threads=threads)


def luck_of_game(
    store: GameStore,
    turns: Sequence[int],
    place: str | None = None,
    player: str | None = None,
    *,
    runs: int = RUNS,
    threads: int = 1,
    step: Callable[[], None] = lambda: None,
) -> Iterator[BattleLuck]:
    """The luck of each battle of these turns, or of those at a place; each turn is run again.

    With a player it is that of the battles that the player took part in, once the game has ended.
    `step` is called after each turn. Raises HorizonsError for a name that does not play and for a
    player of a game that goes on, and what `rerun` raises.
    """
    seat = None if player is None else _told_to(store, player)
    for number in turns:
        turn = rerun(store, number)
        for fought in turn.battles:
            if _is_at(fought, place) and _was_there(fought, seat):
                found = luck_of(fought, turn.variant.combat, runs=runs, threads=threads)
                yield BattleLuck(number, fought.phase, fought.place, found)
        step()


def _told_to(store: GameStore, player: str) -> str:
    """The player's seat; raises HorizonsError while the game goes on."""
    seat = seat_of(store.seats(), player).name
    if store.ending() is None and hz.load(store.stored(store.latest()).state).outcome is None:
        raise HorizonsError(
            "luck tells of ships that a player has not seen: it can be told once the game is over",
            "leave -p out to see it as the gamemaster",
        )
    return seat


def _is_at(fought: FoughtBattle, place: str | None) -> bool:
    return place is None or (fought.place or "").casefold() == place.casefold()


def _was_there(fought: FoughtBattle, seat: str | None) -> bool:
    return seat is None or any(seat in side for side in fought.empires)


def together(battles: Sequence[BattleLuck]) -> tuple[Luck, ...]:
    """The luck of each empire in these battles together; raises BattleError without any."""
    if not battles:
        raise BattleError("there was no battle there", "leave --turn or --place out")
    return totals(one for battle in battles for one in battle.luck)
