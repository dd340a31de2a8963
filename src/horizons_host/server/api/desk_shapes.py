"""What the calls of the gamemaster's desk, and about seats, take and answer."""

from __future__ import annotations

from typing import Any

from attrs import define, field


@define
class Reason:
    """Why something is done, which everybody may read."""

    reason: str = ""


@define
class EndRequest:
    """How a game is to end: why, and who has won it."""

    reason: str = "by agreement"
    winners: list[str] = field(factory=list)


@define
class ReopenedTurn:
    """A turn that was taken back: its next attempt, and the hash of the key of that one's dice."""

    turn: int
    attempt: int
    commitment: str


@define
class OrdersForSeat:
    """Orders for a seat that cannot hand them in itself, and why; a draft if not `final`.

    With a `version` the answer is 409 if the seat has a newer one.
    """

    seat: str = ""
    text: str = ""
    reason: str = ""
    final: bool = True
    version: int | None = None


@define
class EditRequest:
    """An edit of the standing game in scenario words; it is only tried out with `trial`.

    `words` are told to all players; "": which parts of the game it names.
    """

    edit: str = ""
    reason: str = ""
    words: str = ""
    trial: bool = False


@define
class EditResult:
    """An edit: after which turn it stands, and who sees which difference."""

    turn: int
    kinds: list[str]
    seen: list[dict[str, Any]]


@define
class TrialRun:
    """The latest trial of a turn: how far it is ("none": none was asked for), what would change."""

    turn: int
    state: str
    effects: list[dict[str, Any]]


@define
class SeatSettings:
    """A seat with who plays it, where its mails go, and what is done without its orders."""

    seat: str
    person: str
    bot: str | None
    role: str
    address: str
    password: bool
    without: str


@define
class SeatBot:
    """The bot that is to play a seat; null: a person."""

    seat: str = ""
    bot: str | None = None


@define
class SeatAddress:
    """Where the mails of a seat are to go; null: nowhere."""

    seat: str = ""
    address: str | None = None


@define
class SeatPassword:
    """The password of a seat for orders by mail; null: none."""

    seat: str = ""
    password: str | None = None


@define
class SeatRelease:
    """A seat that is to be taken from its player, and why."""

    seat: str = ""
    reason: str = ""


@define
class InvitationRequest:
    """As what somebody is invited, for a running game to which seat, and by mail to whom."""

    role: str = "player"
    seat: str = ""
    mail: str = ""


@define
class NewInvitation:
    """The address of an invitation, which is good once."""

    address: str


@define
class BackupSummary:
    """A backup: its number, after which turn and why it was made, and how large it is."""

    number: int
    turn: int
    reason: str
    bytes: int


@define
class RestoreRequest:
    """The number of the backup to go on with."""

    number: int = 0


@define
class VersionRequest:
    """What is to be done: "check", "migrate", "pin" or "unpin"; `anyway` if turns differ."""

    what: str = "check"
    anyway: bool = False


@define
class RulesVersion:
    """By which version the latest turn was run, a pin, and what the latest check found."""

    before: str
    pinned: str
    check: str
    found: dict[str, Any] | None


@define
class AuditLogEntry:
    """Something that was done by those who run the game."""

    number: int
    at: str
    turn: int
    actor: str
    action: str
    words: str


@define
class DiceKey:
    """A key of dice that one's report shows. `kept`: as promised; null: promised out of sight."""

    turn: int
    whose: str
    key: str
    kept: bool | None


@define
class DiceKeys:
    """What is promised of the coming turn's dice, line by line, and the keys of turns before."""

    turn: int
    promised: list[str]
    keys: list[DiceKey]
