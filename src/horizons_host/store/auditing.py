"""What was done to a game by those who run it: noted with the act itself, and never changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen
from sqlalchemy import Connection, insert, select

from horizons_core.localized_text import LocalizedText
from horizons_host.databases.engines import read_once
from horizons_host.store import schema

#: Who acts where no other is named, and the program that runs games by itself.
GAMEMASTER, SERVER = LocalizedText("the gamemaster"), LocalizedText("the server")
#: The act by which an end is undone.
REOPENED = "reopen"


@frozen
class AuditEntry:
    """One act: when, at which turn of the game, by whom, and what was done.

    `turn` is the turn that was run or taken back, and of other acts the one at which the game
    stood. `words` are for everybody, unless the act is not `public`: then they are when the game is
    over. `facts` are for the gamemaster alone. Neither holds an address, a password or an order.
    `number` is 0 before it is stored.
    """

    at: str
    turn: int
    actor: str
    action: str
    facts: Mapping[str, Any] = field(factory=dict)
    words: str = ""
    public: bool = True
    number: int = 0

    def told(self, *, public: bool = False) -> dict[str, Any]:
        """The entry as plain data; for the `public` without its facts."""
        told = {
            "number": self.number,
            "at": self.at,
            "turn": self.turn,
            "actor": self.actor,
            "action": self.action,
            "words": self.words,
        }
        return told if public else {**told, "facts": dict(self.facts), "public": self.public}


def note(connection: Connection, entry: AuditEntry | None) -> None:
    """Note an act down, in the transaction in which it is done; None: there is nothing to note."""
    if entry is None:
        return
    added = connection.execute(
        insert(schema.audit)
        .values(
            at=entry.at,
            turn=entry.turn,
            actor=str(entry.actor),
            action=entry.action,
            facts=dict(entry.facts),
            words=str(entry.words),
            public=entry.public,
        )
        .returning(schema.audit.c.number)
    )
    text = LocalizedText("{actor}: {words}", actor=entry.actor, words=entry.words)
    values = {"number": added.scalar_one(), "text": text.to_dict()}
    connection.execute(insert(schema.audit_texts).values(**values))


@read_once
def noted(connection: Connection, since: int = 0) -> tuple[AuditEntry, ...]:
    """What was noted after the entry of this number, in order."""
    if not schema.has(connection, schema.audit):
        return ()
    table = schema.audit
    found = connection.execute(select(table).where(table.c.number > since).order_by(table.c.number))
    entries = (
        AuditEntry(**{name: getattr(row, name) for name in AuditEntry.__annotations__})
        for row in found
    )
    texts = _texts(connection, since)
    return tuple(_localized(entry, texts.get(entry.number)) for entry in entries)


def _texts(connection: Connection, since: int) -> dict[int, Any]:
    """Actor and words, with their templates, of the entries after a number that have them."""
    if not schema.has(connection, schema.audit_texts):
        return {}
    table = schema.audit_texts
    rows = connection.execute(select(table).where(table.c.number > since))
    return {row.number: row.text for row in rows}


def _localized(entry: AuditEntry, data: Any) -> AuditEntry:
    """The entry with its templates, if those that are stored make its very words."""
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
    """When an act was last done while the game stood at a turn; None if it never was."""
    if not schema.has(connection, schema.audit):
        return None
    table = schema.audit.c
    wanted = select(table.at).where(table.action == action, table.turn == turn)
    found = connection.execute(wanted.order_by(table.number.desc()).limit(1)).scalar()
    return None if found is None else str(found)
