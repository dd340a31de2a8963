"""Replays of finished games for frames in pages of other sites, if the game's rule allows that.

A browser sends no cookies with a frame on another site, so everyone gets the same.
"""

from __future__ import annotations

from attrs import evolve
from litestar import Response, get
from litestar.response import Template
from markupsafe import Markup

from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.directory import find_game
from horizons_host.server.games.watching import demand_started, has_open_archive
from horizons_host.server.pages.perspectives import (
    Perspective,
    embedded_path,
    perspective_of,
    seats_shown,
)
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.pages.replays import fragment, map_at, replay_variables
from horizons_host.server.security.requests import InjectedService, Key, Number
from horizons_host.server.security.responses import EMBEDDED
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: Largest map and largest page in bytes; a larger replay is shown on this site only.
MAX_MAP_BYTES, MAX_PAGE_BYTES = 1_000_000, 2_000_000


def _embedded_access(service: Service, key: str) -> Access:
    """Return the rights of strangers in a game, listed or not; raises NoGameError.

    The key of a game is in its embed code, so no list is needed to find it.
    """
    rights = Access(find_game(service, key), None, ())
    demand_started(rights)
    return rights


def _embedded_perspective(rights: Access, store: GameStore, seat: str) -> Perspective:
    """Return the perspective of a seat ("": the first one); raises NoGameError if not allowed."""
    if not rights.game.terms.watch_rule.embeds or not has_open_archive(rights, store):
        raise page_not_found()
    seats = seats_shown(rights, store)
    if not seats or (seat and seat not in seats):
        raise page_not_found()
    perspective = perspective_of(rights, store, seat or seats[0])
    base_path = embedded_path(rights.game.key, perspective.name).removesuffix("/replay")
    return evolve(perspective, base_path=base_path, archive="", has_battles=False)


@get("/embed/{key:str}", sync_to_thread=True)
def embedded_game(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the replay of a game's first seat in a frame, at the last turn."""
    return _embedded(request, service, key, "", None)


@get("/embed/{key:str}/{seat:str}/replay", sync_to_thread=True)
def embedded_replay(
    request: PageRequest, service: InjectedService, key: Key, seat: Key
) -> Template:
    """Show the replay of a seat in a frame, at the last turn."""
    return _embedded(request, service, key, seat, None)


@get("/embed/{key:str}/{seat:str}/replay/{turn:int}", sync_to_thread=True)
def embedded_replay_at(
    request: PageRequest, service: InjectedService, key: Key, seat: Key, turn: Number
) -> Template:
    """Show the replay of a seat in a frame, at a turn."""
    return _embedded(request, service, key, seat, turn)


def _embedded(
    request: PageRequest, service: Service, key: str, seat: str, turn: int | None
) -> Template:
    rights = _embedded_access(service, key)
    with service.database.game(key) as store, store.read_transaction():
        perspective = _embedded_perspective(rights, store, seat)
        variables = replay_variables(perspective, turn)

    def render(*, is_too_large: bool) -> Template:
        return page(
            request,
            "embed.html.jinja",
            game=rights.game,
            perspective=perspective,
            site=service.settings.public_url,
            is_too_large=is_too_large,
            **variables,
        )

    answer = render(is_too_large=len(variables["map"]) > MAX_MAP_BYTES)
    if len(answer.content) > MAX_PAGE_BYTES:
        answer = render(is_too_large=True)
    answer.headers.update(EMBEDDED)
    return answer


@get("/embed/{key:str}/{seat:str}/turns/{turn:int}/map", sync_to_thread=True)
def embedded_map(service: InjectedService, key: Key, seat: Key, turn: Number) -> Response[bytes]:
    """Return the map of a turn for the script in a frame."""
    rights = _embedded_access(service, key)
    with service.database.game(key) as store, store.read_transaction():
        drawn: Markup = map_at(_embedded_perspective(rights, store, seat), turn)
    if len(drawn) > MAX_MAP_BYTES:
        raise page_not_found()
    return fragment(drawn)


EMBED_PAGES = (embedded_game, embedded_replay, embedded_replay_at, embedded_map)
