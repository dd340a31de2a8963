"""The server's own tables: people, who they are in which game, and jobs. No fact of a game."""

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

#: One row for each of the server's own facts, such as the secret that its pages' forms are signed
#: with.
facts = Table(
    "facts",
    metadata,
    Column("name", Words, primary_key=True),
    Column("value", Words, nullable=False),
)
#: People. Who has left keeps the row, for the games that they played, and nothing of themselves in
#: it: name, mail and password are gone. `folded` are forms in which no two may be alike; an account
#: that was made with another's address, which no mail has proved, has none of it.
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
#: Accounts that somebody made on the page to sign up and whose mail address no link has proved yet,
#: each with the key of the browser in which it was made.
sign_ups = Table(
    "sign_ups",
    metadata,
    Column("account", Whole, ForeignKey("accounts.id"), primary_key=True, autoincrement=False),
    Column("browser_hash", Words, nullable=False),
)
#: Browsers that are signed in. Of their keys, and of all others here, only hashes are kept.
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
#: Keys for programs.
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
#: Links that were sent by mail, each good once: to confirm an address, sign in, set a password.
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
#: Attempts that are counted for a while, by what they were at: wrong passwords, mails asked for.
attempts = Table(
    "attempts",
    metadata,
    Column("id", Whole, primary_key=True),
    Column("what", Words, nullable=False),
    Column("at", Words, nullable=False),
    Index("attempts_at_something", "what", "at"),
    sqlite_autoincrement=True,
)
#: The server's own mails: links, invitations. A game's mails wait in the game's own store.
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
#: Mails that came in and were read, and when that was known: see `jobs/mailbox.py`.
read_mails = Table(
    "read_mails",
    metadata,
    Column("key", Words, primary_key=True),
    Column("at", Words, nullable=False),
)
#: The directory. A game that is "open" waits for players and has no store yet; "running" and
#: "ended" ones have. `terms` are what was announced: players, options, who may see it. `chance` are
#: the shares of chance of a game that is not set up yet, once all hashes of shares are in.
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
#: Who is what in a game: "gamemaster", "player", "umpire" or "spectator". `seat` is the name of the
#: seat. Who has left the game stays in the list. `due` counts the turns for which orders were due
#: from a player, `given` those for which they came; `promise` is the hash of a player's share of
#: chance.
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
#: Invitations into a game, each good once.
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
#: The account that played the seat of an invitation when that was made. Accepting it puts out that
#: player, and nobody who took the seat later.
replacements = Table(
    "replacements",
    metadata,
    Column(
        "invitation", Whole, ForeignKey("invitations.id"), primary_key=True, autoincrement=False
    ),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
)
#: Addresses by which programs that hold no cookie, such as calendars, read what is somebody's own:
#: of one game, or of all that the account is in, where `game` is "". Whoever knows one can read
#: it, until it is withdrawn.
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
#: Whose the webhooks are that were added on pages and by calls, by a hash of the secret that
#: their posts are signed with. Those that are not here were added by whoever runs the server.
webhooks = Table(
    "webhooks",
    metadata,
    Column("secret_hash", Words, primary_key=True),
    Column("game", Words, ForeignKey("games.key"), nullable=False),
    Column("account", Whole, ForeignKey("accounts.id"), nullable=False),
)
#: Diaries: what somebody wrote for themselves about a turn. Nobody else reads it, unless the writer
#: has said that it may be read in the archive; then `opened_at` is when.
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
#: What the server has done in all, such as turns that were run, for whoever watches it.
counters = Table(
    "counters",
    metadata,
    Column("name", Words, primary_key=True),
    Column("value", Whole, nullable=False),
)
#: What is to be done by a worker, and when. `once` is a name that no two jobs share: asking twice
#: for the same makes one job. A job that is "taken" is its `holder`'s until `held_until`; of one
#: that has died another takes it over then.
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

#: These tables, for the database they lie in; marked in a file as "HrzS".
TABLES = Tables(0x48727A53, 3, metadata, "server")
