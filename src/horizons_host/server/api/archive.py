"""The calls about what all may read: the audit, keys of dice, and the archive after the end."""

from __future__ import annotations

import json
from typing import Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.response import File

from horizons_host.desk.archive_pages import DATA
from horizons_host.desk.audit import entries
from horizons_host.server.api.calling import Called, access_of, caller
from horizons_host.server.api.desk import desk_of
from horizons_host.server.api.desk_shapes import AuditLogEntry, DiceKey, DiceKeys
from horizons_host.server.games import archiving, dice
from horizons_host.server.injected import Key, Served


@get("/games/{key:str}/audit", sync_to_thread=True)
def audit(request: Called, service: Served, key: Key) -> list[AuditLogEntry]:
    """What was done by those who run the game, in order."""
    found = access_of(request, service, key)
    found.demand_member()
    with service.database.game(key) as store:
        done = entries(store, public=not found.is_gamemaster)
    return [AuditLogEntry(**one.told(public=True)) for one in done]


@get("/games/{key:str}/dice", sync_to_thread=True)
def keys(request: Called, service: Served, key: Key) -> DiceKeys:
    """The keys that one's own reports show, and what is promised of the coming turn's."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        found = dice.known(store, seat)
    lines = [DiceKey(one.turn, one.whose, one.key, one.kept) for one in found.keys]
    return DiceKeys(found.turn, list(found.coming), lines)


@get("/games/{key:str}/archive", sync_to_thread=True)
def archive(request: Called, service: Served, key: Key) -> dict[str, Any]:
    """How a game that is over went; its reports and orders are in the archive's file."""
    file = archiving.readable(service, access_of(request, service, key))
    found: dict[str, Any] = json.loads(archiving.content(file, DATA))
    return found


@get("/games/{key:str}/archive.zip", sync_to_thread=True)
def archive_zip(request: Called, service: Served, key: Key) -> File:
    """The whole archive as one file, for `horizons verify --archive`."""
    file = archiving.readable(service, access_of(request, service, key))
    return File(file, filename=f"{key}-archive.zip", media_type="application/zip")


@post("/games/{key:str}/archive", sync_to_thread=True, status_code=202)
def open_archive(request: Called, service: Served, key: Key) -> None:
    """Open the archive of a game that is over, as its gamemaster, without waiting any longer."""
    desk_of(request, service, key)
    archiving.open_now(service, key, caller(request))


HANDLERS: tuple[HTTPRouteHandler, ...] = (audit, keys, archive, archive_zip, open_archive)
