"""The audit of a game: what its gamemaster and the server did, in words that all may read.

An act is noted in the transaction in which it is done, so there is none without its entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, stamp
from horizons_host.store import GAMEMASTER, SERVER, AuditEntry, GameStore, auditing
from horizons_host.store.auditing import note

__all__ = [
    "ARCHIVE_OPENED",
    "GAMEMASTER",
    "REOPENED",
    "SERVER",
    "AuditEntry",
    "act",
    "archive_opened",
    "demand_closed_archive",
    "entries",
    "note",
    "public_words",
]

#: How it stands in the audit that the archive was opened.
ARCHIVE_OPENED = "archive"
#: How it stands in the audit that an end was undone.
REOPENED = auditing.REOPENED
#: The longest reason that is told.
LONGEST_REASON = 500


def act(
    action: str, turn: int, words: str, clock: Clock, by: str = GAMEMASTER, **facts: Any
) -> AuditEntry:
    """An act that everybody may read of, as it is noted down; `facts` are the gamemaster's."""
    return AuditEntry(stamp(clock), turn, by, action, facts, words)


def public_words(text: str, why: str) -> str:
    """A reason, or other words of the gamemaster's that everybody gets, on one line.

    Raises HorizonsError with `why` for what cannot be told.
    """
    told = " ".join(text.split())
    if not told or not told.isprintable() or len(told) > LONGEST_REASON:
        raise HorizonsError(
            why, LocalizedText("use 1 to {most} printable characters", most=LONGEST_REASON)
        )
    return told


def entries(store: GameStore, *, public: bool = False, since: int = 0) -> Sequence[AuditEntry]:
    """What was done to a game after the entry of this number, in order.

    `public` leaves out what the players know only when the game is over.
    """
    found = store.audit(since)
    if not public or all(entry.public for entry in found) or _over(store):
        return found
    return tuple(entry for entry in found if entry.public)


def _over(store: GameStore) -> bool:
    return store.snapshot().state.get("outcome") is not None


def demand_closed_archive(store: GameStore) -> None:
    """Raises HorizonsError once the archive was opened: nothing is undone after that."""
    if archive_opened(store):
        raise HorizonsError(
            "the archive was opened, which revealed the random seed",
            "anyone with the seed knows all future dice; start a new game",
        )


def archive_opened(store: GameStore) -> bool:
    """Whether the game's archive was opened, and with it the secret of its chance."""
    return any(entry.action == ARCHIVE_OPENED for entry in store.audit())
