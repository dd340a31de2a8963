"""Authentication: browsers by their cookie, programs by their token, never the other way."""

from __future__ import annotations

from typing import Any

from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from horizons_host.server.languages import use_language_of
from horizons_host.server.people import sessions, tokens
from horizons_host.server.people.accounts import Account
from horizons_host.server.security import cookies
from horizons_host.server.security.places import network_of
from horizons_host.server.security.rates import CHANGES, PASSWORDS, REQUESTS, RateLimiter
from horizons_host.server.service import Service

API_PREFIX = "/api/"
_BEARER = "Bearer "


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
            key = connection.cookies.get(cookies.session_cookie_name(service.settings), "")
            find = sessions.session_owner
        user = await sync_to_thread(find, service, key) if key else None
        use_language_of(user)
        _demand_rate(connection, user)
        return AuthenticationResult(user=user, auth=key)


def demand_password_rate(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Raise TooManyError if one place causes too many password hashes, right ones included."""
    rates: RateLimiter = connection.app.state.rates
    rates.demand(f"passwords from {network_of(connection)}", PASSWORDS)


def _demand_rate(connection: ASGIConnection[Any, Any, Any, Any], user: Account | None) -> None:
    """Raise TooManyError for too many requests of an account, or of strangers at one place."""
    rates: RateLimiter = connection.app.state.rates
    client = f"from {network_of(connection)}" if user is None else f"account {user.id}"
    rates.demand(client, REQUESTS)
    if connection.scope.get("method") not in {"GET", "HEAD", "OPTIONS"}:
        rates.demand(client, CHANGES)
