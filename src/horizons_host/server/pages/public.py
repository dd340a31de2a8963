"""The public games of this server: open, running, and ended."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from horizons_host.server.games import directory, seats
from horizons_host.server.injected import Served
from horizons_host.server.pages.rendering import Asked, page

#: Number of games shown per state.
_MOST = 60


@get("/games", sync_to_thread=True)
def all_games(request: Asked, service: Served) -> Template:
    """Show all listed games, and mark those with an open seat."""
    states = (directory.OPEN, directory.RUNNING, directory.ENDED)
    listed = {
        state: [game for game in directory.in_state(service, state) if game.terms.listed]
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
