"""Records of events and of subscriptions, as the store reads and writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, field, frozen


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
    """A subscription to events: see the table. Without `kinds` it covers all of them.

    The `address` of a webhook is its URL, and `secret` signs its posts.
    """

    channel: str
    scope: str
    address: str
    secret: str
    added_at: str
    seat: str | None = None
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
    subscription: Subscription
    event: GameEvent
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

    delivery: int
    at: str
    attempt: int
    outcome: str
    reply: str

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain data."""
        data = asdict(self)
        return {"telling": data.pop("delivery"), **data}
