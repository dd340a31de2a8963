"""Luck in battles: in a battle from a file, and in those of a stored game.

The expected result depends on all ships of both sides, so luck reveals hidden information. Until
the end of the game it is available only to the gamemaster.
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

#: The largest run number whose luck is computed.
LAST_RUN = 1_000_000


@frozen
class BattleLuck:
    """A battle of a game (turn, phase, place) with the luck of each side."""

    turn: int
    phase: str
    place: str | None
    luck: tuple[Luck, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "turn": self.turn,
            "phase": self.phase,
            "place": self.place,
            "luck": [side.to_dict() for side in self.luck],
        }


def luck_of_file(
    file: Path, key: str, run: int, runs: int = RUNS, threads: int = 1
) -> tuple[BattleFile, tuple[Luck, ...]]:
    """Return a battle file and the luck of one run, for which all earlier runs are fought.

    Raises BattleError, also for a run beyond `LAST_RUN`; OSError.
    """
    if run > LAST_RUN:
        raise BattleError(
            f"the luck of run {run:,} needs all runs before it",
            f"choose a run up to {LAST_RUN:,}",
        )
    spec = read_battle(file)
    resolver = spec.variant.combat
    return spec, luck(resolver, spec.battle, key_from(key), run, runs=runs, threads=threads)


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
    """Yield the luck of each battle of these turns, or of those at a place; reruns each turn.

    With a player, only battles that the player took part in, and only after the end of the game.
    `step` is called after each turn. Raises HorizonsError for an unknown player and for a player
    of a running game, and the errors of `rerun`.
    """
    seat = None if player is None else _seat_after_end(store, player)
    for number in turns:
        turn = rerun(store, number)
        for fought in turn.battles:
            if _is_at(fought, place) and _took_part(fought, seat):
                sides = luck_of(fought, turn.variant.combat, runs=runs, threads=threads)
                yield BattleLuck(number, fought.phase, fought.place, sides)
        step()


def _seat_after_end(store: GameStore, player: str) -> str:
    """Return the player's seat name; raises HorizonsError before the end of the game."""
    seat = seat_of(store.seats(), player).name
    if not is_over(store):
        raise HorizonsError(
            "luck reveals ships that a player has not seen; it is available after"
            " the end of the game",
            "omit -p to see it as the gamemaster",
        )
    return seat


def is_over(store: GameStore) -> bool:
    """Return whether a game has ended, by its rules or by the gamemaster."""
    if store.ending() is not None:
        return True
    return hz.load(store.stored(store.latest()).state).outcome is not None


def _is_at(fought: FoughtBattle, place: str | None) -> bool:
    return place is None or (fought.place or "").casefold() == place.casefold()


def _took_part(fought: FoughtBattle, seat: str | None) -> bool:
    return seat is None or any(seat in side for side in fought.empires)


def with_luck(store: GameStore, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Add the luck of the sides to the gamemaster's record of a battle, if it can be computed.

    Reruns the turn. Raises the errors of `rerun`.
    """
    turn = rerun(store, record["turn"])
    resolver = turn.variant.combat
    for fought in turn.battles:
        if (fought.phase, fought.place) == (record["phase"], record["place"]):
            refought = resolver.simulate(fought.battle, 1, fought.key)
            if _result(refought) == (record["winner"], record["rounds"]):
                sides = luck(resolver, fought.battle, fought.key)
                return {**record, "luck": [side.to_dict() for side in sides]}
    return record


def _result(once: hz.BattleStatistics) -> tuple[int | None, int]:
    """Return the winner and the rounds of a single run, to tell battles at a place apart."""
    winner = int(once.winner[0])
    return None if winner < 0 else winner, int(once.rounds[0])


def total_luck(battles: Sequence[BattleLuck]) -> tuple[Luck, ...]:
    """Sum the luck of each empire over battles; raises BattleError without any."""
    if not battles:
        raise BattleError("there was no battle there", "omit --turn or --place")
    return totals(side for battle in battles for side in battle.luck)
