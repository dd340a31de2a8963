"""The audit log: entries are written with the action itself, and never changed."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from sqlalchemy import Connection, insert, select

from horizons_core.localized_text import LocalizedText
from horizons_host.store import schema
from horizons_host.store.columns import insert_record, read_record
from horizons_host.store.database import read_once
from horizons_host.store.records import AuditEntry

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
    if not schema.has(connection, schema.audit_texts):
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
