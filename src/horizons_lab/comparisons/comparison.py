"""The same games with and without a change of rules, side by side."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from horizons_lab.comparisons.changes import GamePair, QuantityChange, changes_of, turn_changes_of
from horizons_lab.errors import StudyError
from horizons_lab.records import GameRecord
from horizons_lab.results import Result

if TYPE_CHECKING:
    import polars as pl

#: The folders of the two results.
BEFORE, AFTER = "before", "after"


@attrs.frozen(eq=False, slots=False)
class Comparison:
    """The effects of a change of rules.

    Attributes:
        before: the games without it.
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
