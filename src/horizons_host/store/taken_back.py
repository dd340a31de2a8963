"""Undone turns: every run of them, and the reports of each run."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from horizons_host.databases.errors import GameStoreError, damaged
from horizons_host.store import schema, undoing
from horizons_host.store.records import UndoneTurn, unpacked
from horizons_host.store.store import GameStore


class UndoneRuns:
    """Runs of turns that were undone. Every method is one transaction.

    The runs of a turn are numbered from 1, in the order of their undoing. That is not
    always the attempt: if an earlier turn was undone too, attempts start again.
    """

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def runs(self, turn: int) -> tuple[UndoneTurn, ...]:
        """List all undone runs of a turn, in order."""
        with self.store.reading() as connection:
            return tuple(undone for _, undone in undoing.runs(connection, turn))

    def reported(self, turn: int, run: int) -> tuple[str, ...]:
        """List the seats with a report of a run; none for a run that an older version undid."""
        stored, seats = schema.undone_reports.c, schema.seats.c
        with self.store.reading() as connection:
            number = self._number(undoing.runs(connection, turn), turn, run)
            if not schema.has(connection, schema.undone_reports):
                return ()
            statement = (
                select(stored.seat)
                .join(schema.seats, seats.name == stored.seat)
                .where(stored.undone == number)
                .order_by(seats.position)
            )
            return tuple(connection.execute(statement).scalars())

    def report(self, turn: int, run: int, seat: str) -> dict[str, Any]:
        """Return the document of a report of a run; raises GameStoreError if it does not exist."""
        if seat not in self.reported(turn, run):
            raise GameStoreError(
                f"no report of {seat} is stored for undone run {run} of turn {turn}",
                "there was none, or an older version undid the turn without keeping it",
            )
        stored = schema.undone_reports.c
        with self.store.reading() as connection:
            number = self._number(undoing.runs(connection, turn), turn, run)
            statement = select(stored.document).where(stored.undone == number, stored.seat == seat)
            blob = connection.execute(statement).scalar_one()
        try:
            document: dict[str, Any] = unpacked(blob)
        except ValueError as problem:
            description = f"{seat}'s report of an undone turn {turn} cannot be read"
            raise damaged(self.store.name, description) from problem
        return document

    @staticmethod
    def _number(runs: list[tuple[int, UndoneTurn]], turn: int, run: int) -> int:
        """Return the row number of a run; raises GameStoreError if it does not exist."""
        if not 1 <= run <= len(runs):
            raise GameStoreError(
                f"turn {turn} was not undone that often",
                f"number of undone runs: {len(runs)}" if runs else "it was never undone",
            )
        return runs[run - 1][0]
