"""The first page: one's own games by what needs one, and what there is for everybody."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

import horizons_core as hz
from horizons_host.server.games import directory, mine, seats
from horizons_host.server.injected import Served
from horizons_host.server.pages.rendering import Asked, page

#: So many of the games that are over are named.
_MOST_ENDED = 6


@get("/", sync_to_thread=True)
def home(request: Asked, service: Served) -> Template:
    """One's own games, and those that wait for players."""
    ended = [one for one in directory.in_state(service, directory.ENDED) if one.terms.listed]
    return page(
        request,
        "home.html.jinja",
        own=mine.of_account(service, request.user) if request.user else [],
        waiting=[one for one in directory.in_state(service, directory.OPEN) if one.terms.listed],
        lacking=seats.waiting(service),
        ended=ended[:_MOST_ENDED],
        variants=list(hz.variants().values()),
    )


HANDLERS = (home,)
