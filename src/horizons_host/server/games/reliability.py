"""Reliability of players: the share of due turns for which they gave orders, over all games.

The server's tables hold the figures of each membership, so that no page opens many stores.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import frozen
from sqlalchemy import bindparam, func, select, update

from horizons_host.desk.turn_sheet import Reliability, attendance_of
from horizons_host.server import tables
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import PLAYER
from horizons_host.server.service import Service
from horizons_host.store import Attendance, GameStore, TurnAttendance


@frozen
class SeatPlayer:
    """The player of a seat, since when, and their reliability in all their games."""

    name: str
    since: str
    record: Reliability


def count_turns(service: Service, key: str, store: GameStore) -> None:
    """Recount the figures of everyone who plays or played in a game."""
    turns, table = Attendance(store).turns(), tables.members
    with service.database.writing() as connection:
        statement = select(table).where(table.c.game == key, table.c.role == PLAYER)
        for row in connection.execute(statement).all():
            member_turns = [turn for turn in turns if _within(turn, row.joined_at, row.left_at)]
            total = attendance_of(turns, row.seat, member_turns)
            connection.execute(
                update(table)
                .where(table.c.id == row.id)
                .values(given=total.submitted, due=total.due)
            )


def _within(turn: TurnAttendance, joined: str, left: str | None) -> bool:
    return joined <= turn.run_at and (left is None or turn.run_at < left)


_RECORDS = (
    select(
        tables.members.c.account,
        func.sum(tables.members.c.given).label("given"),
        func.sum(tables.members.c.due).label("due"),
    )
    .where(tables.members.c.account.in_(bindparam("accounts", expanding=True)))
    .group_by(tables.members.c.account)
)


def of_accounts(service: Service, accounts: Collection[int]) -> Mapping[int, Reliability]:
    """Return each account's figures over all its games."""
    rows = service.database.select_rows(_RECORDS, accounts=list(accounts))
    figures = {row.account: Reliability(int(row.given), int(row.due)) for row in rows}
    return {number: figures.get(number, Reliability()) for number in accounts}


def players_by_seat(service: Service, rights: Access) -> Mapping[str, SeatPlayer]:
    """Return the player of each seat in a game."""
    return seat_players(rights, of_present(service, rights))


def of_present(service: Service, rights: Access) -> Mapping[int, Reliability]:
    """Return the figures of each account present in a game."""
    return of_accounts(service, {member.account for member in rights.members})


def seat_players(rights: Access, records: Mapping[int, Reliability]) -> Mapping[str, SeatPlayer]:
    """Return the player of each seat, given the figures of the accounts present."""
    return {
        member.seat: SeatPlayer(member.name, member.joined_at, records[member.account])
        for member in rights.members
        if member.seat
    }
