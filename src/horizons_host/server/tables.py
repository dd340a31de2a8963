"""The server's own tables: accounts, memberships, jobs. The state of games is stored elsewhere."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, MetaData, Table, UniqueConstraint

from horizons_host.databases.engines import Tables
from horizons_host.store.columns import (
    Json,
    LongText,
    Whole,
    Words,
    are_mods,
    is_mapping,
    name_columns,
)

metadata = MetaData()

#: Facts of the server itself, such as the secret that signs its forms.
facts = Table(
    "facts",
    metadata,
    Column("name", Words, primary_key=True),
    Column("value", Words, nullable=False),
)
#: Accounts. A deleted account keeps its row for the games that it played, without personal data:
#: name, mail and password are removed. `folded` are normalized forms that must be unique; an
#: account made with an address of another, which no mail has confirmed, has no `folded_mail`.
accounts = Table(
    "accounts",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("name", Words, nullable=False),
    Column("folded_name", Words, nullable=False, unique=True),
    Column("mail", Words, nullable=False),
    Column("folded_mail", Words, unique=True),
    Column("confirmed_at", Words),
    Column("password_hash", Words),
    Column("settings", Json(is_mapping), nullable=False),
    Column("made_at", Words, nullable=False),
    Column("left_at", Words),
    sqlite_autoincrement=True,
)
#: Accounts that were made on the sign-up page and whose mail address is not confirmed yet, each
#: with the key of the browser that made it.
sign_ups = Table(
    "sign_ups",
    metadata,
    Column("account", Whole, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    Column("browser_hash", Words, nullable=False),
)
#: Sessions of browsers. Their keys, and all others here, are stored only as hashes.
sessions = Table(
    "sessions",
    metadata,
    Column("key_hash", Words, primary_key=True),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
    Column("agent", Words, nullable=False),
    Column("made_at", Words, nullable=False),
    Column("seen_at", Words, nullable=False),
    Column("ends_at", Words, nullable=False),
    Index("sessions_of_an_account", "account"),
)
#: API tokens.
tokens = Table(
    "tokens",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
    Column("name", Words, nullable=False),
    Column("key_hash", Words, nullable=False, unique=True),
    Column("made_at", Words, nullable=False),
    Column("seen_at", Words),
    Index("tokens_of_an_account", "account"),
    sqlite_autoincrement=True,
)
#: Links sent by mail, each valid once: to confirm an address, sign in, set a password.
links = Table(
    "links",
    metadata,
    Column("key_hash", Words, primary_key=True),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
    Column("purpose", Words, nullable=False),
    Column("mail", Words, nullable=False),
    Column("made_at", Words, nullable=False),
    Column("ends_at", Words, nullable=False),
    Index("links_of_an_account", "account"),
)
#: Attempts within a time window, by their subject: wrong passwords, requested mails.
attempts = Table(
    "attempts",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("what", Words, nullable=False),
    Column("at", Words, nullable=False),
    Index("attempts_at_something", "what", "at"),
    sqlite_autoincrement=True,
)
#: The server's own mails: links, invitations. Mails of a game are queued in the game's own store.
mails = Table(
    "mails",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("recipient", Words, nullable=False),
    Column("subject", Words, nullable=False),
    Column("body", LongText, nullable=False),
    Column("made_at", Words, nullable=False),
    Column("state", Words, nullable=False),
    Column("reason", Words, nullable=False),
    sqlite_autoincrement=True,
)
#: Incoming mails that were read, and when that was noted: see `jobs/mailbox.py`.
read_mails = Table(
    "read_mails",
    metadata,
    Column("key", Words, primary_key=True),
    Column("at", Words, nullable=False),
)
#: The directory of games. An "open" game waits for players and has no store yet; "running" and
#: "ended" games have. `terms` are the announced settings: players, options, visibility. `chance`
#: holds the shares of the random seed until the game is set up, once all hashes are in.
games = Table(
    "games",
    metadata,
    Column("key", Words, primary_key=True),
    Column("name", Words, nullable=False),
    Column("variant", Words, nullable=False),
    Column("mods", Json(are_mods), nullable=False),
    Column("terms", Json(is_mapping), nullable=False),
    Column("state", Words, nullable=False),
    Column("made_at", Words, nullable=False),
    Column("started_at", Words),
    Column("ended_at", Words),
    Column("chance", Json(is_mapping), nullable=False),
)
#: Members of games: "gamemaster", "organizer", "player", "umpire" or "spectator". `seat` is the
#: name of the seat. Members who left stay in the list. `due` counts the turns for which a player
#: owed orders, `given` those for which they came; `promise` is the hash of a player's share of
#: the random seed.
members = Table(
    "members",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("game", Words, ForeignKey("games.key"), nullable=False),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
    Column("role", Words, nullable=False),
    Column("seat", Words, nullable=False),
    Column("joined_at", Words, nullable=False),
    Column("left_at", Words),
    Column("given", Whole, nullable=False),
    Column("due", Whole, nullable=False),
    Column("promise", Words, nullable=False),
    Index("members_of_a_game", "game"),
    Index("games_of_an_account", "account"),
    sqlite_autoincrement=True,
)
#: Invitations into a game, each valid once.
invitations = Table(
    "invitations",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("key_hash", Words, nullable=False, unique=True),
    Column("game", Words, ForeignKey("games.key"), nullable=False),
    Column("role", Words, nullable=False),
    Column("seat", Words, nullable=False),
    Column("made_by", Whole, ForeignKey("accounts.id"), nullable=False),
    Column("made_at", Words, nullable=False),
    Column("ends_at", Words, nullable=False),
    Column("used_by", Whole, ForeignKey("accounts.id")),
    sqlite_autoincrement=True,
)
#: The account that played the seat of an invitation when that was made. Accepting it replaces
#: that player, not a later holder of the seat.
replacements = Table(
    "replacements",
    metadata,
    Column(
        "invitation", Whole, ForeignKey("invitations.id"), primary_key=True, autoincrement=False
    ),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
)
#: Secret addresses for programs without cookies, such as calendars, that read an account's data:
#: of one game, or of all its games if `game` is "". Anyone who knows one can read it until it is
#: withdrawn.
feeds = Table(
    "feeds",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("key_hash", Words, nullable=False, unique=True),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
    Column("kind", Words, nullable=False),
    Column("game", Words, nullable=False),
    Column("made_at", Words, nullable=False),
    UniqueConstraint("account", "kind", "game", name="one_feed_of_a_kind"),
    sqlite_autoincrement=True,
)
#: Owners of the webhooks that were added on pages and by calls, by a hash of the secret that
#: signs their posts. Those that are not here were added by the server's administrator.
webhooks = Table(
    "webhooks",
    metadata,
    Column("secret_hash", Words, primary_key=True),
    Column("game", Words, ForeignKey("games.key"), nullable=False),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
)
#: Diaries: private notes about a turn. Only the writer reads them, unless they are published in
#: the archive, at `opened_at`.
notes = Table(
    "notes",
    metadata,
    Column("account", Whole, ForeignKey("accounts.id"), primary_key=True),
    Column("game", Words, ForeignKey("games.key"), primary_key=True),
    Column("turn", Whole, primary_key=True, autoincrement=False),
    Column("text", LongText, nullable=False),
    Column("opened_at", Words),
    Column("written_at", Words, nullable=False),
)
#: Totals of the server, such as the number of turns run, for its metrics.
counters = Table(
    "counters",
    metadata,
    Column("name", Words, primary_key=True),
    Column("value", Whole, nullable=False),
)
#: Jobs for workers, and when they are due. `once` is a unique name: putting the same job twice
#: stores one. A "taken" job belongs to its `holder` until `held_until`; after that another worker
#: may take it over.
jobs = Table(
    "jobs",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("kind", Words, nullable=False),
    Column("game", Words, nullable=False),
    Column("once", Words, nullable=False, unique=True),
    Column("facts", Json(is_mapping), nullable=False),
    Column("state", Words, nullable=False),
    Column("due_at", Words, nullable=False),
    Column("holder", Words, nullable=False),
    Column("held_until", Words, nullable=False),
    Column("attempts", Whole, nullable=False),
    Column("says", LongText, nullable=False),
    Index("jobs_that_are_due", "state", "due_at", "id"),
    sqlite_autoincrement=True,
)
name_columns(metadata)

#: The schema of these tables; marked in a file as "HrzS".
TABLES = Tables(0x48727A53, 3, metadata, "server")
