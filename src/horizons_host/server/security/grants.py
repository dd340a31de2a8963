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

_OUTSIDE_GAMES = "the server grants it, in no game"
_BEARER = "it names no person: anyone with the link may use it"
_CHECKED_IN_GAME = (
    "it is the account's: what it reaches in a game is looked at there, by each request"
)
_GAME_DECISION = "it is a decision on the game, which all may read; the next gamemaster changes it"
_PASSES_WITH_SEAT = "it is the seat's, and the next player gets it with the handover"
_MADE_BY_PLAYER = "the player makes it"
_NO_KEY = "no key or browser of the account is needed for it"


class Loss(Enum):
    """An event between the grant of a right and its use."""

    GRANTER_LEAVES = "its granter has left the game"
    HOLDER_LEAVES = "its holder has left the game"
    ACCOUNT_DELETED = "the holder's account was deleted"
    PASSWORD_CHANGED = "the holder's password was changed, and programs with it"  # noqa: S105
    SEAT_TAKEN = "another player has taken the seat"
    ADDRESS_PROVED = "a link to the holder's address was opened in another browser"
    WRONGLY_GUESSED = "the limit of wrong passwords was reached"


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
        """Return whether the right is refused after a loss."""
        return loss in self.ends_also or (loss in COMMON and loss not in self.survives)


