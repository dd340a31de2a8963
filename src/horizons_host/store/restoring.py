"""Restoring a backup into a game's store, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Row, Table, delete, func, insert, select, update

from horizons_host.store import history, rows, schema
from horizons_host.store.columns import insert_record
from horizons_host.store.copies import values_of
from horizons_host.store.database import Database, GameStoreError, damaged, report_damage
from horizons_host.store.history import insert_entry
from horizons_host.store.records import AuditEntry, NewMail, UndoneTurn
from horizons_host.store.store import GameStore

#: Tables of the game itself, ordered so that rows refer only to earlier ones.
_GAME = (
    *("game", "set_ups", "seats", "roles", "turns", "reports"),
    *("joinings", "arrivals", "postponements", "endings", "edits", "between_turns"),
)
#: Tables of the turns' orders, restored as well if the game took another course since.
_ORDERS = (
    *("orders", "written", "order_marks", "on_behalf", "saved_drafts"),
    *("undone", "undone_reports"),
)


@frozen
class RestorePlan:
    """The content of a restore.

    Attributes:
        turn: the latest turn of the backup.
        same_way: whether the store has the backup's turns, too: then its orders stay.
        last_same: the last turn whose reports are equal in both.
        taken_back: the attempt at the turn after it that is undone by this; 0 for none.
        reason: the reason.
        redirects: email addresses to keep in spite of the backup, by seat.
        passwords: password hashes to keep in spite of the backup, by seat.
        time: the time of the restore.
        entry: its audit entry.
        emails: the emails about it to players.
        notices: texts for players about it, by seat.
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


def replace_game(present: GameStore, backup: GameStore, plan: RestorePlan) -> None:
    """Restore the game of a backup, whose tables are up to date, into a game's store.

    Raises GameStoreError and changes nothing then.
    """
    with backup.reading() as source, present.writing() as connection:
        # References are checked at the end, as complete tables are deleted and refilled.
        present.database.defer_references(connection)
        old_seats = connection.execute(select(schema.seats)).all()
        _undo_attempt(connection, plan)
        _mark_irreproducible(source, connection, plan)
        for table in reversed(_restored_tables(plan)):
            connection.execute(delete(table))
        for table in _restored_tables(plan):
            for row in source.execute(select(table)).mappings():
                connection.execute(insert(table).values(values_of(table, row)))
        present.database.renumber(connection)
        _reseat(source, connection, old_seats, plan)
        reports = schema.outbox.c.kind == "report", schema.outbox.c.turn > plan.last_same
        history.withdraw_mails(connection, plan.reason, *reports)
        if not plan.same_way:
            _undo_unknown(connection, plan)
        insert_entry(connection, plan.entry)
        for mail in plan.mails:
            rows.insert_mail(connection, mail)
        if not present.database.references_fit(connection):
            raise damaged(backup.name, "its tables do not fit each other")


def _restored_tables(plan: RestorePlan) -> tuple[Table, ...]:
    names = _GAME if plan.same_way else (*_GAME, *_ORDERS)
    return tuple(schema.metadata.tables[name] for name in names)


def _undo_attempt(connection: Connection, plan: RestorePlan) -> None:
    """Store the attempt at the next turn that the store has and the backup lacks as undone."""
    if not (plan.same_way and plan.taken_back):
        return
    turns, turn = schema.turns, plan.turn + 1
    row = connection.execute(select(turns).where(turns.c.turn == turn)).one()
    columns = ("run_at", "digest", "events_digest", "orders", "orders_digest", "turn_key")
    number = _insert_undone(connection, plan, {name: getattr(row, name) for name in columns})
    history.keep_reports(connection, turn, number)


def _mark_irreproducible(source: Connection, connection: Connection, plan: RestorePlan) -> None:
    """Mark undone attempts that can no longer be recomputed.

    They were run with an edit or a joining that the backup lacks.
    """
    undone = schema.undone
    ours, restored = (
        history.changes_in_order(database, plan.turn) for database in (connection, source)
    )
    runs = select(undone.c.id, undone.c.attempt).where(undone.c.turn == plan.turn + 1)
    for run in connection.execute(runs).all():
        before = [[e for e in changes if e[0] <= run.attempt] for changes in (ours, restored)]
        if before[0] != before[1]:
            lost = update(undone).where(undone.c.id == run.id)
            connection.execute(lost.values(digest=""))


