"""What the calls share: who calls, and what they are in a game."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import NotAuthorizedException

from horizons_host.order_claims import Examined
from horizons_host.order_texts import OrderText, decoded
from horizons_host.receipts import receipt_of
from horizons_host.server.api.shapes import OrdersReceipt
from horizons_host.server.games.access import Access, access
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import Submission

Called = Request[Account | None, str, Any]
SOURCE = "a program's call"


def caller(request: Called) -> Account:
    """Whose token a call shows; raises NotAuthorizedException for none."""
    if request.user is None:
        raise NotAuthorizedException("send a token: Authorization: Bearer hz_...")
    return request.user


def access_of(request: Called, service: Service, key: str) -> Access:
    """What the caller is in a game; raises NoGameError for one that they may not know of."""
    return access(service, caller(request), key)


def receipt_given(found: Examined, stored: Submission | None = None) -> OrdersReceipt:
    """The answer to orders that were examined and perhaps stored."""
    receipt = receipt_of(found).told()
    if stored is None:
        return OrdersReceipt(None, found.errors, receipt)
    replaced = None if stored.replaced is None else stored.version - 1
    return OrdersReceipt(stored.version, found.errors, receipt, replaced, stored.repeated)


def order_text(text: str) -> OrderText:
    """Orders that stand in a call; raises OrderTextError."""
    words, note = decoded(text.encode(), SOURCE)
    return OrderText(words, SOURCE, note)
