"""Pages of the gamemaster's desk for edits, backups and the rules version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.games.backups import backups
from horizons_host.games.edits import ViewEffect, edit_game, try_edit
from horizons_host.server.games import maintenance
from horizons_host.server.games.access import Access
from horizons_host.server.pages.forms import apply_change, desk_of, number_in, text_of
from horizons_host.server.pages.rendering import PageRequest, page, redirect_to
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.service import Service
from horizons_host.store import GameStore


@get("/games/{key:str}/desk/edit", sync_to_thread=True)
def edit_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the form for an edit."""
    return _edit_page(request, desk_of(request, service, key))


def _edit_page(
    request: PageRequest,
    rights: Access,
    problem: HorizonsError | None = None,
    entries: Mapping[str, str] | None = None,
    preview: Sequence[ViewEffect] | None = None,
) -> Template:
    return page(
        request,
        "desk_edit.html.jinja",
        game=rights.game,
        access=rights,
        entries=entries or {},
        preview=preview,
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/edit", sync_to_thread=True)
def preview_or_edit(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Preview an edit of the current position, or make it."""
    rights = desk_of(request, service, key)
    text, reason = text_of(data.get("edit", "")), data.get("reason", "")
    render = partial(_edit_page, request, rights, entries=data)
    if data.get("do") == "edit":
        words = data.get("words", "").strip()
        return apply_change(
            service,
            key,
            lambda store: edit_game(store, text, reason, words, clock=service.clock),
            render,
            f"/games/{key}/desk",
        )
    try:
        with service.database.game(key) as store:
            effects = try_edit(store, text).effects
    except HorizonsError as problem:
        return render(problem)
    return render(None, preview=effects)


DESK_EDIT_PAGES = (edit_page, preview_or_edit)


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
    return apply_change(service, key, maintenance.make_backup, render, f"/games/{key}/desk/backups")


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
        maintenance.restore_backup(service, key, store, number_in(data, "number"))

    return apply_change(service, key, act, render, f"/games/{key}/desk")


DESK_BACKUP_PAGES = (backups_page, make_backup, restore_chosen_backup)


@get("/games/{key:str}/desk/version", sync_to_thread=True)
def version_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the decisions about versions, and the result of the latest check."""
    return _version_page(request, service, desk_of(request, service, key))


def _version_page(
    request: PageRequest, service: Service, rights: Access, problem: HorizonsError | None = None
) -> Template:
    return page(
        request,
        "desk_version.html.jinja",
        game=rights.game,
        access=rights,
        version=maintenance.version_status(service, rights.game.key),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/version", sync_to_thread=True)
def change_version(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Check, pin or unpin the version, or migrate to the installed one."""
    rights = desk_of(request, service, key)
    try:
        maintenance.decide(
            service,
            key,
            data.get("do", ""),
            request.user,
            anyway=data.get("anyway") == "yes",
        )
    except HorizonsError as problem:
        return _version_page(request, service, rights, problem)
    return redirect_to(f"/games/{key}/desk/version")


DESK_VERSION_PAGES = (version_page, change_version)
