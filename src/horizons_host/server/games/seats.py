"""Leaving, taking and freeing the seats of running games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import Connection, func, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.clock import stamp
from horizons_host.games.setup import join_game
from horizons_host.seats.changes import hand_over, set_bot, vacate
from horizons_host.seats.handover import holders
from horizons_host.seats.seats import new_seat, seat_of
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, notifications
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import PLAYER, RUNNING, ListedGame, Membership
from horizons_host.server.people import blocks
from horizons_host.server.service import Service
from horizons_host.store import GAMEMASTER, GameStore, SeatRecord


class RoleError(HorizonsError):
    """A role that an account cannot have in a game."""


def watch(service: Service, account: Account, rights: Access, name: str) -> None:
    """Follow a public game as a spectator; raises RoleError."""
    with service.database.writing() as connection:
        game = directory.find_game_within(connection, rights.game.key)
        if not game.terms.listed or not game.terms.spectators:
            raise RoleError(
                LocalizedText("spectators need an invitation to this game"),
                LocalizedText("ask the gamemaster"),
            )
        take_role_within(service, connection, account, game, directory.SPECTATOR, name)


def take_role_within(
    service: Service,
    connection: Connection,
    account: Account,
    game: ListedGame,
    role: str,
    name: str,
) -> None:
    """Join a game without an empire, under a name of the account's choice.

    Raises RoleError for a player, for a role that the account already has, and after the game's
    end, and what `Variant.join` raises for a name.
    """
    if game.state not in {directory.OPEN, directory.RUNNING}:
        raise RoleError(
            LocalizedText("this game is over or just starting"),
            LocalizedText("try again in a moment"),
        )
    seat = "" if role == directory.GAMEMASTER else " ".join(name.split()) or account.name
    members = directory.members_of(connection, game.key)
    _demand_not_member(members, account, game, role)
    if seat and game.state == directory.OPEN:
        _demand_name(members, game, seat)
    elif seat:
        with service.database.game(game.key) as store:
            _add_seat(service, store, account, members, role, seat)
    directory.insert_member(connection, game.key, account.id, role, seat, stamp(service.clock))


def _demand_not_member(
    members: list[Membership], account: Account, game: ListedGame, role: str
) -> None:
    for member in members:
        present = member.account == account.id and member.left_at is None
        if present and member.role in {directory.PLAYER, role}:
            raise RoleError(
                LocalizedText("you are already in '{title}'", title=game.terms.title),
                LocalizedText("open the game page"),
            )


def _demand_name(members: list[Membership], game: ListedGame, seat: str) -> None:
    game.terms.rules().info.check_names([seat])
    if any(folded(member.seat) == folded(seat) for member in members if member.left_at is None):
        raise RoleError(
            LocalizedText("someone already uses the name '{name}' in this game", name=seat),
            LocalizedText("choose another name"),
        )


def _add_seat(
    service: Service,
    store: GameStore,
    account: Account,
    members: list[Membership],
    role: str,
    seat: str,
) -> None:
    """Add a seat to a running game's store, or reuse the one that the account has left."""
    address = notifications.address_of(service, account.id) or None
    known = any(member.name == seat and member.role == role for member in store.seats())
    used_by_others = any(member.seat == seat and member.account != account.id for member in members)
    if known and not used_by_others:
        hand_over(store, seat, "who was there before", None, address, service.clock)
    else:
        join_game(store, new_seat(seat, role, None, address), {}, service.clock)
    notifications.apply_settings(service, store, account.id, seat)


class SeatTakenError(HorizonsError):
    """A seat that cannot be left or taken over."""


def leave_running_game(service: Service, account: Account, key: str) -> None:
    """Leave a running game; the seat is open for another player, and everyone may read that.

    Gamemasters and members without an empire simply leave. Raises SeatTakenError for an account
    that is not in the game, and for its only gamemaster.
    """
    present = [member for member in directory.members(service, key) if member.left_at is None]
    places = [member for member in present if member.account == account.id]
    if not places:
        raise SeatTakenError(
            LocalizedText("you aren't in this game"), LocalizedText("choose another game")
        )
    masters = [member for member in present if member.role == directory.GAMEMASTER]
    if masters and masters == [member for member in places if member.role == directory.GAMEMASTER]:
        raise SeatTakenError(
            LocalizedText("you are the only gamemaster"),
            LocalizedText("invite another gamemaster first, or end the game"),
        )
    remove_members(service, key, places, LocalizedText("left the game"))


def free_seat(service: Service, key: str, seat: str, reason: str) -> None:
    """Remove the player of a seat, as gamemaster; raises SeatTakenError, SeatError."""
    explanation = " ".join(reason.split())
    if not explanation:
        raise SeatTakenError(
            LocalizedText("a reason is required"),
            LocalizedText("say why you are freeing the seat; everyone can read it"),
        )
    with service.database.game(key) as store:
        name = seat_of(store.seats(), seat).name
    places = [member for member in _players(service, key) if member.seat == name]
    if not places:
        raise SeatTakenError(
            LocalizedText("nobody plays {seat}", seat=name),
            LocalizedText("the seat is already free"),
        )
    words = LocalizedText("no longer plays ({why})", why=explanation)
    remove_members(service, key, places, words, GAMEMASTER)


def _players(service: Service, key: str) -> list[Membership]:
    present = directory.members(service, key)
    return [member for member in present if member.left_at is None and member.role == PLAYER]


