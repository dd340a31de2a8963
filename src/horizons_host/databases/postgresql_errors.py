"""Errors of a PostgreSQL server, translated to messages with the place and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as refusals
from sqlalchemy import exc

from horizons_host.databases.errors import GameStoreError, UnavailableError, damaged

_AGAIN = "try again"
_BUSY, _AWAY = "the database is busy", "the server's database cannot be reached"
#: By the server's error: a message, a remedy, and the public message for players; "" for the
#: caller's own mistakes. The first match is used.
_COMPLAINTS: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str, str, str], ...] = (
    (
        refusals.LockNotAvailable,
        "'{name}' is locked: another process has been writing to it for {patience:g} seconds",
        "wait until it has finished, then try again",
        _BUSY,
    ),
    (
        (refusals.SerializationFailure, refusals.DeadlockDetected),
        "'{name}' was changed by another process at the same time",
        _AGAIN,
        _BUSY,
    ),
    (
        refusals.DiskFull,
        "no room for '{name}': the server's disk is full",
        "free some space on the server and try again",
        "the server's disk is full",
    ),
    (
        (refusals.OutOfMemory, refusals.TooManyConnections, refusals.ConfigurationLimitExceeded),
        "the server of '{name}' is overloaded: {problem}",
        "run fewer processes, or increase its limits; then try again",
        _BUSY,
    ),
    (
        refusals.ReadOnlySqlTransaction,
        "'{name}' cannot be written: the server is read-only",
        "use the primary server, not a standby",
        "the database cannot be written",
    ),
    (
        (refusals.InsufficientPrivilege, refusals.InvalidAuthorizationSpecification),
        "the user of '{name}' is not allowed to do that: {problem}",
        "have the server's administrator give that right: GRANT CREATE ON DATABASE ... TO ...",
        "the database cannot be written",
    ),
    (
        (refusals.UntranslatableCharacter, refusals.CharacterNotInRepertoire, psycopg.DataError),
        # Without the server's name: it may be shown to the sender of the text.
        "the database cannot keep this: {problem}",
        "remove characters that are not text",
        "",
    ),
)
#: Texts of a failed connection, and the remedies.
_REFUSED = (
    ("password authentication failed", "check the user name and the password"),
    ("no password supplied", "put the password in PGPASSWORD or in the file ~/.pgpass"),
    ("does not exist", "check the names of the user and the database"),
)
#: Lock timeout of a transaction.
PATIENCE_SECONDS = 5.0


@contextmanager
def translate_errors(name: str) -> Iterator[None]:
    """Turn the server's errors into GameStoreErrors."""
    try:
        yield
    except exc.DBAPIError as problem:
        raise _explained(problem.orig, name, lost=problem.connection_invalidated) from problem
    except exc.TimeoutError as problem:
        raise UnavailableError(
            f"all connections to the server of '{name}' are busy", _AGAIN, _BUSY
        ) from problem


def _explained(problem: BaseException | None, name: str, *, lost: bool) -> GameStoreError:
    reply = _first_line(problem)
    state = getattr(problem, "sqlstate", None) or ""
    if lost or state.startswith(("08", "57P")):
        return UnavailableError(
            f"the connection to the server of '{name}' was lost: {reply}",
            "try again in a moment; check first whether your change was stored",
            _AWAY,
        )
    if isinstance(problem, psycopg.OperationalError) and not state:
        remedies = [remedy for words, remedy in _REFUSED if words in str(problem)]
        default = "check that the server is running, and its name and port"
        return UnavailableError(
            f"the server of '{name}' cannot be used: {reply}", (remedies or [default])[0], _AWAY
        )
    for kinds, message, remedy, public in _COMPLAINTS:
        if isinstance(problem, kinds):
            words = {"name": name, "patience": PATIENCE_SECONDS, "problem": reply}
            text, hint = message.format(**words), f"{remedy}; nothing was changed"
            return UnavailableError(text, hint, public) if public else GameStoreError(text, hint)
    return damaged(name, reply)


def _first_line(problem: BaseException | None) -> str:
    return (str(problem).strip().splitlines() or ["it said nothing"])[0]
