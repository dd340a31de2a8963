"""Restricts webhooks to public addresses.

The owner of a webhook chooses what this machine connects to. That must not be the machine itself,
its local network or a metadata service. So a name is resolved at the time of the connection, all
its addresses must be public, and the connection goes to one of them.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from attrs import frozen

from horizons_host.notifications.words import SubscriptionError

_LONGEST = 1_000
_PORTS = {"http": 80, "https": 443}
_LEAST_PORT = 1024
#: IPv6 networks with an IPv4 address in the last four bytes.
_WITH_IPV4 = tuple(map(ip_network, ("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")))
#: The only IPv6 addresses assigned to the public.
_GLOBAL_UNICAST = ip_network("2000::/3")
#: Networks that some Python versions count as public, but that are not.
_NEVER = tuple(
    map(
        ip_network,
        (
            "2001::/23",  # Teredo and other protocols
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
            "100.64.0.0/10",  # shared by providers; Alibaba's metadata
            "161.26.0.0/16",  # services inside IBM's cloud
            "166.8.0.0/14",  # services inside IBM's cloud
            "168.63.129.16/32",  # Azure's wire server
            "192.0.0.0/24",  # protocols; Oracle's metadata
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # multicast relays
            "192.80.8.124/32",  # Equinix' metadata
            "192.88.99.0/24",  # relays of 6to4
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # measurements
        ),
    )
)
#: First four of the last eight bytes of an ISATAP tunnel's address, which has an IPv4 address.
_ISATAP = frozenset((0x00005EFE, 0x02005EFE))

#: Resolves a host and port to addresses, as texts.
Resolver = Callable[[str, int], Sequence[str]]


@frozen
class WebhookTarget:
    """The target of a webhook: the parts of its URL."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def target_of(url: str) -> WebhookTarget:
    """Parse and check a webhook's URL; raises SubscriptionError."""
    hint = "write it as https://example.org/hook"
    if len(url) > _LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise SubscriptionError("this is not a web address", hint)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as problem:
        raise SubscriptionError(f"'{url}' is not a web address", hint) from problem
    if parts.scheme not in _PORTS or not parts.hostname:
        raise SubscriptionError(f"'{url}' is not a web address", hint)
    if parts.username is not None or parts.password is not None:
        raise SubscriptionError("the address must not contain a name or password", "omit it")
    port = _PORTS[parts.scheme] if port is None else port
    if port not in _PORTS.values() and port < _LEAST_PORT:
        raise SubscriptionError(f"port {port} is not allowed", "omit it")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return WebhookTarget(parts.scheme, parts.hostname, port, path)


def is_public(address: str) -> bool:
    """Return whether an address is public, not of this machine or its local network."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inner = _ipv4_in(ip)
    if inner is not None:
        return is_public(str(inner))
    if any(ip.version == network.version and ip in network for network in _NEVER):
        return False
    if isinstance(ip, IPv6Address):
        tunnel = (int(ip) >> 32) & 0xFFFFFFFF in _ISATAP
        return ip in _GLOBAL_UNICAST and ip.is_global and not tunnel
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def _ipv4_in(address: IPv4Address | IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address embedded in an IPv6 address, or None."""
    if isinstance(address, IPv4Address):
        return None
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if any(address in network for network in _WITH_IPV4):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None


def resolve_host(host: str, port: int) -> Sequence[str]:
    """Resolve a host with the system's resolver; raises OSError."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in entries]


def pinned(target: WebhookTarget, resolve: Resolver, allowed: Callable[[str], bool]) -> str:
    """Return the address to connect to; raises SubscriptionError if any is not allowed, OSError."""
    addresses = list(dict.fromkeys(resolve(target.host, target.port)))
    if not addresses or not all(allowed(address) for address in addresses):
        raise SubscriptionError(
            f"'{target.host}' is not a public address",
            "use a public host",
        )
    return addresses[0]
