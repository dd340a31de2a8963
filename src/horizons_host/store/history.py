"""The history of a game, with undone turns, versions and the orders used for each turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen
from sqlalchemy import select

from horizons_host.store import audit, decisions, schema, undo
from horizons_host.store.columns import unpacked
from horizons_host.store.database import GameStoreError, damaged
from horizons_host.store.records import AuditEntry, UndoneTurn, Upgrade
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
            return tuple(undone for _, undone in undo.runs(connection, turn))

    def reported(self, turn: int, run: int) -> tuple[str, ...]:
        """List the seats with a report of a run; none for a run that an older version undid."""
        stored, seats = schema.undone_reports.c, schema.seats.c
        with self.store.reading() as connection:
            number = self._number(undo.runs(connection, turn), turn, run)
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
            number = self._number(undo.runs(connection, turn), turn, run)
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


@frozen
class TurnAttendance:
    """A turn that was run, with the seats by the origin of their orders, and its time.

    `submitted` are the seats whose player submitted orders, `instead` those with substitute orders
    by their missing-orders policy, `bots` those that bots play, `reported` those that got a report,
    `unneeded` those without orders whose orders the turn did not need.
    """

    turn: int
    submitted: frozenset[str]
    instead: frozenset[str]
    bots: frozenset[str]
    reported: frozenset[str]
    run_at: str = ""
    unneeded: frozenset[str] = frozenset()


class Attendance:
    """The orders used in the turns of a game. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def turns(self) -> list[TurnAttendance]:
        """List all turns in order; the first is the set-up, which has no orders."""
        turns, reports, substitutes = schema.turns.c, schema.reports.c, schema.written.c
        with self.store.reading() as connection:
            rows = connection.execute(select(substitutes.orders, substitutes.instead))
            by_program = {row.orders: row.instead for row in rows}
            reported: dict[int, set[str]] = {}
            for row in connection.execute(select(reports.turn, reports.empire)):
                reported.setdefault(row.turn, set()).add(row.empire)
            audit = schema.audit.c
            runs = select(audit.turn, audit.facts).where(audit.action == "turn")
            unneeded = {
                row.turn: frozenset(row.facts.get("unneeded", ()))
                for row in connection.execute(runs.order_by(audit.number))
            }
            statement = select(turns.turn, turns.run_at, turns.orders).order_by(turns.turn)
            return [
                TurnAttendance(
                    row.turn,
                    *_by_origin(row.orders, by_program),
                    frozenset(reported.get(row.turn, ())),
                    row.run_at,
                    unneeded.get(row.turn, frozenset()),
                )
                for row in connection.execute(statement)
            ]

    def last_seen(self) -> dict[str, str]:
        """Return the time at which each seat's player last submitted orders."""
        orders, substitutes, behalf = schema.orders.c, schema.written.c, schema.on_behalf.c
        with self.store.reading() as connection:
            by_others = select(substitutes.orders), select(behalf.orders)
            statement = select(orders.seat, orders.submitted_at).where(
                *(orders.id.not_in(numbers) for numbers in by_others)
            )
            rows = connection.execute(statement.order_by(orders.id))
            return {row.seat: row.submitted_at for row in rows}


def _by_origin(
    orders: Mapping[str, int], by_program: Mapping[int, str]
) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the seats with orders of a player, with substitute orders, and of bots."""
    instead = {seat for seat, number in orders.items() if by_program.get(number)}
    bots = {seat for seat, number in orders.items() if by_program.get(number) == ""}
    return frozenset(set(orders) - instead - bots), frozenset(instead), frozenset(bots)


class Upgrades:
    """The decisions about a game's versions. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def decided(self) -> tuple[Upgrade, ...]:
        """List all decisions, in order."""
        with self.store.reading() as connection:
            return decisions.decided(connection)

    def decide(self, upgrade: Upgrade, entry: AuditEntry | None = None) -> None:
        """Store a decision after the latest turn.

        Raises TurnTakenError if another turn was run meanwhile, GameStoreError if the game was
        ended before.
        """
        with self.store.writing() as connection:
            decisions.decide(connection, upgrade)
            audit.insert_entry(connection, entry)
