"""All rights that are granted at one time and used later, and the checks at their use.

Code that lets someone do something later, by a link, an address, a key or a job, adds a row. A
test grants each right, takes its basis away as `Loss` says, and uses it: the row says whether it
is refused then, or why not. The same test finds tables, purposes of links, kinds of feeds, jobs
and webhooks without a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from attrs import field, frozen


class Loss(Enum):
    """An event between the grant of a right and its use."""

    GRANTER_LEAVES = "whoever granted it has left the game"
    HOLDER_LEAVES = "whoever holds it has left the game"
    ACCOUNT_DELETED = "the holder's account was deleted"
    PASSWORD_CHANGED = "the holder's password was changed, and programs with it"  # noqa: S105
    SEAT_TAKEN = "somebody else has taken the seat"
    ADDRESS_PROVED = "a link to the holder's address was opened in another browser"
    WRONGLY_GUESSED = "as many wrong passwords were tried as may be"


#: Losses that concern every right; the others concern the rights that name them.
COMMON = tuple(Loss)[:4]


@frozen
class Grant:
    """A right that is used later.

    Attributes:
        name: its name.
        kept_in: the tables that store it; after a colon the kind of their rows.
        granted_by: who grants it.
        held_by: who can use it.
        checked: the check in the transaction or request that uses it.
        survives: by loss, why it remains valid; it ends with each other one of the common losses.
        ends_also: further losses with which it ends.
    """

    name: str
    kept_in: tuple[str, ...]
    granted_by: str
    held_by: str
    checked: str
    survives: Mapping[Loss, str] = field(factory=dict)
    ends_also: tuple[Loss, ...] = ()

    def ends_with(self, loss: Loss) -> bool:
        """Tell whether the right is refused after a loss."""
        return loss in self.ends_also or (loss in COMMON and loss not in self.survives)


_OUTSIDE_GAMES = "the server grants it, in no game"
_BEARER = "it names nobody: whoever has the link may use it"
_CHECKED_IN_GAME = (
    "it is the account's: what it reaches in a game is looked at there, by each request"
)
_GAME_DECISION = "it is a decision on the game, which all may read; the next gamemaster changes it"
_PASSES_WITH_SEAT = "it is the seat's, with whose papers the next player finds it"
_MADE_BY_PLAYER = "the player makes it"
_NO_KEY = "no key or browser of the account is needed for it"

GRANTS = (
    Grant(
        "invitation to a free seat",
        ("server.invitations:player",),
        "the gamemaster or organizer",
        "whoever has the link",
        "its maker is gamemaster or organizer now, and the seat is free now",
        {
            Loss.HOLDER_LEAVES: _BEARER,
            Loss.ACCOUNT_DELETED: _BEARER,
            Loss.PASSWORD_CHANGED: _BEARER,
        },
        (Loss.SEAT_TAKEN,),
    ),
    Grant(
        "invitation to a taken seat",
        ("server.replacements",),
        "the gamemaster",
        "whoever has the link",
        "its maker is gamemaster now, and nobody has taken the seat since",
        {
            Loss.HOLDER_LEAVES: _BEARER,
            Loss.ACCOUNT_DELETED: _BEARER,
            Loss.PASSWORD_CHANGED: _BEARER,
        },
        (Loss.SEAT_TAKEN,),
    ),
    Grant(
        "invitation to a role",
        ("server.invitations:role",),
        "the gamemaster",
        "whoever has the link",
        "its maker may invite to this very role now",
        {
            Loss.HOLDER_LEAVES: _BEARER,
            Loss.ACCOUNT_DELETED: _BEARER,
            Loss.PASSWORD_CHANGED: _BEARER,
        },
    ),
    Grant(
        "seat",
        ("server.members", "game.seats"),
        "the gamemaster or organizer, or the game's terms",
        "the player",
        "each request looks who has the seat now",
        {
            Loss.GRANTER_LEAVES: "players stay when a gamemaster leaves",
            Loss.PASSWORD_CHANGED: "it is the account's, and its owner signs in again",
        },
    ),
    Grant(
        "password",
        ("server.accounts", "server.attempts"),
        "whoever signs up",
        "whoever knows it",
        "the account is there; wrong ones are counted for the account, however its name is written",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
        (Loss.ADDRESS_PROVED, Loss.WRONGLY_GUESSED),
    ),
    Grant(
        "link to confirm an address",
        ("server.links:confirm", "server.sign_ups"),
        "the server",
        "whoever reads the mails to the address",
        "the account is there and has this address; a password that was set in another browser"
        " before the address was proved ends with it",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
    ),
    Grant(
        "link to sign in",
        ("server.links:sign-in",),
        "the server",
        "whoever reads the mails to the address",
        "as for the link to confirm it",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
    ),
    Grant(
        "link to set a password",
        ("server.links:reset",),
        "the server, or whoever runs it",
        "whoever reads the mails to the address",
        "the account is there and has this address; a password that is refused leaves it good",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
    ),
    Grant(
        "browser that is signed in",
        ("server.sessions",),
        "the server",
        "the browser",
        "the account is there; each request looks what it may do now",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
        (Loss.ADDRESS_PROVED,),
    ),
    Grant(
        "token of a program",
        ("server.tokens",),
        "its owner",
        "the program",
        "the account is there; each call looks what it may do now",
        {Loss.GRANTER_LEAVES: _MADE_BY_PLAYER, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
        (Loss.ADDRESS_PROVED,),
    ),
    Grant(
        "calendar of a game",
        ("server.feeds:calendar",),
        "its owner",
        "whoever knows the address",
        "its maker is in the game now",
        {Loss.GRANTER_LEAVES: _MADE_BY_PLAYER},
    ),
    Grant(
        "feed of a seat",
        ("server.feeds:seat",),
        "the player",
        "whoever knows the address",
        "its maker has the seat now",
        {Loss.GRANTER_LEAVES: _MADE_BY_PLAYER},
    ),
    Grant(
        "feed of a game",
        ("server.feeds:atom",),
        "the gamemaster",
        "whoever knows the address",
        "its maker is gamemaster now",
        {Loss.GRANTER_LEAVES: "another gamemaster has nothing to do with it"},
    ),
    Grant(
        "webhook of a seat",
        ("game.notice_ways:seat", "server.webhooks"),
        "the player",
        "the receiver of the posts",
        "its maker has the seat when a post is sent",
        {
            Loss.GRANTER_LEAVES: _MADE_BY_PLAYER,
            Loss.PASSWORD_CHANGED: "its player finds it on the page of notices; no secret is told",
        },
    ),
    Grant(
        "webhook of a game",
        ("game.notice_ways:game", "game.notice_ways:gamemaster"),
        "the gamemaster",
        "the receiver of the posts",
        "its maker is gamemaster when a post is sent",
        {
            Loss.GRANTER_LEAVES: "another gamemaster has nothing to do with it",
            Loss.PASSWORD_CHANGED: "the gamemaster finds it at the desk; no secret is told",
        },
    ),
    Grant(
        "job of a gamemaster",
        ("server.jobs:turn", "server.jobs:trial", "server.jobs:version", "server.jobs:archive"),
        "the gamemaster who asked",
        "a worker",
        "who asked is gamemaster when it is done; what the server's own rule asks for needs nobody",
        {
            Loss.HOLDER_LEAVES: "a worker has no place in a game",
            Loss.ACCOUNT_DELETED: "a worker has no account",
            Loss.PASSWORD_CHANGED: "a worker has no account",
        },
    ),
    Grant(
        "orders, draft or final",
        ("game.orders", "game.order_marks"),
        "the player",
        "the seat",
        "the turn counts the latest orders of the seat, whoever gave them",
        dict.fromkeys(Loss, _PASSES_WITH_SEAT),
    ),
    Grant(
        "orders by mail",
        ("game.addresses", "game.arrangements"),
        "the player or the gamemaster",
        "whoever writes from the seat's address, or knows its password",
        "the seat has this address and password now: both end with its player",
        {Loss.GRANTER_LEAVES: _PASSES_WITH_SEAT, Loss.PASSWORD_CHANGED: _NO_KEY},
    ),
    Grant(
        "answer to a message by mail",
        ("game.message_copies", "game.message_blocks"),
        "the game",
        "whoever got the mail",
        "the mail names the message by a word that is another one for the next player",
        {Loss.GRANTER_LEAVES: "the writer has no part in it", Loss.PASSWORD_CHANGED: _NO_KEY},
    ),
    Grant(
        "mails that wait",
        ("game.outbox", "game.notice_ways:mail"),
        "the game",
        "the seat's address",
        "they go to the address of the seat now, or nowhere",
        {Loss.GRANTER_LEAVES: _PASSES_WITH_SEAT, Loss.PASSWORD_CHANGED: _NO_KEY},
    ),
    Grant(
        "share of a game's chance",
        ("server.members:promise",),
        "the player",
        "the player",
        "its player is in the open game: when one leaves, all promise again",
        {
            Loss.GRANTER_LEAVES: _MADE_BY_PLAYER,
            Loss.PASSWORD_CHANGED: "the player knows the share, and the server only its hash",
        },
    ),
    Grant(
        "opened diary",
        ("server.notes",),
        "its writer",
        "everybody, with the archive",
        "the note is there and opened when the archive is read",
        {
            Loss.GRANTER_LEAVES: "nobody else has a part in it",
            Loss.HOLDER_LEAVES: "the writer opened it; it can be closed again",
            Loss.PASSWORD_CHANGED: "the writer opened it; it can be closed again",
        },
    ),
    Grant(
        "decisions on a game",
        ("game.deadline_changes", "game.upgrades"),
        "the gamemaster; of a vacation the player",
        "the game",
        "the latest decision holds: deadlines, pinned versions, vacations",
        dict.fromkeys(Loss, _GAME_DECISION),
    ),
)

#: Tables and jobs without a row, and why.
NO_GRANTS = {
    "server.facts": "the server's own",
    "server.mails": "texts of mails; what their links grant stands above",
    "server.read_mails": "what was done",
    "server.games": "the directory",
    "server.counters": "counts",
    "server.jobs:mail": "asked for by no person: it sends what was put down with a grant above",
    "server.jobs:deadlines": "asked for by no person: it does what the game's rule says",
    "server.jobs:notices": "asked for by no person: each webhook is looked at when it is posted to",
    "server.jobs:outbox": "asked for by no person: it sends mails that wait",
    "server.jobs:mailbox": "asked for by no person: each mail is looked at when it is read",
    "game.game": "the game",
    "game.turns": "what was done",
    "game.reports": "what was done; each request looks whose seat it is",
    "game.endings": "what was done",
    "game.mails": "what was done",
    "game.deliveries": "what was done",
    "game.postponements": "what was done",
    "game.roles": "kinds of seats",
    "game.joinings": "what was done",
    "game.readings": "what was done",
    "game.written": "what was done",
    "game.undone": "what was done",
    "game.undone_reports": "what was done",
    "game.set_ups": "what was done",
    "game.letters": "what was done",
    "game.wrong_passwords": "counts",
    "game.arrivals": "what was done",
    "game.audit": "what was done",
    "game.audit_texts": "what was done",
    "game.edits": "what was done",
    "game.between_turns": "what was done",
    "game.on_behalf": "what was done",
    "game.press_rules": "a rule of the game",
    "game.messages": "what was done",
    "game.message_reports": "what was done",
    "game.happenings": "what was done",
    "game.happening_hearers": "what was done",
    "game.tellings": "posts that wait; their webhook is looked at",
    "game.telling_attempts": "what was done",
    "game.feeds": "of versions before; nothing is read by it",
    "game.notice_mutes": "wishes; they end with the player",
    "game.reminded": "what was done",
}
