"""What is kept of turns that were taken back: every run of them, and the reports that it gave."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from horizons_host.databases.errors import GameStoreError, damaged
from horizons_host.store import schema, undoing
from horizons_host.store.records import Undone, unpacked
from horizons_host.store.store import GameStore


class TakenBack:
    """Runs of turns that count no more. Every method is one transaction.

    The runs of a turn are counted from 1 on, in the order in which they were taken back. That is
    not always the attempt: where the turn before was taken back too, attempts begin anew.
    """

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def runs(self, turn: int) -> tuple[Undone, ...]:
        """All runs of a turn that were taken back, in order."""
        with self.store.reading() as connection:
            return tuple(undone for _, undone in undoing.runs(connection, turn))

    def reported(self, turn: int, run: int) -> tuple[str, ...]:
        """Who got a report of a run; nobody's are kept of one that an older version took back."""
        kept, seats = schema.undone_reports.c, schema.seats.c
        with self.store.reading() as connection:
            number = self._number(undoing.runs(connection, turn), turn, run)
            if not schema.has(connection, schema.undone_reports):
                return ()
            wanted = (
                select(kept.seat)
                .join(schema.seats, seats.name == kept.seat)
                .where(kept.undone == number)
                .order_by(seats.position)
            )
            return tuple(connection.execute(wanted).scalars())

    def report(self, turn: int, run: int, seat: str) -> dict[str, Any]:
        """The document of a report of a run; raises GameStoreError if none is kept."""
        if seat not in self.reported(turn, run):
            raise GameStoreError(
                f"no report of {seat} is stored for undone run {run} of turn {turn}",
                "there was none, or an older version undid the turn without keeping it",
            )
        kept = schema.undone_reports.c
        with self.store.reading() as connection:
            number = self._number(undoing.runs(connection, turn), turn, run)
            wanted = select(kept.document).where(kept.undone == number, kept.seat == seat)
            blob = connection.execute(wanted).scalar_one()
        try:
            document: dict[str, Any] = unpacked(blob)
        except ValueError as problem:
            what = f"{seat}'s report of an undone turn {turn} cannot be read"
            raise damaged(self.store.name, what) from problem
        return document

    @staticmethod
    def _number(runs: list[tuple[int, Undone]], turn: int, run: int) -> int:
        """The number of the row of a run; raises GameStoreError if there was no such run."""
        if not 1 <= run <= len(runs):
            raise GameStoreError(
                f"turn {turn} was not undone that often",
                f"number of undone runs: {len(runs)}" if runs else "it was never undone",
            )
        return runs[run - 1][0]