GRANTS = (
    Grant(
        "invitation to a free seat",
        ("server.invitations:player",),
        "the gamemaster or organizer",
        "anyone with the link",
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
        "anyone with the link",
        "its maker is gamemaster now, and the seat was not taken since",
        {
            Loss.HOLDER_LEAVES: _BEARER,
            Loss.ACCOUNT_DELETED: _BEARER,
            Loss.PASSWORD_CHANGED: _BEARER,
        },
        (Loss.SEAT_TAKEN,),
    ),
    Grant(
        "invitation by name",
        ("server.personal_invitations",),
        "the gamemaster or organizer",
        "the invited account",
        "as for the same invitation by a link, and the account is the invited one",
        {
            Loss.HOLDER_LEAVES: "who has left may be invited back",
            Loss.PASSWORD_CHANGED: "it is the account's, and its owner signs in again",
        },
    ),
    Grant(
        "invitation to a role",
        ("server.invitations:role",),
        "the gamemaster",
        "anyone with the link",
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
        "moderator",
        ("server.moderators",),
        "the server's administrator",
        "the moderator",
        "the account is a moderator now, in the transaction of each act",
        {
            Loss.GRANTER_LEAVES: _OUTSIDE_GAMES,
            Loss.HOLDER_LEAVES: _OUTSIDE_GAMES,
            Loss.PASSWORD_CHANGED: "it is the account's, and its owner signs in again",
        },
    ),
    Grant(
        "page of the server's administrators",
        ("server.administrators",),
        "who runs the server, on its machine",
        "the administrator",
        "each request looks who is an administrator now",
        {
            Loss.GRANTER_LEAVES: _OUTSIDE_GAMES,
            Loss.HOLDER_LEAVES: _OUTSIDE_GAMES,
            Loss.PASSWORD_CHANGED: "it is the account's, and its owner signs in again",
        },
    ),
    Grant(
        "password",
        ("server.accounts", "server.attempts"),
        "the visitor who signs up",
        "anyone who knows it",
        "the account is there; wrong ones are counted for the account, however its name is written",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
        (Loss.ADDRESS_PROVED, Loss.WRONGLY_GUESSED),
    ),
    Grant(
        "link to confirm an address",
        ("server.links:confirm", "server.sign_ups"),
        "the server",
        "the reader of mails to the address",
        "the account is there and has this address; a password that was set in another browser"
        " before the address was proved ends with it",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
    ),
    Grant(
        "link to sign in",
        ("server.links:sign-in",),
        "the server",
        "the reader of mails to the address",
        "as for the link to confirm it",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES, Loss.HOLDER_LEAVES: _CHECKED_IN_GAME},
    ),
    Grant(
        "link to set a password",
        ("server.links:reset",),
        "the server or its administrator",
        "the reader of mails to the address",
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
        "open stream of facts",
        (),
        "the server",
        "the browser or program",
        "its session or token is there, and its account may know the fact, when that is sent",
        {Loss.GRANTER_LEAVES: _OUTSIDE_GAMES},
        (Loss.ADDRESS_PROVED,),
    ),
    Grant(
        "push notifications of a browser",
        ("server.devices", "game.notice_ways:push"),
        "its owner",
        "the browser",
        "its session is there, and its account has the seat when a notification is sent",
        {Loss.GRANTER_LEAVES: _MADE_BY_PLAYER},
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
        "anyone with the address",
        "its maker is in the game now",
        {Loss.GRANTER_LEAVES: _MADE_BY_PLAYER},
    ),
    Grant(
        "feed of a seat",
        ("server.feeds:seat",),
        "the player",
        "anyone with the address",
        "its maker has the seat now",
        {Loss.GRANTER_LEAVES: _MADE_BY_PLAYER},
    ),
    Grant(
        "feed of a game",
        ("server.feeds:atom",),
        "the gamemaster",
        "anyone with the address",
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
            Loss.PASSWORD_CHANGED: "its player sees it among the notifications, without its secret",
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
            Loss.PASSWORD_CHANGED: "the gamemaster sees it at the desk, without its secret",
        },
    ),
    Grant(
        "job of a gamemaster",
        ("server.jobs:turn", "server.jobs:trial", "server.jobs:version", "server.jobs:archive"),
        "the gamemaster who asked",
        "a worker",
        "the requester is gamemaster when it is run; jobs of the server have none",
        {
            Loss.HOLDER_LEAVES: "a worker has no place in a game",
            Loss.ACCOUNT_DELETED: "a worker has no account",
            Loss.PASSWORD_CHANGED: "a worker has no account",
        },
    ),
    Grant(
        "orders, draft or final",
        ("game.orders", "game.order_marks", "game.saved_drafts"),
        "the player",
        "the seat",
        "the turn counts the latest orders of the seat, no matter who gave them",
        dict.fromkeys(Loss, _PASSES_WITH_SEAT),
    ),
    Grant(
        "orders by mail",
        ("game.addresses", "game.arrangements"),
        "the player or the gamemaster",
        "the writer of mails from the seat's address, or with its password",
        "the seat has this address and password now: both end with its player",
        {Loss.GRANTER_LEAVES: _PASSES_WITH_SEAT, Loss.PASSWORD_CHANGED: _NO_KEY},
    ),
    Grant(
        "answer to a message by mail",
        ("game.message_copies", "game.message_blocks"),
        "the game",
        "the recipient of the mail",
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
        "everyone, with the archive",
        "the note is there and opened when the archive is read",
        {
            Loss.GRANTER_LEAVES: "no other person has a part in it",
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
    "server.problem_reports": "texts for administrators; each request looks who is one now",
    "server.mails": "texts of mails; the rights of their links are listed above",
    "server.read_mails": "history",
    "server.acceptances": "history",
    "server.invitation_places": "a limit of the invitations above",
    "server.notifications": "notifications that wait, whose browser is looked at; history",
    "server.visits": "history",
    "server.games": "the directory",
    "server.counters": "counts",
    "server.attendance_days": "history",
    "server.results": "history",
    "server.ratings": "derived from results",
    "server.friends": "wishes; they end with the account",
    "server.blocks": "wishes; they end with the account",
    "server.complaints": "history",
    "server.measures": "restrictions; each request looks whether they are in force",
    "server.moderation_log": "history",
    "server.traces": "hashes, deleted after some weeks",
    "server.jobs:demonstration": "asked for by no person: bots play its games",
    "server.jobs:ratings": "asked for by no person: it derives ratings from results",
    "server.guests": "limits of sessions above: each request looks what a guest may do",
    "server.read_turns": "history",
    "server.room_entries": "history; each request looks who is in the game",
    "server.jobs:mail": "asked for by no person: it sends what was put down with a grant above",
    "server.jobs:deadlines": "asked for by no person: it does what the game's rule says",
    "server.jobs:notices": "asked for by no person: each webhook is looked at when it is posted to",
    "server.jobs:push": "asked for by no person: each browser is looked at when it is sent to",
    "server.jobs:outbox": "asked for by no person: it sends mails that wait",
    "server.jobs:mailbox": "asked for by no person: each mail is looked at when it is read",
    "game.game": "the game",
    "game.turns": "history",
    "game.reports": "history; each request looks whose seat it is",
    "game.endings": "history",
    "game.mails": "history",
    "game.deliveries": "history",
    "game.postponements": "history",
    "game.roles": "kinds of seats",
    "game.joinings": "history",
    "game.readings": "history",
    "game.written": "history",
    "game.undone": "history",
    "game.undone_reports": "history",
    "game.set_ups": "history",
    "game.letters": "history",
    "game.wrong_passwords": "counts",
    "game.arrivals": "history",
    "game.audit": "history",
    "game.audit_texts": "history",
    "game.edits": "history",
    "game.between_turns": "history",
    "game.on_behalf": "history",
    "game.press_rules": "a rule of the game",
    "game.messages": "history",
    "game.message_reports": "history",
    "game.happenings": "history",
    "game.happening_hearers": "history",
    "game.tellings": "posts that wait; their webhook is looked at",
    "game.telling_attempts": "history",
    "game.feeds": "of versions before; nothing is read by it",
    "game.notice_mutes": "wishes; they end with the player",
    "game.reminded": "history",
}
