"""Authentication of browsers by session cookie, and of API calls by token.

Browsers don't send the session cookie with a link from another site, such as one in an email. The
first page of such a visit redirects to itself, so that the second request carries the cookie.
"""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any, Literal
from urllib.parse import quote

from litestar import MediaType, Response
from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.server.accounts import sessions, tokens
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.guests import demand_allowed
from horizons_host.server.accounts.sessions import LIFETIME
from horizons_host.server.pages.rendering import ARRIVAL_COOKIE, PageRequest, local_path
from horizons_host.server.people.traces import Origin
from horizons_host.server.security.rate_limits import (
    CHANGES,
    PASSWORDS,
    REQUESTS,
    STREAMS,
    RateLimiter,
)
from horizons_host.server.security.requests import STREAM_PATHS, network_of
from horizons_host.server.service import ServerSettings, Service
from horizons_host.server.texts import use_settings_of

#: The page on which people read what moderators decided about them.
MEASURES_PATH = "/account/measures"
API_PREFIX = "/api/"
#: Beginnings of the paths that a banned person can still open.
_OPEN_TO_BANNED = (
    *(MEASURES_PATH, "/account/data", "/account/delete"),
    *("/privacy", "/language", "/problem", "/sign-in", "/sign-out"),
)
#: Lifetime of the cookie that tells the second request of an arrival.
_ARRIVAL_SECONDS = 10
_BEARER = "Bearer "


def session_cookie_name(settings: ServerSettings) -> str:
    """Return the name of the session cookie; with HTTPS the prefix binds it to this host."""
    return "__Host-horizons" if settings.secure else "horizons"


def sign_up_cookie_name(settings: ServerSettings) -> str:
    """Return the name of the cookie that identifies the browser of a sign-up."""
    return f"{session_cookie_name(settings)}-sign-up"


def session_cookie(settings: ServerSettings, key: str) -> Cookie:
    """Return the cookie of a session."""
    return _cookie(settings, session_cookie_name(settings), key, int(LIFETIME.total_seconds()))


def expired_session_cookie(settings: ServerSettings) -> Cookie:
    """Return the cookie that deletes the session's."""
    return _cookie(settings, session_cookie_name(settings), "", 0)


def browser_cookie_name(settings: ServerSettings) -> str:
    """Return the name of the cookie that identifies a browser, see `people.traces`."""
    return f"{session_cookie_name(settings)}-browser"


def browser_cookie(settings: ServerSettings, key: str) -> Cookie:
    """Return the cookie that identifies a browser. It signs nobody in."""
    seconds = int(LIFETIME.total_seconds())
    return _cookie(settings, browser_cookie_name(settings), key, seconds)


def origin_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Origin:
    """Return the origin of a request."""
    settings = connection.app.state.service.settings
    browser = connection.cookies.get(browser_cookie_name(settings), "")
    return Origin(browser, network_of(connection))


def sign_up_cookie(settings: ServerSettings, key: str) -> Cookie:
    """Return the cookie of a browser that was used to sign up.

    A browser also sends it when a link in an email is opened on a mail provider's page. It reveals
    nothing secret, and does not sign anyone in.
    """
    seconds = int(LIFETIME.total_seconds())
    return _cookie(settings, sign_up_cookie_name(settings), key, seconds, samesite="lax")


def _cookie(
    settings: ServerSettings,
    cookie_name: str,
    value: str,
    seconds: int,
    samesite: Literal["strict", "lax"] = "strict",
) -> Cookie:
    return Cookie(
        key=cookie_name,
        value=value,
        max_age=seconds,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite=samesite,
    )


class AuthenticationMiddleware(AbstractAuthenticationMiddleware):
    """Sets the user of a request: an `Account`, or None."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        """Check the token of an API call, or the cookie of a page."""
        service: Service = connection.app.state.service
        if connection.url.path.startswith(API_PREFIX):
            authorization = connection.headers.get("authorization", "")
            key = authorization.removeprefix(_BEARER) if authorization.startswith(_BEARER) else ""
            find = tokens.token_owner
        else:
            key = connection.cookies.get(session_cookie_name(service.settings), "")
            find = partial(sessions.session_owner, origin=origin_of(connection))
        user = await sync_to_thread(find, service, key) if key else None
        use_settings_of(user)
        connection.scope["user"], connection.scope["auth"] = user, key
        demand_allowed(user, str(connection.scope.get("method", "GET")), connection.url.path)
        _demand_rate(connection, user)
        _demand_not_banned(connection, user)
        return AuthenticationResult(user=user, auth=key)


class BannedError(HorizonsError):
    """A page or call of a banned person."""


def _demand_not_banned(
    connection: ASGIConnection[Any, Any, Any, Any], user: Account | None
) -> None:
    """Raise BannedError for a banned person, except on the pages that remain open to them."""
    path = connection.url.path
    if user is not None and user.banned and not path.startswith(_OPEN_TO_BANNED):
        raise BannedError(
            LocalizedText("your account is banned"),
            LocalizedText("sign in on the website to read why, and to appeal"),
        )


def demand_password_rate(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Raise TooManyError if one place causes too many password hashes, right ones included."""
    rates: RateLimiter = connection.app.state.rates
    rates.demand(f"passwords from {network_of(connection)}", PASSWORDS)


def _demand_rate(connection: ASGIConnection[Any, Any, Any, Any], user: Account | None) -> None:
    """Raise TooManyError for too many requests of an account, or of strangers at one place."""
    rates: RateLimiter = connection.app.state.rates
    client = f"from {network_of(connection)}" if user is None else f"account {user.id}"
    rates.demand(client, STREAMS if connection.url.path in STREAM_PATHS else REQUESTS)
    if connection.scope.get("method") not in {"GET", "HEAD", "OPTIONS"}:
        rates.demand(client, CHANGES)


async def reload_from_this_site(request: PageRequest) -> Response[str] | None:
    """Return the page that redirects a browser; None if it comes from this site."""
    cross_site = request.headers.get("sec-fetch-site") == "cross-site"
    shows = request.method == "GET" and request.headers.get("sec-fetch-dest") == "document"
    name = session_cookie_name(request.app.state.service.settings)
    if not cross_site or not shows or name in request.cookies:
        return None
    query = f"?{request.url.query}" if request.url.query else ""
    to = escape(local_path(f"{request.url.path}{query}"))
    return Response(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Horizons</title>'
        f'<meta http-equiv="refresh" content="0;url={to}"><a href="{to}">Go on</a></html>\n',
        media_type=MediaType.HTML,
        # For the second request, which looks like one from this site.
        cookies=[
            Cookie(
                key=ARRIVAL_COOKIE,
                value="1",
                max_age=_ARRIVAL_SECONDS,
                path=quote(request.url.path),
                httponly=True,
                samesite="strict",
            )
        ],
    )
