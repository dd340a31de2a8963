"""Tables in a schema of their own on a PostgreSQL server: how they are marked, locked and checked.

The mark is a table of one row, which a writing transaction writes anew at its beginning: writers
of a game follow each other, what one reads first cannot change under it, and who reads knows by it
whether anything was written. A reading transaction sees one moment. Writers of different games do
not wait for each other.
"""

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
    Label,
    MetaData,
    Result,
    Row,
    Table,
    cast,
    exc,
    func,
    insert,
    inspect,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import REGCLASS
from sqlalchemy.schema import CreateSchema, DropSchema

from horizons_host.databases import errors
from horizons_host.databases.aside import demand_usable
from horizons_host.databases.engines import VERSION, Remembered, Tables, reads
from horizons_host.databases.migrating import bring_up_to_date
from horizons_host.databases.postgresql_errors import told_plainly
from horizons_host.databases.servers import begun

#: One row: the application whose tables these are, and their version, as a SQLite file's header.
MARK = Table(
    "horizons_mark",
    MetaData(),
    Column("application", Integer, nullable=False),
    Column("version", Integer, nullable=False),
)
#: Which transaction has written the mark last: each that writes does.
_STATE: Label[str] = literal_column("xmin::text").label("state")
_LOOK = select(MARK.c.application, MARK.c.version, _STATE)
_TOUCH = update(MARK).values(version=MARK.c.version).returning(MARK.c.version)
#: What transactions begin with that ask for nothing first.
_NOTHING = text("SELECT 1")


