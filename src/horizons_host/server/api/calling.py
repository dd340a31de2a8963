"""Helpers of the API handlers: the calling account and its access to a game."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import NotAuthorizedException

from horizons_host.order_claims import ExaminedOrders
from horizons_host.order_texts import OrderText, decoded
from horizons_host.receipts import receipt_of
from horizons_host.server.api.shapes import OrdersReceipt
from horizons_host.server.games.access import Access, access
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import Submission

ApiRequest = Request[Account | None, str, Any]
SOURCE = "a program's call"


def caller(request: ApiRequest) -> Account:
    """Return the account whose token the request carries; raises NotAuthorizedException."""
    if request.user is None:
        raise NotAuthorizedException("send a token: Authorization: Bearer hz_...")
    return request.user


def access_of(request: ApiRequest, service: Service, key: str) -> Access:
    """Return the caller's access to a game; raises NoGameError if it is hidden from them."""
    return access(service, caller(request), key)


def orders_receipt(examined: ExaminedOrders, stored: Submission | None = None) -> OrdersReceipt:
    """Build the answer for orders that were examined, and stored if `stored` is given."""
    receipt = receipt_of(examined).to_dict()
    if stored is None:
        return OrdersReceipt(None, examined.errors, receipt)
    replaced = None if stored.replaced is None else stored.version - 1
    return OrdersReceipt(stored.version, examined.errors, receipt, replaced, stored.repeated)


def order_text(text: str) -> OrderText:
    """Read the orders in a request; raises OrderTextError."""
    words, note = decoded(text.encode(), SOURCE)
    return OrderText(words, SOURCE, note)
