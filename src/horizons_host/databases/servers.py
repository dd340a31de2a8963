"""A PostgreSQL server: its address, and the connections shared by all of its schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

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

from horizons_host.databases import postgresql_errors
from horizons_host.databases.errors import GameStoreError
from horizons_host.databases.postgresql_errors import translate_errors

#: URL schemes of a server's address.
SCHEMES = ("postgresql+psycopg", "postgresql", "postgres")
#: The longest time that an idle transaction stays open; then the server ends it, with its lock.
_IDLE_SECONDS = 60
_CONNECT_SECONDS = 10


def is_server(address: object) -> bool:
    """Tell whether this is the address of a server, not a folder."""
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


def _prepare(connection: Any, _record: object) -> None:
    autocommit, connection.autocommit = connection.autocommit, True
    patience, idle = int(postgresql_errors.PATIENCE_SECONDS * 1000), _IDLE_SECONDS * 1000
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
