"""Diaries, in which players keep private notes on each turn of a game.

They belong to the account, not to the seat: a new player of a seat finds none. Once a game is
over, its archive shows the notes that their writers have published.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import Select, delete, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.service import Service

#: Maximum number of characters of a note.
MAX_NOTE_LENGTH = 20_000


class DiaryError(HorizonsError):
    """A note that cannot be saved."""


@frozen
class DiaryNote:
    """A note about a turn; `opened_at` is None unless it is published with the archive."""

    turn: int
    text: str
    opened_at: str | None
    written_at: str


@frozen
class PublishedDiary:
    """The published notes of a player, in the order of turns."""

    seat: str
    notes: Sequence[DiaryNote]


def notes_of(service: Service, account: Account, game: str) -> list[DiaryNote]:
    """List an account's notes on a game (by key), latest turn first."""
    table = tables.notes.c
    statement = select(table.turn, table.text, table.opened_at, table.written_at)
    notes = statement.where(table.account == account.id, table.game == game)
    with service.database.reading() as connection:
        return [DiaryNote(*row) for row in connection.execute(notes.order_by(table.turn.desc()))]


def text_mark(text: str) -> str:
    """Return a short hash that identifies the text of a note; no note counts as an empty text."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def note_of(service: Service, account: Account, game: str, turn: int) -> DiaryNote | None:
    """Return an account's note on a turn, or None."""
    return next((note for note in notes_of(service, account, game) if note.turn == turn), None)


def write_note(
    service: Service,
    account: Account,
    game: str,
    turn: int,
    text: str,
    *,
    opened: bool,
    before: str | None = None,
) -> None:
    """Save a note in place of the earlier one; an empty text deletes it.

    A note that is `opened` is published with the game's archive. Raises DiaryError for a text that
    is too long, and unless `before` is the mark of the note that it replaces, or None.
    """
    note = text.replace("\r\n", "\n").strip()
    if len(note) > MAX_NOTE_LENGTH:
        raise DiaryError(
            LocalizedText(
                "notes have at most {most:,} characters, and yours has {number:,}",
                most=MAX_NOTE_LENGTH,
                number=len(note),
            ),
            LocalizedText("shorten the note"),
        )
    table, time = tables.notes, stamp(service.clock)
    values = {
        "account": account.id,
        "game": game,
        "turn": turn,
        "text": note,
        "opened_at": time if opened else None,
        "written_at": time,
    }
    existing = (table.c.account == account.id, table.c.game == game, table.c.turn == turn)
    with service.database.writing() as connection:
        stored = connection.execute(select(table.c.text).where(*existing)).scalar() or ""
        if before is not None and before != text_mark(stored) and note != stored:
            raise DiaryError(
                LocalizedText(
                    "this note changed after you opened the page, so yours was not saved"
                ),
                LocalizedText("read the saved note below; save yours again to replace it"),
            )
        connection.execute(delete(table).where(*existing))
        if note:
            connection.execute(insert(table).values(**values))


def published_diaries(service: Service, game: str) -> list[PublishedDiary]:
    """List the published notes of a game's players by seat, for its archive."""
    with service.database.reading() as connection:
        rows = connection.execute(_published_notes(game)).all()
    diaries: dict[str, list[DiaryNote]] = {}
    for row in rows:
        notes = diaries.setdefault(row.seat, [])
        if all(note.turn != row.turn for note in notes):
            notes.append(DiaryNote(row.turn, row.text, row.opened_at, row.written_at))
    return [PublishedDiary(seat, notes) for seat, notes in diaries.items()]


def _published_notes(game: str) -> Select[Any]:
    notes, members = tables.notes.c, tables.members.c
    joined = tables.notes.join(
        tables.members, (members.account == notes.account) & (members.game == notes.game)
    )
    statement = select(members.seat, notes.turn, notes.text, notes.opened_at, notes.written_at)
    opened = (notes.game == game, notes.opened_at.is_not(None), members.seat != "")
    return statement.select_from(joined).where(*opened).order_by(members.seat, notes.turn)
