"""The turn sheet with each player's reliability, and the handover of a seat to a new player."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.stored_games import anonymized
from horizons_host.clock import local_time
from horizons_host.deadlines.state import NextTurn, next_turn
from horizons_host.files import file_stem, write_atomically
from horizons_host.games.audit import entries
from horizons_host.games.order_intake import OrderStatus, order_status
from horizons_host.messages.reading import messages_of
from horizons_host.reports.files import in_all_forms, rendered, reports_of, titled_turn
from horizons_host.reports.pages import page
from horizons_host.seats.seats import policy_words, seat_of
from horizons_host.store import (
    Attendance,
    GameMails,
    GameStore,
    Message,
    SeatRecord,
    SubmittedOrders,
    TurnAttendance,
    UndoneRuns,
)


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
        orders: the state of its orders, kind of player and missing-orders policy.
        holder: the current holder.
        reliability: the holder's; for a bot's seat that of the time before the bot.
        last_seen: time of the player's last submission; "" for never.
        missed: the number of latest turns in a row for which the holder submitted no orders.
    """

    orders: OrderStatus
    holder: Holder
    reliability: Reliability
    last_seen: str = ""
    missed: int = 0

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
    """All seats before a turn, its stage and title, and the attempt as which it will run."""

    turn: int
    attempt: int
    rows: Sequence[SheetRow]
    coming: NextTurn = NextTurn()

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data."""
        rows = [row.to_dict() for row in self.rows]
        return {
            "turn": self.turn,
            "attempt": self.attempt,
            "stage": self.coming.stage,
            "title": self.coming.title,
            "seats": rows,
        }


def turn_sheet(store: GameStore) -> TurnSheet:
    """Return the turn sheet of the next turn."""
    turn, standings = order_status(store)
    attendance = Attendance(store)
    turns, last_seen = attendance.turns(), attendance.last_seen()
    rows = []
    for seat, row in zip(store.seats(), standings, strict=True):
        holder = holders(store, seat)[-1]
        rows.append(
            SheetRow(
                row,
                holder,
                reliability(turns, seat, holder),
                last_seen.get(seat.name, ""),
                missed_in_a_row(turns, seat, holder),
            )
        )
    undone = store.undone(turn)
    attempt = undone[-1].attempt + 1 if undone else 1
    return TurnSheet(turn, attempt, rows, next_turn(store))


def holders(store: GameStore, seat: SeatRecord) -> list[Holder]:
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


def reliability(turns: Sequence[TurnAttendance], seat: SeatRecord, holder: Holder) -> Reliability:
    """Count a holder's turns with orders that were due, and submitted.

    They are due from seats that were in the game before the turn and after it, unless a bot played
    the seat or the turn did not need its orders; orders of the missing-orders policy do not count
    as submitted.
    """
    if seat.role:
        return Reliability()
    return attendance_of(turns, seat.name, [turn for turn in turns if turn.turn > holder.since])


def missed_in_a_row(turns: Sequence[TurnAttendance], seat: SeatRecord, holder: Holder) -> int:
    """Return for how many latest turns in a row a holder submitted no orders that were due."""
    due = [turn for turn in due_turns(turns, seat.name) if turn.turn > holder.since]
    missed = takewhile(lambda turn: seat.name not in turn.submitted, reversed(due))
    return sum(1 for _ in missed) if not seat.role else 0


def attendance_of(
    turns: Sequence[TurnAttendance], seat: str, counted: Sequence[TurnAttendance]
) -> Reliability:
    """Count a seat's due and submitted orders in the turns `counted`, given all turns."""
    due = [turn for turn in due_turns(turns, seat) if turn in counted]
    return Reliability(sum(seat in turn.submitted for turn in due), len(due))


def due_turns(turns: Sequence[TurnAttendance], seat: str) -> list[TurnAttendance]:
    """List the turns for which a seat's orders were due, given all turns (see `reliability`)."""
    return [
        turn
        for before, turn in pairwise(turns)
        if seat in before.reported
        and seat in turn.reported
        and seat not in turn.bots | turn.unneeded
    ]


@frozen
class OrderVersion:
    """A version of a seat's orders for a turn; `used` says whether the turn was run with it."""

    version: int
    at: str
    source: str
    text: str
    remarks: Sequence[Mapping[str, Any]]
    used: bool

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data."""
        return {
            "version": self.version,
            "at": self.at,
            "source": self.source,
            "text": self.text,
            "remarks": list(self.remarks),
            "used": self.used,
        }


@frozen
class SeatTurn:
    """A turn of a seat: its orders, its report, and reports of undone runs.

    `report` is None for the coming turn, and for a turn that was run without the seat.
    """

    turn: int
    orders: Sequence[OrderVersion]
    report: Mapping[str, Any] | None
    taken_back: Sequence[Mapping[str, Any]]

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data."""
        return {
            "turn": self.turn,
            "orders": [orders.to_dict() for orders in self.orders],
            "report": self.report,
            "taken_back": list(self.taken_back),
        }


