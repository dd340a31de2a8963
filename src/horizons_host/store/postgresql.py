"""Tables in a schema on a PostgreSQL server: marking, locking and checking them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from psycopg import errors as refusals
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Executable,
    Integer,
    MetaData,
    Result,
    Row,
    Table,
    cast,
    exc,
    func,
    insert,
    inspect,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.schema import CreateSchema, DropSchema

from horizons_host.store import database
from horizons_host.store.changes import CHANNEL
from horizons_host.store.database import (
    VERSION,
    ReadCache,
    Tables,
    demand_usable,
    reads,
    upgrade_to_current,
)
from horizons_host.store.postgresql_server import begin_transaction, translate_errors

#: One row: the application that the tables belong to, and their version, like a SQLite header.
MARK = Table(
    "horizons_mark",
    MetaData(),
    Column("application", Integer, nullable=False),
    Column("version", Integer, nullable=False),
)
#: Begins a read transaction. `state` is the transaction that last wrote the mark: each that writes
#: does. A transaction begins along with its first statement, which saves a round trip.
_LOOK = (
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;"
    " SELECT application, version, xmin::text AS state FROM {mark}"
)
#: Begins a write transaction, and notifies other processes of the change, once it is committed.
_TOUCH = (
    "BEGIN; UPDATE {mark} SET version = version"
    " RETURNING version, pg_notify('{channel}', {payload})"
)
#: The first statement of transactions that need none.
_NOTHING = text("SELECT 1")


class PostgresqlDatabase:
    """Tables in a schema on a server; messages identify them by `name`."""

    def __init__(self, engine: Engine, schema: str, tables: Tables, name: str) -> None:
        self.schema = schema
        self.name = name
        self._tables = tables
        self._remembered = ReadCache()
        self._looked_through = False
        options = {"schema_translate_map": {None: schema}}
        self._writer = engine.execution_options(**options)
        self._once = engine.execution_options(**options, isolation_level="AUTOCOMMIT")
        self._reader = engine.execution_options(
            **options, isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        mark = f"{engine.dialect.identifier_preparer.quote_schema(schema)}.{MARK.name}"
        payload = literal(schema).compile(engine, compile_kwargs={"literal_binds": True})
        self._look = _LOOK.format(mark=mark)
        self._touch = _TOUCH.format(mark=mark, channel=CHANNEL, payload=payload)

    def exists(self) -> bool:
        """Return whether the schema exists."""
        with (
            translate_errors(self.name),
            begin_transaction(self._reader, _NOTHING) as (connection, _),
        ):
            return inspect(connection).has_schema(self.schema)

    def check(self, *, wholly: bool = True) -> None:
        """Raise GameStoreError unless the tables exist and are ours.

        A complete check is done only once: each transaction checks the mark.
        """
        if not wholly and self._looked_through:
            return
        with (
            translate_errors(self.name),
            begin_transaction(self._reader, _NOTHING) as (connection, _),
        ):
            inspector = inspect(connection)
            if not inspector.has_schema(self.schema):
                raise missing(self.name)
            if not inspector.has_table(MARK.name, self.schema):
                raise database.foreign(self.name)
            application, version = connection.execute(select(MARK)).one()
            if application != self._tables.application:
                raise database.foreign(self.name)
            demand_usable(self.name, self._tables, connection, version)
            if wholly and version == self._tables.version:
                existing = set(inspector.get_table_names(self.schema))
                missing_tables = sorted(self._tables.metadata.tables.keys() - existing)
                if missing_tables:
                    raise database.damaged(self.name, f"the table '{missing_tables[0]}' is missing")

        self._looked_through = True

    @contextmanager
    def reading(self, *, allow_unusable: bool = False) -> Iterator[Connection]:
        """Begin a read transaction."""
        with (
            translate_errors(self.name),
            self._marked(self._look) as (connection, result),
        ):
            mark = result.one()
            application, version, state = mark.application, mark.version, mark.state
            if application != self._tables.application:
                raise database.foreign(self.name)
            if not allow_unusable:
                demand_usable(self.name, self._tables, connection, version)
            yield reads(connection, version, self._remembered.of(state))

    def look(self, statement: Executable, parameters: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """Return the rows of one statement."""
        with (
            translate_errors(self.name),
            begin_transaction(self._once, statement, parameters) as (_, result),
        ):
            return result.all()

    @contextmanager
    def writing(self, *, allow_unusable: bool = False) -> Iterator[Connection]:
        """Begin a write transaction; it upgrades older tables."""
        with (
            translate_errors(self.name),
            self._marked(self._touch) as (connection, result),
        ):
            version = result.one().version
            connection.execution_options(**{VERSION: version})
            if not allow_unusable:
                demand_usable(self.name, self._tables, connection, version)
            yield upgrade_to_current(self, connection, self._tables, version)

    @contextmanager
    def _marked(self, first: str) -> Iterator[tuple[Connection, Result[Any]]]:
        """Begin a transaction with a query of the mark; raises GameStoreError without one."""
        with ExitStack() as transaction:
            try:
                entered = transaction.enter_context(begin_transaction(self._once, text(first)))
            except exc.ProgrammingError as problem:
                if isinstance(problem.orig, refusals.UndefinedTable):
                    self.check()  # which reports what is missing
                raise
            yield entered

    def create(self, fill: Callable[[Connection], None]) -> bool:
        """Create the schema, completely or not at all."""
        try:
            with (
                translate_errors(self.name),
                begin_transaction(self._writer, _NOTHING) as (connection, _),
            ):
                self._make(connection)
                fill(connection.execution_options(**{VERSION: self._tables.version}))
        except _SchemaExistsError:
            return False
        return True

    def _make(self, connection: Connection) -> None:
        try:
            connection.execute(CreateSchema(self.schema))
        except exc.DBAPIError as problem:
            # UniqueViolation: another transaction has created it at the same time.
            if isinstance(problem.orig, (refusals.DuplicateSchema, refusals.UniqueViolation)):
                raise _SchemaExistsError from problem
            raise
        MARK.create(connection, checkfirst=False)
        mark = {"application": self._tables.application, "version": self._tables.version}
        connection.execute(insert(MARK).values(**mark))
        self._tables.metadata.create_all(connection, checkfirst=False)

    def mark(self, connection: Connection, version: int) -> None:
        """Store the version of the tables."""
        connection.execute(update(MARK).values(version=version))

    def renumber(self, connection: Connection) -> None:
        """Continue automatic numbers after those of inserted rows."""
        for table in self._tables.metadata.sorted_tables:
            column = table.autoincrement_column
            if column is None:
                continue
            place = f'"{self.schema}"."{table.name}"'
            sequence = connection.execute(
                select(func.pg_get_serial_sequence(place, column.name))
            ).scalar_one()
            highest = connection.execute(select(func.max(column))).scalar_one()
            if sequence is not None and highest:
                last = func.coalesce(func.pg_sequence_last_value(cast(sequence, REGCLASS)), 0)
                after = func.greatest(highest, last)
                connection.execute(select(func.setval(sequence, after)))

    def defer_references(self, connection: Connection) -> None:
        """Defer the check of references until requested; constraints are altered to allow that."""
        constraints = connection.exec_driver_sql(
            "SELECT conrelid::regclass::text, quote_ident(conname) FROM pg_constraint"
            " WHERE contype = 'f' AND NOT condeferrable AND connamespace = %s::regnamespace"
            " ORDER BY 1, 2",
            (f'"{self.schema}"',),
        )
        for table, name in constraints.all():
            connection.exec_driver_sql(f"ALTER TABLE {table} ALTER CONSTRAINT {name} DEFERRABLE")
        connection.exec_driver_sql("SET CONSTRAINTS ALL DEFERRED")

    def references_fit(self, connection: Connection) -> bool:
        """Return whether all references are satisfied; if not, the transaction has ended."""
        try:
            connection.exec_driver_sql("SET CONSTRAINTS ALL IMMEDIATE")
        except exc.IntegrityError:
            return False
        return True

    @contextmanager
    def exclusive(self, work: str) -> Iterator[bool]:
        """Lock some work, with a connection of its own."""
        name = f"{self.schema} {work}"
        statement = select(func.pg_try_advisory_lock(func.hashtextextended(name, 0)))
        with (
            translate_errors(self.name),
            begin_transaction(self._once, statement) as (connection, result),
        ):
            locked = result.scalar_one()
            try:
                yield locked
            finally:
                if locked:
                    connection.execute(
                        select(func.pg_advisory_unlock(func.hashtextextended(name, 0)))
                    )

    def drop(self) -> None:
        """Delete the schema with everything in it."""
        with (
            translate_errors(self.name),
            begin_transaction(self._writer, _NOTHING) as (connection, _),
        ):
            connection.execute(DropSchema(self.schema, cascade=True))

    def close(self) -> None:
        """Do nothing: the connections belong to the server."""


class _SchemaExistsError(Exception):
    """The schema exists; the transaction is rolled back."""


def missing(name: str) -> database.GameStoreError:
    """Return the error for a missing schema."""
    return database.LostGameError(f"there is no game '{name}'", "check the name")
