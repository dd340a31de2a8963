"""What the store takes and gives: plain records, without the database."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from horizons_core.codec import canonical, digest_of


@frozen
class Policy:
    """What is done for a seat whose orders are missing.

    `kind` is "wait" (no turn is run), "nothing" (the turn is run without them), "standing" (the
    orders in `text` are carried out) or "bot" (the bot of this name plays, up to the turn `until`;
    after that the turn waits). `of_game` says that this is the game's own policy, and nothing was
    said for the seat.
    """

    kind: str = "wait"
    text: str = ""
    bot: str = ""
    until: int = 0
    of_game: bool = False

    def plays(self, turn: int) -> bool:
        """Whether a bot plays a turn."""
        return self.kind == "bot" and turn <= self.until

    def waits(self, turn: int) -> bool:
        """Whether a turn waits."""
        return self.kind == "wait" or (self.kind == "bot" and turn > self.until)


#: Nothing was said for a seat.
AS_THE_GAME = Policy(of_game=True)


@frozen
class Seat:
    """A player's place: played by a person, or by the bot of this name.

    With a `role` it is the place of somebody without an empire. Who came into a running game has
    been in it `since` a turn was over. `address` is where mails went at first (an order may have
    changed that since, which the game knows), `redirect` where the gamemaster has them go instead
    ("": nowhere); `password_hash` and `new_password` likewise. `person` plays the seat now, if that
    is another one than its name says. `policy` is for orders that are missing.
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
    """That somebody joined the game after a turn: with which options, and what came of it.

    `state` is the game with them, before the next turn is run.
    """

    turn: int
    seat: str
    options: Mapping[str, Any]
    state: Mapping[str, Any]
    digest: str
    joined_at: str


@frozen
class Edit:
    """That the standing game was edited after a turn: with which text, why, by whom.

    `words` say what was changed, for everybody, and `reason` why; no secret stands in them.
    `state` is the game with it. `id` is 0 before it is stored.
    """

    turn: int
    text: str
    words: str
    reason: str
    actor: str
    state: Mapping[str, Any]
    digest: str
    edited_at: str
    id: int = 0


@frozen
class Change:
    """What was done to the standing game after a turn, before this attempt at the next."""

    attempt: int
    what: Joining | Edit


@frozen
class Plate:
    """What never changes of a game: its name, rules, options and when it was set up.

    `data_mods` has the texts of those mods that are data.
    """

    name: str
    variant: str
    mods: tuple[str, ...]
    options: Mapping[str, Any]
    seeded: bool
    created_at: str
    data_mods: Mapping[str, str] = field(factory=dict)


@frozen
class SetUp:
    """How a game was made: "new", with all its options, secret ones included, or by "import".

    `shares` are those of chance, the gamemaster's included, if it was shared.
    """

    made: str
    options: Mapping[str, Any] = {}
    shares: Mapping[str, Any] = {}


@frozen
class Ending:
    """That the gamemaster ended the game after a turn, and why; the winners by name."""

    turn: int
    reason: str
    winners: tuple[str, ...]
    ended_at: str


#: The kinds of an `Upgrade`.
PINNED, UNPINNED, MIGRATED = "pinned", "unpinned", "migrated"


@frozen
class Upgrade:
    """What the gamemaster decided, after a turn, on the versions by which the game goes on.

    `kind` is "pinned" (to these `versions`), "unpinned", or "migrated" (to them); `before` are
    those of the turn. Of a migration, `found` is what the check of it had found ("same",
    "different", "refused") and `says` that in words.
    """

    turn: int
    kind: str
    versions: Mapping[str, Any]
    before: Mapping[str, Any]
    found: str
    says: str
    decided_at: str


@frozen
class DeadlineChange:
    """What was decided on deadlines while a turn was to come, at this attempt at it.

    `kind` is "rule", "pause", "resume", "extend", "skip", "hold", "release", "vacation", "return"
    or "missing"; `facts` say more. `seat` is that of a vacation. Before it is stored, `id` is that
    of the change before it.
    """

    id: int
    turn: int
    attempt: int
    kind: str
    facts: Mapping[str, Any]
    reason: str
    decided_by: str
    decided_at: str
    seat: str | None = None


@frozen
class Reminder:
    """What somebody is told of a deadline, once; `seat` is "" for the gamemaster.

    One that has `passed` is only noted down, since a later one says it.
    """

    deadline: str
    seat: str
    what: str
    told_at: str
    mail: NewMail | None = None
    passed: bool = False


