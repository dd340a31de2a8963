"""The stream of facts: a call for programs, and the same for browsers with their cookie."""

from __future__ import annotations

from litestar import get
from litestar.exceptions import NotAuthorizedException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery
from litestar.response import Stream

from horizons_host.server.accounts import sessions, tokens
from horizons_host.server.api.calling import ApiRequest
from horizons_host.server.live.hub import LiveFacts
from horizons_host.server.live.streams import Subscriber
from horizons_host.server.security.requests import network_of

_EVENT_STREAM = "text/event-stream"
#: Tells nginx to pass on each event at once.
_HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}


def _stream(request: ApiRequest, games: list[str]) -> Stream:
    live: LiveFacts = request.app.state.live
    is_call = request.url.path.startswith("/api/")
    owners = tokens.token_owners if is_call else sessions.session_owners
    reader = Subscriber(request.user, network_of(request), request.auth, owners, games)
    live.admit(reader)
    return Stream(reader.messages(live), media_type=_EVENT_STREAM, headers=_HEADERS)


@get(
    "/events",
    media_type=_EVENT_STREAM,
    security=[{"token": []}, {}],
    responses={
        200: ResponseSpec(
            str, media_type=_EVENT_STREAM, generate_examples=False, description="The stream."
        )
    },
)
async def stream_facts(request: ApiRequest, game: FromQuery[list[str] | None] = None) -> Stream:
    """Stream facts about games as server-sent events, as they happen.

    Each event is JSON with a `kind`, a `game` and the game's `version` for you, a number that
    grows with each fact. Events have no content: read what you need with other calls. The stream
    reports on your newest games and on the games that you name (`game`, up to 50 times), and on
    listed games that are announced, joined or started. It begins with the current `version` of
    each game it reports on. A `heartbeat` follows every 20 seconds. The stream ends after an hour.
    Without a token you see public games only.
    """
    if request.headers.get("authorization") and request.user is None:
        raise NotAuthorizedException("send a token: Authorization: Bearer hz_...")
    return _stream(request, game or [])


@get("/events", media_type=_EVENT_STREAM)
async def stream_to_browser(
    request: ApiRequest, game: FromQuery[list[str] | None] = None
) -> Stream:
    """Stream facts to a browser, which is identified by its cookie."""
    return _stream(request, game or [])


EVENT_CALLS: tuple[HTTPRouteHandler, ...] = (stream_facts,)
EVENT_PAGES: tuple[HTTPRouteHandler, ...] = (stream_to_browser,)
