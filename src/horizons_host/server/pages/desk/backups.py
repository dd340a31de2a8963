"""Backups at the gamemaster's desk: making, listing and restoring them.

They cannot be downloaded: a backup contains data for the server's machine alone.
"""

from __future__ import annotations

from functools import partial

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.backups import backups
from horizons_host.server.games import backing_up
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.pages.desk.room import apply_change, desk_of
from horizons_host.server.pages.fields import number_in
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.service import Service
from horizons_host.store import GameStore


@get("/games/{key:str}/desk/backups", sync_to_thread=True)
def backups_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """List the backups."""
    return _backups_page(request, service, desk_of(request, service, key))


def _backups_page(
    request: PageRequest, service: Service, rights: Access, problem: HorizonsError | None = None
) -> Template:
    with service.database.game(rights.game.key) as store:
        rows = [backup.to_dict() for backup in reversed(backups(store.folder))]
    return page(
        request,
        "desk_backups.html.jinja",
        game=rights.game,
        access=rights,
        backups=rows,
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/backups", sync_to_thread=True)
def make_backup(request: PageRequest, service: InjectedService, key: Key) -> Template | Redirect:
    """Make a backup; it is kept until the administrator deletes it."""
    render = partial(_backups_page, request, service, desk_of(request, service, key))
    return apply_change(service, key, backing_up.make_backup, render, f"/games/{key}/desk/backups")


@post("/games/{key:str}/desk/restore", sync_to_thread=True)
def restore_chosen_backup(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Restore a backup; all players are notified."""
    render = partial(_backups_page, request, service, desk_of(request, service, key))

    def act(store: GameStore) -> None:
        if data.get("sure") != "yes":
            raise HorizonsError(
                LocalizedText("confirm that you want to restore this backup"),
                LocalizedText(
                    "select “I'm sure” and send the form again; all players will be notified"
                ),
            )
        backing_up.restore_backup(service, key, store, number_in(data, "number"))

    return apply_change(service, key, act, render, f"/games/{key}/desk")


DESK_BACKUP_PAGES = (backups_page, make_backup, restore_chosen_backup)
