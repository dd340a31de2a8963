"""Tables of deadlines: decisions, marks of drafts, and sent reminders."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, UniqueConstraint

from horizons_host.store.columns import CheckedInteger, CheckedJson, CheckedText, is_mapping
from horizons_host.store.tables import metadata, since

#: Decisions about deadlines, in order and never changed: made before turn `turn`, at this attempt
#: at it. `seat` is that of a vacation.
deadline_changes = Table(
    "deadline_changes",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("kind", CheckedText, nullable=False),
    Column("seat", CheckedText, ForeignKey("seats.name")),
    Column("facts", CheckedJson(is_mapping), nullable=False),
    Column("reason", CheckedText, nullable=False),
    Column("decided_by", CheckedText, nullable=False),
    Column("decided_at", CheckedText, nullable=False),
    sqlite_autoincrement=True,
    info=since(14),
)
#: Marks of orders as final or draft, the last one counts, and the attempt at the turn at which the
#: mark was made. Orders without a mark are final.
order_marks = Table(
    "order_marks",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("orders", CheckedInteger, ForeignKey("orders.id"), nullable=False),
    Column("final", Boolean, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("marked_at", CheckedText, nullable=False),
    Index("marks_of_orders", "orders", "id"),
    sqlite_autoincrement=True,
    info=since(14),
)
#: Reminders that were sent for a deadline, so that each is sent once; `seat` "" is the gamemaster.
reminded = Table(
    "reminded",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("turn", CheckedInteger, nullable=False),
    Column("attempt", CheckedInteger, nullable=False),
    Column("deadline", CheckedText, nullable=False),
    Column("seat", CheckedText, nullable=False),
    Column("what", CheckedText, key="kind", nullable=False),
    Column("told_at", CheckedText, key="reminded_at", nullable=False),
    UniqueConstraint("turn", "attempt", "deadline", "seat", "kind", name="told_once"),
    sqlite_autoincrement=True,
    info=since(14),
)
