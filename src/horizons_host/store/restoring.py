"""Putting the game of a backup into a game's store: one transaction, so all of it or nothing.

What happened in the world since the backup was made is not undone by that: which mails were read
and sent, where mails go, who plays. It stays as the store has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Row, Table, delete, func, insert, select, update

from horizons_host.databases.engines import Database
from horizons_host.databases.errors import GameStoreError, damaged
from horizons_host.store import between, rows, schema, tables
from horizons_host.store.auditing import AuditEntry, note
from horizons_host.store.errors import damage_told
from horizons_host.store.records import NewMail
from horizons_host.store.store import GameStore

#: What makes the game itself, in an order in which rows may refer to those before.
_GAME = (
    *("game", "set_ups", "seats", "roles", "turns", "reports"),
    *("joinings", "arrivals", "postponements", "endings", "edits", "between_turns"),
)
#: What the turns of a game that went another way since were run with.
_ORDERS = ("orders", "written", "order_marks", "on_behalf", "undone", "undone_reports")


@frozen
class Plan:
    """What a backup brings.

    Attributes:
        turn: the turn that it stands at.
        same_way: whether the file has come that way, too: then its orders stay.
        last_same: the last turn of which both hold the same reports.
        taken_back: the attempt at the turn after it that is taken back by this; 0 if none is.
        reason: why.
        redirects: by seat, where mails go in spite of the backup.
        passwords: by seat, the hash of the password that holds in spite of the backup.
        time: when this is done.
        entry: how that is noted down.
        mails: what goes out to players for it.
        notices: what they are told, by seat.
    """

    turn: int
    same_way: bool
    last_same: int
    taken_back: int
    reason: str
    redirects: Mapping[str, str]
    passwords: Mapping[str, str]
    time: str
    entry: AuditEntry
    mails: Sequence[NewMail] = ()
    notices: Mapping[str, str] = {}


def transplant(present: GameStore, backup: GameStore, plan: Plan) -> None:
    """Put the game of a backup, whose tables are of today, into a game's store.

    Raises GameStoreError; nothing is changed then.
    """
    with backup.reading() as source, present.writing() as connection:
        # References are looked at in the end: whole tables are taken out and put in again.
        present.database.defer_references(connection)
        arranged = connection.execute(select(schema.seats)).all()
        _take_back(connection, plan)
        _note_what_is_lost(source, connection, plan)
        for table in reversed(_taken(plan)):
            connection.execute(delete(table))
        for table in _taken(plan):
            for row in source.execute(select(table)).mappings():
                connection.execute(insert(table).values(**row))
        present.database.renumber(connection)
        _reseat(source, connection, arranged, plan)
        _withdraw(connection, plan)
        if not plan.same_way:
            _take_back_unknown(connection, plan)
        note(connection, plan.entry)
        for mail in plan.mails:
            rows.insert_mail(connection, mail)
        if not present.database.references_fit(connection):
            raise damaged(backup.name, "its tables do not fit each other")


def _taken(plan: Plan) -> tuple[Table, ...]:
    names = _GAME if plan.same_way else (*_GAME, *_ORDERS)
    return tuple(tables.metadata.tables[name] for name in names)


def _take_back(connection: Connection, plan: Plan) -> None:
    """Note down the attempt at the next turn that the store holds and the backup does not."""
    if not (plan.same_way and plan.taken_back):
        return
    turns, reports, turn = schema.turns, schema.reports, plan.turn + 1
    row = connection.execute(select(turns).where(turns.c.turn == turn)).one()
    kept = ("run_at", "digest", "events_digest", "orders", "orders_digest", "turn_key")
    number = _insert_undone(connection, plan, {name: getattr(row, name) for name in kept})
    for report in connection.execute(select(reports).where(reports.c.turn == turn)).all():
        connection.execute(
            insert(schema.undone_reports).values(
                undone=number, seat=report.empire, document=report.document
            )
        )


def _note_what_is_lost(source: Connection, connection: Connection, plan: Plan) -> None:
    """Note of runs that were taken back that they cannot be run again.

    They were run with an edit, or somebody who had joined, whom the backup does not have.
    """
    undone = schema.undone
    ours, theirs = (between.in_order(one, plan.turn) for one in (connection, source))
    runs = select(undone.c.id, undone.c.attempt).where(undone.c.turn == plan.turn + 1)
    for run in connection.execute(runs).all():
        before = [[one for one in many if one[0] <= run.attempt] for many in (ours, theirs)]
        if before[0] != before[1]:
            lost = update(undone).where(undone.c.id == run.id)
            connection.execute(lost.values(digest=""))


def _take_back_unknown(connection: Connection, plan: Plan) -> None:
    """Note down an attempt of which no more is known than that it may have been, if one was."""
    if plan.taken_back:
        names = ("run_at", "digest", "events_digest", "orders_digest", "turn_key")
        _insert_undone(connection, plan, {"orders": {}, **dict.fromkeys(names, "")})


def _insert_undone(connection: Connection, plan: Plan, facts: Mapping[str, Any]) -> int:
    last = select(func.coalesce(func.max(schema.orders.c.id), 0))
    added = connection.execute(
        insert(schema.undone)
        .values(
            turn=plan.turn + 1,
            attempt=plan.taken_back,
            reason=plan.reason,
            undone_at=plan.time,
            last_order=connection.execute(last).scalar_one(),
            **facts,
        )
        .returning(schema.undone.c.id)
    )
    return int(added.scalar_one())


def _reseat(
    source: Connection, connection: Connection, arranged: Iterable[Row[Any]], plan: Plan
) -> None:
    """Have everybody who still has a seat keep what was arranged for it; the others' is gone."""
    seats = schema.seats
    for seat in arranged:
        values = {"bot": seat.bot, "password_hash": seat.password_hash}
        connection.execute(update(seats).where(seats.c.name == seat.name).values(**values))
    _forget_those_gone(connection)
    for table in (schema.addresses, schema.arrangements):
        known = set(connection.execute(select(table.c.seat)).scalars())
        for row in source.execute(select(table)).mappings():
            if row["seat"] not in known:
                connection.execute(insert(table).values(**row))
    for name, address in plan.redirects.items():
        _set(connection, schema.addresses, name, {"redirect": address}, {"address": ""})
    nothing = {"person": "", "policy": "", "standing_orders": "", "bot": "", "until_turn": 0}
    for name, password in plan.passwords.items():
        _set(connection, schema.arrangements, name, {"password_hash": password}, nothing)


