"""A PostgreSQL server: its address, and the connections to it that all of its schemas share."""

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
from horizons_host.databases.postgresql_errors import told_plainly

#: How a server's address begins.
SCHEMES = ("postgresql+psycopg", "postgresql", "postgres")
#: So long may a transaction stand open and do nothing; then the server ends it, and its lock.
_IDLE_SECONDS = 60
_CONNECT_SECONDS = 10


def is_server(where: object) -> bool:
    """Whether this is the address of a server, not a folder."""
    return str(where).partition("://")[0] in SCHEMES and "://" in str(where)


def url_of(where: str) -> URL:
    """The address as the library takes it; raises GameStoreError."""
    try:
        return make_url(where).set(drivername=SCHEMES[0])
    except (exc.ArgumentError, ValueError) as problem:
        raise GameStoreError(
            f"'{where.partition('://')[0]}://...' is not a database address",
            "write it as postgresql+psycopg://USER@HOST/DATABASE",
        ) from problem


def name_of(url: URL) -> str:
    """The address for messages: without the user's password."""
    at = {name: value for name, value in url.query.items() if name in {"host", "port"}}
    told = URL.create(url.drivername, url.username, None, url.host, url.port, url.database, at)
    return told.render_as_string()


def engine_for(url: URL) -> Engine:
    """An engine on a server; nothing is connected yet.

    A connection that broke off is noticed by the first statement of a transaction: see `begun`.
    """
    made = create_engine(
        url,
        hide_parameters=True,  # what rows hold is in no message, and so in no log
        pool_size=10,  # threads of a process; a server takes 100 connections unless told otherwise
        max_overflow=20,
        connect_args={
            "connect_timeout": _CONNECT_SECONDS,
            "application_name": "horizons",
            # Each game's statements name its own schema: there are more of them than a connection
            # keeps prepared, so that each would be prepared, and given up, again and again.
            "prepare_threshold": None,
        },
    )
    event.listen(made, "connect", _prepare)
    return made


@contextmanager
def begun(
    engine: Engine, first: Executable, given: Mapping[str, Any] | None = None
) -> Iterator[tuple[Connection, Result[Any]]]:
    """A transaction, and what its first statement gives, with these values of its parameters.

    A connection that broke off since it was last used is noticed by that, and another one is taken:
    nothing was done by then. To ask each connection before it is used whether it still is one would
    be one more way to the server and back for every transaction.
    """
    try:
        connection, found = _begin(engine, first, given)
    except exc.DBAPIError as problem:
        if not problem.connection_invalidated:
            raise
        connection, found = _begin(engine, first, given)
    transaction = connection.get_transaction()
    with connection, transaction or nullcontext():
        yield connection, found


def _begin(
    engine: Engine, first: Executable, given: Mapping[str, Any] | None
) -> tuple[Connection, Result[Any]]:
    connection = engine.connect()
    try:
        connection.begin()
        return connection, connection.execute(first, given)
    except BaseException:
        connection.close()
        raise


def _prepare(connection: Any, _record: object) -> None:
    was, connection.autocommit = connection.autocommit, True
    patience, idle = int(postgresql_errors.PATIENCE_SECONDS * 1000), _IDLE_SECONDS * 1000
    connection.execute(f"SET lock_timeout = {patience}")
    connection.execute(f"SET idle_in_transaction_session_timeout = {idle}")
    connection.autocommit = was


def check(engine: Engine) -> None:
    """Raises GameStoreError unless the server answers, and keeps texts in UTF-8."""
    name = name_of(engine.url)
    with told_plainly(name), begun(engine, text("SHOW server_encoding")) as (_, found):
        coding = found.scalar_one()
    if coding != "UTF8":
        raise GameStoreError(
            f"the database '{name}' has the encoding {coding}",
            "create one with UTF-8: createdb --encoding=UTF8 --template=template0 NAME",
        )
