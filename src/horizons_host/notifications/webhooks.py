"""Posts to webhooks: signed JSON in Discord's format, to a pinned address, without redirects."""

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
from collections.abc import Callable, Mapping
from typing import Protocol

from attrs import frozen

from horizons_host.notifications.addresses import (
    Resolver,
    WebhookTarget,
    is_public,
    pinned,
    resolve_host,
    target_of,
)
from horizons_host.notifications.words import SubscriptionError, words
from horizons_host.store import NotificationDelivery

#: Total time limit of a post.
SECONDS = 10.0
#: Number of bytes of an answer that are read.
_MOST_BYTES = 4_096
_LONGEST_REPLY = 200
#: Discord's markup characters for formatting, mentions and links.
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()@<])")
#: Client errors after which a retry may succeed.
_LATER = frozenset((408, 425, 429))


@frozen
class PostResult:
    """A server's answer: accepted (`taken`), worth a retry (`again`), and its text."""

    accepted: bool
    retry: bool
    reply: str


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
        limit = threading.Timer(self.seconds, _cut, [other])
        limit.start()
        try:
            self._demand_allowed(plain.getpeername()[0])
            connection.sock = _secured(plain, target)
            connection.request("POST", target.path, body, {**headers, "Host": target.host_header})
            answer = connection.getresponse()
            answer.read(_MOST_BYTES)
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


def _secured(plain: socket.socket, target: WebhookTarget) -> socket.socket:
    """Encrypt the connection if the URL is https, and verify the host's certificate."""
    if target.scheme == "http":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)


def _cut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # already closed
        connection.shutdown(socket.SHUT_RDWR)


def _answer_for(status: int, reason: str) -> PostResult:
    reply = _printable(f"{status} {reason}")
    if 200 <= status < 300:
        return PostResult(accepted=True, retry=False, reply=reply)
    if 300 <= status < 400:
        return PostResult(accepted=False, retry=False, reply=f"{reply}: redirects are not followed")
    return PostResult(accepted=False, retry=status >= 500 or status in _LATER, reply=reply)


def _printable(text: str) -> str:
    """Return a server's text as one printable line."""
    line = " ".join(text.split())
    return "".join(sign if sign.isprintable() else "?" for sign in line)[:_LONGEST_REPLY]
