"""Seats of running games: left, freed, and taken over by somebody who has not been in the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import Connection, func, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.arrangements import hand_over, vacate
from horizons_host.clock import stamp
from horizons_host.desk.turn_sheet import holders
from horizons_host.seating import seat_of
from horizons_host.server import tables
from horizons_host.server.games import directory, mailing
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import PLAYER, RUNNING, Listed, Member
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GAMEMASTER, GameStore, Seat


class SeatTakenError(HorizonsError):
    """A seat that cannot be left or taken over."""


def leave(service: Service, account: Account, key: str) -> None:
    """Leave a running game: the seat waits for somebody else, and everybody may read that.

    Who plays no empire, or runs the game, goes without more ado. Raises SeatTakenError for who is
    not in the game, and for its only gamemaster.
    """
    present = [one for one in directory.members(service, key) if one.left_at is None]
    own = [one for one in present if one.account == account.id]
    if not own:
        raise SeatTakenError(
            LocalizedText("you aren't in this game"), LocalizedText("choose another game")
        )
    masters = [one for one in present if one.role == directory.GAMEMASTER]
    if masters and masters == [one for one in own if one.role == directory.GAMEMASTER]:
        raise SeatTakenError(
            LocalizedText("you are the only gamemaster"),
            LocalizedText("invite another gamemaster first, or end the game"),
        )
    put_out(service, key, own, LocalizedText("left the game"))


def free(service: Service, key: str, seat: str, reason: str) -> None:
    """Take a seat from who plays it, by the gamemaster's word; raises SeatTakenError, SeatError."""
    why = " ".join(reason.split())
    if not why:
        raise SeatTakenError(
            LocalizedText("a reason is required"),
            LocalizedText("say why you are freeing the seat; everyone can read it"),
        )
    with service.database.game(key) as store:
        name = seat_of(store.seats(), seat).name
    own = [one for one in _holders(service, key) if one.seat == name]
    if not own:
        raise SeatTakenError(
            LocalizedText("nobody plays {seat}", seat=name),
            LocalizedText("the seat is already free"),
        )
    words = LocalizedText("no longer plays ({why})", why=why)
    put_out(service, key, own, words, GAMEMASTER)


def _holders(service: Service, key: str) -> list[Member]:
    present = directory.members(service, key)
    return [one for one in present if one.left_at is None and one.role == PLAYER]


def put_out(service: Service, key: str, own: list[Member], words: str, by: str = "") -> None:
    """Put these places in a running game out of use; `words` say of a player what happened.

    The store is written within the server's transaction: what is cut off between the two is done
    anew by the next attempt.
    """
    time = stamp(service.clock)
    with service.database.writing() as connection, service.database.game(key) as store:
        for member in own:
            if directory.departed(connection, key, member, time) and member.seat:
                said = LocalizedText("{seat} {what}.", seat=member.seat, what=words)
                if member.role == PLAYER:
                    said = LocalizedText(
                        "The player of {seat} {what}.", seat=member.seat, what=words
                    )
                vacate(store, member.seat, said, service.clock, by or member.seat)


def free_seats(service: Service, key: str) -> list[str]:
    """The seats of a running game that nobody plays, neither person nor bot."""
    with service.database.game(key) as store:
        return free_beside(_holders(service, key), store.seats())


def free_beside(present: Iterable[Member], seats: Sequence[Seat]) -> list[str]:
    """Those of a game's seats that nobody of those present plays."""
    taken = {one.seat for one in present if one.role == PLAYER}
    return [one.name for one in seats if not one.bot and not one.role and one.name not in taken]


def waiting(service: Service) -> list[Listed]:
    """The running games that everybody may join and that have lost somebody, the newest first.

    By the server's tables alone: a bot may play the seat by now.
    """
    table = tables.members
    wanted = (
        select(table.c.game, func.count())
        .where(table.c.role == PLAYER, table.c.left_at.is_(None))
        .group_by(table.c.game)
    )
    with service.database.reading() as connection:
        there = {row[0]: row[1] for row in connection.execute(wanted)}
    running = [one for one in directory.in_state(service, RUNNING) if one.terms.listed]
    return [one for one in running if there.get(one.key, 0) < one.terms.players]


def take_free(service: Service, account: Account, found: Access, seat: str) -> None:
    """Take a seat that nobody plays, in a game that anyone may join; raises SeatTakenError."""
    with service.database.writing() as connection:
        game = directory.find_within(connection, found.game.key)
        if not game.terms.listed or game.state != RUNNING:
            raise SeatTakenError(
                LocalizedText("this seat needs an invitation"),
                LocalizedText("ask the gamemaster"),
            )
        take_within(service, connection, account, game.key, seat, lambda _: False)


def take_within(
    service: Service,
    connection: Connection,
    account: Account,
    key: str,
    seat: str,
    may_replace: Callable[[Member | None], bool],
) -> None:
    """Play a seat from now on, within a transaction; raises SeatTakenError, SeatError.

    `may_replace` says whether this player may be put out, or (None) a bot.
    """
    members = directory.members_of(connection, key)
    with service.database.game(key) as store:
        place = seat_of(store.seats(), seat)
        _demand_new(members, account, place.name)
        holder = holder_within(members, place.name)
        taken = holder is not None or place.bot
        if place.role or (taken and not may_replace(holder)):
            raise SeatTakenError(
                LocalizedText("{seat} isn't free", seat=place.name),
                LocalizedText("choose another seat"),
            )
        _play(service, connection, store, account, key, place)


def holder_within(members: Iterable[Member], seat: str) -> Member | None:
    """The player of a seat; None if nobody has it."""
    present = (one for one in members if one.left_at is None and one.role == PLAYER)
    return next((one for one in present if one.seat == seat), None)


def _demand_new(members: Iterable[Member], account: Account, seat: str) -> None:
    """Raises SeatTakenError for who is in the game, or was at another place: they know too much.

    Who left this very seat may come back to it.
    """
    for member in members:
        elsewhere = member.left_at is None or member.seat != seat
        if member.account == account.id and elsewhere and member.role != directory.ORGANIZER:
            raise SeatTakenError(
                LocalizedText("you are already in this game, or had another seat in it"),
                LocalizedText("only someone new to the game can take over a seat"),
            )


def _play(
    service: Service,
    connection: Connection,
    store: GameStore,
    account: Account,
    key: str,
    place: Seat,
) -> None:
    time, table = stamp(service.clock), tables.members
    here = (table.c.game == key, table.c.seat == place.name, table.c.left_at.is_(None))
    connection.execute(update(table).where(*here).values(left_at=time))
    directory.insert_member(connection, key, account.id, PLAYER, place.name, time)
    # The store names no account: who has left the server is named nowhere.
    person = f"player {len(holders(store, place)) + 1}"
    at = mailing.address_of(service, account.id) or None
    hand_over(store, place.name, person, None, at, service.clock)
    mailing.settle(service, store, account.id, place.name)
