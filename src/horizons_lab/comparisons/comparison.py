"""The same games with and without a change of rules, side by side."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from horizons_lab.comparisons.changes import Change, Pair, changes_of, turn_changes_of
from horizons_lab.errors import StudyError
from horizons_lab.records import GameRecord
from horizons_lab.results import Result

if TYPE_CHECKING:
    import polars as pl

#: The folders of the two results.
BEFORE, AFTER = "before", "after"


@attrs.frozen(eq=False, slots=False)
class Comparison:
    """What a change of rules changes.

    Attributes:
        before: the games without it.
        after: the same games, on the same dice, with it.
        confidence: how often intervals hold the truth, such as 0.95.
    """

    before: Result
    after: Result
    confidence: float = 0.95

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The games that were played both ways, in the order of cells and games."""
        after = {(one.cell, one.game): one for one in self.after.records}
        return tuple(
            (one, after[one.cell, one.game])
            for one in self.before.records
            if (one.cell, one.game) in after
        )

    def pairs_of(self, cell: int) -> tuple[Pair, ...]:
        """The pairs of a cell, by its index."""
        key = self.before.study.cells[cell].key
        return tuple((one, two) for one, two in self.pairs if one.cell == key)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What changed at the end of the games: of the games, then of each player, by cell."""
        return tuple(
            change
            for cell in self.before.study.cells
            if (pairs := self.pairs_of(cell.index))
            for change in changes_of(pairs, cell.index, self._key, self.confidence)
        )

    @cached_property
    def turn_changes(self) -> tuple[Change, ...]:
        """What changed in the measures of turns, turn by turn."""
        return tuple(
            change
            for cell in self.before.study.cells
            if (pairs := self.pairs_of(cell.index))
            for change in turn_changes_of(pairs, cell.index, self._key, self.confidence)
        )

    def change(self, column: str, player: str = "", *, cell: int = 0) -> Change:
        """How one quantity changed, as `won` of "greedy"; raises StudyError if there is none."""
        for one in self.changes:
            if (one.column, one.player, one.cell) == (column, player, cell):
                return one
        known = sorted({f"{one.column} of {one.player}".rstrip(" of") for one in self.changes})
        raise StudyError(
            f"nothing is known of {column!r} of {player!r} in cell {cell}",
            f"known: {', '.join(known)}",
        )

    @cached_property
    def moved_pairs(self) -> tuple[Pair, ...]:
        """The pairs that did not end in the same way: places, scores, measures, and when."""
        return tuple((one, two) for one, two in self.pairs if _outcome(one) != _outcome(two))

    @property
    def same(self) -> int:
        """How many pairs ended in the same way."""
        return len(self.pairs) - len(self.moved_pairs)

    @property
    def table(self) -> pl.DataFrame:
        """One row a quantity at the end of the games, with all intervals."""
        return _table(self.changes)

    @property
    def turns(self) -> pl.DataFrame:
        """One row a quantity and turn."""
        return _table(self.turn_changes)

    @property
    def _key(self) -> str | int:
        return self.before.study.key


def _outcome(record: GameRecord) -> GameRecord:
    """A record but for its digest, in which the rules themselves stand."""
    return attrs.evolve(record, digest="")


def _table(changes: tuple[Change, ...]) -> pl.DataFrame:
    import polars as pl

    rows = []
    for one in changes:
        row = {"cell": one.cell, "quantity": one.column, "player": one.player, "turn": one.turn}
        for name in ("before", "after", "difference", "apart"):
            estimate = getattr(one, name)
            row |= {name: estimate.value} if name != "apart" else {}
            row |= {f"{name} low": estimate.low, f"{name} high": estimate.high}
        rows.append({**row, "pairs": one.difference.n, "moved": one.moved})
    return pl.DataFrame(rows)
