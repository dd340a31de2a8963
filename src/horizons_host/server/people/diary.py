"""Diaries: a player's own text for each turn of a game, which nobody else reads.

They are the account's and not the seat's: who takes a seat over finds none. Once a game is over
those parts can be read with its archive that their writers have opened.
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
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service

#: The most characters of a note.
LONGEST = 20_000


class DiaryError(HorizonsError):
    """A note that cannot be kept."""


@frozen
class Note:
    """What somebody wrote about a turn; `opened_at` is None where nobody else may ever read it."""

    turn: int
    text: str
    opened_at: str | None
    written_at: str


@frozen
class OpenedDiary:
    """What a player of a game lets everybody read, in the order of turns."""

    seat: str
    notes: Sequence[Note]


def notes_of(service: Service, account: Account, game: str) -> list[Note]:
    """Somebody's own notes of a game (its key), the last turn first."""
    table = tables.notes.c
    wanted = select(table.turn, table.text, table.opened_at, table.written_at)
    mine = wanted.where(table.account == account.id, table.game == game)
    with service.database.reading() as connection:
        return [Note(*row) for row in connection.execute(mine.order_by(table.turn.desc()))]


def mark_of(text: str) -> str:
    """What tells a note from others; that of no note is of an empty text."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def note_of(service: Service, account: Account, game: str, turn: int) -> Note | None:
    """Somebody's own note of a turn; None without one."""
    return next((one for one in notes_of(service, account, game) if one.turn == turn), None)


def write(
    service: Service,
    account: Account,
    game: str,
    turn: int,
    text: str,
    *,
    opened: bool,
    before: str | None = None,
) -> None:
    """Keep a note in the place of what was written of the turn before; an empty one is none.

    One that is `opened` can be read by everybody with the game's archive. Raises DiaryError for a
    text that is too long, and unless `before` is the mark of the note that it replaces, or None.
    """
    words = text.replace("\r\n", "\n").strip()
    if len(words) > LONGEST:
        raise DiaryError(
            LocalizedText(
                "notes have at most {most:,} characters, and yours has {number:,}",
                most=LONGEST,
                number=len(words),
            ),
            LocalizedText("shorten the note"),
        )
    table, time = tables.notes, stamp(service.clock)
    values = {
        "account": account.id,
        "game": game,
        "turn": turn,
        "text": words,
        "opened_at": time if opened else None,
        "written_at": time,
    }
    old = (table.c.account == account.id, table.c.game == game, table.c.turn == turn)
    with service.database.writing() as connection:
        stored = connection.execute(select(table.c.text).where(*old)).scalar() or ""
        if before is not None and before != mark_of(stored) and words != stored:
            raise DiaryError(
                LocalizedText(
                    "this note changed after you opened the page, so yours was not saved"
                ),
                LocalizedText("read the saved note below; save yours again to replace it"),
            )
        connection.execute(delete(table).where(*old))
        if words:
            connection.execute(insert(table).values(**values))


def opened_diaries(service: Service, game: str) -> list[OpenedDiary]:
    """What the players of a game have opened, by the names of their seats: for its archive."""
    with service.database.reading() as connection:
        rows = connection.execute(_opened(game)).all()
    found: dict[str, list[Note]] = {}
    for row in rows:
        notes = found.setdefault(row.seat, [])
        if all(one.turn != row.turn for one in notes):
            notes.append(Note(row.turn, row.text, row.opened_at, row.written_at))
    return [OpenedDiary(seat, notes) for seat, notes in found.items()]


def _opened(game: str) -> Select[Any]:
    notes, members = tables.notes.c, tables.members.c
    joined = tables.notes.join(
        tables.members, (members.account == notes.account) & (members.game == notes.game)
    )
    wanted = select(members.seat, notes.turn, notes.text, notes.opened_at, notes.written_at)
    opened = (notes.game == game, notes.opened_at.is_not(None), members.seat != "")
    return wanted.select_from(joined).where(*opened).order_by(members.seat, notes.turn)