def _set(
    connection: Connection,
    table: Table,
    seat: str,
    values: Mapping[str, Any],
    others: Mapping[str, Any],
) -> None:
    """Set values of a seat's row; one that is not there begins with the others, too."""
    ours = table.c.seat == seat
    if connection.execute(select(table).where(ours)).first() is None:
        connection.execute(insert(table).values(seat=seat, **values, **others))
    else:
        connection.execute(update(table).where(ours).values(**values))


def _forget_those_gone(connection: Connection) -> None:
    """Take out what refers to seats that are no more; mails to them stay, as nobody's."""
    there = select(schema.seats.c.name)
    for table in tables.metadata.tables.values():
        if "seat" not in table.c or not table.c.seat.foreign_keys:
            continue
        gone = table.c.seat.not_in(there)
        if table.c.seat.nullable:
            connection.execute(update(table).where(gone).values(seat=None))
        else:
            connection.execute(delete(table).where(gone))
    orders = schema.orders.c.id
    for table in tables.metadata.tables.values():
        for column in table.c:
            if column.references(orders):
                connection.execute(delete(table).where(column.not_in(select(orders))))


def _withdraw(connection: Connection, plan: Plan) -> None:
    """Have reports of turns that are no more, or are others now, not be sent."""
    outbox = schema.outbox
    waits = outbox.c.state.in_(("queued", "held", "failed"))
    reports = outbox.c.kind == "report", outbox.c.turn > plan.last_same
    withdrawn = {"state": "withdrawn", "reason": plan.reason}
    connection.execute(update(outbox).where(*reports, waits).values(**withdrawn))


def in_place_of_lost(copy: GameStore, plan: Plan) -> None:
    """Make a copy of a backup ready to stand in the place of a game that is lost.

    Nobody knows what was sent since, nor where mails go by now: they are held.
    """
    outbox = schema.outbox
    why = "a backup was restored: see whether this was sent, and whether the address holds"
    with copy.writing() as connection:
        _take_back_unknown(connection, plan)
        note(connection, plan.entry)
        for mail in plan.mails:
            rows.insert_mail(connection, mail)
        waits = outbox.c.state.in_(("queued", "sending"))
        connection.execute(update(outbox).where(waits).values(state="held", reason=why))


def attempts_made(database: Database, turn: int) -> int:
    """How many attempts at a turn a game knows of: those taken back, and the one that stands.

    One that cannot be read knows of none.
    """
    undone, turns = schema.undone, schema.turns
    try:
        with damage_told(database.name), database.reading() as connection:
            back = 0
            if schema.has(connection, schema.undone):
                most = select(func.coalesce(func.max(undone.c.attempt), 0))
                back = connection.execute(most.where(undone.c.turn == turn)).scalar_one()
            stands = select(func.count()).select_from(turns).where(turns.c.turn == turn)
            return int(back) + int(connection.execute(stands).scalar_one())
    except GameStoreError:
        return 0
