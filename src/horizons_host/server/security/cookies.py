"""The cookie that holds the key of a browser that is signed in."""

from __future__ import annotations

from litestar.datastructures import Cookie

from horizons_host.server.people.sessions import LASTS
from horizons_host.server.service import Settings


def name(settings: Settings) -> str:
    """What the cookie is called; the prefix binds it to this very host, where HTTPS is certain."""
    return "__Host-horizons" if settings.secure else "horizons"


def signed_in(settings: Settings, key: str) -> Cookie:
    """The cookie for a key."""
    return Cookie(
        key=name(settings),
        value=key,
        max_age=int(LASTS.total_seconds()),
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="strict",
    )


def signed_out(settings: Settings) -> Cookie:
    """The cookie that takes the key away."""
    return Cookie(
        key=name(settings),
        value="",
        max_age=0,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="strict",
    )
