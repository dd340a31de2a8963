"""Request and response shapes of the API calls for messages."""

from __future__ import annotations

from attrs import define, field


@define
class MessageSummary:
    """A message, as its reader sees it.

    `number` is the reader's own, `thread` the number of the first message of its thread. `sender`
    is "" for an anonymous message, and for the gamemaster; then `by_gamemaster` is true.
    `waits`: it is sent after the next turn has been run.
    """

    number: int
    thread: int
    subject: str
    text: str
    at: str
    turn: int
    sender: str
    by_gamemaster: bool
    anonymous: bool
    mine: bool
    to: list[str]
    to_all: bool
    to_gamemaster: bool
    read: bool
    waits: bool


@define
class MessageRequest:
    """A message to send to the seats in `to`, to all, or to the gamemaster.

    Or a reply: it `answers` the message of that number and goes to everyone in its thread.
    """

    text: str = ""
    subject: str = ""
    to: list[str] = field(factory=list)
    to_all: bool = False
    gamemaster: bool = False
    answers: int = 0


@define
class ReadRequest:
    """The numbers of the messages that you read; null for all."""

    numbers: list[int] | None = None


@define
class MessageReportRequest:
    """The reason for reporting a message to the gamemaster."""

    reason: str = ""


@define
class BlockRequest:
    """A sender to block: `sender` by name, or the writer of message `number`."""

    sender: str = ""
    number: int = 0


@define
class BlockedSender:
    """A blocked sender: `sender`, or if that is "" the writer of message `number`."""

    sender: str
    number: int
    at: str


@define
class ReportedMessage:
    """A message that a seat reported to the gamemaster."""

    id: int
    seat: str
    reason: str
    at: str
    message: MessageSummary


@define
class MessageRule:
    """The rule for messages: `who` writes ("all", "public", "none"), and what applies to all."""

    who: str = "all"
    anonymous: bool = False
    with_turn: bool = False
    opened: bool = False
