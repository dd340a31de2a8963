"""Cookies that hold keys of a browser: of its session, and of a sign-up."""

from __future__ import annotations

from typing import Literal

from litestar.datastructures import Cookie

from horizons_host.server.people.sessions import LIFETIME
from horizons_host.server.service import ServerSettings


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


def sign_up_cookie(settings: ServerSettings, key: str) -> Cookie:
    """Return the cookie of a browser that was used to sign up.

    A browser also sends it when a link in a mail is opened on a mail provider's page. It reveals
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
