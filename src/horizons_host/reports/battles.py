"""Battle records from a stored game or a file, with the odds and luck of each side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import BattleError, HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.luck import RUNS, Luck, luck, luck_of, totals
from horizons_core.rng import derive_key
from horizons_core.turn import FoughtBattle
from horizons_host.games.verification import rerun
from horizons_host.reports.explanations import TurnEvents, turn_events
from horizons_host.reports.odds import BattleFile, key_from, read_battle
from horizons_host.seats.seats import seat_of
from horizons_host.store import GameStore

#: The largest run number whose luck is computed.
LAST_RUN = 1_000_000


def battle_of_file(file: Path, key: str, run: int) -> dict[str, Any]:
    """Fight one run of the battle in a file and return its record; raises BattleError, OSError."""
    spec = read_battle(file)
    record = spec.variant.combat.resolve(spec.battle, key_from(key), run=run)
    return record.to_dict(spec.title)


def battles(store: GameStore, player: str | None, turn: int | None) -> list[Mapping[str, Any]]:
    """Return the records of a turn's battles from a player's report, or in full for player None.

    Each has the `place`, the game's `empires` and, if the variant gives none, a `title` of its own.
    """
    context = turn_events(store, player, turn)
    events = [event for event in context.events if "shots" in event["data"]]
    if player is None:  # some games add an account without audience for the gamemaster
        events = [event for event in events if not event["audience"]] or events
    return [_record(event, context) for event in events]


def battle_in_report(report: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    """Return the battle record of a report's event, by its index; raises BattleError if none."""
    events = report["events"]
    if number >= len(events) or "shots" not in events[number]["data"]:
        raise BattleError(
            f"turn {report['turn']} has no battle {number}",
            "open it from the report's page",
        )
    names = [empire["name"] for empire in report["empires"]]
    context = TurnEvents(report["turn"], lambda _: "", names, events)
    return _record(events[number], context)


def _record(event: Mapping[str, Any], context: TurnEvents) -> dict[str, Any]:
    about = {
        "title": event["text"],
        "place": event["place"],
        "phase": event["phase"],
        "turn": context.turn,
        "empires": list(context.empires),
    }
    return {**about, **event["data"]}


def battle_of_game(
    store: GameStore, player: str | None, turn: int | None = None, place: str | None = None
) -> Mapping[str, Any]:
    """Return the turn's longest battle, or that at this place; raises BattleError if none."""
    records = battles(store, player, turn)
    number = store.latest() if turn is None else turn
    if not records:
        reason = f"{player} knows of no battle" if player else "there was no battle"
        raise BattleError(f"{reason} in turn {number}", "choose another turn with --turn")
    matching = [r for r in records if place is None or _place(r) == place.casefold()]
    if not matching:
        places = "; ".join(sorted({_place(record) for record in records}))
        raise BattleError(
            f"no battle at '{place}' in turn {number}", f"there were battles at {places}"
        )
    return longest(matching)


def longest(records: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the battle with the most shots; the first of several."""
    return max(records, key=lambda record: len(record["shots"]))


def _place(record: Mapping[str, Any]) -> str:
    return str(record["place"]).casefold()


@frozen
class FoughtOdds:
    """A battle simulated many times with other dice (`many`), and as it was fought (`once`)."""

    many: hz.BattleStatistics
    once: hz.BattleStatistics


def odds_of_battle(
    store: GameStore, seat: str, record: Mapping[str, Any], runs: int = RUNS
) -> FoughtOdds:
    """Return the odds of a battle from the seat's report in which the seat took part.

    Reruns the turn. Raises BattleError before the end of the game or if the turn has no such
    battle, and the errors of `rerun`.
    """
    if not is_over(store):
        raise BattleError(
            LocalizedText(
                "the odds reveal hidden ships, so they are available only when the game is over"
            ),
            LocalizedText("watch the battle, or read your report"),
        )
    turn = rerun(store, record["turn"])
    resolver = turn.variant.combat
    for fought in turn.battles:
        once = _fight_again(resolver, fought) if _matches(fought, record, seat) else None
        if once is not None and _single_result(once) == (record["winner"], record["rounds"]):
            key = derive_key("odds", fought.key)
            return FoughtOdds(resolver.simulate(fought.battle, runs, key), once)
    raise BattleError(
        LocalizedText("this battle can't be replayed separately"),
        LocalizedText("read about it in your report"),
    )


def _matches(fought: FoughtBattle, record: Mapping[str, Any], seat: str) -> bool:
    same_place = (fought.phase, fought.place) == (record["phase"], record["place"])
    return same_place and any(seat in side for side in fought.empires)


def _fight_again(resolver: hz.CombatResolver, fought: FoughtBattle) -> hz.BattleStatistics:
    return resolver.simulate(fought.battle, 1, fought.key)


def _single_result(once: hz.BattleStatistics) -> tuple[int | None, int]:
    winner = int(once.winner[0])
    return None if winner < 0 else winner, int(once.rounds[0])


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
            if _run_result(refought) == (record["winner"], record["rounds"]):
                sides = luck(resolver, fought.battle, fought.key)
                return {**record, "luck": [side.to_dict() for side in sides]}
    return record


def _run_result(once: hz.BattleStatistics) -> tuple[int | None, int]:
    """Return the winner and the rounds of a single run, to distinguish battles at one place."""
    winner = int(once.winner[0])
    return None if winner < 0 else winner, int(once.rounds[0])


def total_luck(battles: Sequence[BattleLuck]) -> tuple[Luck, ...]:
    """Sum the luck of each empire over battles; raises BattleError without any."""
    if not battles:
        raise BattleError("there was no battle there", "omit --turn or --place")
    return totals(side for battle in battles for side in battle.luck)
