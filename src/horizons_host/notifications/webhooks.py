"""Posts to webhooks, as signed JSON in Discord's format and only to public addresses."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import json
import re
import socket
import ssl
import threading
from collections.abc import Callable, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Protocol
from urllib.parse import urlsplit

from attrs import frozen

from horizons_host.notifications.texts import SubscriptionError, words
from horizons_host.store import NotificationDelivery

_MAX_LENGTH = 1_000
_PORTS = {"http": 80, "https": 443}
_MIN_PORT = 1024
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

#: Total time limit of a post.
SECONDS = 10.0
#: Number of bytes of an answer that are read.
_MAX_BYTES = 4_096
_MAX_REPLY_LENGTH = 200
#: Discord's markup characters for formatting, mentions and links.
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()@<])")
#: Client errors after which a retry may succeed.
_LATER = frozenset((408, 425, 429))


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
    if len(url) > _MAX_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
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
    if port not in _PORTS.values() and port < _MIN_PORT:
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


@frozen
class PostResult:
    """A server's answer: whether it accepted the post or a retry makes sense, and its text.

    `status` is its HTTP status; 0 if there was no answer.
    """

    accepted: bool
    retry: bool
    reply: str
    status: int = 0


class Sender(Protocol):
    """Posts to the web."""

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> PostResult:
        """Post a body to a URL and return the answer; never raises for a server's behaviour."""


def body_of(delivery: NotificationDelivery, game: str) -> bytes:
    """Build the body of a notification: a sentence and an embed, without mentions."""
    event = delivery.event
    sentence = words(event, delivery.subscription.seat)
    fields = [("Turn", event.turn), ("Event", event.kind)]
    return json.dumps(
        {
            "content": _plain(f"{game}: {sentence}")[:1900],
            "embeds": [
                {
                    "title": _plain(game)[:200],
                    "description": _plain(sentence)[:1900],
                    "timestamp": event.at,
                    "fields": [
                        {"name": name, "value": str(value), "inline": True}
                        for name, value in fields
                    ],
                }
            ],
            "allowed_mentions": {"parse": []},
        }
    ).encode()


def _plain(text: str) -> str:
    """Escape Discord's markup characters."""
    return _MARKUP.sub(r"\\\1", text)


def headers_of(delivery: NotificationDelivery, body: bytes, seconds: int) -> dict[str, str]:
    """Build the headers of a post: its kind, its delivery id, and a signature of time and body.

    The delivery id of a notification stays the same if it is posted again.
    """
    subscription, identity = delivery.subscription, f"delivery {delivery.id}".encode()
    delivery_id = hmac.new(subscription.secret.encode(), identity, hashlib.sha256).hexdigest()[:32]
    return {
        "Content-Type": "application/json",
        "User-Agent": "Horizons",
        "X-Horizons-Event": delivery.event.kind,
        "X-Horizons-Delivery": delivery_id,
        "X-Horizons-Signature": signature(subscription.secret, body, seconds),
    }


def signature(secret: str, body: bytes, seconds: int) -> str:
    """Return `t=SECONDS,v1=HEX`: the HMAC-SHA256 of the seconds, a dot and the body.

    A receiver computes the same, compares, and rejects an old time.
    """
    mac = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256)
    return f"t={seconds},v1={mac.hexdigest()}"


@frozen
class WebSender:
    """Posts to the public web; `allowed` checks addresses."""

    resolve: Resolver = resolve_host
    allowed: Callable[[str], bool] = is_public
    seconds: float = SECONDS

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> PostResult:
        """Post a body to a URL and return the answer."""
        try:
            target = target_of(url)
            address = pinned(target, self.resolve, self.allowed)
        except SubscriptionError as problem:
            return PostResult(accepted=False, retry=False, reply=problem.message)
        except (OSError, UnicodeError) as problem:
            reply = _printable(f"no such host: {problem}")
            return PostResult(accepted=False, retry=True, reply=reply)
        try:
            return self._posted(target, address, body, headers)
        except (OSError, http.client.HTTPException, ValueError) as problem:
            reply = _printable(str(problem)) or "no answer"
            return PostResult(accepted=False, retry=True, reply=reply)

    def _posted(
        self, target: WebhookTarget, address: str, body: bytes, headers: Mapping[str, str]
    ) -> PostResult:
        connection = http.client.HTTPConnection(target.host, target.port, timeout=self.seconds)
        # Connect to the checked address: another look-up of the name may give another one.
        plain = socket.create_connection((address, target.port), self.seconds)
        # A server that answers byte by byte would never hit the socket's timeout.
        other = plain.dup()
        limit = threading.Timer(self.seconds, _shut_down, [other])
        limit.start()
        try:
            self._demand_allowed(plain.getpeername()[0])
            connection.sock = _encrypted(plain, target)
            connection.request("POST", target.path, body, {**headers, "Host": target.host_header})
            answer = connection.getresponse()
            answer.read(_MAX_BYTES)
            return _answer_for(answer.status, answer.reason)
        finally:
            limit.cancel()
            connection.close()
            for opened in (plain, other):
                opened.close()

    def _demand_allowed(self, peer: str) -> None:
        """Raise OSError if the connection went to an address that is not allowed."""
        if not self.allowed(peer):
            raise OSError("not a public address")


def _encrypted(plain: socket.socket, target: WebhookTarget) -> socket.socket:
    """Encrypt the connection if the URL is https, and verify the host's certificate."""
    if target.scheme == "http":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)


def _shut_down(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # already closed
        connection.shutdown(socket.SHUT_RDWR)


def _answer_for(status: int, reason: str) -> PostResult:
    reply = _printable(f"{status} {reason}")
    if 200 <= status < 300:
        return PostResult(accepted=True, retry=False, reply=reply, status=status)
    retry = status >= 500 or status in _LATER
    if 300 <= status < 400:
        reply = f"{reply}: redirects are not followed"
    return PostResult(accepted=False, retry=retry, reply=reply, status=status)


def _printable(text: str) -> str:
    """Return a server's text as one printable line."""
    line = " ".join(text.split())
    return "".join(char if char.isprintable() else "?" for char in line)[:_MAX_REPLY_LENGTH]
