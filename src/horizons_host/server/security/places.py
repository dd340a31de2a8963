"""Where a request comes from, as far as it is counted together."""

from __future__ import annotations

from ipaddress import IPv6Network, ip_address
from typing import Any

from litestar.connection import ASGIConnection

#: Whoever has one address of IPv6 has all that begin with the same bits.
_ONES_OWN = 64


def place(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address of the machine that made a request, or the network that is its own."""
    named = connection.client.host if connection.client else "nowhere"
    try:
        found = ip_address(named)
    except ValueError:
        return named
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found.packed, _ONES_OWN), strict=False))
