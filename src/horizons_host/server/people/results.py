"""Results of people in finished games.

A result is stored once the archive of a game opens: until then the end can be undone, and nobody
may learn who plays which seat. An open archive never closes again, so results are final. These
rules say what counts for ratings:

- Lessons, games of one person and seats that bots play at the end don't count.
- Winners share the first place; the others follow in the order of the game's ranking.
- Who left the game, or was removed from it, has the last place, shared with all others who did.
- Who took over a seat keeps its place, which counts for ratings after half of the game's turns.
- A game that its gamemaster ended without a winner has no result. One that was ended with winners,
  because the others conceded or all agreed, counts like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen
from sqlalchemy import delete, insert, select, update

import horizons_core as hz
from horizons_core.model import places_of
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.games.directory import PLAYER, ListedGame, Membership
from horizons_host.server.games.terms import AT_END, FROM_START
from horizons_host.server.jobs import queue
from horizons_host.server.service import Service
from horizons_host.store import Attendance, GameStore

#: The job that computes the ratings of a variant again.
RATINGS_KIND = "ratings"
#: The place of a game without a result.
NO_PLACE = 0


@frozen
class Result:
    """The result of an account in a game."""

    account: int
    seat: str
    place: int
    empires: int
    is_rated: bool


def record_results(service: Service, game: ListedGame, store: GameStore) -> None:
    """Store the results of a game whose archive is open; calling it again changes nothing."""
    if not game.terms.is_between_people or game.ended_at is None:
        return
    rows = [
        {
            "game": game.key,
            "account": result.account,
            "seat": result.seat,
            "place": result.place,
            "empires": result.empires,
            "rated": int(result.is_rated),
            "at": game.ended_at,
        }
        for result in results_of(game, directory.members(service, game.key), store)
    ]
    table, days = tables.results, tables.attendance_days
    name, facts = f"{RATINGS_KIND} {game.key}", {"variant": game.terms.variant}
    time = stamp(service.clock)
    with service.database.writing() as connection:
        connection.execute(delete(table).where(table.c.game == game.key))
        if rows:
            connection.execute(insert(table), rows)
        connection.execute(update(days).where(days.c.game == game.key).values(shown=1))
        queue.enqueue_within(connection, RATINGS_KIND, game.key, name, facts, due_at=time)


def are_players_shown(service: Service, game: ListedGame) -> bool:
    """Return whether everyone who sees a game may know who plays, or played, its seats."""
    if game.terms.names != AT_END or game.state != directory.ENDED:
        return game.terms.names == FROM_START
    table = tables.results.c
    statement = select(table.game).where(table.game == game.key).limit(1)
    return bool(service.database.select_rows(statement))


def results_of(game: ListedGame, members: list[Membership], store: GameStore) -> Iterator[Result]:
    """Yield the results of all people who played in a game that is over."""
    state = hz.load(store.snapshot().state)
    places = places_of(state, hz.variant_of(state).ranking(state))
    empires = len(state.empires)
    ending = store.ending()
    if ending is not None and not ending.winners:
        places = {}
    runs = [turn.run_at for turn in Attendance(store).turns()][1:]
    bots = {seat.name for seat in store.seats() if seat.bot}
    for member in _players(game, members).values():
        if not places:
            yield Result(member.account, member.seat, NO_PLACE, empires, is_rated=False)
        elif _left_early(game, member):
            yield Result(member.account, member.seat, empires, empires, is_rated=True)
        elif member.seat not in bots:
            place = places[state.participant(member.seat).id]
            played = sum(member.joined_at <= run for run in runs)
            is_rated = 2 * played >= len(runs)
            yield Result(member.account, member.seat, place, empires, is_rated)


def _players(game: ListedGame, members: list[Membership]) -> Mapping[int, Membership]:
    """Return the last membership of each account that played in the game after its start."""
    started: Any = game.started_at
    return {
        member.account: member
        for member in members
        if member.role == PLAYER and (member.left_at is None or member.left_at > started)
    }


def _left_early(game: ListedGame, member: Membership) -> bool:
    ended: Any = game.ended_at
    return member.left_at is not None and member.left_at < ended
