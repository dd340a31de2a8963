"""API calls of the desk for seats, invitations and backups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.games.backups import backups
from horizons_host.seats.changes import seat_rows, set_address, set_bot, set_password
from horizons_host.seats.handover import handover
from horizons_host.server.api.calling import ApiRequest, access_of, caller
from horizons_host.server.api.desk import (
    BackupSummary,
    InvitationRequest,
    NewInvitation,
    RestoreRequest,
    SeatAddress,
    SeatBot,
    SeatPassword,
    SeatRelease,
    SeatSettings,
    desk_of,
)
from horizons_host.server.api.joining import JoinedSeat, SeatRequest
from horizons_host.server.games import invitations, maintenance, seats
from horizons_host.server.security.requests import InjectedService, Key
from horizons_host.server.service import Service
from horizons_host.store import GameStore


def _seats(store: GameStore) -> list[SeatSettings]:
    return [SeatSettings(**line) for line in seat_rows(store)]


def _change_seats(
    request: ApiRequest, service: Service, key: str, change: Callable[[GameStore], object]
) -> list[SeatSettings]:
    """Change the seats as the gamemaster and return all of them."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        change(store)
        return _seats(store)


@get("/games/{key:str}/seats", sync_to_thread=True)
def list_seats(request: ApiRequest, service: InjectedService, key: Key) -> list[SeatSettings]:
    """List the seats with the settings that the gamemaster made."""
    return _change_seats(request, service, key, lambda _: None)


@post("/games/{key:str}/seats/bot", sync_to_thread=True, status_code=200)
def set_seat_bot(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[SeatBot]
) -> list[SeatSettings]:
    """Let a bot play a seat, or return it to its player."""
    return _change_seats(
        request, service, key, lambda store: set_bot(store, data.seat, data.bot, service.clock)
    )


@post("/games/{key:str}/seats/address", sync_to_thread=True, status_code=200)
def set_seat_address(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[SeatAddress]
) -> list[SeatSettings]:
    """Set the email address of a seat."""
    return _change_seats(
        request,
        service,
        key,
        lambda store: set_address(store, data.seat, data.address, service.clock),
    )


@post("/games/{key:str}/seats/password", sync_to_thread=True, status_code=200)
def set_seat_password(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[SeatPassword]
) -> list[SeatSettings]:
    """Set a seat's password for orders by email."""
    return _change_seats(
        request,
        service,
        key,
        lambda store: set_password(store, data.seat, data.password, service.clock),
    )


@post("/games/{key:str}/seats/free", sync_to_thread=True, status_code=200)
def free_seat(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[SeatRelease]
) -> list[SeatSettings]:
    """Remove a seat's player, with a public reason; the seat is open for another player."""
    return _change_seats(
        request, service, key, lambda _: seats.free_seat(service, key, data.seat, data.reason)
    )


@post("/games/{key:str}/seats/take", sync_to_thread=True, status_code=200)
def take_seat(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[SeatRequest]
) -> JoinedSeat:
    """Take an open seat in a game that anyone may join."""
    seats.take_free_seat(service, caller(request), access_of(request, service, key), data.seat)
    return JoinedSeat(key, access_of(request, service, key).demand_seat())


@get("/games/{key:str}/handover", sync_to_thread=True)
def get_handover(request: ApiRequest, service: InjectedService, key: Key) -> dict[str, Any]:
    """Return the full history of your seat, including its earlier players' reports and orders."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return handover(store, seat).to_dict()


@post("/games/{key:str}/invitations", sync_to_thread=True)
def create_invitation(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[InvitationRequest]
) -> NewInvitation:
    """Create an invitation; its link is shown only once."""
    access = access_of(request, service, key)
    access.demand_arranger()
    person = invitations.find_person(service, data.account) if data.account else None
    link = invitations.create_invitation(
        service, access, data.role, data.seat, data.mail, data.places, person
    )
    return NewInvitation(link if person is None else "")


def _backups(store: GameStore) -> list[BackupSummary]:
    return [
        BackupSummary(facts["number"], facts["turn"], facts["reason"], facts["bytes"])
        for facts in (backup.to_dict() for backup in backups(store.folder))
    ]


@get("/games/{key:str}/backups", sync_to_thread=True)
def list_backups(request: ApiRequest, service: InjectedService, key: Key) -> list[BackupSummary]:
    """List the backups of the game."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return _backups(store)


@post("/games/{key:str}/backups", sync_to_thread=True)
def create_backup(request: ApiRequest, service: InjectedService, key: Key) -> list[BackupSummary]:
    """Make a backup and return all of them."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        maintenance.make_backup(store)
        return _backups(store)


@post("/games/{key:str}/restore", sync_to_thread=True, status_code=200)
def restore_backup(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[RestoreRequest]
) -> list[BackupSummary]:
    """Restore a backup; all players are notified."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        maintenance.restore_backup(service, key, store, data.number)
        return _backups(store)


SEAT_CALLS: tuple[HTTPRouteHandler, ...] = (
    list_seats,
    set_seat_bot,
    set_seat_address,
    set_seat_password,
    free_seat,
    take_seat,
    get_handover,
    create_invitation,
    list_backups,
    create_backup,
    restore_backup,
)
