"""Who gave orders for which turn, without the games themselves: many turns are read quickly."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen
from sqlalchemy import select

from horizons_host.store import schema
from horizons_host.store.store import GameStore


@frozen
class Attended:
    """A turn that was run, and when: whose own orders it had, who else got a report, who bots are.

    `own` are the seats whose orders a person handed in, `instead` those for whom something stood
    in, `bots` those that bots play, `reported` those who got a report.
    """

    turn: int
    own: frozenset[str]
    instead: frozenset[str]
    bots: frozenset[str]
    reported: frozenset[str]
    run_at: str = ""


class Attendance:
    """What the turns of one game were run with. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def turns(self) -> list[Attended]:
        """All turns, in order; the first is the set-up, which had no orders."""
        turns, reports, written = schema.turns.c, schema.reports.c, schema.written.c
        with self.store.reading() as connection:
            by_program: Mapping[int, str] = {}
            if schema.has(connection, schema.written):
                rows = connection.execute(select(written.orders, written.instead))
                by_program = {row.orders: row.instead for row in rows}
            reported: dict[int, set[str]] = {}
            for row in connection.execute(select(reports.turn, reports.empire)):
                reported.setdefault(row.turn, set()).add(row.empire)
            wanted = select(turns.turn, turns.run_at, turns.orders).order_by(turns.turn)
            return [
                Attended(
                    row.turn,
                    *_parted(row.orders, by_program),
                    frozenset(reported.get(row.turn, ())),
                    row.run_at,
                )
                for row in connection.execute(wanted)
            ]

    def seen(self) -> dict[str, str]:
        """By seat, when its player handed in orders last."""
        orders, written, behalf = schema.orders.c, schema.written.c, schema.on_behalf.c
        with self.store.reading() as connection:
            wanted = select(orders.seat, orders.submitted_at).order_by(orders.id)
            if schema.has(connection, schema.written):
                wanted = wanted.where(orders.id.not_in(select(written.orders)))
            if schema.has(connection, schema.on_behalf):
                wanted = wanted.where(orders.id.not_in(select(behalf.orders)))
            return {row.seat: row.submitted_at for row in connection.execute(wanted)}


def _parted(
    orders: Mapping[str, int], by_program: Mapping[int, str]
) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The seats whose orders a person handed in, for whom something stood in, and bots'."""
    instead = {seat for seat, number in orders.items() if by_program.get(number)}
    bots = {seat for seat, number in orders.items() if by_program.get(number) == ""}
    return frozenset(set(orders) - instead - bots), frozenset(instead), frozenset(bots)
