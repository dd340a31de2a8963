"""What the calls about messages take and answer."""

from __future__ import annotations

from attrs import define, field


@define
class MessageSummary:
    """A message as its reader has it.

    `number` is the reader's own, `thread` the number of the first message of its thread. `sender`
    is "" where nobody is told who wrote, and for the gamemaster; then `by_gamemaster` is true.
    `waits`: it goes out when the next turn has been run.
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
    everybody: bool
    to_gamemaster: bool
    read: bool
    waits: bool


@define
class MessageRequest:
    """A message to be sent: `to` seats, to `everybody` or to the `gamemaster`.

    Or it `answers` the message of that number, and goes to those of its thread.
    """

    text: str = ""
    subject: str = ""
    to: list[str] = field(factory=list)
    everybody: bool = False
    gamemaster: bool = False
    answers: int = 0


@define
class ReadRequest:
    """Which messages have been read; null: all."""

    numbers: list[int] | None = None


@define
class MessageReportRequest:
    """Why a message is shown to the gamemaster."""

    reason: str = ""


@define
class BlockRequest:
    """Whose messages are not to come: a `sender` by name, or whoever wrote message `number`."""

    sender: str = ""
    number: int = 0


@define
class BlockedSender:
    """Whose messages do not come: `sender`, or where it is "" whoever wrote message `number`."""

    sender: str
    number: int
    at: str


@define
class ReportedMessage:
    """A message that a seat has shown to the gamemaster."""

    id: int
    seat: str
    reason: str
    at: str
    message: MessageSummary


@define
class MessageRule:
    """The rule for messages: `who` writes ("all", "public", "none"), and what holds for all."""

    who: str = "all"
    anonymous: bool = False
    with_turn: bool = False
    opened: bool = False
