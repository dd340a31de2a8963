"""The language of an answer.

It is the account's setting, else the choice of the device, else the browser's preference.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from litestar.datastructures import Cookie, Headers
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from horizons_host.server import texts
from horizons_host.server.people.accounts import Account

#: The name of the account setting.
LANGUAGE_SETTING = "language"
#: The name of the cookie that holds the choice of a device, and its lifetime in seconds.
_COOKIE_NAME, _COOKIE_LIFETIME = "language", 365 * 24 * 3600


class LanguageMiddleware:
    """Middleware that answers each request in its browser's language, even without a route."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the language, and answer."""
        preferred = texts.SOURCE_LANGUAGE
        if scope["type"] == ScopeType.HTTP:
            preferred = _preferred_language(Headers.from_scope(scope))
        with texts.in_language(preferred):
            await self.app(scope, receive, send)


def _preferred_language(headers: Headers) -> str:
    try:
        chosen = SimpleCookie(headers.get("cookie", "")).get(_COOKIE_NAME)
    except CookieError:
        chosen = None
    if chosen is not None and chosen.value in texts.LANGUAGES:
        return chosen.value
    return texts.accepted_language(headers.get("accept-language", ""))


def language_cookie(language: str, *, secure: bool) -> Cookie:
    """Return the cookie that stores a language on a device."""
    return Cookie(
        key=_COOKIE_NAME,
        value=language,
        max_age=_COOKIE_LIFETIME,
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def use_language_of(account: Account | None) -> None:
    """Switch the current request to the language that an account has chosen, if any."""
    if account is not None:
        texts.set_language(str(account.settings.get(LANGUAGE_SETTING, "")))
