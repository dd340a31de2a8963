"""Request and response shapes of the API calls of the gamemaster's desk and for seats."""

from __future__ import annotations

from typing import Any

from attrs import define, field


@define
class Reason:
    """A public reason for an action."""

    reason: str = ""


@define
class EndRequest:
    """The reason for the end of a game, and its winners."""

    reason: str = "by agreement"
    winners: list[str] = field(factory=list)


@define
class ReopenedTurn:
    """A turn that was undone: its next attempt, and the commitment to the key of its dice."""

    turn: int
    attempt: int
    commitment: str


@define
class OrdersForSeat:
    """Orders for a seat that cannot submit them itself, and the reason; a draft if not `final`.

    With a `version` the answer is 409 if the seat has a newer one.
    """

    seat: str = ""
    text: str = ""
    reason: str = ""
    final: bool = True
    version: int | None = None


@define
class EditRequest:
    """An edit of the current position in scenario notation; with `trial` it is only a preview.

    `words` is the announcement to all players; "" names the parts of the game that are edited.
    """

    edit: str = ""
    reason: str = ""
    words: str = ""
    trial: bool = False


@define
class EditResult:
    """An edit: the turn whose position it changes, and the differences that each player sees."""

    turn: int
    kinds: list[str]
    seen: list[dict[str, Any]]


@define
class TrialRun:
    """The latest trial run: its state ("none" if there was none) and the effects of the turn."""

    turn: int
    state: str
    effects: list[dict[str, Any]]


@define
class SeatSettings:
    """A seat with its player, mail address and missing-orders policy."""

    seat: str
    person: str
    bot: str | None
    role: str
    address: str
    password: bool
    without: str


@define
class SeatBot:
    """The bot that plays a seat; null for a player."""

    seat: str = ""
    bot: str | None = None


@define
class SeatAddress:
    """The mail address of a seat; null for none."""

    seat: str = ""
    address: str | None = None


@define
class SeatPassword:
    """The password of a seat for orders by mail; null for none."""

    seat: str = ""
    password: str | None = None


@define
class SeatRelease:
    """A seat whose player is to be removed, and the reason."""

    seat: str = ""
    reason: str = ""


@define
class InvitationRequest:
    """The role of an invitation, the seat in a running game, and the address to mail it to."""

    role: str = "player"
    seat: str = ""
    mail: str = ""


@define
class NewInvitation:
    """The link of an invitation, valid once."""

    address: str


@define
class BackupSummary:
    """A backup: its number, turn, reason and size in bytes."""

    number: int
    turn: int
    reason: str
    bytes: int


@define
class RestoreRequest:
    """The number of the backup to restore."""

    number: int = 0


@define
class VersionRequest:
    """The action: "check", "migrate", "pin" or "unpin"; `anyway` accepts turns that differ."""

    what: str = "check"
    anyway: bool = False


@define
class RulesVersion:
    """The rules version of the latest turn, a pinned version, and the latest check's result."""

    before: str
    pinned: str
    check: str
    found: dict[str, Any] | None


@define
class AuditLogEntry:
    """An action of a gamemaster."""

    number: int
    at: str
    turn: int
    actor: str
    action: str
    words: str


@define
class DiceKey:
    """A dice key from your report. `kept`: it matches its commitment; null: you cannot see that."""

    turn: int
    whose: str
    key: str
    kept: bool | None


@define
class DiceKeys:
    """The commitments to the coming turn's dice, line by line, and the keys of earlier turns."""

    turn: int
    promised: list[str]
    keys: list[DiceKey]
