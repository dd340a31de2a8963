"""Handover of a seat: what its holders saw and ordered, without addresses and passwords."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.stored_games import without_persons
from horizons_host.desk.turn_sheet import Holder, holders
from horizons_host.press.reading import messages_of
from horizons_host.seating import policy_words, seat_of
from horizons_host.store import GameMails, GameStore, Message, SubmittedOrders, UndoneRuns


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
        mails: time and subject of every mail for the seat.
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
        standing_orders=without_persons(seat.policy.text),
        mails=_mails(store, seat.name),
        messages=[_without_address(message) for message in messages_of(store, seat.name)],
        turns=turns,
    )


def _without_address(message: Message) -> Message:
    return evolve(
        message, subject=without_persons(message.subject), text=without_persons(message.text)
    )


def _turn(store: GameStore, seat: str, turn: int) -> SeatTurn:
    run = turn <= store.latest()
    used = store.stored(turn).orders.get(seat) if run else None
    versions = [orders for orders in store.submissions_by(turn, seat) if _counts(orders, used)]
    undone = UndoneRuns(store)
    runs = range(1, len(undone.runs(turn)) + 1)
    return SeatTurn(
        turn=turn,
        orders=[_version(orders, n, used) for n, orders in enumerate(versions, start=1)],
        report=_bare(store.report(turn, seat)) if run and seat in store.reported(turn) else None,
        taken_back=[
            _bare(undone.report(turn, n, seat)) for n in runs if seat in undone.reported(turn, n)
        ],
    )


def _counts(orders: SubmittedOrders, used: int | None) -> bool:
    """Tell whether the orders were submitted or carried out, and so belong to the handover."""
    return bool(orders.text) or orders.id == used


def _version(orders: SubmittedOrders, version: int, used: int | None) -> OrderVersion:
    return OrderVersion(
        version=version,
        at=orders.submitted_at,
        source=without_persons(orders.source),
        text=without_persons(orders.text),
        remarks=without_persons([dict(remark) for remark in orders.diagnostics]),
        used=orders.id == used,
    )


def _bare(document: Mapping[str, Any]) -> Mapping[str, Any]:
    anonymous: Mapping[str, Any] = without_persons(dict(document))
    return anonymous


def _mails(store: GameStore, seat: str) -> list[Mapping[str, str]]:
    return [
        {"at": entry.mail.created_at, "subject": without_persons(entry.mail.subject)}
        for entry in GameMails(store).outgoing()
        if entry.mail.seat == seat
    ]
