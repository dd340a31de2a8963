"""Who asks: a browser by its cookie, a program by its token; neither is good for the other."""

from __future__ import annotations

from typing import Any

from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult

from horizons_host.server.languages import speak_to
from horizons_host.server.people import sessions, tokens
from horizons_host.server.people.accounts import Account
from horizons_host.server.security import cookies
from horizons_host.server.security.places import place
from horizons_host.server.security.rates import CHANGES, PASSWORDS, REQUESTS, Rates
from horizons_host.server.service import Service

API = "/api/"
_BEARER = "Bearer "


class Identity(AbstractAuthenticationMiddleware):
    """Finds whose request it is: an `Account` as its user, or None for a stranger."""

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        """Look at the token of a call, or at the cookie of a page."""
        service: Service = connection.app.state.service
        if connection.url.path.startswith(API):
            given = connection.headers.get("authorization", "")
            key = given.removeprefix(_BEARER) if given.startswith(_BEARER) else ""
            find = tokens.owner
        else:
            key = connection.cookies.get(cookies.name(service.settings), "")
            find = sessions.owner
        user = await sync_to_thread(find, service, key) if key else None
        speak_to(user)
        _demand_rate(connection, user)
        return AuthenticationResult(user=user, auth=key)


def demand_password_rate(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Raises TooManyError if too many passwords are hashed for one place, right ones too."""
    rates: Rates = connection.app.state.rates
    rates.demand(f"passwords from {place(connection)}", PASSWORDS)


def _demand_rate(connection: ASGIConnection[Any, Any, Any, Any], user: Account | None) -> None:
    """Raises TooManyError for who asks too often: of strangers, those from one place."""
    rates: Rates = connection.app.state.rates
    who = f"from {place(connection)}" if user is None else f"account {user.id}"
    rates.demand(who, REQUESTS)
    if connection.scope.get("method") not in {"GET", "HEAD", "OPTIONS"}:
        rates.demand(who, CHANGES)