def remove_members(
    service: Service, key: str, places: list[Membership], words: str, by: str = ""
) -> None:
    """Vacate these places in a running game; `words` says what happened to a player.

    The store is written within the server's transaction: if it is interrupted between the two, the
    next attempt repeats it.
    """
    time = stamp(service.clock)
    with service.database.writing() as connection, service.database.game(key) as store:
        for member in places:
            if directory.mark_left_within(connection, key, member, time) and member.seat:
                message = LocalizedText("{seat} {what}.", seat=member.seat, what=words)
                if member.role == PLAYER:
                    message = LocalizedText(
                        "The player of {seat} {what}.", seat=member.seat, what=words
                    )
                vacate(store, member.seat, message, service.clock, by or member.seat)


def free_seats(service: Service, key: str) -> list[str]:
    """List the seats of a running game that neither a player nor a bot plays."""
    with service.database.game(key) as store:
        return free_seats_among(_players(service, key), store.seats())


def free_seats_among(present: Iterable[Membership], seats: Sequence[SeatRecord]) -> list[str]:
    """List the seats that none of the members present plays."""
    played = {s.seat for s in present if s.role == PLAYER}
    return [s.name for s in seats if not s.bot and not s.role and s.name not in played]


def give_free_seat_to_bot(service: Service, rights: Access, seat: str, bot: str) -> None:
    """Let a bot play a free seat of a running game, so that its turns don't wait for nobody.

    Raises NoGameError unless the account arranges the game, SeatError for an unknown seat,
    SeatTakenError for a seat that isn't free, UnknownNameError.
    """
    rights.demand_arranger()
    with service.database.writing() as connection:
        key = directory.find_game_within(connection, rights.game.key).key
        present = [m for m in directory.members_of(connection, key) if m.left_at is None]
        with service.database.game(key) as store:
            place = seat_of(store.seats(), seat)
            if place.name not in free_seats_among(present, store.seats()):
                raise SeatTakenError(
                    LocalizedText("{seat} isn't free", seat=place.name),
                    LocalizedText("choose another seat"),
                )
            set_bot(store, place.name, bot, service.clock, rights.seat or GAMEMASTER)


def games_with_open_seat(service: Service) -> list[ListedGame]:
    """List the running games with an open seat that anyone may join, newest first.

    This reads the server's tables alone: a bot may play the seat by now.
    """
    table = tables.members
    statement = (
        select(table.c.game, func.count())
        .where(table.c.role == PLAYER, table.c.left_at.is_(None))
        .group_by(table.c.game)
    )
    with service.database.reading() as connection:
        players = {row[0]: row[1] for row in connection.execute(statement)}
    running = [game for game in directory.games_in_state(service, RUNNING) if game.terms.listed]
    return [game for game in running if players.get(game.key, 0) < game.terms.players]


def take_free_seat(service: Service, account: Account, rights: Access, seat: str) -> None:
    """Take an open seat in a game that anyone may join; raises SeatTakenError."""
    with service.database.writing() as connection:
        game = directory.find_game_within(connection, rights.game.key)
        if not game.terms.listed or game.state != RUNNING:
            raise SeatTakenError(
                LocalizedText("this seat needs an invitation"),
                LocalizedText("ask the gamemaster"),
            )
        take_seat_within(service, connection, account, game.key, seat, lambda _: False)


def take_seat_within(
    service: Service,
    connection: Connection,
    account: Account,
    key: str,
    seat: str,
    may_replace: Callable[[Membership | None], bool],
) -> None:
    """Take over a seat within a transaction; raises SeatTakenError, SeatError.

    `may_replace` returns whether this player, or (None) a bot, may be replaced.
    """
    members = directory.members_of(connection, key)
    with service.database.game(key) as store:
        place = seat_of(store.seats(), seat)
        _demand_new_to_game(members, account, place.name)
        holder = holder_within(members, place.name)
        taken = holder is not None or place.bot
        if place.role or (taken and not may_replace(holder)):
            raise SeatTakenError(
                LocalizedText("{seat} isn't free", seat=place.name),
                LocalizedText("choose another seat"),
            )
        _assign_seat(service, connection, store, account, key, place)
        game = directory.find_game_within(connection, key)
        present = [m for m in directory.members_of(connection, key) if m.left_at is None]
        blocks.apply_blocks(service, game, store, present)


def holder_within(members: Iterable[Membership], seat: str) -> Membership | None:
    """Return the player of a seat, or None."""
    present = (member for member in members if member.left_at is None and member.role == PLAYER)
    return next((member for member in present if member.seat == seat), None)


def _demand_new_to_game(members: Iterable[Membership], account: Account, seat: str) -> None:
    """Raise SeatTakenError for members, and for former players of another seat: they know too much.

    A former player of this very seat may return to it.
    """
    for member in members:
        conflicts = member.left_at is None or member.seat != seat
        if member.account == account.id and conflicts and member.role != directory.ORGANIZER:
            raise SeatTakenError(
                LocalizedText("you are already in this game, or had another seat in it"),
                LocalizedText("only someone new to the game can play a free seat"),
            )


def _assign_seat(
    service: Service,
    connection: Connection,
    store: GameStore,
    account: Account,
    key: str,
    place: SeatRecord,
) -> None:
    time, table = stamp(service.clock), tables.members
    current = (table.c.game == key, table.c.seat == place.name, table.c.left_at.is_(None))
    connection.execute(update(table).where(*current).values(left_at=time))
    directory.insert_member(connection, key, account.id, PLAYER, place.name, time)
    # The store names no account, so that a deleted account is named nowhere.
    person = f"player {len(holders(store, place)) + 1}"
    mail = notifications.address_of(service, account.id) or None
    hand_over(store, place.name, person, None, mail, service.clock)
    notifications.apply_settings(service, store, account.id, place.name)
