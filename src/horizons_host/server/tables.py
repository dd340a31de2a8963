"""The server's own tables, and the key hashes and time stamps stored in them.

The state of games is stored elsewhere.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Annotated, Any

from sqlalchemy import Index, MetaData, UniqueConstraint

from horizons_host.clock import Clock, stamp
from horizons_host.store.columns import CheckedJson, are_mods, declare_table, name_columns
from horizons_host.store.database import Tables
from horizons_host.store.records import LongText


def new_key() -> str:
    """Return a random key of 256 bits, safe in cookies, headers and URLs."""
    return secrets.token_urlsafe(32)


def key_hash(key: str) -> str:
    """Return the hash stored for a key; a key is too long to guess, so it needs no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


def in_future(clock: Clock, later: timedelta) -> str:
    """Return the stamp of the time `later` from now."""
    return stamp(lambda: clock() + later)


def in_past(clock: Clock, before: timedelta) -> str:
    """Return the stamp of the time `before` ago."""
    return stamp(lambda: clock() - before)


metadata = MetaData()
_table = partial(declare_table, metadata)


class _Row:
    """Fields of rows."""

    account: Annotated[int, "accounts.id"]
    agent: str
    at: str
    attempts: int
    body: LongText
    auth: str
    browser_hash: str
    channel: str
    chance: Mapping[str, Any]
    confirmed_at: str | None
    device: int
    due: int
    due_at: str
    ended_at: str | None
    endpoint: LongText
    endpoint_hash: str
    ends_at: str
    facts: Mapping[str, Any]
    folded_mail: str | None
    folded_name: str
    game: Annotated[str, "games.key"]
    given: int
    held_until: str
    holder: str
    invitation: Annotated[int, "invitations.id"]
    joined_at: str
    key: str
    key_hash: str
    kind: str
    language: str
    left_at: str | None
    made_at: str
    made_by: Annotated[int, "accounts.id"]
    mail: str
    mods: Annotated[Sequence[Any], CheckedJson(are_mods)]
    name: str
    once: str
    opened_at: str | None
    password_hash: str | None
    places: int
    promise: str
    public_key: str
    purpose: str
    reason: str
    reply: str
    recipient: str
    role: str
    says: LongText
    seat: str
    secret_hash: str
    seen_at: str | None
    session: str
    settings: Mapping[str, Any]
    started_at: str | None
    state: str
    subject: str
    terms: Mapping[str, Any]
    text: LongText
    turn: int
    used_by: Annotated[int, "accounts.id"] | None
    value: str
    variant: str
    what: str
    written_at: str


class _AnyGame:
    """The key of a game that may have ended or never have begun, or ""."""

    game: str


class _Session:
    """A session or visit, which has always been seen."""

    seen_at: str


class _Counter:
    """A counter, whose value is a number."""

    value: int


