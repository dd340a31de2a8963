"""The calls about seats: who plays them, their papers, invitations, and backups of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.arrangements import seating, set_address, set_bot, set_password
from horizons_host.backups import backups
from horizons_host.desk.handover import handover
from horizons_host.server.api.calling import Called, access_of, caller
from horizons_host.server.api.desk import desk_of
from horizons_host.server.api.desk_shapes import (
    BackupSummary,
    InvitationRequest,
    NewInvitation,
    RestoreRequest,
    SeatAddress,
    SeatBot,
    SeatPassword,
    SeatRelease,
    SeatSettings,
)
from horizons_host.server.api.joining import JoinedSeat, SeatRequest
from horizons_host.server.games import backing_up, invitations, seats
from horizons_host.server.injected import Key, Served
from horizons_host.server.service import Service
from horizons_host.store import GameStore


def _seats(store: GameStore) -> list[SeatSettings]:
    return [SeatSettings(**line) for line in seating(store)]


def _arranged(
    request: Called, service: Service, key: str, act: Callable[[GameStore], object]
) -> list[SeatSettings]:
    """Arrange something, as the gamemaster; gives all seats as they are then."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        act(store)
        return _seats(store)


@get("/games/{key:str}/seats", sync_to_thread=True)
def arranged(request: Called, service: Served, key: Key) -> list[SeatSettings]:
    """The seats, as the gamemaster has arranged them."""
    return _arranged(request, service, key, lambda _: None)


@post("/games/{key:str}/seats/bot", sync_to_thread=True, status_code=200)
def bot(
    request: Called, service: Served, key: Key, data: RequestBody[SeatBot]
) -> list[SeatSettings]:
    """Have a seat be played by a bot, or by a person again."""
    return _arranged(
        request, service, key, lambda store: set_bot(store, data.seat, data.bot, service.clock)
    )


@post("/games/{key:str}/seats/address", sync_to_thread=True, status_code=200)
def address(
    request: Called, service: Served, key: Key, data: RequestBody[SeatAddress]
) -> list[SeatSettings]:
    """Have a seat's mails go to another address."""
    return _arranged(
        request,
        service,
        key,
        lambda store: set_address(store, data.seat, data.address, service.clock),
    )


@post("/games/{key:str}/seats/password", sync_to_thread=True, status_code=200)
def password(
    request: Called, service: Served, key: Key, data: RequestBody[SeatPassword]
) -> list[SeatSettings]:
    """Give a seat a password for orders by mail."""
    return _arranged(
        request,
        service,
        key,
        lambda store: set_password(store, data.seat, data.password, service.clock),
    )


@post("/games/{key:str}/seats/free", sync_to_thread=True, status_code=200)
def free(
    request: Called, service: Served, key: Key, data: RequestBody[SeatRelease]
) -> list[SeatSettings]:
    """Take a seat from its player, for a reason that all may read; it waits for somebody."""
    return _arranged(
        request, service, key, lambda _: seats.free(service, key, data.seat, data.reason)
    )


@post("/games/{key:str}/seats/take", sync_to_thread=True, status_code=200)
def take(request: Called, service: Served, key: Key, data: RequestBody[SeatRequest]) -> JoinedSeat:
    """Take over a seat that nobody plays, in a game that everybody may join."""
    seats.take_free(service, caller(request), access_of(request, service, key), data.seat)
    return JoinedSeat(key, access_of(request, service, key).demand_seat())


@get("/games/{key:str}/handover", sync_to_thread=True)
def papers(request: Called, service: Served, key: Key) -> dict[str, Any]:
    """All that belongs to one's own seat, with what its earlier holders saw and ordered."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return handover(store, seat).told()


@post("/games/{key:str}/invitations", sync_to_thread=True)
def invite(
    request: Called, service: Served, key: Key, data: RequestBody[InvitationRequest]
) -> NewInvitation:
    """Make an invitation; its address is not told again."""
    found = access_of(request, service, key)
    found.demand_arranger()
    return NewInvitation(invitations.invite(service, found, data.role, data.seat, data.mail))


def _backups(store: GameStore) -> list[BackupSummary]:
    return [
        BackupSummary(one["number"], one["turn"], one["reason"], one["bytes"])
        for one in (found.told() for found in backups(store.folder))
    ]


@get("/games/{key:str}/backups", sync_to_thread=True)
def backup_lines(request: Called, service: Served, key: Key) -> list[BackupSummary]:
    """The backups of the game."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return _backups(store)


@post("/games/{key:str}/backups", sync_to_thread=True)
def make_backup(request: Called, service: Served, key: Key) -> list[BackupSummary]:
    """Make a backup; gives all of them."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        backing_up.make(store)
        return _backups(store)


@post("/games/{key:str}/restore", sync_to_thread=True, status_code=200)
def restore(
    request: Called, service: Served, key: Key, data: RequestBody[RestoreRequest]
) -> list[BackupSummary]:
    """Go on with the game as a backup has it; all players are told."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        backing_up.restore(service, key, store, data.number)
        return _backups(store)


HANDLERS: tuple[HTTPRouteHandler, ...] = (
    arranged,
    bot,
    address,
    password,
    free,
    take,
    papers,
    invite,
    backup_lines,
    make_backup,
    restore,
)
