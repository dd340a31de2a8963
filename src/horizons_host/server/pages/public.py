"""The public games of this server: open, running, and ended."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from horizons_host.server.games import directory, seats
from horizons_host.server.injected import InjectedService
from horizons_host.server.pages.rendering import PageRequest, page

#: Number of games shown per state.
_MOST = 60


@get("/games", sync_to_thread=True)
def all_games(request: PageRequest, service: InjectedService) -> Template:
    """Show all listed games, and mark those with an open seat."""
    states = (directory.OPEN, directory.RUNNING, directory.ENDED)
    listed = {
        state: [game for game in directory.games_in_state(service, state) if game.terms.listed]
        for state in states
    }
    return page(
        request,
        "games.html.jinja",
        open_games=listed[directory.OPEN][:_MOST],
        running=listed[directory.RUNNING][:_MOST],
        ended=listed[directory.ENDED][:_MOST],
        with_open_seat={game.key for game in seats.games_with_open_seat(service)},
    )


HANDLERS = (all_games,)
