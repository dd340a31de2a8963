"""The history of a game: its audit log, undone turns, changes between turns, and orders used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from horizons_core.localized_text import LocalizedText
from horizons_host.store import schema
from horizons_host.store.columns import insert_record, read_record, unpacked
from horizons_host.store.database import GameStoreError, damaged, has, read_once
from horizons_host.store.game_database import GameDatabase, GameSection
from horizons_host.store.records import AuditEntry, Edit, UndoneTurn

#: Default actor, and the program that runs games by itself.
GAMEMASTER, SERVER = LocalizedText("the gamemaster"), LocalizedText("the server")
#: The action that undoes an end.
REOPENED = "reopen"


def insert_entry(connection: Connection, entry: AuditEntry | None) -> None:
    """Store an entry, if there is one, in the transaction of its action."""
    if entry is None:
        return
    texts = {"actor": str(entry.actor), "words": str(entry.words)}
    number = insert_record(connection, schema.audit, entry, **texts)
    text = LocalizedText("{actor}: {words}", actor=entry.actor, words=entry.words)
    values = {"number": number, "text": text.to_dict()}
    connection.execute(insert(schema.audit_texts).values(**values))


@read_once
def entries_since(connection: Connection, since: int = 0) -> tuple[AuditEntry, ...]:
    """List the entries after a number, in order."""
    table = schema.audit
    rows = connection.execute(select(table).where(table.c.number > since).order_by(table.c.number))
    entries = (read_record(AuditEntry, table, row) for row in rows)
    texts = _texts(connection, since)
    return tuple(_localized(entry, texts.get(entry.number)) for entry in entries)


def _texts(connection: Connection, since: int) -> dict[int, Any]:
    """Return the stored templates of actor and words, by number, of the entries after a number."""
    if not has(connection, schema.audit_texts):
        return {}
    table = schema.audit_texts
    rows = connection.execute(select(table).where(table.c.number > since))
    return {row.number: row.text for row in rows}


def _localized(entry: AuditEntry, data: Any) -> AuditEntry:
    """Return the entry with its templates, if they produce exactly the stored words."""
    try:
        facts = LocalizedText.from_dict(data).facts
    except ValueError:
        return entry
    actor, words = facts.get("actor"), facts.get("words")
    if not isinstance(actor, str) or not isinstance(words, str):
        return entry
    same = (actor, words) == (entry.actor, entry.words)
    return evolve(entry, actor=actor, words=words) if same else entry


@read_once
def latest_at(connection: Connection, action: str, turn: int) -> str | None:
    """Return the time of the last such action at a turn, or None."""
    table = schema.audit.c
    statement = select(table.at).where(table.action == action, table.turn == turn)
    time = connection.execute(statement.order_by(table.number.desc()).limit(1)).scalar()
    return None if time is None else str(time)


#: Tables with rows of a turn, which are deleted with it; rows refer only to later ones.
_TURN_TABLES = (
    *(schema.reports, schema.postponements, schema.between_turns, schema.edits, schema.turns),
)
#: The reason for withdrawing a queued report.
WITHDRAWN = "turn {turn} was taken back"


def next_attempt(undone: Sequence[UndoneTurn]) -> int:
    """Return the number of the attempt after the undone ones."""
    return undone[-1].attempt + 1 if undone else 1


def attempts(connection: Connection, turn: int) -> tuple[UndoneTurn, ...]:
    """List the undone attempts at a turn since the turn before it was run, in order."""
    undone_rows = _all(connection)
    since = max((row.id for row in undone_rows if row.turn < turn), default=0)
    return tuple(_undone(row) for row in undone_rows if row.turn == turn and row.id > since)


@read_once
def _all(connection: Connection) -> Sequence[Row[Any]]:
    """Return the rows of all undone turns, in order; most games have none."""
    table = schema.undone
    return connection.execute(select(table).order_by(table.c.id)).all()


def _undone(row: Row[Any]) -> UndoneTurn:
    return read_record(UndoneTurn, schema.undone, row)


def counting(connection: Connection, turn: int) -> ColumnElement[bool]:
    """Return the condition for orders of a turn that were not made for an undone turn."""
    orders, written = schema.orders, schema.written
    counts = orders.c.turn == turn
    undone_rows = _all(connection)
    before = max((row.last_order for row in undone_rows if row.turn < turn), default=0)
    same = max((row.last_order for row in undone_rows if row.turn == turn), default=0)
    if not same:
        return and_(counts, orders.c.id > before) if before else counts
    by_program = orders.c.id.in_(select(written.c.orders))
    return and_(counts, orders.c.id > before, or_(orders.c.id > same, ~by_program))


def undo_latest_turn(connection: Connection, turn: int, reason: str, time: str) -> None:
    """Undo the latest turn: delete it with its reports, and store what it was run with.

    Its queued reports are withdrawn, and a postponement of the end after it is deleted.
    """
    row = connection.execute(select(schema.turns).where(schema.turns.c.turn == turn)).one()
    last = connection.execute(select(func.coalesce(func.max(schema.orders.c.id), 0))).scalar_one()
    attempt = next_attempt(attempts(connection, turn))
    more = {"attempt": attempt, "reason": reason, "undone_at": time, "last_order": last}
    undone = read_record(UndoneTurn, schema.turns, row, **more)
    number = insert_record(connection, schema.undone, undone)
    reports = schema.outbox.c.kind == "report", schema.outbox.c.turn == turn
    withdraw_mails(connection, WITHDRAWN.format(turn=turn), *reports)
    keep_reports(connection, turn, number)
    for table in _TURN_TABLES:
        connection.execute(delete(table).where(table.c.turn == turn))


def keep_reports(connection: Connection, turn: int, undone: int) -> None:
    """Keep the reports of an undone turn, as players have them."""
    table, copies = schema.reports, schema.undone_reports
    sent = select(literal(undone), table.c.empire, table.c.document)
    sent = sent.where(table.c.turn == turn)
    connection.execute(
        insert(copies).from_select([copies.c.undone, copies.c.seat, copies.c.document], sent)
    )


def runs(connection: Connection, turn: int) -> list[tuple[int, UndoneTurn]]:
    """List all undone runs of a turn, in order, with the numbers of their rows."""
    return [(row.id, _undone(row)) for row in _all(connection) if row.turn == turn]


def withdraw_mails(connection: Connection, reason: str, *which: ColumnElement[bool]) -> None:
    """Withdraw those emails of the outbox that were not sent and are not being sent."""
    outbox = schema.outbox
    waits = outbox.c.state.in_(("queued", "held", "failed"))
    withdrawn = {"state": "withdrawn", "reason": reason}
    connection.execute(update(outbox).where(*which, waits).values(**withdrawn))


#: Kinds of changes between two turns.
JOINED, PUT_OFF, EDITED, MIGRATED = "joined", "put off", "edited", "migrated"


def record_change(connection: Connection, turn: int, kind: str, number: int) -> None:
    """Store that a change was made after the latest turn; `number` is that of its row."""
    attempt = next_attempt(attempts(connection, turn + 1))
    connection.execute(
        insert(schema.between_turns).values(turn=turn, attempt=attempt, kind=kind, number=number)
    )


@read_once
def change_attempts(connection: Connection, turn: int) -> Mapping[tuple[str, int], tuple[int, int]]:
    """Return the order and the attempt of each change after a turn, by kind and number.

    Changes made by older versions of the program have no entry: they come before all others.
    """
    table = schema.between_turns
    rows = connection.execute(select(table).where(table.c.turn == turn).order_by(table.c.id))
    return {(row.kind, row.number): (row.id, row.attempt) for row in rows}


def changes_in_order(connection: Connection, turn: int) -> list[tuple[int, str, str]]:
    """List the changes after a turn in order: the next attempt, the kind, and the result."""
    order = change_attempts(connection, turn)
    changes: list[tuple[int, int, str, str]] = []
    for kind, table, outcome in (
        (JOINED, schema.joinings, schema.joinings.c.digest),
        (EDITED, schema.edits, schema.edits.c.digest),
        (PUT_OFF, schema.postponements, schema.postponements.c.not_before),
    ):
        statement = select(table.c.id, outcome.label("what")).where(table.c.turn == turn)
        for row in connection.execute(statement.order_by(table.c.id)):
            place, attempt = order.get((kind, row.id), (0, 1))
            changes.append((place, attempt, kind, str(row.what)))
    return [(attempt, kind, outcome) for _, attempt, kind, outcome in sorted(changes, key=_place)]


def _place(change: tuple[int, int, str, str]) -> int:
    return change[0]


@read_once
def edits(connection: Connection, turn: int) -> list[Row[Any]]:
    """List the rows of the edits made after a turn, in order."""
    table = schema.edits
    return list(connection.execute(select(table).where(table.c.turn == turn).order_by(table.c.id)))


def numbers(connection: Connection, turn: int) -> tuple[int, ...]:
    """List the numbers of the edits made after a turn, in order."""
    return tuple(row.id for row in edits(connection, turn))


def insert_edit(connection: Connection, new: Edit) -> None:
    """Store an edit, as the latest change between two turns."""
    number = insert_record(connection, schema.edits, new)
    record_change(connection, new.turn, EDITED, number)


class UndoneRuns(GameSection[GameDatabase]):
    """Runs of turns that were undone. Every method is one transaction.

    The runs of a turn are numbered from 1, in the order of their undoing. That is not
    always the attempt: if an earlier turn was undone too, attempts start again.
    """

    def runs(self, turn: int) -> tuple[UndoneTurn, ...]:
        """List all undone runs of a turn, in order."""
        with self.reading() as connection:
            return tuple(undone for _, undone in runs(connection, turn))

    def reported(self, turn: int, run: int) -> tuple[str, ...]:
        """List the seats with a report of a run; none for a run that an older version undid."""
        stored, seats = schema.undone_reports.c, schema.seats.c
        with self.reading() as connection:
            number = self._number(runs(connection, turn), turn, run)
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
        with self.reading() as connection:
            number = self._number(runs(connection, turn), turn, run)
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


class Attendance(GameSection[GameDatabase]):
    """The orders used in the turns of a game. Every method is one transaction."""

    def turns(self) -> list[TurnAttendance]:
        """List all turns in order; the first is the set-up, which has no orders."""
        turns, reports, substitutes = schema.turns.c, schema.reports.c, schema.written.c
        with self.reading() as connection:
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
        with self.reading() as connection:
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
