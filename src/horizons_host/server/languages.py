"""In which language a request is answered.

As its account says; else as was chosen on this device, else as the browser likes it.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from litestar.datastructures import Cookie, Headers
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from horizons_host.server import texts
from horizons_host.server.people.accounts import Account

#: What the setting of an account is called.
SETTING = "language"
#: What the cookie is called that keeps the choice of this device, and for how many seconds.
_COOKIE, _LASTS = "language", 365 * 24 * 3600


class Spoken:
    """Answers every request, one that has no route too, in the language that its browser likes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note the language, and answer."""
        liked = texts.SOURCE
        if scope["type"] == ScopeType.HTTP:
            liked = _liked(Headers.from_scope(scope))
        with texts.spoken(liked):
            await self.app(scope, receive, send)


def _liked(headers: Headers) -> str:
    try:
        chosen = SimpleCookie(headers.get("cookie", "")).get(_COOKIE)
    except CookieError:
        chosen = None
    if chosen is not None and chosen.value in texts.LANGUAGES:
        return chosen.value
    return texts.accepted(headers.get("accept-language", ""))


def cookie(language: str, *, secure: bool) -> Cookie:
    """What keeps the choice of a language on a device."""
    return Cookie(
        key=_COOKIE,
        value=language,
        max_age=_LASTS,
        path="/",
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def speak_to(account: Account | None) -> None:
    """From here on answer in the language that an account has chosen, if it has."""
    if account is not None:
        texts.speak(str(account.settings.get(SETTING, "")))
