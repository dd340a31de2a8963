"""Playing the games of a study, one by one, and writing down how each ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.codec import plain
from horizons_core.testing import PlayedTurn, play
from horizons_lab.design import Design, Match
from horizons_lab.errors import StudyError, told_error
from horizons_lab.factors import Cell
from horizons_lab.happenings import Happened
from horizons_lab.measures import answers
from horizons_lab.records import GameId, GameRecord, SeatRecord, TurnRecord
from horizons_lab.seats import GuardedBot
from horizons_lab.standings import standings


@attrs.frozen
class PlayedGame:
    """A game of a study that was played.

    Attributes:
        record: what the study keeps of it.
        trajectory: the orders and events of every turn as plain data, if they were asked for.
    """

    record: GameRecord
    trajectory: tuple[Mapping[str, Any], ...] = ()


def play_game(
    design: Design, which: GameId, *, trajectory: bool = False, logs: Path | None = None
) -> PlayedGame:
    """Play one game to its end, or to the study's last turn.

    What programs complain of is kept in files in the folder `logs`. Raises StudyError, with the
    game's number, for what a bot, a measure or the rules do wrong.
    """
    cell = design.cells[which.cell]
    try:
        return _played(design, cell, which.game, trajectory=trajectory, logs=logs)
    except hz.HorizonsError as problem:
        raise StudyError(f"{named(design, which)}: {problem.message}", problem.hint) from problem
    except Exception as problem:
        raise StudyError(
            f"{named(design, which)}: the rules fail: {told_error(problem)}",
            "mend them; study.game(...) plays this game alone",
        ) from problem


def named(design: Design, which: GameId) -> str:
    """A game in words: "game 17", or "game 17 of cell 3"."""
    many = len(design.cells) > 1
    return f"game {which.game} of cell {which.cell}" if many else f"game {which.game}"


def _played(
    design: Design, cell: Cell, number: int, *, trajectory: bool, logs: Path | None
) -> PlayedGame:
    match = design.match(cell, number)
    trace: list[Mapping[str, Any]] = []
    by_turn: list[TurnRecord] = []
    measures = (*design.asked, *design.asked_by_turn)
    count_events = any(one.counts_events for one in measures)
    ask_for_luck = any(one.asks_for_luck for one in measures)
    all_happened = Happened()
    with ExitStack() as stack:
        bots = seated(match, stack, logs)
        game = match.new_game()
        for turn in play(match.variant, game, bots, match.seed, match.max_turns):
            game = turn.after.game
            happened = Happened.of(turn.after, events=count_events, luck=ask_for_luck)
            all_happened = all_happened.then(happened)
            if design.asked_by_turn:
                by_turn += _turn_records(design, match, game, happened)
            if trajectory:
                trace.append(turn_data(turn))
        forfeits = {seat: bot.forfeit for seat, bot in bots.items()}
    told = answers(design.asked, match.variant, game, list(match.seats), all_happened)
    record = _record(match, game, forfeits, told, cell=cell.key, number=number, by_turn=by_turn)
    return PlayedGame(record, tuple(trace))


def seated(match: Match, stack: ExitStack, logs: Path | None = None) -> dict[str, GuardedBot]:
    """The bots of a game by the names of their seats; programs end with the stack."""
    return {
        seat: stack.enter_context(
            entrant.opened(match.variant, logs / f"{seat}.log" if logs else None)
        )
        for seat, entrant in match.seats.items()
    }


def turn_data(turn: PlayedTurn) -> dict[str, Any]:
    """What was ordered and what happened in a turn, as plain data."""
    return {
        "turn": turn.after.game.turn,
        "orders": dict(turn.orders),
        "events": plain(list(turn.after.events)),
        "diagnostics": {
            empire: plain(list(remarks)) for empire, remarks in turn.after.diagnostics.items()
        },
        "digest": turn.after.digest,
    }


def _turn_records(
    design: Design, match: Match, game: hz.Game, happened: Happened
) -> Iterator[TurnRecord]:
    told = answers(design.asked_by_turn, match.variant, game, list(match.seats), happened)
    for number, seat in enumerate(match.seats, start=1):
        yield TurnRecord(game.turn, number, told[seat])


def _record(
    match: Match,
    game: hz.Game,
    forfeits: Mapping[str, str],
    told: Mapping[str, Mapping[str, Any]],
    *,
    cell: str,
    number: int,
    by_turn: list[TurnRecord],
) -> GameRecord:
    stands = standings(match.variant, game)
    return GameRecord(
        cell=cell,
        game=number,
        turns=game.turn,
        ended=game.outcome is not None,
        reason=game.outcome.reason if game.outcome is not None else "",
        digest=hz.digest(game),
        seats=tuple(
            SeatRecord(
                seat=place,
                player=match.seats[seat].label,
                place=stands[seat].place,
                won=stands[seat].won,
                score=stands[seat].score,
                forfeit=forfeits[seat],
                measures=dict(told[seat]),
            )
            for place, seat in enumerate(match.seats, start=1)
        ),
        by_turn=tuple(by_turn),
    )
