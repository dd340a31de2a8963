"""Joining, leaving and starting an open game."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.clock import stamp
from horizons_host.games.setup import create_game
from horizons_host.messages import rules
from horizons_host.seats.seats import seats_from
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import (
    deadlines,
    directory,
    notifications,
    players,
    seats,
    sharing,
    waiting_room,
)
from horizons_host.server.games.directory import ListedGame, Membership
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.jobs import delivery
from horizons_host.server.people import blocks
from horizons_host.server.service import Service
from horizons_host.store import SeatRecord


class JoiningError(HorizonsError):
    """A game that cannot be joined, left or started now."""


def join(service: Service, account: Account, key: str, seat: str) -> None:
    """Take a seat in an open game, under a name; raises JoiningError, OptionError.

    Joining again changes nothing.
    """
    with service.database.writing() as connection:
        game = directory.find_game_within(connection, key)
        join_within(service, connection, account, game, seat)


def join_within(
    service: Service,
    connection: Connection,
    account: Account,
    game: ListedGame,
    seat: str,
    *,
    is_invited: bool = False,
) -> None:
    """Take a seat in an open game within a transaction, which has read the game.

    The reliability that the game asks for isn't asked of invited players.
    """
    name = " ".join(seat.split()) or account.name
    game.terms.rules().info.check_names([name])
    present = [m for m in directory.members_of(connection, game.key) if m.left_at is None]
    _demand_place(game, present, account, name)
    if any(member.account == account.id and member.role == directory.PLAYER for member in present):
        return
    if not is_invited:
        _demand_reliability(connection, game, present, account)
    time = stamp(service.clock)
    directory.insert_member(connection, game.key, account.id, directory.PLAYER, name, time)


def _demand_reliability(
    connection: Connection, game: ListedGame, present: list[Membership], account: Account
) -> None:
    """Raise JoiningError for a player less reliable than the game asks, unless it is their own."""
    if any(member.account == account.id for member in present):
        return
    record = players.reliability_within(connection, account.id)
    if not players.is_reliable(record, game.terms.reliability):
        raise JoiningError(
            LocalizedText(
                "this game asks for orders in at least {number} % of your turns",
                number=game.terms.reliability,
            ),
            LocalizedText("choose another game, or ask its organizer for an invitation"),
        )


def _demand_place(game: ListedGame, present: list[Membership], account: Account, name: str) -> None:
    if game.state != directory.OPEN:
        raise JoiningError(
            LocalizedText("'{title}' has already started", title=game.terms.title),
            LocalizedText("choose another open game"),
        )
    roles = {member.role for member in present if member.account == account.id}
    if directory.GAMEMASTER in roles:
        raise JoiningError(
            LocalizedText("you are the gamemaster of this game"),
            LocalizedText("gamemasters can't play in their own game"),
        )
    if roles - {directory.ORGANIZER, directory.PLAYER}:
        raise JoiningError(
            LocalizedText(
                "you are already in '{title}', without an empire", title=game.terms.title
            ),
            LocalizedText("leave the game, then join it as a player"),
        )
    players = [member for member in present if member.role == directory.PLAYER]
    if any(member.account == account.id for member in players):
        return
    if len(players) >= game.terms.players:
        raise JoiningError(
            LocalizedText("'{title}' is full", title=game.terms.title),
            LocalizedText("choose another open game"),
        )
    if any(folded(member.seat) == folded(name) for member in present):
        raise JoiningError(
            LocalizedText("someone already plays as '{name}'", name=name),
            LocalizedText("choose another name"),
        )


def leave(service: Service, account: Account, key: str) -> None:
    """Leave an open or withdrawn game; for a running one see `seats.leave_running_game`."""
    if directory.find_game(service, key).state == directory.RUNNING:
        seats.leave_running_game(service, account, key)
        return
    with service.database.writing() as connection:
        state = connection.execute(
            select(tables.games.c.state).where(tables.games.c.key == key)
        ).scalar_one()
        if state == directory.WITHDRAWN:
            table = tables.members.c
            conditions = (table.game == key, table.account == account.id, table.left_at.is_(None))
            statement = update(tables.members).where(*conditions)
            connection.execute(statement.values(left_at=stamp(service.clock)))
            return
        if state != directory.OPEN:
            raise JoiningError(
                LocalizedText("the game is over or just starting"),
                LocalizedText("try again in a moment"),
            )
        has_left = connection.execute(
            update(tables.members)
            .where(
                tables.members.c.game == key,
                tables.members.c.account == account.id,
                tables.members.c.seat != "",
                tables.members.c.left_at.is_(None),
            )
            .values(left_at=stamp(service.clock))
        ).rowcount
        if has_left:
            waiting_room.end_readiness_within(service, connection, key, account)
            sharing.discard_commitments(connection, key)


def start(
    service: Service, key: str, *, seed: int | str | None = None, without: bool = False
) -> hz.Game | None:
    """Set up a game whose players have joined; return None if that was done before.

    An interrupted start is resumed. With verifiable dice, `without` starts the game without the
    players who withhold their share. Raises JoiningError while players are missing or another
    request starts the game, SharedChanceError while shares are missing.
    """
    game = directory.find_game(service, key)
    if game.state not in {directory.OPEN, directory.STARTING}:
        return None
    with service.database.location(key).exclusive("start") as locked:
        if not locked:
            raise JoiningError(
                LocalizedText("'{title}' is starting", title=game.terms.title),
                LocalizedText("reload the game page in a moment"),
            )
        return _start_locked(service, key, seed, without=without)


def _start_locked(
    service: Service, key: str, seed: int | str | None, *, without: bool
) -> hz.Game | None:
    game = directory.find_game(service, key)
    if game.state not in {directory.OPEN, directory.STARTING}:
        return None
    missing = game.terms.players - len(_players(service, key))
    if missing > 0 and game.state == directory.OPEN:
        raise JoiningError(
            LocalizedText.plural(
                "{count} player is missing", "{count} players are missing", count=missing
            ),
            LocalizedText("invite someone, or wait"),
        )
    if game.state == directory.OPEN:
        sharing.demand_shares(service, game, without=without)
        if not game.terms.shared_chance:
            _close(service, game)
        elif directory.find_game(service, key).state != directory.STARTING:
            return None  # it was withdrawn meanwhile
    created = None
    if not service.database.location(key).tables.exists():
        created = _create(service, game, seed)
    with service.database.game(key) as store:
        deadlines.apply_announced(service, store, game.terms.deadlines, game.terms.missing)
        rules.begin(store, game.terms.press_rule, service.clock)
        blocks.apply_blocks(service, game, store, _seated(service, key))
        for member in _seated(service, key):
            notifications.apply_settings(service, store, member.account, member.seat)
    directory.set_state(service, key, directory.STARTING, directory.RUNNING)
    jobs.begin_deadline_job(service, key)
    delivery.wake_delivery(service, key)
    return created


def _close(service: Service, game: ListedGame) -> None:
    """Let an open game start; raises JoiningError if it has changed, or lost players, meanwhile."""
    with service.database.writing() as connection:
        members = directory.members_of(connection, game.key)
        players = [m for m in members if m.role == directory.PLAYER and m.left_at is None]
        is_same = directory.find_game_within(connection, game.key) == game
        if not is_same or len(players) < game.terms.players:
            raise JoiningError(
                LocalizedText(
                    "the game has changed since you opened this page, so nothing was done"
                ),
                LocalizedText("check the current state, then send the form again"),
            )
        state = directory.OPEN, directory.STARTING
        directory.set_state_within(service, connection, game.key, *state)


def _seated(service: Service, key: str) -> list[Membership]:
    """List the members that have a seat, in whatever role."""
    return [m for m in directory.members(service, key) if m.left_at is None and m.seat]


def _players(service: Service, key: str) -> list[Membership]:
    return [member for member in _seated(service, key) if member.role == directory.PLAYER]


def _create(service: Service, game: ListedGame, seed: int | str | None) -> hz.Game:
    variant = game.terms.rules()
    place = service.database.location(game.key)
    return create_game(
        place.folder,
        variant,
        _seats(service, game, variant),
        name=game.key,
        seed=seed,
        options=game.terms.options,
        shared=sharing.shares(service, game.key) if game.terms.shared_chance else None,
        clock=service.clock,
        database=place.database,
    )


def _seats(service: Service, game: ListedGame, variant: hz.Variant) -> list[SeatRecord]:
    seated = _seated(service, game.key)
    people = [member.seat for member in seated if member.role == directory.PLAYER]
    addresses = [
        (member.seat, notifications.address_of(service, member.account)) for member in seated
    ]
    return seats_from(
        variant,
        people,
        game.terms.bot_seats(people),
        addresses=[pair for pair in addresses if pair[1]],
        roles=[(member.seat, member.role) for member in seated if member.role != directory.PLAYER],
    )
