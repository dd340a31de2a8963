"""Connections to a PostgreSQL server, and its errors as errors of the store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

import psycopg
from psycopg import errors as refusals
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Executable,
    Result,
    create_engine,
    event,
    exc,
    make_url,
    text,
)

from horizons_host.store.database import GameStoreError, UnavailableError, damaged, forget_reads

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


#: URL schemes of a server's address.
SCHEMES = ("postgresql+psycopg", "postgresql", "postgres")
#: The longest time that an idle transaction stays open; then the server ends it, with its lock.
_IDLE_SECONDS = 60
_CONNECT_SECONDS = 10


def is_server(address: object) -> bool:
    """Return whether this is the address of a server, not a folder."""
    return str(address).partition("://")[0] in SCHEMES and "://" in str(address)


def url_of(address: str) -> URL:
    """Parse an address; raises GameStoreError."""
    try:
        return make_url(address).set(drivername=SCHEMES[0])
    except (exc.ArgumentError, ValueError) as problem:
        raise GameStoreError(
            f"'{address.partition('://')[0]}://...' is not a database address",
            "write it as postgresql+psycopg://USER@HOST/DATABASE",
        ) from problem


def name_of(url: URL) -> str:
    """Return the address for messages, without the user's password."""
    query = {name: value for name, value in url.query.items() if name in {"host", "port"}}
    public = URL.create(url.drivername, url.username, None, url.host, url.port, url.database, query)
    return public.render_as_string()


def engine_for(url: URL) -> Engine:
    """Create an engine for a server, without connecting.

    A broken connection is noticed by the first statement of a transaction: see `begin_transaction`.
    """
    engine = create_engine(
        url,
        hide_parameters=True,  # values of rows must not appear in messages and logs
        pool_size=10,  # per process; a server allows 100 connections by default
        max_overflow=20,
        connect_args={
            "connect_timeout": _CONNECT_SECONDS,
            "application_name": "horizons",
            # Each game's statements name its own schema, which makes more statements than a
            # connection keeps prepared: each would be prepared and discarded again and again.
            "prepare_threshold": None,
        },
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "before_execute", forget_reads)
    event.listen(engine, "after_cursor_execute", _skip_beginning)
    return engine


@contextmanager
def begin_transaction(
    engine: Engine, first: Executable, parameters: Mapping[str, Any] | None = None
) -> Iterator[tuple[Connection, Result[Any]]]:
    """Begin a transaction and return the result of its first statement, with these parameters.

    A broken connection is noticed by that statement and replaced, as nothing was done yet. Testing
    each connection before its use would cost every transaction another round trip to the server.
    """
    try:
        connection, result = _begin(engine, first, parameters)
    except exc.DBAPIError as problem:
        if not problem.connection_invalidated:
            raise
        connection, result = _begin(engine, first, parameters)
    transaction = connection.get_transaction()
    with connection, transaction or nullcontext():
        yield connection, result


def _begin(
    engine: Engine, first: Executable, parameters: Mapping[str, Any] | None
) -> tuple[Connection, Result[Any]]:
    connection = engine.connect()
    try:
        connection.begin()
        return connection, connection.execute(first, parameters)
    except BaseException:
        connection.close()
        raise


def _skip_beginning(_connection: Connection, cursor: Any, statement: str, *_: object) -> None:
    """Of a transaction that begins along with its first statement, take the latter's result."""
    if statement.startswith("BEGIN"):
        cursor.nextset()


def _prepare(connection: Any, _record: object) -> None:
    autocommit, connection.autocommit = connection.autocommit, True
    patience, idle = int(PATIENCE_SECONDS * 1000), _IDLE_SECONDS * 1000
    connection.execute(f"SET lock_timeout = {patience}")
    connection.execute(f"SET idle_in_transaction_session_timeout = {idle}")
    connection.autocommit = autocommit


def check(engine: Engine) -> None:
    """Raise GameStoreError unless the server answers and uses UTF-8."""
    name = name_of(engine.url)
    with (
        translate_errors(name),
        begin_transaction(engine, text("SHOW server_encoding")) as (_, result),
    ):
        coding = result.scalar_one()
    if coding != "UTF8":
        raise GameStoreError(
            f"the database '{name}' has the encoding {coding}",
            "create one with UTF-8: createdb --encoding=UTF8 --template=template0 NAME",
        )
