"""The public games of this server: open, running, and ended."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from horizons_host.server.games import directory, seats
from horizons_host.server.injected import InjectedService
from horizons_host.server.pages.rendering import PageRequest, page

#: Number of games shown per state.
_MOST_GAMES = 60


@get("/games", sync_to_thread=True)
def games_page(request: PageRequest, service: InjectedService) -> Template:
    """Show all listed games, and mark those with an open seat."""
    states = (directory.OPEN, directory.RUNNING, directory.ENDED)
    listed = {
        state: [game for game in directory.games_in_state(service, state) if game.terms.listed]
        for state in states
    }
    return page(
        request,
        "games.html.jinja",
        open_games=listed[directory.OPEN][:_MOST_GAMES],
        running=listed[directory.RUNNING][:_MOST_GAMES],
        ended=listed[directory.ENDED][:_MOST_GAMES],
        with_open_seat={game.key for game in seats.games_with_open_seat(service)},
    )


PUBLIC_PAGES = (games_page,)
