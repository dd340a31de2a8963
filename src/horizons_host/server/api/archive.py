"""API calls for the public record: the audit log, dice keys and the archive of an ended game."""

from __future__ import annotations

import json
from typing import Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.response import File

from horizons_host.games.archive import DATA
from horizons_host.games.audit import entries
from horizons_host.server.api.calling import ApiRequest, access_of, caller
from horizons_host.server.api.desk import AuditLogEntry, DiceKey, DiceKeys, desk_of
from horizons_host.server.games import archiving
from horizons_host.server.security.requests import InjectedService, Key


@get("/games/{key:str}/audit", sync_to_thread=True)
def get_audit_log(request: ApiRequest, service: InjectedService, key: Key) -> list[AuditLogEntry]:
    """Return the audit log: what the gamemasters did, oldest first."""
    access = access_of(request, service, key)
    access.demand_member()
    with service.database.game(key) as store:
        log = entries(store, public=not access.is_gamemaster)
    return [AuditLogEntry(**entry.to_dict(public=True)) for entry in log]


@get("/games/{key:str}/dice", sync_to_thread=True)
def get_dice_keys(request: ApiRequest, service: InjectedService, key: Key) -> DiceKeys:
    """Return the dice keys that your reports show, and the commitments for the coming turn."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        known = archiving.dice_keys_of(store, seat)
    entries = [
        DiceKey(entry.turn, entry.audience, entry.key, entry.matches) for entry in known.keys
    ]
    return DiceKeys(known.turn, list(known.commitments), entries)


@get("/games/{key:str}/archive", sync_to_thread=True)
def get_archive(request: ApiRequest, service: InjectedService, key: Key) -> dict[str, Any]:
    """Return a summary of an ended game; `archive.zip` also has its reports and orders."""
    file = archiving.readable_archive(service, access_of(request, service, key))
    content: dict[str, Any] = json.loads(archiving.archived_file(file, DATA))
    return content


@get("/games/{key:str}/archive.zip", sync_to_thread=True)
def download_archive(request: ApiRequest, service: InjectedService, key: Key) -> File:
    """Download the complete archive as one file, for `horizons verify --archive`."""
    file = archiving.readable_archive(service, access_of(request, service, key))
    return File(file, filename=f"{key}-archive.zip", media_type="application/zip")


@post("/games/{key:str}/archive", sync_to_thread=True, status_code=202)
def open_archive(request: ApiRequest, service: InjectedService, key: Key) -> None:
    """Open the archive of an ended game now, as its gamemaster, instead of waiting for its date."""
    desk_of(request, service, key)
    archiving.request_opening(service, key, caller(request))


ARCHIVE_CALLS: tuple[HTTPRouteHandler, ...] = (
    get_audit_log,
    get_dice_keys,
    get_archive,
    download_archive,
    open_archive,
)
