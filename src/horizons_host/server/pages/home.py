"""The home page: the reader's games, and games and variants for everyone."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

import horizons_core as hz
from horizons_host.server.games import directory, mine, seats
from horizons_host.server.injected import InjectedService
from horizons_host.server.pages.rendering import PageRequest, page

#: Number of ended games listed.
_MOST_ENDED = 6


@get("/", sync_to_thread=True)
def home_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the reader's games, and those that wait for players."""
    ended = [
        game for game in directory.games_in_state(service, directory.ENDED) if game.terms.listed
    ]
    return page(
        request,
        "home.html.jinja",
        own_games=mine.games_of_account(service, request.user) if request.user else [],
        open_games=[
            game for game in directory.games_in_state(service, directory.OPEN) if game.terms.listed
        ],
        with_open_seat=seats.games_with_open_seat(service),
        ended=ended[:_MOST_ENDED],
        variants=list(hz.variants().values()),
    )


HOME_PAGES = (home_page,)
