"""The audit log of a game, in words that all players may read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, stamp
from horizons_host.store import GAMEMASTER, SERVER, AuditEntry, GameStore
from horizons_host.store.history import REOPENED, insert_entry

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
    "insert_entry",
    "public_words",
]

#: Action of the entry that records the opening of the archive.
ARCHIVE_OPENED = "archive"
#: Maximum length of a reason.
MAX_REASON_LENGTH = 500


def act(
    action: str, turn: int, words: str, clock: Clock, by: str = GAMEMASTER, **facts: Any
) -> AuditEntry:
    """Return the entry of an action with public words; only the gamemaster sees `facts`."""
    return AuditEntry(stamp(clock), turn, by, action, facts, words)


def public_words(text: str, refusal: str) -> str:
    """Return public words of the gamemaster, such as a reason, on one line.

    Raises HorizonsError with the message `refusal` if they are empty, unprintable or too long.
    """
    line = " ".join(text.split())
    if not line or not line.isprintable() or len(line) > MAX_REASON_LENGTH:
        raise HorizonsError(
            refusal, LocalizedText("use 1 to {most} printable characters", most=MAX_REASON_LENGTH)
        )
    return line


def entries(store: GameStore, *, public: bool = False, since: int = 0) -> Sequence[AuditEntry]:
    """Return the entries after number `since`, in order.

    With `public`, without entries that are hidden from players until the game is over.
    """
    log = store.audit(since)
    if not public or all(entry.public for entry in log) or _is_over(store):
        return log
    return tuple(entry for entry in log if entry.public)


def _is_over(store: GameStore) -> bool:
    return store.snapshot().state.get("outcome") is not None


def demand_closed_archive(store: GameStore) -> None:
    """Raise HorizonsError if the archive was opened: nothing is undone after that."""
    if archive_opened(store):
        raise HorizonsError(
            "the archive was opened, which revealed the random seed",
            "anyone with the seed knows all future dice; start a new game",
        )


def archive_opened(store: GameStore) -> bool:
    """Return whether the game's archive was opened, which reveals the random seed."""
    return any(entry.action == ARCHIVE_OPENED for entry in store.audit())
