"""The same games with and without a change of rules, side by side, as estimates and as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from horizons_core import Stream
from horizons_lab.checks import StudyError
from horizons_lab.records import GameRecord, SeatRecord, atomic_path
from horizons_lab.report.csv_files import without_formulas
from horizons_lab.results import Result
from horizons_lab.statistics import Estimate, independent_difference, mean, paired_difference, share

if TYPE_CHECKING:
    import polars as pl


#: Two games on the same dice: without the change, and with it.
GamePair = tuple[GameRecord, GameRecord]

#: Columns with one value for all seats of a game.
GAME_COLUMNS = ("turns", "ended")
#: Columns with a value for each player.
PLAYER_COLUMNS = ("won", "place", "score")
#: Columns of outcomes, which are counted: the share of games.
COUNTED = ("ended", "won")
#: The folders of the two results.
BEFORE, AFTER = "before", "after"
CHANGES, TURNS = "changes.csv", "turns.csv"


@attrs.frozen
class QuantityChange:
    """The change of one quantity of one player.

    Attributes:
        column: the quantity: `won`, `place`, `score`, a measure; `turns` or `ended` of games.
        player: the label of the player; "" for quantities of the whole game.
        cell: the index of the cell.
        turn: the turn after which the measures were taken; None for the end of the game.
        before: the mean, or the share of games, without the change.
        after: the same with the change.
        difference: the mean of after minus before, pair by pair.
        apart: the same difference with the interval that it would have without common dice.
        moved: number of pairs whose values differ.
    """

    column: str
    player: str
    cell: int
    turn: int | None
    before: Estimate
    after: Estimate
    difference: Estimate
    apart: Estimate
    moved: int

    @property
    def is_clear(self) -> bool:
        """True if the interval of the difference excludes 0."""
        return not self.difference.holds(0.0)

    @property
    def gain(self) -> float | None:
        """The interval's width as a share of that without common dice; None if that is 0."""
        return self.difference.width / self.apart.width if self.apart.width else None


def changes_of(
    pairs: Sequence[GamePair], cell: int, key: str | int, confidence: float
) -> Iterator[QuantityChange]:
    """Yield the changes of a cell: of games first, then of each player."""
    for column in GAME_COLUMNS:
        values = [(_of_game(old, column), _of_game(new, column)) for old, new in pairs]
        yield change(values, column=column, player="", cell=cell, key=key, confidence=confidence)
    for player in players_of(pairs):
        for column in (*PLAYER_COLUMNS, *_measures(pairs)):
            both = [(value(a, player, column), value(b, player, column)) for a, b in pairs]
            known = [(a, b) for a, b in both if a is not None and b is not None]
            if known:
                yield change(
                    known, column=column, player=player, cell=cell, key=key, confidence=confidence
                )


def turn_changes_of(
    pairs: Sequence[GamePair], cell: int, key: str | int, confidence: float
) -> Iterator[QuantityChange]:
    """Yield the changes of a cell's measures by turn, while both games of a pair last."""
    by_turn: dict[tuple[str, str, int], list[tuple[float, float]]] = {}
    for old, new in pairs:
        before, after = _turns(old), _turns(new)
        for quantity, first in before.items():
            second = after.get(quantity)
            if second is not None:
                by_turn.setdefault(quantity, []).append((first, second))
    for (player, column, turn), values in sorted(by_turn.items(), key=lambda item: item[0]):
        yield change(
            values,
            column=column,
            player=player,
            cell=cell,
            key=key,
            confidence=confidence,
            turn=turn,
        )


def change(
    values: Sequence[tuple[float, float]],
    *,
    column: str,
    player: str,
    cell: int,
    key: str | int,
    confidence: float,
    turn: int | None = None,
) -> QuantityChange:
    """Return the change between values before and after, one pair per game; `key` sets the dice."""
    before, after = [old for old, _ in values], [new for _, new in values]
    stream = Stream.from_key("lab-compare", key, column, player, cell, turn or 0)
    counted = column in COUNTED

    def estimate(sample: list[float]) -> Estimate:
        if counted:
            return share(int(sum(sample)), len(sample), confidence)
        return mean(sample, stream, confidence=confidence)

    return QuantityChange(
        column=column,
        player=player,
        cell=cell,
        turn=turn,
        before=estimate(before),
        after=estimate(after),
        difference=paired_difference(before, after, stream, confidence=confidence, counted=counted),
        apart=independent_difference(before, after, confidence=confidence, counted=counted),
        moved=sum(old != new for old, new in values),
    )


def players_of(pairs: Sequence[GamePair]) -> list[str]:
    """Return the players' labels, in the order of their first seats."""
    return list(dict.fromkeys(seat.player for record, _ in pairs for seat in record.seats))


def value(record: GameRecord, player: str, column: str) -> float | None:
    """Return a player's value in a game: whether any seat won, or the mean over the seats."""
    seats = [seat for seat in record.seats if seat.player == player]
    if column == "won":
        return any(seat.won for seat in seats) if seats else None
    values = [number for seat in seats if (number := _of_seat(seat, column)) is not None]
    return sum(values) / len(values) if values else None


