"""Upgrading older tables by Alembic, within a write transaction."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

_HISTORIES = Path(__file__).parent / "migrations"


def upgrade_tables(connection: Connection, history: str, since: int) -> None:
    """Run the steps of a history (a folder in `migrations`) after a version; 0: all of them.

    The caller stores the version that is reached.
    """
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    script = _script(history)
    steps = list(script.iterate_revisions("head", f"{since:04d}" if since else "base"))
    with Operations.context(MigrationContext.configure(connection)):
        for step in reversed(steps):
            step.module.upgrade()


def newest_version(history: str) -> int:
    """Return the version that a history leads to."""
    head = _script(history).get_current_head()
    return 0 if head is None else int(head)


def _script(history: str) -> ScriptDirectory:
    from alembic.script import ScriptDirectory

    folder = str(_HISTORIES / history)
    return ScriptDirectory(folder, version_locations=[folder])