class PostgresqlDatabase:
    """Tables in a schema of a server; messages name them by `name`."""

    def __init__(self, engine: Engine, schema: str, tables: Tables, name: str) -> None:
        self.schema = schema
        self.name = name
        self._tables = tables
        self._remembered = Remembered()
        self._looked_through = False
        ours = {"schema_translate_map": {None: schema}}
        self._writer = engine.execution_options(**ours)
        self._once = engine.execution_options(**ours, isolation_level="AUTOCOMMIT")
        self._reader = engine.execution_options(
            **ours, isolation_level="REPEATABLE READ", postgresql_readonly=True
        )

    def there(self) -> bool:
        """Whether there is a schema of this name."""
        with told_plainly(self.name), begun(self._reader, _NOTHING) as (connection, _):
            return inspect(connection).has_schema(self.schema)

    def check(self, *, wholly: bool = True) -> None:
        """Raises GameStoreError unless the tables are ours, and there.

        What was looked through before is not asked for again: each transaction looks at the mark.
        """
        if not wholly and self._looked_through:
            return
        with told_plainly(self.name), begun(self._reader, _NOTHING) as (connection, _):
            look = inspect(connection)
            if not look.has_schema(self.schema):
                raise missing(self.name)
            if not look.has_table(MARK.name, self.schema):
                raise errors.foreign(self.name)
            application, version = connection.execute(select(MARK)).one()
            if application != self._tables.application:
                raise errors.foreign(self.name)
            demand_usable(self.name, self._tables, connection, version)
            if wholly and version == self._tables.version:
                there = set(look.get_table_names(self.schema))
                lost = sorted(self._tables.metadata.tables.keys() - there)
                if lost:
                    raise errors.damaged(self.name, f"the table '{lost[0]}' is missing")

        self._looked_through = True

    @contextmanager
    def reading(self, *, aside: bool = False) -> Iterator[Connection]:
        """A transaction that reads."""
        with (
            told_plainly(self.name),
            self._marked(self._reader, _LOOK) as (connection, found),
        ):
            mark = found.one()
            application, version, state = mark.application, mark.version, mark.state
            if application != self._tables.application:
                raise errors.foreign(self.name)
            if not aside:
                demand_usable(self.name, self._tables, connection, version)
            yield reads(connection, version, self._remembered.of(state))

    def look(self, statement: Executable, given: Mapping[str, Any]) -> Sequence[Row[Any]]:
        """The rows that one statement finds."""
        with told_plainly(self.name), begun(self._once, statement, given) as (_, found):
            return found.all()

    @contextmanager
    def writing(self, *, aside: bool = False) -> Iterator[Connection]:
        """A transaction that writes; older tables are brought up to date in it."""
        with (
            told_plainly(self.name),
            self._marked(self._writer, _TOUCH) as (connection, found),
        ):
            version = found.scalar_one()
            connection.execution_options(**{VERSION: version})
            if not aside:
                demand_usable(self.name, self._tables, connection, version)
            if version < self._tables.version:
                bring_up_to_date(connection, self._tables.history, version)
                self.mark(connection, self._tables.version)
            yield connection.execution_options(**{VERSION: max(version, self._tables.version)})

    @contextmanager
    def _marked(
        self, engine: Engine, first: Executable
    ) -> Iterator[tuple[Connection, Result[Any]]]:
        """A transaction that begins with a look at the mark; raises GameStoreError without one."""
        with ExitStack() as transaction:
            try:
                entered = transaction.enter_context(begun(engine, first))
            except exc.ProgrammingError as problem:
                if isinstance(problem.orig, refusals.UndefinedTable):
                    self.check()  # which says what is missing
                raise
            yield entered

    def create(self, fill: Callable[[Connection], None]) -> bool:
        """Make the schema; it appears whole or not at all."""
        try:
            with told_plainly(self.name), begun(self._writer, _NOTHING) as (connection, _):
                self._make(connection)
                fill(connection.execution_options(**{VERSION: self._tables.version}))
        except _ThereAlreadyError:
            return False
        return True

    def _make(self, connection: Connection) -> None:
        try:
            connection.execute(CreateSchema(self.schema))
        except exc.DBAPIError as problem:
            # The second: another transaction has made it at the same time.
            if isinstance(problem.orig, (refusals.DuplicateSchema, refusals.UniqueViolation)):
                raise _ThereAlreadyError from problem
            raise
        MARK.create(connection, checkfirst=False)
        mark = {"application": self._tables.application, "version": self._tables.version}
        connection.execute(insert(MARK).values(**mark))
        self._tables.metadata.create_all(connection, checkfirst=False)

    def mark(self, connection: Connection, version: int) -> None:
        """Write down of which version the tables are."""
        connection.execute(update(MARK).values(version=version))

    def renumber(self, connection: Connection) -> None:
        """Have numbers go on after those of rows that were put in with theirs."""
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
        """Have references be looked at when that is asked for; they are made so that they can."""
        found = connection.exec_driver_sql(
            "SELECT conrelid::regclass::text, quote_ident(conname) FROM pg_constraint"
            " WHERE contype = 'f' AND NOT condeferrable AND connamespace = %s::regnamespace"
            " ORDER BY 1, 2",
            (f'"{self.schema}"',),
        )
        for table, name in found.all():
            connection.exec_driver_sql(f"ALTER TABLE {table} ALTER CONSTRAINT {name} DEFERRABLE")
        connection.exec_driver_sql("SET CONSTRAINTS ALL DEFERRED")

    def references_fit(self, connection: Connection) -> bool:
        """Whether all that rows refer to is there; if not, the transaction is over."""
        try:
            connection.exec_driver_sql("SET CONSTRAINTS ALL IMMEDIATE")
        except exc.IntegrityError:
            return False
        return True

    @contextmanager
    def sole(self, work: str) -> Iterator[bool]:
        """A lock for some work, held by a connection of its own."""
        name = f"{self.schema} {work}"
        ask = select(func.pg_try_advisory_lock(func.hashtextextended(name, 0)))
        with told_plainly(self.name), begun(self._once, ask) as (connection, found):
            alone = found.scalar_one()
            try:
                yield alone
            finally:
                if alone:
                    connection.execute(
                        select(func.pg_advisory_unlock(func.hashtextextended(name, 0)))
                    )

    def drop(self) -> None:
        """Delete the schema with all that is in it."""
        with told_plainly(self.name), begun(self._writer, _NOTHING) as (connection, _):
            connection.execute(DropSchema(self.schema, cascade=True))

    def close(self) -> None:
        """Nothing: the connections are the server's."""


class _ThereAlreadyError(Exception):
    """The schema is there; what was begun is taken back."""


def missing(name: str) -> errors.GameStoreError:
    """A schema that is not there."""
    return errors.LostGameError(f"there is no game '{name}'", "check the name")
