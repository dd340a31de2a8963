"""How reliable people are: for how many turns they gave orders, of those due, over all games.

The server's tables keep the figures of each place in a game, so that no page opens many stores.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import frozen
from sqlalchemy import bindparam, func, select, update

from horizons_host.desk.turn_sheet import Reliability, attended
from horizons_host.server import tables
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import PLAYER
from horizons_host.server.service import Service
from horizons_host.store import Attendance, Attended, GameStore


@frozen
class Person:
    """Who holds a seat, since when, and how reliable they are in all their games."""

    name: str
    since: str
    record: Reliability


def count(service: Service, key: str, store: GameStore) -> None:
    """Count anew for all who play or played in a game."""
    turns, table = Attendance(store).turns(), tables.members
    with service.database.writing() as connection:
        wanted = select(table).where(table.c.game == key, table.c.role == PLAYER)
        for row in connection.execute(wanted).all():
            theirs = [turn for turn in turns if _within(turn, row.joined_at, row.left_at)]
            found = attended(turns, row.seat, theirs)
            connection.execute(
                update(table).where(table.c.id == row.id).values(given=found.given, due=found.due)
            )


def _within(turn: Attended, joined: str, left: str | None) -> bool:
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
    """By account, the figures over all its games."""
    rows = service.database.look(_RECORDS, accounts=list(accounts))
    found = {row.account: Reliability(int(row.given), int(row.due)) for row in rows}
    return {number: found.get(number, Reliability()) for number in accounts}


def people(service: Service, found: Access) -> Mapping[str, Person]:
    """By seat, who of those present in a game holds it."""
    return people_of(found, of_present(service, found))


def of_present(service: Service, found: Access) -> Mapping[int, Reliability]:
    """By account, the figures of those present in a game."""
    return of_accounts(service, {one.account for one in found.present})


def people_of(found: Access, records: Mapping[int, Reliability]) -> Mapping[str, Person]:
    """By seat, who holds it, where the figures of those present are known."""
    return {
        one.seat: Person(one.name, one.joined_at, records[one.account])
        for one in found.present
        if one.seat
    }