#: Facts of the server itself, such as the secret that signs its forms.
server_facts = _table("facts", "name value", (_Row,))
#: Accounts. A deleted account keeps its row for the games that it played, without personal data:
#: name, mail and password are removed. `folded` are normalized forms that must be unique; an
#: account made with an address of another, which no email has confirmed, has no `folded_mail`.
accounts = _table(
    "accounts",
    "id name folded_name mail folded_mail confirmed_at password_hash settings made_at left_at",
    (_Row,),
    numbered=True,
    unique="folded_name folded_mail",
)
#: Accounts that were made on the sign-up page and whose email address is not confirmed yet, each
#: with the key of the browser that made it.
sign_ups = _table("sign_ups", "account browser_hash", (_Row,))
#: Sessions of browsers. Their keys, and all others here, are stored only as hashes.
sessions = _table(
    "sessions",
    "key_hash account agent made_at seen_at ends_at",
    (_Row, _Session),
    Index("sessions_of_an_account", "account"),
)
#: API tokens.
tokens = _table(
    "tokens",
    "id account name key_hash made_at seen_at",
    (_Row,),
    Index("tokens_of_an_account", "account"),
    numbered=True,
    unique="key_hash",
)
#: Links sent by email, each valid once: to confirm an address, sign in, set a password.
links = _table(
    "links",
    "key_hash account purpose mail made_at ends_at",
    (_Row,),
    Index("links_of_an_account", "account"),
)
#: Attempts within a time window, by their subject: wrong passwords, requested mails.
attempts = _table(
    "attempts", "id what at", (_Row,), Index("attempts_at_something", "what", "at"), numbered=True
)
#: The server's own emails: links, invitations. Emails of a game are queued in the game's own store.
mails = _table("mails", "id recipient subject body made_at state reason", (_Row,), numbered=True)
#: Incoming emails that were read, and when that was noted: see `jobs/mailbox.py`.
read_mails = _table("read_mails", "key at", (_Row,))
#: The directory of games. An "open" game waits for players and has no store yet; "running" and
#: "ended" games have. `terms` are the announced settings: players, options, visibility. `chance`
#: holds the shares of the random seed until the game is set up, once all hashes are in.
games = _table(
    "games", "key name variant mods terms state made_at started_at ended_at chance", (_Row,)
)
#: Members of games: "gamemaster", "organizer", "player", "umpire" or "spectator". `seat` is the
#: name of the seat. Members who left stay in the list. `due` counts the turns for which a player
#: owed orders, `given` those for which they came; `promise` is the hash of a player's share of
#: the random seed.
members = _table(
    "members",
    "id game account role seat joined_at left_at given due promise",
    (_Row,),
    Index("members_of_a_game", "game"),
    Index("games_of_an_account", "account"),
    numbered=True,
)
#: Invitations into a game. `used_by` is who took the last place.
invitations = _table(
    "invitations",
    "id key_hash game role seat made_by made_at ends_at used_by",
    (_Row,),
    numbered=True,
    unique="key_hash",
)
#: The number of people that an invitation is for, if there are several.
invitation_places = _table("invitation_places", "invitation places", (_Row,))
#: Who accepted an invitation.
acceptances = _table("acceptances", "invitation account at", (_Row,), keys=2)
#: The account that played the seat of an invitation when that was made. Accepting it replaces
#: that player, not a later holder of the seat.
replacements = _table("replacements", "invitation account", (_Row,))
#: Secret addresses for programs without cookies, such as calendars, that read an account's data:
#: of one game, or of all its games if `game` is "". Anyone who knows one can read it until it is
#: withdrawn.
feeds = _table(
    "feeds",
    "id key_hash account kind game made_at",
    (_Row, _AnyGame),
    UniqueConstraint("account", "kind", "game", name="one_feed_of_a_kind"),
    numbered=True,
    unique="key_hash",
)
#: Owners of the webhooks that were added on pages and by calls, by a hash of the secret that
#: signs their posts. Those that are not here were added by the server's administrator.
webhooks = _table("webhooks", "secret_hash game account", (_Row,))
#: Browsers that get push notifications: the address and keys of their push service. A browser gets
#: them while the session in which it asked for them lasts.
devices = _table(
    "devices",
    "id account session name language endpoint endpoint_hash public_key auth made_at",
    (_Row,),
    Index("devices_of_an_account", "account"),
    numbered=True,
    unique="endpoint_hash",
)
#: Notifications of accounts by channel: the queue of push notifications, and the log of all
#: deliveries. `once` is a unique name: a notification that is queued twice is stored once.
notifications = _table(
    "notifications",
    "id once account channel game kind recipient device facts state due_at attempts made_at at"
    " reply",
    (_Row, _AnyGame),
    Index("notifications_of_an_account", "account", "id"),
    Index("notifications_that_are_due", "state", "due_at", "id"),
    numbered=True,
    unique="once",
)
#: When an account last used the page of a game on a browser that gets push notifications.
visits = _table("visits", "account game seen_at", (_Row, _AnyGame, _Session), keys=2)
#: Diaries: private notes about a turn. Only the writer reads them, unless they are published in
#: the archive, at `opened_at`.
notes = _table("notes", "account game turn text opened_at written_at", (_Row,), keys=3)
#: Totals of the server, such as the number of turns run, for its metrics.
counters = _table("counters", "name value", (_Row, _Counter))
#: Jobs for workers, and when they are due. `once` is a unique name: putting the same job twice
#: stores one. A "taken" job belongs to its `holder` until `held_until`; after that another worker
#: may take it over.
jobs = _table(
    "jobs",
    "id kind game once facts state due_at holder held_until attempts says",
    (_Row, _AnyGame),
    Index("jobs_that_are_due", "state", "due_at", "id"),
    numbered=True,
    unique="once",
)