def _of_seat(seat: SeatRecord, column: str) -> float | None:
    number = getattr(seat, column) if column in PLAYER_COLUMNS else seat.measures[column]
    return None if number is None or isinstance(number, str) else float(number)


def _of_game(record: GameRecord, column: str) -> float:
    return record.ended if column == "ended" else record.turns


def _measures(pairs: Sequence[GamePair]) -> list[str]:
    names = (name for record, _ in pairs for seat in record.seats for name in seat.measures)
    return list(dict.fromkeys(names))


def _turns(record: GameRecord) -> Mapping[tuple[str, str, int], float]:
    """Return the values of a game's measures by player, column and turn: the mean over seats."""
    players = {seat.seat: seat.player for seat in record.seats}
    seats: dict[tuple[str, str, int], list[float]] = {}
    for row in record.by_turn:
        for column, number in row.measures.items():
            if number is not None and not isinstance(number, str):
                seats.setdefault((players[row.seat], column, row.turn), []).append(float(number))
    return {key: sum(values) / len(values) for key, values in seats.items()}


@attrs.frozen(eq=False, slots=False)
class Comparison:
    """The effects of a change of rules.

    Attributes:
        before: the games without the change.
        after: the same games, on the same dice, with it.
        confidence: the confidence of all intervals, such as 0.95.
    """

    before: Result
    after: Result
    confidence: float = 0.95

    @cached_property
    def pairs(self) -> tuple[GamePair, ...]:
        """The games that were played both ways, in the order of cells and games."""
        after = {(record.cell, record.game): record for record in self.after.records}
        return tuple(
            (record, after[record.cell, record.game])
            for record in self.before.records
            if (record.cell, record.game) in after
        )

    def pairs_of(self, cell: int) -> tuple[GamePair, ...]:
        """Return the pairs of a cell, by its index."""
        key = self.before.study.cells[cell].key
        return tuple((old, new) for old, new in self.pairs if old.cell == key)

    @cached_property
    def changes(self) -> tuple[QuantityChange, ...]:
        """The changes at the end of the games: of the games, then of each player, by cell."""
        return tuple(
            change
            for cell in self.before.study.cells
            if (pairs := self.pairs_of(cell.index))
            for change in changes_of(pairs, cell.index, self._key, self.confidence)
        )

    @cached_property
    def turn_changes(self) -> tuple[QuantityChange, ...]:
        """The changes in the measures by turn."""
        return tuple(
            change
            for cell in self.before.study.cells
            if (pairs := self.pairs_of(cell.index))
            for change in turn_changes_of(pairs, cell.index, self._key, self.confidence)
        )

    def change(self, column: str, player: str = "", *, cell: int = 0) -> QuantityChange:
        """Return one quantity's change, such as `won` of "greedy"; raises StudyError if unknown."""
        for change in self.changes:
            if (change.column, change.player, change.cell) == (column, player, cell):
                return change
        known = sorted({f"{c.column} of {c.player}".rstrip(" of") for c in self.changes})
        raise StudyError(
            f"there is no {column!r} of {player!r} in cell {cell}",
            f"known: {', '.join(known)}",
        )

    @cached_property
    def moved_pairs(self) -> tuple[GamePair, ...]:
        """The pairs that ended differently: in places, scores, measures, or turns."""
        return tuple((old, new) for old, new in self.pairs if _outcome(old) != _outcome(new))

    @property
    def same(self) -> int:
        """Number of pairs that ended in the same way."""
        return len(self.pairs) - len(self.moved_pairs)

    @property
    def table(self) -> pl.DataFrame:
        """One row per quantity at the end of the games, with all intervals."""
        return _table(self.changes)

    @property
    def turns(self) -> pl.DataFrame:
        """One row per quantity and turn."""
        return _table(self.turn_changes)

    @property
    def _key(self) -> str | int:
        return self.before.study.key


def _outcome(record: GameRecord) -> GameRecord:
    """Return a record without its digest, which depends on the rules."""
    return attrs.evolve(record, digest="")


def _table(changes: tuple[QuantityChange, ...]) -> pl.DataFrame:
    import polars as pl

    rows = []
    for change in changes:
        row = {"cell": change.cell, "quantity": change.column, "player": change.player}
        row |= {"turn": change.turn}
        for name in ("before", "after", "difference", "apart"):
            estimate = getattr(change, name)
            row |= {name: estimate.value} if name != "apart" else {}
            row |= {f"{name} low": estimate.low, f"{name} high": estimate.high}
        rows.append({**row, "pairs": change.difference.n, "moved": change.moved})
    return pl.DataFrame(rows)


def write_tables(comparison: Comparison, folder: Path) -> list[Path]:
    """Write `changes.csv`, and `turns.csv` if there are measures by turn; returns their paths.

    Raises OSError.
    """
    tables = {CHANGES: comparison.table}
    if comparison.before.study.turn_measures:
        tables[TURNS] = comparison.turns
    for name, table in tables.items():
        with atomic_path(folder / name) as partial:
            without_formulas(table).write_csv(partial, line_terminator="\n")
    return [folder / name for name in tables]
