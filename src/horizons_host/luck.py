"""Luck in battles: of one described in a file, and of all that were fought in a stored game.

What was to be expected follows from the whole composition of both sides, so luck would tell a
player what nobody may know while the game goes on. Until then it is the gamemaster's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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

#: The last run whose luck may be asked for.
LAST_RUN = 1_000_000


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
    """The luck of one run of the battle in a file, before which all others are fought.

    Raises BattleError, also for a run that is too far; OSError.
    """
    if run > LAST_RUN:
        raise BattleError(
            f"the luck of run {run:,} needs all runs before it",
            f"choose a run up to {LAST_RUN:,}",
        )
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
    if not is_over(store):
        raise HorizonsError(
            "luck reveals ships that a player has not seen; it is available after"
            " the end of the game",
            "omit -p to see it as the gamemaster",
        )
    return seat


def is_over(store: GameStore) -> bool:
    """Whether a game has ended, by its rules or by the gamemaster's word."""
    if store.ending() is not None:
        return True
    return hz.load(store.stored(store.latest()).state).outcome is not None


def _is_at(fought: FoughtBattle, place: str | None) -> bool:
    return place is None or (fought.place or "").casefold() == place.casefold()


def _was_there(fought: FoughtBattle, seat: str | None) -> bool:
    return seat is None or any(seat in side for side in fought.empires)


def with_luck(store: GameStore, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The gamemaster's record of a battle in a game with the luck of its sides, if that is known.

    Its turn is run again. Raises what `rerun` raises.
    """
    turn = rerun(store, record["turn"])
    resolver = turn.variant.combat
    for fought in turn.battles:
        if (fought.phase, fought.place) == (record["phase"], record["place"]):
            again = resolver.simulate(fought.battle, 1, fought.key)
            if _ended(again) == (record["winner"], record["rounds"]):
                found = luck(resolver, fought.battle, fought.key)
                return {**record, "luck": [one.told() for one in found]}
    return record


def _ended(once: hz.BattleStatistics) -> tuple[int | None, int]:
    """Who won a single run, and after how many rounds: of several battles at a place it tells."""
    winner = int(once.winner[0])
    return None if winner < 0 else winner, int(once.rounds[0])


def together(battles: Sequence[BattleLuck]) -> tuple[Luck, ...]:
    """The luck of each empire in these battles together; raises BattleError without any."""
    if not battles:
        raise BattleError("there was no battle there", "omit --turn or --place")
    return totals(one for battle in battles for one in battle.luck)
