"""Facts that a page shows once after a form was sent, such as the key of a new token.

A form that changes something answers with a redirect, so that reloading repeats nothing. The
facts travel in a signed cookie that is valid for the next page alone and deleted by it.
"""

from __future__ import annotations

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

from litestar.datastructures import Cookie
from litestar.response import Redirect, Template

from horizons_host.server.pages.rendering import PageRequest, redirect_to

COOKIE_NAME = "once"
#: Lifetime of the cookie in seconds, if the browser does not follow the redirect.
_LIFETIME = 60
#: Longest value of a fact; a cookie has room for 4,000 characters.
_LONGEST_FACT = 1_000


def redirect_and_show(request: PageRequest, path: str, **facts: str) -> Redirect:
    """Redirect a browser to a page that shows these facts once."""
    if not facts:
        return redirect_to(path)
    carried = json.dumps({name: fact[:_LONGEST_FACT] for name, fact in facts.items()}).encode()
    value = f"{urlsafe_b64encode(carried).decode()}.{_signature(request, path, carried)}"
    answer = redirect_to(path)
    answer.set_cookie(_facts_cookie(request, path, value, _LIFETIME))
    return answer


def facts_to_show(request: PageRequest) -> dict[str, str]:
    """Return the facts to show now; none if the cookie belongs to another page or account."""
    carried, _, signature = request.cookies.get(COOKIE_NAME, "").partition(".")
    try:
        data = urlsafe_b64decode(carried)
    except ValueError:
        return {}
    if not hmac.compare_digest(signature, _signature(request, request.url.path, data)):
        return {}
    return dict(json.loads(data))


def delete_cookie(request: PageRequest, answer: Template) -> Template:
    """Delete the cookie of this page."""
    if COOKIE_NAME in request.cookies:
        answer.set_cookie(_facts_cookie(request, request.url.path, "", 0))
    return answer


def _signature(request: PageRequest, path: str, data: bytes) -> str:
    account = "" if request.user is None else str(request.user.id)
    secret: str = request.app.state.forms.secret
    signed = b"\0".join([b"shown once", path.encode(), account.encode(), data])
    return hmac.digest(secret.encode(), signed, "sha256").hex()


def _facts_cookie(request: PageRequest, path: str, value: str, lasts: int) -> Cookie:
    return Cookie(
        key=COOKIE_NAME,
        value=value,
        max_age=lasts,
        path=path,
        secure=request.app.state.service.settings.secure,
        httponly=True,
        samesite="strict",
    )
