"""Orders given per turn, read without loading the games, so that many turns are quick."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen
from sqlalchemy import select

from horizons_host.store import schema
from horizons_host.store.store import GameStore


@frozen
class TurnAttendance:
    """A turn that was run, with the seats by the origin of their orders, and its time.

    `submitted` are the seats whose player submitted orders, `instead` those with substitute orders
    by their missing-orders policy, `bots` those that bots play, `reported` those that got a report.
    """

    turn: int
    submitted: frozenset[str]
    instead: frozenset[str]
    bots: frozenset[str]
    reported: frozenset[str]
    run_at: str = ""


class Attendance:
    """The orders used in the turns of a game. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def turns(self) -> list[TurnAttendance]:
        """List all turns in order; the first is the set-up, which has no orders."""
        turns, reports, substitutes = schema.turns.c, schema.reports.c, schema.written.c
        with self.store.reading() as connection:
            by_program: Mapping[int, str] = {}
            if schema.has(connection, schema.written):
                rows = connection.execute(select(substitutes.orders, substitutes.instead))
                by_program = {row.orders: row.instead for row in rows}
            reported: dict[int, set[str]] = {}
            for row in connection.execute(select(reports.turn, reports.empire)):
                reported.setdefault(row.turn, set()).add(row.empire)
            statement = select(turns.turn, turns.run_at, turns.orders).order_by(turns.turn)
            return [
                TurnAttendance(
                    row.turn,
                    *_by_origin(row.orders, by_program),
                    frozenset(reported.get(row.turn, ())),
                    row.run_at,
                )
                for row in connection.execute(statement)
            ]

    def last_seen(self) -> dict[str, str]:
        """Return the time at which each seat's player last submitted orders."""
        orders, substitutes, behalf = schema.orders.c, schema.written.c, schema.on_behalf.c
        with self.store.reading() as connection:
            statement = select(orders.seat, orders.submitted_at).order_by(orders.id)
            if schema.has(connection, schema.written):
                statement = statement.where(orders.id.not_in(select(substitutes.orders)))
            if schema.has(connection, schema.on_behalf):
                statement = statement.where(orders.id.not_in(select(behalf.orders)))
            return {row.seat: row.submitted_at for row in connection.execute(statement)}


def _by_origin(
    orders: Mapping[str, int], by_program: Mapping[int, str]
) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the seats with orders of a player, with substitute orders, and of bots."""
    instead = {seat for seat, number in orders.items() if by_program.get(number)}
    bots = {seat for seat, number in orders.items() if by_program.get(number) == ""}
    return frozenset(set(orders) - instead - bots), frozenset(instead), frozenset(bots)
