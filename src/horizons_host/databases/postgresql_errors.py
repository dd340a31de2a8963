"""What a PostgreSQL server complains of, in words that name the place and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors as refusals
from sqlalchemy import exc

from horizons_host.databases.errors import GameStoreError, UnavailableError, damaged

_AGAIN = "try again"
_BUSY, _AWAY = "the database is busy", "the server's database cannot be reached"
#: By what the server says: a message, a remedy, and what is told to people who only use it; "" for
#: what they did wrong themselves. The first that fits is taken.
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
        # Without the server's name: it may be told to whoever sent it.
        "the database cannot keep this: {problem}",
        "remove characters that are not text",
        "",
    ),
)
#: What a failed attempt to connect says, and the remedy.
_REFUSED = (
    ("password authentication failed", "check the user name and the password"),
    ("no password supplied", "put the password in PGPASSWORD or in the file ~/.pgpass"),
    ("does not exist", "check the names of the user and the database"),
)
#: How long a transaction waits for another process to finish its own.
PATIENCE_SECONDS = 5.0


@contextmanager
def told_plainly(name: str) -> Iterator[None]:
    """Turn the server's complaints into GameStoreErrors."""
    try:
        yield
    except exc.DBAPIError as problem:
        raise _explained(problem.orig, name, lost=problem.connection_invalidated) from problem
    except exc.TimeoutError as problem:
        raise UnavailableError(
            f"all connections to the server of '{name}' are busy", _AGAIN, _BUSY
        ) from problem


def _explained(problem: BaseException | None, name: str, *, lost: bool) -> GameStoreError:
    said = _first_line(problem)
    state = getattr(problem, "sqlstate", None) or ""
    if lost or state.startswith(("08", "57P")):
        return UnavailableError(
            f"the connection to the server of '{name}' was lost: {said}",
            "try again in a moment; check first whether your change was stored",
            _AWAY,
        )
    if isinstance(problem, psycopg.OperationalError) and not state:
        fitting = [remedy for words, remedy in _REFUSED if words in str(problem)]
        away = "check that the server is running, and its name and port"
        return UnavailableError(
            f"the server of '{name}' cannot be used: {said}", (fitting or [away])[0], _AWAY
        )
    for kinds, message, remedy, public in _COMPLAINTS:
        if isinstance(problem, kinds):
            words = {"name": name, "patience": PATIENCE_SECONDS, "problem": said}
            told, hint = message.format(**words), f"{remedy}; nothing was changed"
            return UnavailableError(told, hint, public) if public else GameStoreError(told, hint)
    return damaged(name, said)


def _first_line(problem: BaseException | None) -> str:
    return (str(problem).strip().splitlines() or ["it said nothing"])[0]
