"""In which language a request is answered: as its account says, else as the browser likes it."""

from __future__ import annotations

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from horizons_host.server import texts
from horizons_host.server.people.accounts import Account

#: What the setting of an account is called.
SETTING = "language"


class Spoken:
    """Answers every request, one that has no route too, in the language that its browser likes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note the language, and answer."""
        liked = texts.SOURCE
        if scope["type"] == ScopeType.HTTP:
            liked = texts.accepted(Headers.from_scope(scope).get("accept-language", ""))
        with texts.spoken(liked):
            await self.app(scope, receive, send)


def speak_to(account: Account | None) -> None:
    """From here on answer in the language that an account has chosen, if it has."""
    if account is not None:
        texts.speak(str(account.settings.get(SETTING, "")))
