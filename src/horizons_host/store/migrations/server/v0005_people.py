"""Attendance by days, results and ratings of people."""

import sqlalchemy as sa
from alembic import op

from horizons_host.store.migrations.kinds import WORDS

revision = "0005"
down_revision = "0004"


def _number(name: str, *, to: str = "", key: bool = False) -> sa.Column[int]:
    """Return a column with a number, of a row in another table if it refers `to` one."""
    references = [sa.ForeignKey(to)] if to else []
    return sa.Column(
        name, sa.Integer(), *references, primary_key=key, autoincrement=False, nullable=False
    )


def _account() -> sa.Column[int]:
    return _number("account", to="accounts.id", key=True)


def _words(name: str, *, key: bool = False) -> sa.Column[str]:
    return sa.Column(name, WORDS, primary_key=key, nullable=False)


def _game(*, key: bool = False) -> sa.Column[str]:
    return sa.Column("game", WORDS, sa.ForeignKey("games.key"), primary_key=key, nullable=False)


def _create(name: str, *columns: sa.Column[int] | sa.Column[str]) -> None:
    op.create_table(name, *columns, if_not_exists=True)


def upgrade() -> None:
    """Create the tables."""
    _create(
        "attendance_days",
        *(_account(), _game(key=True), _words("day", key=True)),
        *(_number("due"), _number("given"), _number("shown")),
    )
    _create(
        "results",
        *(_game(key=True), _account(), _words("seat"), _number("place")),
        *(_number("empires"), _number("rated"), _words("at")),
    )
    _create(
        "ratings",
        *(_account(), _words("variant", key=True)),
        *(_number("mean"), _number("deviation"), _number("games")),
    )
