"""Records of games, turns, orders and emails, independent of the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from attrs import asdict, field, frozen

from horizons_core.codec import digest_of
from horizons_host.store.columns import (
    CheckedJson,
    CheckedLongText,
    CompressedData,
    are_mappings,
    are_mods,
    are_remarks,
)

#: Kinds of fields whose columns are special: see `columns.declare_table`.
LongText = Annotated[str, CheckedLongText]
State = Annotated[Mapping[str, Any], CompressedData]
SeatName = Annotated[str, "seats.name"]
StoredTurnNumber = Annotated[int, "turns.turn"]


@frozen
class Policy:
    """The missing-orders policy of a seat.

    `kind` is "wait" (the turn is not run), "nothing" (it is run without them), "standing" (the
    orders in `text` are used) or "bot" (the bot of this name plays, up to the turn `until`; after
    that the turn waits). `of_game` marks the game's own policy, for a seat without one.
    """

    kind: str = "wait"
    text: str = ""
    bot: str = ""
    until: int = 0
    of_game: bool = False

    def plays(self, turn: int) -> bool:
        """Return whether a bot plays a turn."""
        return self.kind == "bot" and turn <= self.until

    def waits(self, turn: int) -> bool:
        """Return whether a turn waits."""
        return self.kind == "wait" or (self.kind == "bot" and turn > self.until)


#: The policy of a seat without one of its own.
AS_THE_GAME = Policy(of_game=True)


@frozen
class SeatRecord:
    """A seat of a game, played by a player or by the bot of this name.

    With a `role` it has no empire. A seat that joined a running game is in it `since` that turn was
    run. `address` is the email address at the set-up (an order may have changed it since, as the
    game's state says), `redirect` the gamemaster's replacement ("": none); `password_hash` and
    `new_password` likewise. `person` plays the seat now, if not the one it is named after. `policy`
    is its missing-orders policy.
    """

    name: str
    bot: str | None = None
    password_hash: str | None = None
    address: str = ""
    redirect: str | None = None
    role: str = ""
    since: int = 0
    new_password: str | None = None
    person: str = ""
    policy: Policy = AS_THE_GAME


@frozen
class Joining:
    """A seat that joined the game after a turn, with its options and the resulting state.

    `state` is the game with the seat, before the next turn is run.
    """

    turn: StoredTurnNumber
    seat: SeatName
    options: Mapping[str, Any]
    state: State
    digest: str
    joined_at: str


@frozen
class Edit:
    """An edit of the position after a turn: its text, reason and author.

    `words` describe the change for everyone, and `reason` explains it; neither contains secrets.
    `state` is the edited game. `id` is 0 before it is stored.
    """

    turn: StoredTurnNumber
    text: LongText
    words: str
    reason: str
    actor: str
    state: State
    digest: str
    edited_at: str
    id: int = 0


@frozen
class PositionChange:
    """A change of the position after a turn, before this attempt at the next."""

    attempt: int
    record: Joining | Edit


@frozen
class GameInfo:
    """Immutable facts about a game: its name, rules, options and creation time.

    `data_mods` has the texts of the mods that are data.
    """

    name: str
    variant: str
    mods: Annotated[tuple[str, ...], CheckedJson(are_mods)]
    options: Mapping[str, Any]
    seeded: bool
    created_at: str
    data_mods: Mapping[str, str] = field(factory=dict)


@frozen
class SetUp:
    """The set-up of a game: "new", with all its options, secret ones included, or "import".

    `shares` are those of the random seed, the gamemaster's included, if players contributed to it.
    """

    origin: str
    options: Mapping[str, Any] = {}
    shares: Mapping[str, Any] = {}


@frozen
class GameEnding:
    """The end of a game by its gamemaster after a turn: the reason, and the winners by name."""

    turn: int
    reason: str
    winners: tuple[str, ...]
    ended_at: str


#: The kinds of an `Upgrade`.
PINNED, UNPINNED, MIGRATED = "pinned", "unpinned", "migrated"


@frozen
class Upgrade:
    """A decision of the gamemaster, after a turn, about the game's rules version.

    `kind` is "pinned" (to these `versions`), "unpinned", or "migrated" (to them); `before` are
    those of the turn. For a migration, `result` is the result of its check ("same", "different",
    "refused") and `summary` the same in words.
    """

    turn: int
    kind: str
    versions: Mapping[str, Any]
    before: Mapping[str, Any]
    result: str
    summary: LongText
    decided_at: str


@frozen
class AuditEntry:
    """An action: its time, turn, actor and description.

    `turn` is the turn that was run or undone, for other actions the latest turn. `words` are
    visible to everyone, for an action that is not `public` only after the game. `facts` are for the
    gamemaster alone. Neither contains an address, a password or an order. `number` is 0 before the
    entry is stored.
    """

    at: str
    turn: int
    actor: str
    action: str
    facts: Mapping[str, Any] = field(factory=dict)
    words: LongText = ""
    public: bool = True
    number: int = 0

    def to_dict(self, *, public: bool = False) -> dict[str, Any]:
        """Return the entry as plain data; for the `public` without its facts."""
        data = {
            "number": self.number,
            "at": self.at,
            "turn": self.turn,
            "actor": self.actor,
            "action": self.action,
            "words": self.words,
        }
        return data if public else {**data, "facts": dict(self.facts), "public": self.public}


@frozen
class DeadlineChange:
    """A decision about deadlines before a turn, at this attempt at it.

    `kind` is "rule", "pause", "resume", "extend", "skip", "hold", "release", "vacation", "return"
    or "missing"; `facts` has the details. `seat` is that of a vacation. Before it is stored, `id`
    is that of the previous decision.
    """

    id: int
    turn: int
    attempt: int
    kind: str
    facts: Mapping[str, Any]
    reason: str
    decided_by: str
    decided_at: str
    seat: SeatName | None = None


@frozen
class Reminder:
    """A reminder of a deadline, sent once; `seat` is "" for the gamemaster.

    A reminder that has `passed` is only stored, as a later one replaces it.
    """

    deadline: str
    seat: str
    kind: str
    reminded_at: str
    mail: NewMail | None = None
    passed: bool = False


@frozen
class Postponement:
    """A decision of the gamemaster, after a turn, that the game does not end before another one."""

    turn: int
    not_before: int
    decided_at: str


@frozen
class OnBehalf:
    """The submitter of orders for another's seat, and the reason."""

    actor: str
    reason: str


@frozen
class SubmittedOrders:
    """An order text as submitted for a turn. `id` is 0 before it is stored.

    Without `final` they are a draft: they count at the deadline, and do not make the turn run
    earlier. `behalf` is set if they were not submitted by the seat's player. `version` is their
    number among the seat's orders for the turn, from 1.
    """

    turn: int
    seat: SeatName
    text: LongText
    submitted_at: str
    source: str
    diagnostics: Annotated[Sequence[Mapping[str, Any]], CheckedJson(are_remarks)] = ()
    id: int = 0
    behalf: OnBehalf | None = None
    final: bool = True
    version: int = 0

    @property
    def errors(self) -> int:
        """Number of remarks that are errors."""
        return sum(remark["severity"] == "error" for remark in self.diagnostics)


@frozen
class UsedOrders:
    """The order texts that a turn was run with, by seat.

    `instead` names the source of substitute orders of seats without their own, `behalf` who
    submitted those that did not come from the seat's own player.
    """

    texts: Mapping[str, str]
    instead: Mapping[str, str] = {}
    behalf: Mapping[str, OnBehalf] = {}

    @property
    def digest(self) -> str:
        """The digest of all texts."""
        return digest_of(dict(self.texts))


@frozen
class NewMail:
    """An email: a "report", "answer", "summary", "notice", "letter", "press" or "happening".

    The text of a report is composed when it is sent; its `body` only distinguishes a repeated one.
    `in_reply_to` is the Message-ID of the mail it answers, `thread` the References. For a message
    between seats ("press") it has the tokens of its thread, the mail's own last; its text is
    composed when it is sent, too.
    """

    kind: str
    recipient: str
    subject: str
    created_at: str
    seat: SeatName | None = None
    turn: int | None = None
    body: LongText | None = None
    in_reply_to: str = ""
    thread: str = ""


@frozen
class OutgoingMail:
    """An email of the outbox.

    Its `state` is "queued", "sending", "sent", "failed", "held" or "withdrawn".
    """

    id: int
    mail: NewMail
    state: str
    attempts: int
    next_attempt: str
    message_id: str | None
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """Return the mail as plain data, without its text."""
        return {
            "id": self.id,
            "kind": self.mail.kind,
            "seat": self.mail.seat,
            "turn": self.mail.turn,
            "recipient": self.mail.recipient,
            "subject": self.mail.subject,
            "state": self.state,
            "attempts": self.attempts,
            "next_attempt": self.next_attempt,
            "message_id": self.message_id,
            "reason": self.reason,
        }


@frozen
class MailAttempt:
    """A line of the delivery log: an attempt to send an email, and its outcome."""

    mail: Annotated[int, "outbox.id"]
    at: str
    attempt: int
    recipient: str
    subject: str
    message_id: str
    outcome: str
    reply: str

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain data."""
        return asdict(self)


@frozen
class ReadingState:
    """Record of an email that was read: whether it is done, and the parts still to be answered."""

    is_done: bool
    parts: Sequence[Any] = ()


@frozen
class InboxMail:
    """An email without orders, stored for the gamemaster. `id` is 0 before it is stored."""

    sender: str
    subject: str
    text: LongText
    came_at: str
    id: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the mail as plain data."""
        return {
            "id": self.id,
            "sender": self.sender,
            "subject": self.subject,
            "came_at": self.came_at,
            "text": self.text,
        }


@frozen
class WrongPassword:
    """A failed password for a seat; the password itself is not stored."""

    seat: SeatName
    sender: str
    at: str


@frozen
class ReadMail:
    """An email that was read, with all its results for one game, ready to be stored at once.

    `key` identifies the mail; `parts` are answered when the last game is `is_done`. `after` has by
    seat the version that was current when the answers were written. `copy` is the key of this copy
    of the mail, if it differs.
    """

    key: str
    message_id: str
    sender: str
    read_at: str
    outcome: str
    is_done: bool = True
    parts: Annotated[Sequence[Any], CheckedJson(are_mappings)] = ()
    orders: Sequence[SubmittedOrders] = ()
    answers: Sequence[NewMail] = ()
    inbox_mails: Sequence[InboxMail] = ()
    wrong: Sequence[WrongPassword] = ()
    after: Mapping[str, int] = {}
    copy: str = ""


@frozen
class NewTurn:
    """A turn that was run, ready to be stored.

    `used` are the ids of stored orders, `written` the orders that the program wrote for this turn,
    `instead` those among them that replace a player's own, by seat. `mails` are sent with the turn,
    `moved` are the seats whose address changed in it, `relocked` those whose password did,
    `arrived` the players that joined by it. `not_before` is the turn before which the game could
    not end when the turn was run, `joined` are the seats that had joined. `addresses` are the mail
    addresses for messages that waited for the turn, by seat.
    `due` explains why a program ran it, as a decision about deadlines of the kind "run" that
    follows the one whose number is its `id`; None if a person ran it.
    """

    turn: int
    state: Mapping[str, Any]
    digest: str
    events: Sequence[Mapping[str, Any]]
    events_digest: str
    turn_key: str
    versions: Mapping[str, Any]
    run_at: str
    reports: Mapping[str, Mapping[str, Any]]
    used: Mapping[str, int] = {}
    written: Sequence[SubmittedOrders] = ()
    instead: Mapping[str, str] = {}
    orders_digest: str = ""
    mails: Sequence[NewMail] = ()
    moved: Sequence[str] = ()
    relocked: Sequence[str] = ()
    arrived: Sequence[str] = ()
    not_before: int | None = None
    joined: Sequence[str] = ()
    addresses: Mapping[str, str] = {}
    due: DeadlineChange | None = None


@frozen
class StoredTurn:
    """A turn in the store. `orders` maps seats to the ids of their orders.

    `changes` are the joinings and edits after it, in order. `put_off` has the turns to which the
    gamemaster postponed the end after it, by the attempt at the next turn that followed.
    `rules_names` has the names of the rules since a migration, if there was one;
    `migrated` is the decision on that after this very turn, before the attempt `migrated_before` at
    the next.
    """

    turn: int
    state: Annotated[dict[str, Any], CompressedData]
    digest: str
    events: Annotated[list[dict[str, Any]], CompressedData]
    events_digest: str
    orders: Mapping[str, int]
    orders_digest: str
    turn_key: str
    versions: Mapping[str, Any]
    run_at: str
    changes: Sequence[PositionChange] = ()
    put_off: Sequence[tuple[int, int]] = ()
    rules_names: Mapping[str, str] = {}
    migrated: Upgrade | None = None
    migrated_before: int = 1

    @property
    def joined(self) -> list[Joining]:
        """The seats that joined after the turn, in order."""
        return [change.record for change in self.changes if isinstance(change.record, Joining)]

    @property
    def edits(self) -> list[Edit]:
        """The edits after the turn, in order."""
        return [change.record for change in self.changes if isinstance(change.record, Edit)]

    @property
    def not_before(self) -> int | None:
        """The turn to which the gamemaster postponed the end after it, or None."""
        return max((turn for _, turn in self.put_off), default=None)

    @property
    def current_state(self) -> Mapping[str, Any]:
        """The state after the turn and its changes, where the game continues."""
        return {
            **(self.changes[-1].record.state if self.changes else self.state),
            **self.rules_names,
        }


@frozen
class UndoneTurn:
    """A turn that the gamemaster undid: its attempt, and the reason.

    The digest is empty if the result is unknown: if it was lost with its file, or was run with
    changes that a backup does not have.

    `orders` maps seats to the ids of the orders that it was run with. Of the orders up to the id
    `last_order`, those for later turns and those written by the program no longer count.
    """

    turn: int
    attempt: int
    reason: str
    undone_at: str
    run_at: str
    digest: str
    events_digest: str
    orders: Mapping[str, int]
    orders_digest: str
    turn_key: str
    last_order: int = 0


@frozen
class Snapshot:
    """The input of the next turn, read consistently: the state, the seats, the latest orders.

    `not_before` is the turn to which the gamemaster postponed the end after the latest turn,
    `joined` names the seats that joined since, `edits` are the edits made since; the state includes
    them. `undone` are the undone attempts at the next turn. `behalf` names who submitted orders on
    behalf of a seat.
    `pinned` are the versions that the game is pinned to, or None; `migrated` is the migration since
    the latest turn, if any. `versions` are those that the latest turn was run with.
    """

    info: GameInfo
    seats: tuple[SeatRecord, ...]
    turn: int
    state: dict[str, Any]
    orders: Mapping[str, SubmittedOrders]
    not_before: int | None = None
    joined: Sequence[str] = ()
    undone: Sequence[UndoneTurn] = ()
    pinned: Mapping[str, Any] | None = None
    migrated: Upgrade | None = None
    edits: Sequence[Edit] = ()
    behalf: Mapping[str, OnBehalf] = {}
    versions: Mapping[str, Any] = {}

    @property
    def edited(self) -> tuple[int, ...]:
        """The numbers of the edits."""
        return tuple(edit.id for edit in self.edits)

    @property
    def attempt(self) -> int:
        """The number of the next attempt at the next turn, from 1."""
        return self.undone[-1].attempt + 1 if self.undone else 1