@frozen
class Postponement:
    """That the gamemaster, after a turn, had the game not end before another one."""

    turn: int
    not_before: int
    decided_at: str


@frozen
class OnBehalf:
    """Who handed in orders for a seat that is another's, and why."""

    actor: str
    reason: str


@frozen
class GivenOrders:
    """An order text as it was handed in for a turn. `id` is 0 before it is stored.

    Those that are not `final` are a draft: they count at the deadline, and do not bring it on.
    `behalf` is told to the store if another than the seat's player hands it in.
    """

    turn: int
    seat: str
    text: str
    submitted_at: str
    source: str
    diagnostics: Sequence[Mapping[str, Any]] = ()
    id: int = 0
    behalf: OnBehalf | None = None
    final: bool = True

    @property
    def errors(self) -> int:
        """How many of the remarks are errors."""
        return sum(remark["severity"] == "error" for remark in self.diagnostics)


@frozen
class UsedOrders:
    """The order texts that a turn was run with, by seat.

    `instead` says of whose own orders were missing what took their place, `behalf` who handed in
    those that were not handed in by the seat's own player.
    """

    texts: Mapping[str, str]
    instead: Mapping[str, str] = {}
    behalf: Mapping[str, OnBehalf] = {}

    @property
    def digest(self) -> str:
        """A digest of them all."""
        return digest_of(dict(self.texts))


@frozen
class NewMail:
    """A mail: a "report", "answer", "summary", "notice", "letter", "press" or "happening".

    The text of a report is made when it is sent; its `body` only sets one that is sent once more
    apart from the one before. `in_reply_to` is the Message-ID of the mail it answers, `thread` the
    References. That of a message between seats ("press") has the tokens of its thread, the mail's
    own last; its text is made when it is sent, too.
    """

    kind: str
    recipient: str
    subject: str
    created_at: str
    seat: str | None = None
    turn: int | None = None
    body: str | None = None
    in_reply_to: str = ""
    thread: str = ""


@frozen
class OutgoingMail:
    """A mail of the outbox.

    Its `state` is "queued", "sending", "sent", "failed", "held" or "withdrawn".
    """

    id: int
    mail: NewMail
    state: str
    attempts: int
    next_attempt: str
    message_id: str | None
    reason: str

    def told(self) -> dict[str, Any]:
        """The mail as plain data, without its text."""
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
class Delivery:
    """A line of the delivery log: one attempt at one mail, and what came of it."""

    mail: int
    at: str
    attempt: int
    recipient: str
    subject: str
    message_id: str
    outcome: str
    reply: str

    def told(self) -> dict[str, Any]:
        """The line as plain data."""
        return {name: getattr(self, name) for name in _DELIVERY}


_DELIVERY = ("mail", "at", "attempt", "recipient", "subject", "message_id", "outcome", "reply")


@frozen
class Mark:
    """What is known of a mail that was read: whether it is done, and what is to be answered."""

    done: bool
    parts: Sequence[Any] = ()


@frozen
class Letter:
    """A mail without orders, kept for the gamemaster. `id` is 0 before it is stored."""

    sender: str
    subject: str
    text: str
    came_at: str
    id: int = 0

    def told(self) -> dict[str, Any]:
        """The letter as plain data."""
        return {
            "id": self.id,
            "sender": self.sender,
            "subject": self.subject,
            "came_at": self.came_at,
            "text": self.text,
        }


@frozen
class WrongPassword:
    """That somebody gave a wrong password for a seat; the password itself is not kept."""

    seat: str
    sender: str
    at: str


@frozen
class ReadMail:
    """A mail that was read, with all that comes of it for one game, ready to be stored at once.

    `key` is the mail's own; `parts` are what is to be answered when the last game is `done`.
    `after` has by seat the version that counted when the answers were written. `copy` is the key
    of this copy of the mail, if that is another.
    """

    key: str
    message_id: str
    sender: str
    read_at: str
    outcome: str
    done: bool = True
    parts: Sequence[Any] = ()
    orders: Sequence[GivenOrders] = ()
    answers: Sequence[NewMail] = ()
    letters: Sequence[Letter] = ()
    wrong: Sequence[WrongPassword] = ()
    after: Mapping[str, int] = {}
    copy: str = ""


