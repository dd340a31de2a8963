"""What the store takes and gives of messages between seats: plain records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict, frozen

#: Who may write: nobody but the gamemaster, all to everybody, or all to whom they like.
NOBODY, PUBLIC, ALL = "none", "public", "all"


@frozen
class PressRule:
    """What holds for messages between the seats of a game.

    Attributes:
        who: "none" (only the gamemaster writes to seats), "public" (a seat writes to everybody or
            to the gamemaster) or "all".
        anonymous: whether nobody is told who wrote.
        with_turn: whether messages wait until the next turn has been run.
        opened: whether what is written while this holds is open to everybody after the end.
    """

    who: str = ALL
    anonymous: bool = False
    with_turn: bool = False
    opened: bool = False

    def told(self) -> dict[str, Any]:
        """The rule as plain data."""
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
    everybody: bool = False
    gamemaster: bool = False
    thread: int = 0
    anonymous: bool = False
    veiled: bool = False
    opens: bool = False


@frozen
class Message:
    """A message as one seat sees it, or the gamemaster.

    Attributes:
        number: as the seat counts its messages, from 1 on; for the gamemaster it is another one.
        thread: the number of the first message of the thread that the reader has.
        sender: the seat that wrote it; "" for the gamemaster, and where nobody is told.
        by_gamemaster: whether the gamemaster wrote it.
        anonymous: whether nobody is told who wrote it.
        mine: whether the reader wrote it.
        to: to which seats it is; empty if it is to everybody, and where that would tell its writer.
        everybody: whether it is to everybody.
        to_gamemaster: whether it is to the gamemaster.
        at: when it came, or of one's own when it was written.
        turn: the turn at which the game stood when it was written.
        read: whether the reader has read it.
        waits: whether it waits for the next turn; only its writer has it then.
        token: by which an answer by mail is known; "" for the gamemaster.
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
    everybody: bool = False
    to_gamemaster: bool = False
    read: bool = True
    waits: bool = False
    token: str = ""

    @property
    def author(self) -> str:
        """Who wrote it, in words."""
        return "the gamemaster" if self.by_gamemaster else self.sender or "somebody"

    @property
    def recipients(self) -> str:
        """To whom it is, in words."""
        if self.everybody:
            return "all"
        named = [*self.to, *(["the gamemaster"] if self.to_gamemaster else [])]
        return ", ".join(named) or "the others of the thread"

    def told(self) -> dict[str, Any]:
        """The message as plain data, without its token."""
        data = asdict(self)
        del data["token"]
        return {**data, "to": list(self.to)}


@frozen
class Block:
    """That a seat wants no messages of a sender; or ("") of the writer of the message `number`."""

    sender: str
    number: int
    at: str

    def told(self) -> dict[str, Any]:
        """The same as plain data; who wrote an anonymous message is not in it."""
        return {"sender": self.sender, "number": self.number, "at": self.at}


@frozen
class MessageReport:
    """A message that a seat has shown to the gamemaster, and why."""

    id: int
    seat: str
    reason: str
    at: str
    message: Message

    def told(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "id": self.id,
            "seat": self.seat,
            "reason": self.reason,
            "at": self.at,
            "message": self.message.told(),
        }
