"""Learning a game: a first lesson against bots."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_host.server.games import lessons
from horizons_host.server.injected import InjectedService, Key
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, redirect_to


@get("/learn", sync_to_thread=True)
def learn_page(request: PageRequest) -> Template:
    """Show the games that have a lesson."""
    return page(request, "learn.html.jinja", variants=lessons.lessons())


@post("/learn/{variant:str}", sync_to_thread=True)
def begin_lesson(request: PageRequest, service: InjectedService, variant: Key) -> Redirect:
    """Begin a lesson, or continue it."""
    return redirect_to(
        f"/games/{lessons.begin_lesson(service, demand_account(request), variant).key}"
    )


LEARN_PAGES = (learn_page, begin_lesson)
