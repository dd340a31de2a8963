"""What the calls share: who calls, and what they are in a game."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import NotAuthorizedException

from horizons_host.order_texts import OrderText, decoded
from horizons_host.server.games.access import Access, access
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service

Called = Request[Account | None, str, Any]
SOURCE = "a program's call"


def caller(request: Called) -> Account:
    """Whose token a call shows; raises NotAuthorizedException for none."""
    if request.user is None:
        raise NotAuthorizedException("show a token: Authorization: Bearer hz_...")
    return request.user


def access_of(request: Called, service: Service, key: str) -> Access:
    """What the caller is in a game; raises NoGameError for one that they may not know of."""
    return access(service, caller(request), key)


def order_text(text: str) -> OrderText:
    """Orders that stand in a call; raises OrderTextError."""
    words, note = decoded(text.encode(), SOURCE)
    return OrderText(words, SOURCE, note)
