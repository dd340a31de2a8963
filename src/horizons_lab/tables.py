"""The tables of a study, with one row per game and seat, or per game, turn and seat.

The rows are in the order of cells, games and seats, even if the games were played in another order;
the types of the columns follow from all values together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from horizons_lab.checks import StudyError
from horizons_lab.measures import DEVIATION, EVENTS, LUCK, VIEW, measure_text
from horizons_lab.plan import Cell, StudyPlan
from horizons_lab.records import GameRecord

if TYPE_CHECKING:
    import polars as pl

_INT64 = range(-(2**63), 2**63)


@attrs.frozen
class ResultColumn:
    """A column of a table.

    Attributes:
        name: its name.
        kind: `int`, `float`, `bool` or `str`.
        meaning: the meaning of its values.
    """

    name: str
    kind: type
    meaning: str


GAME_COLUMNS = (
    ResultColumn("game", int, "number of the game in its cell, from 0"),
    ResultColumn("seat", int, "the seat, from 1; its player is called P1, P2, ... in the game"),
    ResultColumn("player", str, "the player of the seat"),
    ResultColumn(
        "place", int, "1 for the best; ties share a place; null if the variant has no ranking"
    ),
    ResultColumn(
        "score", float, "the first figure of the variant's ranking; null without a ranking"
    ),
    ResultColumn("turns", int, "number of turns of the game"),
    ResultColumn("won", bool, "whether it won, or was alone in first place at the turn limit"),
    ResultColumn("ended", bool, "whether the game ended by its rules, before the turn limit"),
    ResultColumn("forfeit", str, "why the seat's program forfeited; null if it did not"),
)
TURN_COLUMNS = (
    *GAME_COLUMNS[:3],
    ResultColumn("turn", int, "the turn after which the measures were taken"),
)


def game_columns(plan: StudyPlan) -> tuple[ResultColumn, ...]:
    """Return the columns of the table of games; the kinds of measures follow from their values."""
    return (*_cell_columns(plan), *GAME_COLUMNS, *_measure_columns(plan.measures))


def turn_columns(plan: StudyPlan) -> tuple[ResultColumn, ...]:
    """Return the columns of the table of turns."""
    return (*_cell_columns(plan), *TURN_COLUMNS, *_measure_columns(plan.turn_measures))


def game_table(plan: StudyPlan, records: Iterable[GameRecord]) -> pl.DataFrame:
    """Return the table of games: one row per game and seat, in order."""
    return _table(plan, game_columns(plan), records, _game_rows)


def turn_table(plan: StudyPlan, records: Iterable[GameRecord]) -> pl.DataFrame:
    """Return the table of turns: one row per game, turn and seat, in order."""
    return _table(plan, turn_columns(plan), records, _turn_rows)


def _game_rows(record: GameRecord) -> Iterator[dict[str, Any]]:
    for seat in record.seats:
        yield {
            "game": record.game,
            "seat": seat.seat,
            "player": seat.player,
            "place": seat.place,
            "score": seat.score,
            "turns": record.turns,
            "won": seat.won,
            "ended": record.ended,
            "forfeit": seat.forfeit or None,
            **seat.measures,
        }


def _turn_rows(record: GameRecord) -> Iterator[dict[str, Any]]:
    players = {seat.seat: seat.player for seat in record.seats}
    for row in record.by_turn:
        yield {
            "game": record.game,
            "seat": row.seat,
            "player": players[row.seat],
            "turn": row.turn,
            **row.measures,
        }


def _table(
    plan: StudyPlan, columns: Sequence[ResultColumn], records: Iterable[GameRecord], rows_of: Any
) -> pl.DataFrame:
    import polars as pl

    types = {int: pl.Int64, float: pl.Float64, bool: pl.Boolean, str: pl.String}
    cells = {cell.key: _cell_values(cell) for cell in plan.cells} if plan.factors else {}
    values: dict[str, list[Any]] = {column.name: [] for column in columns}
    for record in _in_order(plan, records):
        shared = cells.get(record.cell, {})
        for row in rows_of(record):
            for name, value in {**shared, **row}.items():
                values[name].append(value)
    series = []
    for column in columns:
        kind = column.kind
        if kind is object:
            kind, values[column.name] = _unify_types(column.name, values[column.name])
        series.append(pl.Series(column.name, values[column.name], dtype=types[kind]))
    return pl.DataFrame(series)


def _in_order(plan: StudyPlan, records: Iterable[GameRecord]) -> list[GameRecord]:
    index = {cell.key: cell.index for cell in plan.cells}
    return sorted(records, key=lambda record: (index[record.cell], record.game))


def _cell_columns(plan: StudyPlan) -> tuple[ResultColumn, ...]:
    if not plan.factors:
        return ()
    factors = [ResultColumn(n, object, f"the level of the factor '{n}'") for n in plan.factors]
    return (ResultColumn("cell", int, "number of the combination of levels, from 0"), *factors)


def _cell_values(cell: Cell) -> dict[str, Any]:
    return {"cell": cell.index, **level_values(cell)}


def level_values(cell: Cell) -> dict[str, Any]:
    """Return the level of each factor as one value."""
    return {name: level_value(level) for name, level in json.loads(cell.key).items()}


def level_value(level: Any) -> Any:
    """Return a level's plain data as one value: lists of mods or seats as text, possibly "none"."""
    if isinstance(level, list):
        return ", ".join(map(short_name, level)) or "none"
    return level


def short_name(data: Any) -> str:
    """Return a short name for the plain data of a seat or a mod."""
    if isinstance(data, Mapping):
        return str(data.get("name") or data.get("label") or " ".join(data.get("program", ())))
    return str(data)


def _measure_columns(measures: Mapping[str, Any]) -> tuple[ResultColumn, ...]:
    return tuple(ResultColumn(name, object, _meaning(source)) for name, source in measures.items())


def _meaning(source: Any) -> str:
    if isinstance(source, str):
        return f"measured by JMESPath: {source}"
    if isinstance(source, Mapping) and VIEW in source:
        return f"measured in the gamemaster's view by JMESPath: {source[VIEW]}"
    if isinstance(source, Mapping) and EVENTS in source:
        return f"number of events whose code matches {source[EVENTS]}"
    if isinstance(source, Mapping) and LUCK in source:
        return f"effect of the dice of battles on {source[LUCK]}, compared with the expectation"
    if isinstance(source, Mapping) and DEVIATION in source:
        return f"standard deviation of the luck in {source[DEVIATION]}"
    return f"measured by the function {measure_text(source)}"


def _unify_types(name: str, values: list[Any]) -> tuple[type, list[Any]]:
    """Convert values to a kind for all of them; raises StudyError for strings among numbers."""
    kinds = {type(value) for value in values if value is not None}
    if not kinds:
        return float, values
    for kind in (bool, str):
        if kinds == {kind}:
            return kind, values
    if str in kinds or bool in kinds:
        raise StudyError(
            f"'{name}' mixes kinds of values: {_words(kinds)}",
            "always return the same kind of value",
        )
    if kinds == {int} and all(value in _INT64 for value in values if value is not None):
        return int, values
    return float, [None if value is None else float(value) for value in values]


def _words(kinds: set[type]) -> str:
    names = {bool: "true or false", str: "text", int: "numbers", float: "numbers"}
    return " and ".join(sorted({names[kind] for kind in kinds}))