@frozen
class Handover:
    """Everything that belongs to a seat.

    Attributes:
        game: the game's name.
        title: the variant's title.
        seat: the seat's name.
        role: "" for a player of an empire.
        turn: the latest turn.
        holders: all holders of the seat, the current one last.
        without: the missing-orders policy.
        standing_orders: the orders that this policy carries out, if any.
        emails: time and subject of every email for the seat.
        messages: all messages that the seat sent and received.
        turns: every turn, the coming one last.
    """

    game: str
    title: str
    seat: str
    role: str
    turn: int
    holders: Sequence[Holder]
    without: str
    standing_orders: str
    mails: Sequence[Mapping[str, str]]
    messages: Sequence[Message]
    turns: Sequence[SeatTurn]

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data."""
        return {
            "game": self.game,
            "title": self.title,
            "seat": self.seat,
            "role": self.role,
            "turn": self.turn,
            "holders": [{"person": h.person, "since": h.since} for h in self.holders],
            "without": self.without,
            "standing_orders": self.standing_orders,
            "mails": list(self.mails),
            "messages": [message.to_dict() for message in self.messages],
            "turns": [turn.to_dict() for turn in self.turns],
        }


def handover(store: GameStore, player: str) -> Handover:
    """Collect everything that belongs to a seat, for its next player; raises SeatError."""
    seat = seat_of(store.seats(), player)
    info, latest = store.info(), store.latest()
    variant = hz.load_variant(info.variant, info.mods, info.data_mods)
    turns = [_turn(store, seat.name, turn) for turn in range(store.first(), latest + 2)]
    return Handover(
        game=info.name,
        title=variant.info.title,
        seat=seat.name,
        role=seat.role,
        turn=latest,
        holders=holders(store, seat),
        without=policy_words(seat),
        standing_orders=anonymized(seat.policy.text),
        mails=_mails(store, seat.name),
        messages=[_without_address(message) for message in messages_of(store, seat.name)],
        turns=turns,
    )


def _without_address(message: Message) -> Message:
    return evolve(message, subject=anonymized(message.subject), text=anonymized(message.text))


def _turn(store: GameStore, seat: str, turn: int) -> SeatTurn:
    run = turn <= store.latest()
    used = store.stored(turn).orders.get(seat) if run else None
    versions = [orders for orders in store.submissions_by(turn, seat) if _counts(orders, used)]
    undone = UndoneRuns(store)
    runs = range(1, len(undone.runs(turn)) + 1)
    return SeatTurn(
        turn=turn,
        orders=[_version(orders, used) for orders in versions],
        report=_bare(store.report(turn, seat)) if run and seat in store.reported(turn) else None,
        taken_back=[
            _bare(undone.report(turn, n, seat)) for n in runs if seat in undone.reported(turn, n)
        ],
    )


def _counts(orders: SubmittedOrders, used: int | None) -> bool:
    """Return whether the orders were submitted or carried out, and so belong to the handover."""
    return bool(orders.text) or orders.id == used


def _version(orders: SubmittedOrders, used: int | None) -> OrderVersion:
    return OrderVersion(
        version=orders.version,
        at=orders.submitted_at,
        source=anonymized(orders.source),
        text=anonymized(orders.text),
        remarks=anonymized([dict(remark) for remark in orders.diagnostics]),
        used=orders.id == used,
    )


def _bare(document: Mapping[str, Any]) -> Mapping[str, Any]:
    anonymous: Mapping[str, Any] = anonymized(dict(document))
    return anonymous


def _mails(store: GameStore, seat: str) -> list[Mapping[str, str]]:
    return [
        {"at": entry.mail.created_at, "subject": anonymized(entry.mail.subject)}
        for entry in GameMails(store).outgoing()
        if entry.mail.seat == seat
    ]


def handover_page(variant: hz.Variant, seat_handover: Handover) -> str:
    """Render a handover as one page, without scripts, the latest turn first."""
    return page(
        "handover.html.jinja",
        seat_handover=seat_handover,
        turns=list(reversed(seat_handover.turns)),
        text=lambda document: rendered(lambda: variant, document, "text"),
        titled_turn=lambda turn: titled_turn(
            turn.turn, variant.report_title(turn.report) if turn.report else ""
        ),
        local_time=local_time,
    )


def write_handover(variant: hz.Variant, seat_handover: Handover, place: Path) -> list[Path]:
    """Write a handover: one page if `place` ends in .html, else a folder of files.

    The folder has the page as `index.html`, plain data in `papers.json`, the reports in all forms
    and the orders as submitted. Raises HorizonsError if the folder is not empty, OSError.
    """
    if place.suffix.lower() == ".html":
        write_atomically(place, handover_page(variant, seat_handover), private=True)
        return [place]
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise HorizonsError(f"'{place}' is not an empty folder", "choose a new folder")
    data = json.dumps(seat_handover.to_dict(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    files = {
        place / "index.html": handover_page(variant, seat_handover),
        place / "papers.json": data,
    }
    for turn in seat_handover.turns:
        files |= _files(variant, seat_handover.seat, turn, place)
    for path, text in files.items():
        write_atomically(path, text, private=True)
    return list(files)


def _files(variant: hz.Variant, seat: str, turn: SeatTurn, place: Path) -> dict[Path, str]:
    folder, stem = reports_of(place, turn.turn), file_stem(seat)
    documents = {} if turn.report is None else {stem: turn.report}
    documents |= {f"{stem}-taken-back-{n}": r for n, r in enumerate(turn.taken_back, start=1)}
    files = {
        folder / name: text
        for name_stem, document in documents.items()
        for name, text in in_all_forms(variant, name_stem, document).items()
    }
    for orders in turn.orders:
        files[folder / f"orders-{orders.version}{'-used' if orders.used else ''}.txt"] = orders.text
    return files