@frozen
class NewTurn:
    """A turn that was run, ready to be stored.

    `used` are the ids of stored orders, `written` the orders that the program wrote for this turn,
    `instead` those among them that take the place of a person's own, by seat. `mails` is what goes
    out with the turn, `moved` the seats whose address changed in it, `relocked` those whose
    password did, `arrived` the players whom it brought into the game. `not_before` is the turn
    before which the game was not to end, as the turn was run, `joined` are those who had joined.
    `addresses` says where the messages that waited for the turn go by mail, by seat.
    `due` says why a program ran it, as a change of deadlines of the kind "run" that follows the one
    whose number is its `id`; None if a person did.
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
    written: Sequence[GivenOrders] = ()
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
    """A turn as it stands in the store. `orders` maps seats to the ids of their orders.

    `changes` are those of the game after it, in their order: who joined it, and edits of its state.
    `put_off` says to which turn the gamemaster put off the end after it, by the attempt at the next
    turn that was to come by then. `plates` names the rules by which it goes on since it was
    migrated, if so; `migrated` is what was decided on that after this very turn, before the attempt
    `migrated_before` at the next.
    """

    turn: int
    state: dict[str, Any]
    digest: str
    events: list[dict[str, Any]]
    events_digest: str
    orders: Mapping[str, int]
    orders_digest: str
    turn_key: str
    versions: Mapping[str, Any]
    run_at: str
    changes: Sequence[Change] = ()
    put_off: Sequence[tuple[int, int]] = ()
    plates: Mapping[str, str] = {}
    migrated: Upgrade | None = None
    migrated_before: int = 1

    @property
    def joined(self) -> list[Joining]:
        """Who joined the game after the turn, in their order."""
        return [change.what for change in self.changes if isinstance(change.what, Joining)]

    @property
    def edits(self) -> list[Edit]:
        """The edits of the game after the turn, in their order."""
        return [change.what for change in self.changes if isinstance(change.what, Edit)]

    @property
    def not_before(self) -> int | None:
        """The turn to which the gamemaster put off the end after it, if so."""
        return max((turn for _, turn in self.put_off), default=None)

    @property
    def standing(self) -> Mapping[str, Any]:
        """The game after the turn, with what was done to it before the next, as it goes on."""
        return {**(self.changes[-1].what.state if self.changes else self.state), **self.plates}


@frozen
class Undone:
    """A turn that the gamemaster took back: which attempt at it that was, and why.

    Of one that was lost with its file, or that was run with what a backup does not have, it is not
    known what came of it: its digest is empty.

    `orders` maps seats to the ids of the orders that it was run with. Of orders up to the id
    `last_order`, those for later turns and those that the program wrote count no more.
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
    """What the next turn is run from, read in one go: the state, the seats, the latest orders.

    `not_before` is the turn to which the gamemaster has put off the end since the latest turn,
    `joined` names those who have joined since then, `edits` are those made: the state has them.
    `undone` are the attempts at the next turn that were taken back. `behalf` says of whose orders
    that another handed them in.
    `pinned` are the versions that the game is pinned to, if it is; `migrated` says that it goes on
    by other ones since the latest turn. `versions` are those that the latest turn was run with.
    """

    plate: Plate
    seats: tuple[Seat, ...]
    turn: int
    state: dict[str, Any]
    orders: Mapping[str, GivenOrders]
    not_before: int | None = None
    joined: Sequence[str] = ()
    undone: Sequence[Undone] = ()
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
        """Which attempt at the next turn is to be made, from 1 on."""
        return next_attempt(self.undone)


def next_attempt(undone: Sequence[Undone]) -> int:
    """Which attempt at a turn follows those that were taken back."""
    return undone[-1].attempt + 1 if undone else 1


#: No game, report or list of events has so many bytes.
_MOST_BYTES = 500_000_000


def packed(data: Any) -> bytes:
    """Plain data as compressed canonical JSON."""
    return zlib.compress(canonical(data), 6)


def unpacked(blob: bytes) -> Any:
    """The plain data again; raises ValueError for bytes that hold none, or too much."""
    try:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(blob, _MOST_BYTES)
        if not unpacker.eof:
            raise ValueError("it is cut off, or holds too much")
        return json.loads(data)
    except (zlib.error, RecursionError) as problem:
        raise ValueError(str(problem)) from problem
