"""Games whose only gamemaster has left the server: the server runs them by a fixed schedule."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, update

from horizons_host.clock import stamp
from horizons_host.deadlines.changes import set_rule
from horizons_host.deadlines.facts import quick_facts
from horizons_host.deadlines.missing import set_game_policy
from horizons_host.server import tables
from horizons_host.server.games import deadlines, directory
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.service import Service
from horizons_host.store import SERVER, Deadlines, GameStore
from horizons_host.store.game_policy import MISSING

#: The schedule of a game that had none.
SCHEDULE: Mapping[str, Any] = {"rule": "Sun 20:00 UTC", "when_final": True}
_REASON = "its gamemaster has left the server"


def continue_without_gamemaster(service: Service, key: str) -> None:
    """Let a game continue without a gamemaster; a game that has another one stays as it is.

    The player who joined first becomes the organizer. An open game without players is cancelled.
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
            _cancel(connection, key)
            return
        if game.state == directory.OPEN and not game.terms.deadlines:
            _announce_schedule(service, connection, game)
    if game.state == directory.RUNNING:
        deadlines.apply_change(service, key, lambda store: _run_by_rule(service, store))


def _cancel(connection: Connection, key: str) -> None:
    for table in (tables.members, tables.invitations):
        connection.execute(table.delete().where(table.c.game == key))
    connection.execute(tables.games.delete().where(tables.games.c.key == key))


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
