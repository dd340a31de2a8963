"""The tables of deadlines: what was decided on them, which orders are drafts, who was reminded."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, UniqueConstraint

from horizons_host.store.columns import Json, Whole, Words, is_mapping
from horizons_host.store.tables import metadata, since

#: What was decided on deadlines, in order and for ever: while turn `turn` was to come, at this
#: attempt at it. `seat` is that of a vacation.
deadline_changes = Table(
    "deadline_changes",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("attempt", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    Column("seat", Words, ForeignKey("seats.name")),
    Column("facts", Json(is_mapping), nullable=False),
    Column("reason", Words, nullable=False),
    Column("decided_by", Words, nullable=False),
    Column("decided_at", Words, nullable=False),
    sqlite_autoincrement=True,
    info=since(14),
)
#: That orders are final or a draft, the last word counting, and at which attempt at the turn
#: that was said. Orders of which nothing is said are final.
order_marks = Table(
    "order_marks",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("orders", Whole, ForeignKey("orders.id"), nullable=False),
    Column("final", Boolean, nullable=False),
    Column("attempt", Whole, nullable=False),
    Column("marked_at", Words, nullable=False),
    Index("marks_of_orders", "orders", "id"),
    sqlite_autoincrement=True,
    info=since(14),
)
#: Who was told what of which deadline, so that it is told once; `seat` "" is the gamemaster.
reminded = Table(
    "reminded",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("turn", Whole, nullable=False),
    Column("attempt", Whole, nullable=False),
    Column("deadline", Words, nullable=False),
    Column("seat", Words, nullable=False),
    Column("what", Words, nullable=False),
    Column("told_at", Words, nullable=False),
    UniqueConstraint("turn", "attempt", "deadline", "seat", "what", name="told_once"),
    sqlite_autoincrement=True,
    info=since(14),
)
