"""What the calls take and answer. From these classes the description of the API is made."""

from __future__ import annotations

from typing import Any

from attrs import define


@define
class TokenOwner:
    """Whose token this is."""

    name: str


@define
class GameSummary:
    """A game that one is in. `role` is what one is there, `seat` the seat's name or ""."""

    key: str
    title: str
    variant: str
    state: str
    role: str
    seat: str


@define
class SeatSummary:
    """A seat of a game: whether orders are in for the coming turn ("none", "in", "by bot").

    `ready` says whether those that are in are "final" or a "draft"; else it is "none", or "" of a
    bot.
    """

    seat: str
    bot: str | None
    role: str
    orders: str
    ready: str


@define
class GameStatus:
    """A game: its rules, its latest turn (null while it waits for players), its seats.

    `deadline` is that of the coming turn, in UTC; null if there is none now.
    """

    key: str
    title: str
    variant: str
    mods: list[str]
    options: dict[str, Any]
    state: str
    turn: int | None
    seats: list[SeatSummary]
    deadline: str | None


@define
class OrdersRequest:
    """Orders to be examined or handed in; such that are not `final` are a draft.

    With a `turn` they are taken for that turn alone, and refused once it was run. With a `version`
    (0: none) they replace that one alone: if a newer one is stored, the answer is 409 and has it,
    unless `force` is set.
    """

    text: str
    final: bool = True
    turn: int | None = None
    version: int | None = None
    force: bool = False

    @property
    def after(self) -> int | None:
        """The only version that may be replaced; None for any."""
        return None if self.force else self.version


@define
class OrderStatusRequest:
    """Whether the orders that are in are `final`, or a draft.

    With a `version` the answer is 409 if a newer one is stored.
    """

    final: bool = True
    version: int | None = None


@define
class TurnRequest:
    """That a turn is wanted: `anyway`, even if it waits for somebody's orders."""

    anyway: bool = False


@define
class OrdersReceipt:
    """The answer to orders. `version` counts what was handed in for the turn; null: not stored.

    `receipt` has the orders as they were understood, the remarks, and the view that is foreseen.
    `replaced` is the version that counted before, null if none did. Orders that are `repeated`
    equal the latest version: they are no new one.
    """

    version: int | None
    errors: int
    receipt: dict[str, Any]
    replaced: int | None = None
    repeated: bool = False


@define
class OwnOrders:
    """One's own orders for the coming turn; without a text if none are in."""

    turn: int
    text: str | None
    version: int
    given_at: str | None
    final: bool | None


@define
class RequestedTurn:
    """A turn that the gamemaster asked for: how far its job has come."""

    turn: int
    state: str
    says: str


@define
class NumberRange:
    """The numbers that an argument takes: the least and the greatest."""

    minimum: float
    maximum: float


@define
class CommandOptions:
    """What can be chosen for the arguments of a command, in the order of writing.

    An argument takes one of a list of words, a number, or, where it is null, any words.
    """

    help: str
    arguments: dict[str, list[str] | NumberRange | None]
