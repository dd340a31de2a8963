"""Records of messages between seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict, frozen

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
    text: str
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
        return {"sender": self.sender, "number": self.number, "at": self.at}


@frozen
class MessageReport:
    """A message that a seat has reported to the gamemaster, and the reason."""

    id: int
    seat: str
    reason: str
    at: str
    message: Message

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "id": self.id,
            "seat": self.seat,
            "reason": self.reason,
            "at": self.at,
            "message": self.message.to_dict(),
        }
