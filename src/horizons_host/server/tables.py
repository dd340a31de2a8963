"""The server's own tables, and the key hashes and time stamps stored in them.

The state of games is stored elsewhere.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from sqlalchemy import Column, ForeignKey, Index, MetaData, Table, UniqueConstraint

from horizons_host.clock import Clock, stamp
from horizons_host.store.columns import (
    CheckedInteger,
    CheckedJson,
    CheckedLongText,
    CheckedText,
    are_mods,
    is_mapping,
    name_columns,
)
from horizons_host.store.database import Tables


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

#: Facts of the server itself, such as the secret that signs its forms.
server_facts = Table(
    "facts",
    metadata,
    Column("name", CheckedText, primary_key=True),
    Column("value", CheckedText, nullable=False),
)
#: Accounts. A deleted account keeps its row for the games that it played, without personal data:
#: name, mail and password are removed. `folded` are normalized forms that must be unique; an
#: account made with an address of another, which no email has confirmed, has no `folded_mail`.
accounts = Table(
    "accounts",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("name", CheckedText, nullable=False),
    Column("folded_name", CheckedText, nullable=False, unique=True),
    Column("mail", CheckedText, nullable=False),
    Column("folded_mail", CheckedText, unique=True),
    Column("confirmed_at", CheckedText),
    Column("password_hash", CheckedText),
    Column("settings", CheckedJson(is_mapping), nullable=False),
    Column("made_at", CheckedText, nullable=False),
    Column("left_at", CheckedText),
    sqlite_autoincrement=True,
)
#: Accounts that were made on the sign-up page and whose email address is not confirmed yet, each
#: with the key of the browser that made it.
sign_ups = Table(
    "sign_ups",
    metadata,
    Column(
        "account", CheckedInteger, ForeignKey("accounts.id"), primary_key=True, autoincrement=False
    ),
    Column("browser_hash", CheckedText, nullable=False),
)
#: Sessions of browsers. Their keys, and all others here, are stored only as hashes.
sessions = Table(
    "sessions",
    metadata,
    Column("key_hash", CheckedText, primary_key=True),
    Column("account", CheckedInteger, ForeignKey("accounts.id"), nullable=False),
    Column("agent", CheckedText, nullable=False),
    Column("made_at", CheckedText, nullable=False),
    Column("seen_at", CheckedText, nullable=False),
    Column("ends_at", CheckedText, nullable=False),
    Index("sessions_of_an_account", "account"),
)
#: API tokens.
tokens = Table(
    "tokens",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("account", CheckedInteger, ForeignKey("accounts.id"), nullable=False),
    Column("name", CheckedText, nullable=False),
    Column("key_hash", CheckedText, nullable=False, unique=True),
    Column("made_at", CheckedText, nullable=False),
    Column("seen_at", CheckedText),
    Index("tokens_of_an_account", "account"),
    sqlite_autoincrement=True,
)
#: Links sent by email, each valid once: to confirm an address, sign in, set a password.
links = Table(
    "links",
    metadata,
    Column("key_hash", CheckedText, primary_key=True),
    Column("account", CheckedInteger, ForeignKey("accounts.id"), nullable=False),
    Column("purpose", CheckedText, nullable=False),
    Column("mail", CheckedText, nullable=False),
    Column("made_at", CheckedText, nullable=False),
    Column("ends_at", CheckedText, nullable=False),
    Index("links_of_an_account", "account"),
)
#: Attempts within a time window, by their subject: wrong passwords, requested mails.
attempts = Table(
    "attempts",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("what", CheckedText, nullable=False),
    Column("at", CheckedText, nullable=False),
    Index("attempts_at_something", "what", "at"),
    sqlite_autoincrement=True,
)
#: The server's own emails: links, invitations. Emails of a game are queued in the game's own store.
mails = Table(
    "mails",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("recipient", CheckedText, nullable=False),
    Column("subject", CheckedText, nullable=False),
    Column("body", CheckedLongText, nullable=False),
    Column("made_at", CheckedText, nullable=False),
    Column("state", CheckedText, nullable=False),
    Column("reason", CheckedText, nullable=False),
    sqlite_autoincrement=True,
)
#: Incoming emails that were read, and when that was noted: see `jobs/mailbox.py`.
read_mails = Table(
    "read_mails",
    metadata,
    Column("key", CheckedText, primary_key=True),
    Column("at", CheckedText, nullable=False),
)
#: The directory of games. An "open" game waits for players and has no store yet; "running" and
#: "ended" games have. `terms` are the announced settings: players, options, visibility. `chance`
#: holds the shares of the random seed until the game is set up, once all hashes are in.
games = Table(
    "games",
    metadata,
    Column("key", CheckedText, primary_key=True),
    Column("name", CheckedText, nullable=False),
    Column("variant", CheckedText, nullable=False),
    Column("mods", CheckedJson(are_mods), nullable=False),
    Column("terms", CheckedJson(is_mapping), nullable=False),
    Column("state", CheckedText, nullable=False),
    Column("made_at", CheckedText, nullable=False),
    Column("started_at", CheckedText),
    Column("ended_at", CheckedText),
    Column("chance", CheckedJson(is_mapping), nullable=False),
)
#: Members of games: "gamemaster", "organizer", "player", "umpire" or "spectator". `seat` is the
#: name of the seat. Members who left stay in the list. `due` counts the turns for which a player
#: owed orders, `given` those for which they came; `promise` is the hash of a player's share of
#: the random seed.
members = Table(
    "members",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("game", CheckedText, ForeignKey("games.key"), nullable=False),
    Column("account", CheckedInteger, ForeignKey("accounts.id"), nullable=False),
    Column("role", CheckedText, nullable=False),
    Column("seat", CheckedText, nullable=False),
    Column("joined_at", CheckedText, nullable=False),
    Column("left_at", CheckedText),
    Column("given", CheckedInteger, nullable=False),
    Column("due", CheckedInteger, nullable=False),
    Column("promise", CheckedText, nullable=False),
    Index("members_of_a_game", "game"),
    Index("games_of_an_account", "account"),
    sqlite_autoincrement=True,
)
#: Invitations into a game, each valid once.
invitations = Table(
    "invitations",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("key_hash", CheckedText, nullable=False, unique=True),
    Column("game", CheckedText, ForeignKey("games.key"), nullable=False),
    Column("role", CheckedText, nullable=False),
    Column("seat", CheckedText, nullable=False),
    Column("made_by", CheckedInteger, ForeignKey("accounts.id"), nullable=False),
    Column("made_at", CheckedText, nullable=False),
    Column("ends_at", CheckedText, nullable=False),
    Column("used_by", CheckedInteger, ForeignKey("accounts.id")),
    sqlite_autoincrement=True,
)
#: The account that played the seat of an invitation when that was made. Accepting it replaces
#: that player, not a later holder of the seat.
replacements = Table(
    "replacements",
    metadata,
    Column(
        "invitation",
        CheckedInteger,
        ForeignKey("invitations.id"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("account", CheckedInteger, ForeignKey("accounts.id"), nullable=False),
)
#: Secret addresses for programs without cookies, such as calendars, that read an account's data:
#: of one game, or of all its games if `game` is "". Anyone who knows one can read it until it is
#: withdrawn.
feeds = Table(
    "feeds",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("key_hash", CheckedText, nullable=False, unique=True),
    Column("account", CheckedInteger, ForeignKey("accounts.id"), nullable=False),
    Column("kind", CheckedText, nullable=False),
    Column("game", CheckedText, nullable=False),
    Column("made_at", CheckedText, nullable=False),
    UniqueConstraint("account", "kind", "game", name="one_feed_of_a_kind"),
    sqlite_autoincrement=True,
)
#: Owners of the webhooks that were added on pages and by calls, by a hash of the secret that
#: signs their posts. Those that are not here were added by the server's administrator.
webhooks = Table(
    "webhooks",
    metadata,
    Column("secret_hash", CheckedText, primary_key=True),
    Column("game", CheckedText, ForeignKey("games.key"), nullable=False),
    Column("account", CheckedInteger, ForeignKey("accounts.id"), nullable=False),
)
#: Diaries: private notes about a turn. Only the writer reads them, unless they are published in
#: the archive, at `opened_at`.
notes = Table(
    "notes",
    metadata,
    Column("account", CheckedInteger, ForeignKey("accounts.id"), primary_key=True),
    Column("game", CheckedText, ForeignKey("games.key"), primary_key=True),
    Column("turn", CheckedInteger, primary_key=True, autoincrement=False),
    Column("text", CheckedLongText, nullable=False),
    Column("opened_at", CheckedText),
    Column("written_at", CheckedText, nullable=False),
)
#: Totals of the server, such as the number of turns run, for its metrics.
counters = Table(
    "counters",
    metadata,
    Column("name", CheckedText, primary_key=True),
    Column("value", CheckedInteger, nullable=False),
)
#: Jobs for workers, and when they are due. `once` is a unique name: putting the same job twice
#: stores one. A "taken" job belongs to its `holder` until `held_until`; after that another worker
#: may take it over.
jobs = Table(
    "jobs",
    metadata,
    Column("id", CheckedInteger, primary_key=True),
    Column("kind", CheckedText, nullable=False),
    Column("game", CheckedText, nullable=False),
    Column("once", CheckedText, nullable=False, unique=True),
    Column("facts", CheckedJson(is_mapping), nullable=False),
    Column("state", CheckedText, nullable=False),
    Column("due_at", CheckedText, nullable=False),
    Column("holder", CheckedText, nullable=False),
    Column("held_until", CheckedText, nullable=False),
    Column("attempts", CheckedInteger, nullable=False),
    Column("says", CheckedLongText, nullable=False),
    Index("jobs_that_are_due", "state", "due_at", "id"),
    sqlite_autoincrement=True,
)
name_columns(metadata)

#: The schema of these tables; marked in a file as "HrzS".
TABLES = Tables(0x48727A53, 3, metadata, "server", oldest=2)
