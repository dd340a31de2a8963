"""Records of messages between seats, events and subscriptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from attrs import asdict, field, frozen

from horizons_host.store.records import LongText, SeatName

#: Rules for players' messages: none; only to all; to anyone.
NO_MESSAGES, PUBLIC_MESSAGES, ALL_MESSAGES = "none", "public", "all"


@frozen
class MessagingRule:
    """The rule for messages between the seats of a game.

    Attributes:
        who: "none" (only the gamemaster writes to seats), "public" (a seat writes to everyone or
            to the gamemaster) or "all".
        anonymous: whether senders are hidden.
        with_turn: whether messages are delivered after the next turn.
        opened: whether messages written under this rule become public after the end.
    """

    who: str = ALL_MESSAGES
    anonymous: bool = False
    with_turn: bool = False
    opened: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as plain data."""
        return asdict(self)


@frozen
class NewMessage:
    """A message ready to be stored; `sender` is None for the gamemaster's.

    `thread` is the id of the message that began its thread, 0 for one that begins one.
    """

    sender: str | None
    audience: Sequence[str]
    subject: str
    text: LongText
    turn: int
    sent_at: str
    to_all: bool = False
    gamemaster: bool = False
    thread: int = 0
    anonymous: bool = False
    veiled: bool = False
    opens: bool = False


@frozen
class Message:
    """A message as one seat, or the gamemaster, sees it.

    Attributes:
        number: in the seat's own numbering, from 1; the gamemaster has another one.
        thread: the number of the first message of the thread that the reader can see.
        sender: the seat that wrote it; "" for the gamemaster, and if hidden.
        by_gamemaster: whether the gamemaster wrote it.
        anonymous: whether the sender is hidden.
        mine: whether the reader wrote it.
        to: the recipients; empty if it is to everyone, and if they would reveal the sender.
        to_all: whether it is to everyone.
        to_gamemaster: whether it is to the gamemaster.
        at: when it was delivered, or for the reader's own when it was written.
        turn: the latest turn when it was written.
        read: whether the reader has read it.
        waits: whether it waits for the next turn; only its sender sees it until then.
        token: identifies replies by mail; "" for the gamemaster.
    """

    number: int
    thread: int
    subject: str
    text: str
    at: str
    turn: int
    sender: str = ""
    by_gamemaster: bool = False
    anonymous: bool = False
    mine: bool = False
    to: Sequence[str] = ()
    to_all: bool = False
    to_gamemaster: bool = False
    read: bool = True
    waits: bool = False
    token: str = ""

    @property
    def author(self) -> str:
        """The sender, in words."""
        return "the gamemaster" if self.by_gamemaster else self.sender or "somebody"

    @property
    def recipients(self) -> str:
        """The recipients, in words."""
        if self.to_all:
            return "all"
        names = [*self.to, *(["the gamemaster"] if self.to_gamemaster else [])]
        return ", ".join(names) or "the others of the thread"

    def to_dict(self) -> dict[str, Any]:
        """Return the message as plain data, without its token."""
        data = asdict(self)
        del data["token"]
        return {**data, "to": list(self.to)}


@frozen
class Block:
    """A block by a seat of a sender, or ("") of the writer of the message `number`."""

    sender: str
    number: int
    at: str

    def to_dict(self) -> dict[str, Any]:
        """Return the block as plain data, without the sender of an anonymous message."""
        return asdict(self)


@frozen
class MessageReport:
    """A message that a seat has reported to the gamemaster, and the reason."""

    id: int
    seat: SeatName
    reason: str
    at: str
    message: Annotated[Message, "messages.id"]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "id": self.id,
            "seat": self.seat,
            "reason": self.reason,
            "at": self.at,
            "message": self.message.to_dict(),
        }


@frozen
class GameEvent:
    """An event in a game, with facts for its recipients.

    It is visible to the `seats`, or with `to_all` to everyone, and with `gamemaster` to the
    gamemaster. An event with a `key` is stored once, however often that is tried. `number` is 0
    before it is stored; each reader has a numbering of its own.
    """

    kind: str
    at: str
    turn: int
    facts: Mapping[str, Any] = field(factory=dict)
    seats: Sequence[str] = ()
    to_all: bool = False
    gamemaster: bool = False
    key: str | None = None
    number: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the event as plain data for its reader."""
        return {
            "number": self.number,
            "kind": self.kind,
            "at": self.at,
            "turn": self.turn,
            "facts": dict(self.facts),
        }


@frozen
class Subscription:
    """A subscription to events, as its table stores it. Without `kinds` it covers all of them.

    The `address` of a webhook is its URL, and `secret` signs its posts.
    """

    channel: str
    scope: str
    address: str
    secret: str
    added_at: str
    seat: SeatName | None = None
    kinds: Sequence[str] = ()
    id: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the subscription as plain data, without its secret."""
        data = asdict(self)
        del data["secret"]
        return {"how": data.pop("channel"), **data, "kinds": list(self.kinds)}


@frozen
class NotificationDelivery:
    """The delivery of an event to a subscription, and its state.

    Its `state` is "queued", "sending", "sent" or "failed"; `event` has the reader's numbering.
    """

    id: int
    subscription: Annotated[Subscription, "notice_ways.id"]
    event: Annotated[GameEvent, "happenings.id"]
    state: str
    attempts: int
    next_attempt: str
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the delivery as plain data."""
        return {
            "id": self.id,
            "way": self.subscription.id,
            "kind": self.event.kind,
            "at": self.event.at,
            "state": self.state,
            "attempts": self.attempts,
            "next_attempt": self.next_attempt,
            "reason": self.reason,
        }


@frozen
class NotificationAttempt:
    """A line of the delivery log: an attempt at a delivery, and its outcome."""

    delivery: Annotated[int, "tellings.id"]
    at: str
    attempt: int
    outcome: str
    reply: str

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain data."""
        data = asdict(self)
        return {"telling": data.pop("delivery"), **data}
