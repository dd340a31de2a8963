"""Edits of the standing game at the desk: tried out first, made for a reason that all read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.desk.edits import edit_game, try_edit
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.pages.desk.room import desk_of, done, text_of
from horizons_host.server.pages.rendering import Asked, page


@get("/games/{key:str}/desk/edit", sync_to_thread=True)
def edit_page(request: Asked, service: Served, key: Key) -> Template:
    """The form for an edit."""
    return _page(request, desk_of(request, service, key))


def _page(
    request: Asked,
    found: Access,
    problem: HorizonsError | None = None,
    given: Mapping[str, str] | None = None,
    tried: Sequence[Mapping[str, Any]] | None = None,
) -> Template:
    return page(
        request,
        "desk_edit.html.jinja",
        game=found.game,
        access=found,
        given=given or {},
        tried=tried,
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/edit", sync_to_thread=True)
def edit(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Try an edit of the standing game out, or make it."""
    found = desk_of(request, service, key)
    text, reason = text_of(data.get("edit", "")), data.get("reason", "")
    shown = partial(_page, request, found, given=data)
    if data.get("do") == "edit":
        words = data.get("words", "").strip()
        return done(
            service,
            key,
            lambda store: edit_game(store, text, reason, words, clock=service.clock),
            shown,
            f"/games/{key}/desk",
        )
    try:
        with service.database.game(key) as store:
            seen = [one.told() for one in try_edit(store, text).seen]
    except HorizonsError as problem:
        return shown(problem)
    return shown(None, tried=seen)


HANDLERS = (edit_page, edit)
