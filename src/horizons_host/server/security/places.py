"""The network place of a request, for counting requests together."""

from __future__ import annotations

from ipaddress import IPv6Network, ip_address
from typing import Any

from litestar.connection import ASGIConnection

#: Length of the IPv6 prefix that belongs to a single network.
_PREFIX_BITS = 64


def network_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the address of the machine that made a request, or its network for IPv6."""
    host = connection.client.host if connection.client else "nowhere"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address.packed, _PREFIX_BITS), strict=False))
