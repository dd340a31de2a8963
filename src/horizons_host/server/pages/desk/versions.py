"""The version at the desk: whether the game goes on the same by the one installed, and by which."""

from __future__ import annotations

import json
from functools import partial

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.jobs import queue, versions
from horizons_host.server.pages.desk.room import desk_of, done
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.service import Service
from horizons_host.store import GameStore, Upgrades
from horizons_host.upgrades import named, pin, unpin


@get("/games/{key:str}/desk/version", sync_to_thread=True)
def version_page(request: Asked, service: Served, key: Key) -> Template:
    """What was decided about versions, and what the latest check found."""
    return _page(request, service, desk_of(request, service, key))


def _page(
    request: Asked, service: Service, found: Access, problem: HorizonsError | None = None
) -> Template:
    key = found.game.key
    with service.database.game(key) as store:
        latest, variant = store.stored(store.latest()), store.plate().variant
        decided = Upgrades(store).decided()
        pinned = store.snapshot().pinned
    jobs = queue.of_game(service, key, versions.KIND)
    said = json.loads(jobs[0].says) if jobs and jobs[0].state == queue.DONE else None
    return page(
        request,
        "desk_version.html.jinja",
        game=found.game,
        before=named(latest.versions, variant),
        pinned="" if pinned is None else named(pinned, variant),
        decided=decided,
        job=jobs[0] if jobs else None,
        said=said,
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/version", sync_to_thread=True)
def decide(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Check, pin, unpin or go on by the version that is installed here."""
    shown = partial(_page, request, service, desk_of(request, service, key))
    here, what = f"/games/{key}/desk/version", data.get("do", "")
    if what in {versions.CHECK, versions.MIGRATE}:
        versions.ask(service, key, what, anyway=data.get("anyway") == "yes")
        return go(here)

    def act(store: GameStore) -> None:
        if what not in {"pin", "unpin"}:
            raise HorizonsError("it is not said what is to be done", "press one of the buttons")
        (pin if what == "pin" else unpin)(store, service.clock)

    return done(service, key, act, shown, here)


HANDLERS = (version_page, decide)
