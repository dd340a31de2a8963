"""The turn sheet: where every seat stands before the next turn, and how reliable its holder is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

from horizons_host.desk.audit import entries
from horizons_host.order_intake import Standing, standing
from horizons_host.store import Attendance, Attended, GameStore, Seat


@frozen
class Holder:
    """Who holds a seat since a turn was over; `since` is 0 for the first."""

    person: str
    since: int = 0


@frozen
class Reliability:
    """For how many turns orders were `due` from somebody, and for how many they were `given`."""

    given: int = 0
    due: int = 0

    def told(self) -> dict[str, int]:
        """The figures as plain data."""
        return {"given": self.given, "due": self.due}


@frozen
class SheetRow:
    """A seat on the turn sheet.

    Attributes:
        standing: how it stands with its orders, by whom it is played, what is done without them.
        holder: who holds the seat, since when.
        reliability: the holder's; of a bot's seat what it was before.
        seen: when the seat's player handed in orders last; "" if never.
    """

    standing: Standing
    holder: Holder
    reliability: Reliability
    seen: str = ""

    def told(self) -> dict[str, Any]:
        """The row as plain data."""
        return {
            **self.standing.told(),
            "person": self.holder.person,
            "holds_since_turn": self.holder.since,
            "reliability": self.reliability.told(),
            "last_seen": self.seen or None,
        }


@frozen
class TurnSheet:
    """All seats before a turn that is to be run, as which attempt."""

    turn: int
    attempt: int
    rows: Sequence[SheetRow]

    def told(self) -> dict[str, Any]:
        """The sheet as plain data."""
        rows = [row.told() for row in self.rows]
        return {"turn": self.turn, "attempt": self.attempt, "seats": rows}


def turn_sheet(store: GameStore) -> TurnSheet:
    """Where every seat stands before the next turn."""
    turn, found = standing(store)
    attendance = Attendance(store)
    turns, seen = attendance.turns(), attendance.seen()
    rows = []
    for seat, row in zip(store.seats(), found, strict=True):
        holder = holders(store, seat)[-1]
        rows.append(
            SheetRow(row, holder, reliability(turns, seat, holder), seen.get(seat.name, ""))
        )
    undone = store.undone(turn)
    return TurnSheet(turn, undone[-1].attempt + 1 if undone else 1, rows)


def holders(store: GameStore, seat: Seat) -> list[Holder]:
    """Who held a seat one after the other, the present one last.

    Those before a version that kept an audit are not known.
    """
    found = [Holder(seat.name)]
    found += [
        Holder(str(entry.facts["person"]), entry.turn)
        for entry in entries(store)
        if entry.action == "hand-over" and entry.facts.get("seat") == seat.name
    ]
    if seat.person and found[-1].person != seat.person:
        found.append(Holder(seat.person))
    return found


def reliability(turns: Sequence[Attended], seat: Seat, holder: Holder) -> Reliability:
    """For how many turns a holder of a seat gave orders, of those for which they were due.

    They are due from those who were in the game before the turn and after it, unless a bot plays
    the seat; what stands in for missing orders does not count as given.
    """
    if seat.role:
        return Reliability()
    return attended(turns, seat.name, [turn for turn in turns if turn.turn > holder.since])


def attended(turns: Sequence[Attended], seat: str, counted: Sequence[Attended]) -> Reliability:
    """The same of the turns that are `counted`, of all of a game."""
    given = due = 0
    for before, turn in pairwise(turns):
        known = seat in before.reported and seat in turn.reported
        if turn not in counted or not known or seat in turn.bots:
            continue
        due += 1
        given += seat in turn.own
    return Reliability(given, due)
