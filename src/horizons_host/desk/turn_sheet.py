"""The turn sheet: the state of every seat before the next turn, and its holder's reliability."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

from horizons_host.desk.audit import entries
from horizons_host.order_intake import OrderStatus, order_status
from horizons_host.store import Attendance, GameStore, Seat, TurnAttendance


@frozen
class Holder:
    """The holder of a seat; `since` is the turn of the handover, or 0 for the first holder."""

    person: str
    since: int = 0


@frozen
class Reliability:
    """Number of turns for which a holder's orders were `due`, and `submitted`."""

    submitted: int = 0
    due: int = 0

    def to_dict(self) -> dict[str, int]:
        """Convert to plain data."""
        return {"given": self.submitted, "due": self.due}


@frozen
class SheetRow:
    """A seat on the turn sheet.

    Attributes:
        standing: state of the orders, kind of player, missing-orders policy.
        holder: the current holder.
        reliability: the holder's; for a bot's seat that of the time before the bot.
        last_seen: time of the player's last submission; "" for never.
    """

    orders: OrderStatus
    holder: Holder
    reliability: Reliability
    last_seen: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data."""
        return {
            **self.orders.to_dict(),
            "person": self.holder.person,
            "holds_since_turn": self.holder.since,
            "reliability": self.reliability.to_dict(),
            "last_seen": self.last_seen or None,
        }


@frozen
class TurnSheet:
    """All seats before a turn, and the attempt as which it will run."""

    turn: int
    attempt: int
    rows: Sequence[SheetRow]

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data."""
        rows = [row.to_dict() for row in self.rows]
        return {"turn": self.turn, "attempt": self.attempt, "seats": rows}


def turn_sheet(store: GameStore) -> TurnSheet:
    """Return the turn sheet of the next turn."""
    turn, standings = order_status(store)
    attendance = Attendance(store)
    turns, last_seen = attendance.turns(), attendance.last_seen()
    rows = []
    for seat, row in zip(store.seats(), standings, strict=True):
        holder = holders(store, seat)[-1]
        rows.append(
            SheetRow(row, holder, reliability(turns, seat, holder), last_seen.get(seat.name, ""))
        )
    undone = store.undone(turn)
    return TurnSheet(turn, undone[-1].attempt + 1 if undone else 1, rows)


def holders(store: GameStore, seat: Seat) -> list[Holder]:
    """Return the holders of a seat in order, the current one last.

    Holders from before there was an audit log are not known.
    """
    succession = [Holder(seat.name)]
    succession += [
        Holder(str(entry.facts["person"]), entry.turn)
        for entry in entries(store)
        if entry.action == "hand-over" and entry.facts.get("seat") == seat.name
    ]
    if seat.person and succession[-1].person != seat.person:
        succession.append(Holder(seat.person))
    return succession


def reliability(turns: Sequence[TurnAttendance], seat: Seat, holder: Holder) -> Reliability:
    """Count a holder's turns with orders that were due, and submitted.

    They are due from seats that were in the game before the turn and after it, unless a bot played
    the seat; orders of the missing-orders policy do not count as submitted.
    """
    if seat.role:
        return Reliability()
    return attendance_of(turns, seat.name, [turn for turn in turns if turn.turn > holder.since])


def attendance_of(
    turns: Sequence[TurnAttendance], seat: str, counted: Sequence[TurnAttendance]
) -> Reliability:
    """Count a seat's due and submitted orders in the turns `counted`, given all turns."""
    submitted = due = 0
    for before, turn in pairwise(turns):
        reported = seat in before.reported and seat in turn.reported
        if turn not in counted or not reported or seat in turn.bots:
            continue
        due += 1
        submitted += seat in turn.submitted
    return Reliability(submitted, due)
