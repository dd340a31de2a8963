"""Streams of facts: who reads one, what is sent, and how many there may be."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from typing import Protocol

from attrs import define, field

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.security.rate_limits import TooManyError
from horizons_host.server.security.requests import MAX_STREAMS
from horizons_host.server.service import Service

#: Interval of heartbeats, which are events that scripts can see.
HEARTBEAT_SECONDS = 20.0
#: A stream is closed after this time; a browser that is still used opens another.
LIFETIME_SECONDS = 3600.0
#: Streams of an account, and of strangers at one address.
MAX_OF_ACCOUNT, MAX_OF_PLACE = 12, 100
#: Unsent messages after which a stream is closed: its reader is away.
_MAX_UNSENT = 200
#: Browsers open a closed stream again after a random time, so that not all come at once.
_RETRY_MS = (1_000, 4_000)


def message(kind: str, game: str, version: int) -> bytes:
    """Return the message of a fact."""
    return _line({"kind": kind, "game": game, "version": version})


def _line(data: dict[str, object]) -> bytes:
    return f"data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


def retry() -> bytes:
    """Return the message that sets the time after which a closed stream is opened again."""
    shortest, longest = _RETRY_MS
    return f"retry: {shortest + secrets.randbelow(longest - shortest)}\n\n".encode()


class Sender(Protocol):
    """Sends facts to readers, from when they are added until they are removed."""

    service: Service

    def add(self, reader: Subscriber) -> None:
        """Begin to send facts to a reader; raises TooManyError."""

    def greeting(self, reader: Subscriber) -> bytes:
        """Return the current versions of a reader's games."""

    def remove(self, reader: Subscriber) -> None:
        """Stop sending to a reader."""


@define(eq=False)
class Subscriber:
    """The reader of a stream, and the messages that are not sent yet.

    Attributes:
        account: the account, or None for a stranger.
        place: the network address.
        key: the session or token, "" for a stranger.
        owners: returns the ids of the accounts of valid sessions or tokens.
        asked: the games whose pages the reader shows.
        games: the games that the stream reports on, besides those in the lobby.
    """

    account: Account | None
    place: str
    key: str
    owners: Callable[[Service, Collection[str]], Mapping[str, int]]
    asked: Sequence[str] = ()
    games: frozenset[str] = frozenset()
    _unsent: list[bytes] = field(factory=list, init=False)
    _wake: asyncio.Event = field(factory=asyncio.Event, init=False)
    _is_closed: bool = field(default=False, init=False)

    def put(self, data: bytes) -> None:
        """Send a message; called in the event loop."""
        self._unsent.append(data)
        if len(self._unsent) > _MAX_UNSENT:
            self._is_closed = True
        self._wake.set()

    def close(self) -> None:
        """End the stream; called in the event loop."""
        self._is_closed = True
        self._wake.set()

    async def messages(self, live: Sender) -> AsyncGenerator[bytes, None]:
        """Yield the stream: current versions at once, then facts and heartbeats."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + LIFETIME_SECONDS
        live.add(self)
        try:
            yield retry() + await asyncio.to_thread(live.greeting, self) + self._heartbeat(live)
            while not self._is_closed and loop.time() < ends:
                timer = loop.call_later(HEARTBEAT_SECONDS, self._wake.set)
                await self._wake.wait()
                timer.cancel()
                self._wake.clear()
                unsent, self._unsent = self._unsent, []
                if not self._is_closed:
                    yield b"".join(unsent) or self._heartbeat(live)
            yield retry()
        finally:
            live.remove(self)

    @staticmethod
    def _heartbeat(live: Sender) -> bytes:
        return _line({"kind": "heartbeat", "at": stamp(live.service.clock)})


def demand_room(streams: Counter[str], reader: Subscriber) -> str:
    """Return the name under which a stream is counted; raises TooManyError."""
    if reader.account is None:
        name, most = f"from {reader.place}", MAX_OF_PLACE
    else:
        name, most = f"account {reader.account.id}", MAX_OF_ACCOUNT
    if streams[name] >= most or streams.total() >= MAX_STREAMS:
        raise TooManyError(LocalizedText("too many open streams"), LocalizedText("close one first"))
    return name
