"""Deletion of an account, and the export of its data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, select, update

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.deadlines.changes import set_rule
from horizons_host.deadlines.missing_orders import set_game_policy
from horizons_host.deadlines.state import quick_facts
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.guests import stale_guests
from horizons_host.server.games import deadlines, directory, joining, seats, waiting_room
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.service import Service
from horizons_host.store import SERVER, Deadlines, GameStore
from horizons_host.store.submissions import MISSING

#: The schedule of a game that had none.
SCHEDULE: Mapping[str, Any] = {"rule": "Sun 20:00 UTC", "when_final": True}
_REASON = "its gamemaster has left the server"


def continue_without_gamemaster(service: Service, key: str) -> None:
    """Let a game continue without a gamemaster; a game that has another one stays as it is.

    The player who joined first becomes the organizer. An open game without players is withdrawn.
    """
    game = directory.find_game(service, key)
    with service.database.writing() as connection:
        present = [m for m in directory.members_of(connection, key) if m.left_at is None]
        if any(m.role in {directory.GAMEMASTER, directory.ORGANIZER} for m in present):
            return
        players = [member for member in present if member.role == directory.PLAYER]
        if players:
            time = stamp(service.clock)
            account = players[0].account
            directory.insert_member(connection, key, account, directory.ORGANIZER, "", time)
        elif game.state == directory.OPEN:
            directory.set_state_within(service, connection, key, game.state, directory.WITHDRAWN)
            return
        if game.state == directory.OPEN and not game.terms.deadlines:
            _announce_schedule(service, connection, game)
    if game.state == directory.RUNNING:
        deadlines.apply_change(service, key, lambda store: _run_by_rule(service, store))


def _announce_schedule(service: Service, connection: Connection, game: ListedGame) -> None:
    table = tables.games
    terms = evolve(game.terms, deadlines=deadlines.announced_schedule(service, SCHEDULE))
    connection.execute(update(table).where(table.c.key == game.key).values(terms=terms.to_dict()))


def _run_by_rule(service: Service, store: GameStore) -> None:
    """Set a schedule and a missing-orders policy, if a gamemaster used to decide these."""
    if quick_facts(store).course.rule is None:
        set_rule(store, SCHEDULE, reason=_REASON, clock=service.clock, by=SERVER)
    decided = [c.facts["kind"] for c in Deadlines(store).changes() if c.kind == MISSING]
    if not decided or decided[-1] == "wait":
        set_game_policy(store, "nothing", reason=_REASON, clock=service.clock, by=SERVER)


def leave_all_games(service: Service, account: Account) -> None:
    """Leave every game, including ended ones, whose last turn may still be undone.

    A running game without a gamemaster is then run by the server's schedule.
    """
    memberships = directory.games_of(service, account)
    for game, member in memberships:
        if game.state in {directory.RUNNING, directory.ENDED}:
            seats.remove_members(service, game.key, [member], LocalizedText("left the game"))
        elif game.state == directory.OPEN and member.seat:
            joining.leave(service, account, game.key)
        elif game.state == directory.OPEN:
            directory.mark_left(service, game.key, member)
    for game, member in memberships:
        if not member.seat and game.state in {directory.OPEN, directory.RUNNING}:
            continue_without_gamemaster(service, game.key)


def account_data(service: Service, account: Account) -> dict[str, Any]:
    """Return all data of an account in the server's own tables, without keys and hashes."""
    with service.database.reading() as connection:

        def rows(table: Any, *columns: str) -> list[dict[str, Any]]:
            statement = select(*(table.c[name] for name in columns))
            result = connection.execute(statement.where(table.c.account == account.id))
            return [dict(row) for row in result.mappings()]

        def people(table: Any) -> list[dict[str, Any]]:
            other = tables.accounts.c
            statement = select(other.name, table.c.at).join(table, table.c.about == other.id)
            result = connection.execute(statement.where(table.c.account == account.id))
            return [dict(row) for row in result.mappings()]

        return {
            "account": {
                "name": account.name,
                "mail": account.mail,
                "made_at": account.made_at,
                "settings": dict(account.settings),
            },
            "browsers": rows(tables.sessions, "agent", "made_at", "seen_at", "ends_at"),
            "devices": rows(tables.devices, "name", "language", "endpoint", "made_at"),
            "notifications": rows(
                tables.notifications,
                *("channel", "game", "kind", "recipient", "facts", "state", "at", "reply"),
            ),
            "tokens": rows(tables.tokens, "name", "made_at", "seen_at"),
            "feeds": rows(tables.feeds, "kind", "game", "made_at"),
            "diary": rows(tables.notes, "game", "turn", "text", "opened_at", "written_at"),
            "read_turns": rows(tables.read_turns, "game", "turn"),
            "waiting_rooms": rows(tables.room_entries, "game", "kind", "text", "at"),
            "problem_reports": rows(tables.problem_reports, "page", "agent", "text", "at"),
            "games": rows(tables.members, "game", "role", "seat", "joined_at", "left_at"),
            "attendance": rows(tables.attendance_days, "game", "day", "due", "given"),
            "results": rows(tables.results, "game", "seat", "place", "empires", "rated", "at"),
            "ratings": rows(tables.ratings, "variant", "mean", "deviation", "games"),
            "blocked": people(tables.blocks),
            "friends": people(tables.friends),
            "reports": rows(tables.complaints, "game", "text", "reason", "at", "closed_at"),
            "measures": rows(
                tables.measures,
                *("kind", "reason", "at", "ends_at", "lifted_at"),
                *("appeal", "appealed_at", "answer", "answered_at"),
            ),
            "traces": rows(tables.traces, "period", "kind"),
        }


def delete_stale_guests(service: Service) -> None:
    """Delete some guests who were not seen for a while, with their seats."""
    for guest in stale_guests(service):
        delete_account(service, guest)


def delete_account(service: Service, account: Account) -> None:
    """Delete an account. Games keep the seat's name and orders, without the person."""
    leave_all_games(service, account)
    time = stamp(service.clock)
    with service.database.writing() as connection:
        owned_tables = (
            *(tables.sessions, tables.tokens, tables.links, tables.feeds, tables.notes),
            *(tables.sign_ups, tables.devices, tables.notifications, tables.visits),
            *(tables.attendance_days, tables.ratings, tables.read_turns),
            *(tables.blocks, tables.moderators, tables.traces),
            *(tables.friends, tables.personal_invitations),
            *(tables.administrators, tables.problem_reports),
        )
        waiting_room.erase_messages(connection, account)
        for table in owned_tables:
            connection.execute(table.delete().where(table.c.account == account.id))
        for table in (tables.blocks, tables.friends):
            connection.execute(table.delete().where(table.c.about == account.id))
        connection.execute(
            update(tables.members)
            .where(tables.members.c.account == account.id, tables.members.c.left_at.is_(None))
            .values(left_at=time)
        )
        connection.execute(
            update(tables.mails)
            .where(tables.mails.c.recipient == account.mail)
            .values(recipient="", body="", state="failed", reason="the account was deleted")
        )
        connection.execute(
            update(tables.accounts)
            .where(tables.accounts.c.id == account.id)
            .values(
                name="deleted account",
                folded_name=f"left {account.id}",
                mail="",
                folded_mail=None,
                password_hash=None,
                settings={},
                left_at=time,
            )
        )
