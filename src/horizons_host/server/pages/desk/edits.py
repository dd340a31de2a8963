"""Edits of the current position: previewed first, made for a public reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.desk.edits import edit_game, try_edit
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.pages.desk.room import apply_change, desk_of, text_of
from horizons_host.server.pages.rendering import PageRequest, page


@get("/games/{key:str}/desk/edit", sync_to_thread=True)
def edit_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the form for an edit."""
    return _edit_page(request, desk_of(request, service, key))


def _edit_page(
    request: PageRequest,
    rights: Access,
    problem: HorizonsError | None = None,
    entries: Mapping[str, str] | None = None,
    preview: Sequence[Mapping[str, Any]] | None = None,
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
            effects = [difference.to_dict() for difference in try_edit(store, text).effects]
    except HorizonsError as problem:
        return render(problem)
    return render(None, preview=effects)


DESK_EDIT_PAGES = (edit_page, preview_or_edit)