def _undo_unknown(connection: Connection, plan: RestorePlan) -> None:
    """Store an undone attempt whose data is unknown, if there may have been one."""
    if plan.taken_back:
        names = ("run_at", "digest", "events_digest", "orders_digest", "turn_key")
        _insert_undone(connection, plan, {"orders": {}, **dict.fromkeys(names, "")})


def _insert_undone(connection: Connection, plan: RestorePlan, facts: Mapping[str, Any]) -> int:
    last = select(func.coalesce(func.max(schema.orders.c.id), 0))
    undone = UndoneTurn(
        turn=plan.turn + 1,
        attempt=plan.taken_back,
        reason=plan.reason,
        undone_at=plan.time,
        last_order=connection.execute(last).scalar_one(),
        **facts,
    )
    return int(insert_record(connection, schema.undone, undone))


def _reseat(
    source: Connection, connection: Connection, old_seats: Iterable[Row[Any]], plan: RestorePlan
) -> None:
    """Keep the settings of seats whose players remain; remove those of the others."""
    seats = schema.seats
    for seat in old_seats:
        values = {"bot": seat.bot, "password_hash": seat.password_hash}
        connection.execute(update(seats).where(seats.c.name == seat.name).values(**values))
    _delete_orphans(connection)
    for table in (schema.addresses, schema.arrangements):
        known = set(connection.execute(select(table.c.seat)).scalars())
        for row in source.execute(select(table)).mappings():
            if row["seat"] not in known:
                connection.execute(insert(table).values(values_of(table, row)))
    for name, address in plan.redirects.items():
        _set(connection, schema.addresses, name, {"redirect": address}, {"address": ""})
    defaults = {"person": "", "policy": "", "standing_orders": "", "bot": "", "until_turn": 0}
    for name, password in plan.passwords.items():
        _set(connection, schema.arrangements, name, {"password_hash": password}, defaults)


def _set(
    connection: Connection,
    table: Table,
    seat: str,
    values: Mapping[str, Any],
    defaults: Mapping[str, Any],
) -> None:
    """Set values in a seat's row; a new row also gets the default values."""
    own_row = table.c.seat == seat
    if connection.execute(select(table).where(own_row)).first() is None:
        connection.execute(insert(table).values(seat=seat, **values, **defaults))
    else:
        connection.execute(update(table).where(own_row).values(**values))


def _delete_orphans(connection: Connection) -> None:
    """Delete rows of seats that no longer exist; emails to them stay, without a seat."""
    existing = select(schema.seats.c.name)
    for table in schema.metadata.tables.values():
        if "seat" not in table.c or not table.c.seat.foreign_keys:
            continue
        gone = table.c.seat.not_in(existing)
        if table.c.seat.nullable:
            connection.execute(update(table).where(gone).values(seat=None))
        else:
            connection.execute(delete(table).where(gone))
    orders = schema.orders.c.id
    for table in schema.metadata.tables.values():
        for column in table.c:
            if column.references(orders):
                connection.execute(delete(table).where(column.not_in(select(orders))))


def prepare_replacement(copy: GameStore, plan: RestorePlan) -> None:
    """Prepare a copy of a backup to replace a game that is lost.

    Emails sent since and current addresses are unknown, so queued emails are held.
    """
    outbox = schema.outbox
    reason = "a backup was restored: see whether this was sent, and whether the address holds"
    with copy.writing() as connection:
        _undo_unknown(connection, plan)
        insert_entry(connection, plan.entry)
        for mail in plan.mails:
            rows.insert_mail(connection, mail)
        waits = outbox.c.state.in_(("queued", "sending"))
        connection.execute(update(outbox).where(waits).values(state="held", reason=reason))


def attempts_made(database: Database, turn: int) -> int:
    """Count the known attempts at a turn, the undone ones and the current one.

    A game that cannot be read has none.
    """
    undone, turns = schema.undone, schema.turns
    try:
        with report_damage(database.name), database.reading() as connection:
            highest = select(func.coalesce(func.max(undone.c.attempt), 0))
            past = connection.execute(highest.where(undone.c.turn == turn)).scalar_one()
            current = select(func.count()).select_from(turns).where(turns.c.turn == turn)
            return int(past) + int(connection.execute(current).scalar_one())
    except GameStoreError:
        return 0
