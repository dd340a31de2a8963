"""The cookies that hold keys of a browser: that it is signed in, and that somebody signed up."""

from __future__ import annotations

from litestar.datastructures import Cookie

from horizons_host.server.people.sessions import LASTS
from horizons_host.server.service import Settings


def name(settings: Settings) -> str:
    """What the cookie is called; the prefix binds it to this very host, where HTTPS is certain."""
    return "__Host-horizons" if settings.secure else "horizons"


def sign_up_name(settings: Settings) -> str:
    """What the cookie is called by which the browser is known in which an account was made."""
    return f"{name(settings)}-sign-up"


def signed_in(settings: Settings, key: str) -> Cookie:
    """The cookie for a key."""
    return _cookie(settings, name(settings), key, int(LASTS.total_seconds()))


def signed_out(settings: Settings) -> Cookie:
    """The cookie that takes the key away."""
    return _cookie(settings, name(settings), "", 0)


def signed_up(settings: Settings, key: str) -> Cookie:
    """The cookie of a browser in which somebody signed up."""
    return _cookie(settings, sign_up_name(settings), key, int(LASTS.total_seconds()))


def _cookie(settings: Settings, called: str, value: str, seconds: int) -> Cookie:
    return Cookie(
        key=called,
        value=value,
        max_age=seconds,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="strict",
    )
