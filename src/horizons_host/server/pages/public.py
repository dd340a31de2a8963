"""The games of this server that everybody may know of: open, running, and over."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from horizons_host.server.games import directory, seats
from horizons_host.server.injected import Served
from horizons_host.server.pages.rendering import Asked, page

#: So many games of each state are shown.
_MOST = 60


@get("/games", sync_to_thread=True)
def all_games(request: Asked, service: Served) -> Template:
    """All listed games; those with a seat that waits for somebody are marked."""
    states = (directory.OPEN, directory.RUNNING, directory.ENDED)
    listed = {
        state: [one for one in directory.in_state(service, state) if one.terms.listed]
        for state in states
    }
    return page(
        request,
        "games.html.jinja",
        waiting=listed[directory.OPEN][:_MOST],
        running=listed[directory.RUNNING][:_MOST],
        ended=listed[directory.ENDED][:_MOST],
        lacking={game.key for game in seats.waiting(service)},
    )


HANDLERS = (all_games,)
