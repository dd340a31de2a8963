"""Posts to webhooks: JSON as Discord takes it, signed, to a pinned address, and no redirects."""

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
    Target,
    is_public,
    looked_up,
    pinned,
    target_of,
)
from horizons_host.notifications.words import NoticeError, words
from horizons_host.store import Telling

#: A server has so long to answer in all.
SECONDS = 10.0
#: So much of an answer is read.
_MOST_BYTES = 4_096
_LONGEST_REPLY = 200
#: Signs by which Discord sets type, names people and makes links.
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()@<])")
#: Answers after which another attempt may do better.
_LATER = frozenset((408, 425, 429))


@frozen
class Answer:
    """What a server said: `taken`, or whether it is worth another attempt, and its words."""

    taken: bool
    again: bool
    reply: str


class Sender(Protocol):
    """Posts to the web."""

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Post a body to a URL, and say what came of it; never raises for what a server does."""


def body_of(telling: Telling, game: str) -> bytes:
    """What is posted of a telling: a sentence, and the same set out. Nobody is named by it."""
    happening, whose = telling.happening, telling.way.seat
    said = words(happening, whose)
    fields = [("Turn", happening.turn), ("Event", happening.kind)]
    return json.dumps(
        {
            "content": _plain(f"{game}: {said}")[:1900],
            "embeds": [
                {
                    "title": _plain(game)[:200],
                    "description": _plain(said)[:1900],
                    "timestamp": happening.at,
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
    """The text without what Discord would take for markup."""
    return _MARKUP.sub(r"\\\1", text)


def headers_of(telling: Telling, body: bytes, seconds: int) -> dict[str, str]:
    """The headers of a post: what it is about, and a signature of its time and body.

    The same telling has the same delivery, however often it is posted.
    """
    way, told = telling.way, f"delivery {telling.id}".encode()
    delivery = hmac.new(way.secret.encode(), told, hashlib.sha256).hexdigest()[:32]
    return {
        "Content-Type": "application/json",
        "User-Agent": "Horizons",
        "X-Horizons-Event": telling.happening.kind,
        "X-Horizons-Delivery": delivery,
        "X-Horizons-Signature": signature(way.secret, body, seconds),
    }


def signature(secret: str, body: bytes, seconds: int) -> str:
    """`t=SECONDS,v1=HEX`: the HMAC-SHA256, by the way's secret, of the seconds, a dot and the body.

    A receiver makes the same of what it got, compares the two, and refuses a time long gone.
    """
    told = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256)
    return f"t={seconds},v1={told.hexdigest()}"


@frozen
class WebSender:
    """Posts to the public web; `allowed` says to which addresses."""

    resolve: Resolver = looked_up
    allowed: Callable[[str], bool] = is_public
    seconds: float = SECONDS

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        """Post a body to a URL, and say what came of it."""
        try:
            target = target_of(url)
            address = pinned(target, self.resolve, self.allowed)
        except NoticeError as problem:
            return Answer(taken=False, again=False, reply=problem.message)
        except (OSError, UnicodeError) as problem:
            return Answer(taken=False, again=True, reply=_said(f"no such host: {problem}"))
        try:
            return self._posted(target, address, body, headers)
        except (OSError, http.client.HTTPException, ValueError) as problem:
            said = _said(str(problem)) or "no answer"
            return Answer(taken=False, again=True, reply=said)

    def _posted(
        self, target: Target, address: str, body: bytes, headers: Mapping[str, str]
    ) -> Answer:
        connection = http.client.HTTPConnection(target.host, target.port, timeout=self.seconds)
        # To this very address: a name that is looked up once more may lead elsewhere.
        plain = socket.create_connection((address, target.port), self.seconds)
        # A server that answers byte by byte would never run into the time for one of them.
        other = plain.dup()
        limit = threading.Timer(self.seconds, _cut, [other])
        limit.start()
        try:
            self._demand_allowed(plain.getpeername()[0])
            connection.sock = _secured(plain, target)
            connection.request("POST", target.path, body, {**headers, "Host": target.host_header})
            answer = connection.getresponse()
            answer.read(_MOST_BYTES)
            return _judged(answer.status, answer.reason)
        finally:
            limit.cancel()
            connection.close()
            for one in (plain, other):
                one.close()

    def _demand_allowed(self, peer: str) -> None:
        """Raises OSError if the connection went to an address that must not be called."""
        if not self.allowed(peer):
            raise OSError("not a public address")


def _secured(plain: socket.socket, target: Target) -> socket.socket:
    """The connection, encrypted if the URL says so, to who has a certificate for its host."""
    if target.scheme == "http":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)


def _cut(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):  # it is closed already
        connection.shutdown(socket.SHUT_RDWR)


def _judged(status: int, reason: str) -> Answer:
    said = _said(f"{status} {reason}")
    if 200 <= status < 300:
        return Answer(taken=True, again=False, reply=said)
    if 300 <= status < 400:
        return Answer(taken=False, again=False, reply=f"{said}: redirects are not followed")
    return Answer(taken=False, again=status >= 500 or status in _LATER, reply=said)


def _said(text: str) -> str:
    """A server's words in one printable line."""
    line = " ".join(text.split())
    return "".join(sign if sign.isprintable() else "?" for sign in line)[:_LONGEST_REPLY]
