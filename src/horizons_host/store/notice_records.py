"""What the store takes and gives of happenings, and of the ways by which they are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import asdict, field, frozen


@frozen
class Happening:
    """Something that happened in a game, with plain facts that are no secret to who is told.

    It is told the `seats`, or `everybody`, and the `gamemaster` if that is said. What has a `key`
    is noted once, however often that is tried. `number` is 0 before it is stored; each reader
    counts what it is told.
    """

    kind: str
    at: str
    turn: int
    facts: Mapping[str, Any] = field(factory=dict)
    seats: Sequence[str] = ()
    everybody: bool = False
    gamemaster: bool = False
    key: str | None = None
    number: int = 0

    def told(self) -> dict[str, Any]:
        """The happening as plain data, as a reader of it may have it."""
        return {
            "number": self.number,
            "kind": self.kind,
            "at": self.at,
            "turn": self.turn,
            "facts": dict(self.facts),
        }


@frozen
class Way:
    """A way by which somebody is told: see the table. Without `kinds` it is for all of them.

    A webhook's `address` is its URL, and `secret` what its posts are signed with.
    """

    how: str
    scope: str
    address: str
    secret: str
    added_at: str
    seat: str | None = None
    kinds: Sequence[str] = ()
    id: int = 0

    def told(self) -> dict[str, Any]:
        """The way as plain data, without its secret."""
        data = asdict(self)
        del data["secret"]
        return {**data, "kinds": list(self.kinds)}


@frozen
class Telling:
    """That a happening is to be told by a way, and how far that has come.

    Its `state` is "queued", "sending", "sent" or "failed"; `happening` counts as the hearer counts.
    """

    id: int
    way: Way
    happening: Happening
    state: str
    attempts: int
    next_attempt: str
    reason: str = ""

    def told(self) -> dict[str, Any]:
        """The telling as plain data."""
        return {
            "id": self.id,
            "way": self.way.id,
            "kind": self.happening.kind,
            "at": self.happening.at,
            "state": self.state,
            "attempts": self.attempts,
            "next_attempt": self.next_attempt,
            "reason": self.reason,
        }


@frozen
class TellingAttempt:
    """A line of the delivery log: one attempt at one telling, and what came of it."""

    telling: int
    at: str
    attempt: int
    outcome: str
    reply: str

    def told(self) -> dict[str, Any]:
        """The line as plain data."""
        return asdict(self)
