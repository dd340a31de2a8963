"""Learning a game: a first lesson against bots."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_host.server.games import lessons
from horizons_host.server.injected import Key, Served
from horizons_host.server.pages.rendering import Asked, demand_account, go, page


@get("/learn", sync_to_thread=True)
def learn_page(request: Asked) -> Template:
    """Show the games that have a lesson."""
    return page(request, "learn.html.jinja", variants=lessons.lessons())


@post("/learn/{variant:str}", sync_to_thread=True)
def begin_lesson(request: Asked, service: Served, variant: Key) -> Redirect:
    """Begin a lesson, or continue it."""
    return go(f"/games/{lessons.begin(service, demand_account(request), variant).key}")


HANDLERS = (learn_page, begin_lesson)
