"""Playing the games of a study, one by one, and recording their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.codec import plain
from horizons_core.model import places_of
from horizons_core.testing import PlayedTurn, play
from horizons_lab.checks import StudyError, describe_error
from horizons_lab.design import GameSpec, StudyDesign
from horizons_lab.measures import EventTotals, measure_values
from horizons_lab.plan import Cell
from horizons_lab.records import GameId, GameRecord, SeatRecord, TurnRecord
from horizons_lab.seats import GuardedBot


@attrs.frozen
class EmpireStanding:
    """The standing of one empire (see `records.SeatRecord`)."""

    place: int | None
    won: bool
    score: float | None


def standings(variant: hz.Variant, game: hz.Game) -> dict[str, EmpireStanding]:
    """Return the standing of every empire, by its id (see `places_of`).

    Without a ranking only the winners are known.
    """
    ranks = variant.ranking(game)
    figures = {game.empire(rank.empire).id: rank.figures for rank in ranks}
    winners = {game.empire(name).id for name in (game.outcome.winners if game.outcome else ())}
    places = places_of(game, ranks)
    first = [empire for empire, place in places.items() if place == 1]
    return {
        empire.id: EmpireStanding(
            places.get(empire.id),
            empire.id in winners if winners else first == [empire.id],
            _score(figures.get(empire.id)),
        )
        for empire in game.empires
    }


def _score(figures: dict[str, float] | None) -> float | None:
    return float(next(iter(figures.values()))) if figures else None


@attrs.frozen
class PlayedGame:
    """A finished game of a study.

    Attributes:
        record: its record in the study's results.
        trajectory: the orders and events of every turn as plain data, if requested.
    """

    record: GameRecord
    trajectory: tuple[Mapping[str, Any], ...] = ()


def play_game(
    design: StudyDesign, game_id: GameId, *, trajectory: bool = False, logs: Path | None = None
) -> PlayedGame:
    """Play one game to its end, or to the study's turn limit.

    Error output of programs goes to files in the folder `logs`. Raises StudyError, with the game's
    number, for errors of a bot, a measure or the rules.
    """
    cell = design.cells[game_id.cell]
    try:
        return _play(design, cell, game_id.game, trajectory=trajectory, logs=logs)
    except hz.HorizonsError as problem:
        raise StudyError(
            f"{game_name(design, game_id)}: {problem.message}", problem.hint
        ) from problem
    except Exception as problem:
        raise StudyError(
            f"{game_name(design, game_id)}: error in the rules: {describe_error(problem)}",
            "fix the rules; study.game(...) plays this game alone",
        ) from problem


def game_name(design: StudyDesign, game_id: GameId) -> str:
    """Return a game's name: "game 17", or "game 17 of cell 3"."""
    several = len(design.cells) > 1
    return f"game {game_id.game} of cell {game_id.cell}" if several else f"game {game_id.game}"


def _play(
    design: StudyDesign, cell: Cell, number: int, *, trajectory: bool, logs: Path | None
) -> PlayedGame:
    spec = design.game_spec(cell, number)
    trace: list[Mapping[str, Any]] = []
    by_turn: list[TurnRecord] = []
    measures = (*design.final_measures, *design.measures_by_turn)
    count_events = any(measure.counts_events for measure in measures)
    counts_luck = any(measure.needs_luck for measure in measures)
    game_events = EventTotals()
    with ExitStack() as stack:
        bots = seat_bots(spec, stack, logs)
        game = spec.new_game()
        for turn in play(spec.variant, game, bots, spec.seed, spec.max_turns):
            game = turn.after.game
            turn_events = EventTotals.of(turn.after, events=count_events, luck=counts_luck)
            game_events = game_events.plus(turn_events)
            if design.measures_by_turn:
                by_turn += _turn_records(design, spec, game, turn_events)
            if trajectory:
                trace.append(turn_data(turn))
        forfeits = {seat: bot.forfeit for seat, bot in bots.items()}
    values = measure_values(
        design.final_measures, spec.variant, game, list(spec.seats), game_events
    )
    record = _record(spec, game, forfeits, values, cell=cell.key, number=number, by_turn=by_turn)
    return PlayedGame(record, tuple(trace))


def seat_bots(spec: GameSpec, stack: ExitStack, logs: Path | None = None) -> dict[str, GuardedBot]:
    """Open the bots of a game by the names of their seats; programs end with the stack."""
    return {
        seat: stack.enter_context(
            entrant.opened(spec.variant, logs / f"{seat}.log" if logs else None)
        )
        for seat, entrant in spec.seats.items()
    }


def turn_data(turn: PlayedTurn) -> dict[str, Any]:
    """Return the orders and events of a turn as plain data."""
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
    design: StudyDesign, spec: GameSpec, game: hz.Game, events: EventTotals
) -> Iterator[TurnRecord]:
    values = measure_values(design.measures_by_turn, spec.variant, game, list(spec.seats), events)
    for number, seat in enumerate(spec.seats, start=1):
        yield TurnRecord(game.turn, number, values[seat])


def _record(
    spec: GameSpec,
    game: hz.Game,
    forfeits: Mapping[str, str],
    values: Mapping[str, Mapping[str, Any]],
    *,
    cell: str,
    number: int,
    by_turn: list[TurnRecord],
) -> GameRecord:
    table = standings(spec.variant, game)
    return GameRecord(
        cell=cell,
        game=number,
        turns=game.turn,
        ended=game.outcome is not None,
        reason=game.outcome.reason if game.outcome is not None else "",
        digest=hz.digest(game),
        seats=tuple(
            SeatRecord(
                seat=index,
                player=spec.seats[seat].label,
                place=table[seat].place,
                won=table[seat].won,
                score=table[seat].score,
                forfeit=forfeits[seat],
                measures=dict(values[seat]),
            )
            for index, seat in enumerate(spec.seats, start=1)
        ),
        by_turn=tuple(by_turn),
    )