class _PeopleRow:
    """Fields of rows about people."""

    about: Annotated[int, "accounts.id"]
    account: Annotated[int, "accounts.id"]
    answer: LongText
    answered_at: str | None
    appeal: LongText
    appealed_at: str | None
    at: str
    by: Annotated[int, "accounts.id"]
    closed_at: str | None
    day: str
    decision: str
    deviation: int
    due: int
    empires: int
    ends_at: str | None
    game: Annotated[str, "games.key"]
    games: int
    given: int
    hash: str
    invitation: Annotated[int, "invitations.id"]
    kind: str
    lifted_at: str | None
    mean: int
    period: str
    place: int
    rated: int
    reason: LongText
    seat: str
    seen_at: str | None
    shown: int
    text: LongText
    variant: str
    words: LongText


#: Turns for which a player's orders were due, and given, by the day on which they were run. Games
#: of one person and lessons have none. `shown` is 1 once anyone may know who plays the seat.
attendance_days = _table(
    "attendance_days", "account game day due given shown", (_PeopleRow,), keys=3
)
#: Results of people in finished games whose archive was opened: the place among all `empires` (0:
#: without a result), when the game ended, and 1 in `rated` if the result counts for ratings.
results = _table("results", "game account seat place empires rated at", (_PeopleRow,), keys=2)
#: Ratings by variant, computed from all results: mean and standard deviation in thousandths.
ratings = _table("ratings", "account variant mean deviation games", (_PeopleRow,), keys=2)
#: Entries of the waiting rooms of open games, by `kind`: "message", "ready", "unready" and "change"
#: (of the settings, in sentences). None is deleted while its game exists: their number is part of
#: the game's version.
room_entries = _table(
    "room_entries",
    "id game account kind text at",
    (_Row,),
    Index("entries_of_a_room", "game"),
    numbered=True,
)
#: Friends of an account: people whom it follows. Nobody else sees them.
friends = _table("friends", "account about at", (_PeopleRow,), keys=2)
#: The account for which an invitation by name is meant.
personal_invitations = _table("personal_invitations", "invitation account", (_PeopleRow,))
#: People whom an account has blocked. Nobody else sees them.
blocks = _table("blocks", "account about at", (_PeopleRow,), keys=2)
#: Moderators of the server, appointed by its administrator.
moderators = _table("moderators", "account at", (_PeopleRow,))
#: Complaints to the moderators about a person (`about`), with the message that it is about.
complaints = _table(
    "complaints",
    "id account about game seat text reason at closed_at decision",
    (_PeopleRow, _AnyGame),
    numbered=True,
)
#: Measures of moderators: "warning", "mute" or "ban", until `ends_at` or for good, with the reason
#: that the person is told, one appeal, and its answer.
measures = _table(
    "measures",
    "id account kind reason by at ends_at lifted_at seen_at appeal appealed_at answer answered_at",
    (_PeopleRow,),
    Index("measures_of_an_account", "account"),
    numbered=True,
)
#: Everything that moderators did.
moderation_log = _table("moderation_log", "id at by about kind words", (_PeopleRow,), numbered=True)
#: Keyed hashes of the browsers and networks from which accounts were used in a week. The key of a
#: week is in `facts`; both are deleted after some weeks.
traces = _table("traces", "account period kind hash", (_PeopleRow,), keys=4)
#: The latest turn of a game whose report an account has opened.
read_turns = _table("read_turns", "account game turn", (_Row,), keys=2)
#: Accounts of guests, who have not signed up yet; also of those who were deleted.
guests = _table("guests", "account made_at", (_Row,))


class _ReportRow:
    """Fields of problem reports."""

    account: Annotated[int, "accounts.id"] | None
    agent: str
    at: str
    done_at: str | None
    page: str
    text: LongText
    version: str


#: Administrators, appointed on the server's machine.
administrators = _table("administrators", "account at", (_Row,))
#: Problems reported to the administrators, on a page and with a version of this program. Reports
#: of visitors without an account have none. They are deleted after a time.
problem_reports = _table(
    "problem_reports", "id at account page version agent text done_at", (_ReportRow,), numbered=True
)
name_columns(metadata)

#: The schema of these tables; marked in a file as "HrzS".
TABLES = Tables(0x48727A53, 5, metadata, "server", oldest=2)
