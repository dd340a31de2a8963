"""What the store takes and gives: plain records, without the database."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.codec import canonical, digest_of


@frozen
class Seat:
    """A player's place: played by a person, or by the bot of this name."""

    name: str
    bot: str | None = None
    password_hash: str | None = None


@frozen
class Plate:
    """What never changes of a game: its name, rules, options and when it was set up."""

    name: str
    variant: str
    mods: tuple[str, ...]
    options: Mapping[str, Any]
    seeded: bool
    created_at: str


@frozen
class GivenOrders:
    """An order text as it was handed in for a turn. `id` is 0 before it is stored."""

    turn: int
    seat: str
    text: str
    submitted_at: str
    source: str
    diagnostics: Sequence[Mapping[str, Any]] = ()
    id: int = 0

    @property
    def errors(self) -> int:
        """How many of the remarks are errors."""
        return sum(remark["severity"] == "error" for remark in self.diagnostics)


@frozen
class UsedOrders:
    """The order texts that a turn was run with, by seat."""

    texts: Mapping[str, str]

    @property
    def digest(self) -> str:
        """A digest of them all."""
        return digest_of(dict(self.texts))


@frozen
class NewTurn:
    """A turn that was run, ready to be stored.

    `used` are the ids of stored orders, `written` the orders that bots wrote for this turn.
    """

    turn: int
    state: Mapping[str, Any]
    digest: str
    events: Sequence[Mapping[str, Any]]
    events_digest: str
    turn_key: str
    versions: Mapping[str, Any]
    run_at: str
    reports: Mapping[str, Mapping[str, Any]]
    used: Mapping[str, int] = {}
    written: Sequence[GivenOrders] = ()
    orders_digest: str = ""


@frozen
class StoredTurn:
    """A turn as it stands in the store. `orders` maps seats to the ids of their orders."""

    turn: int
    state: dict[str, Any]
    digest: str
    events: list[dict[str, Any]]
    events_digest: str
    orders: Mapping[str, int]
    orders_digest: str
    turn_key: str
    versions: Mapping[str, Any]
    run_at: str


@frozen
class Snapshot:
    """What the next turn is run from, read in one go: the state, the seats, the latest orders."""

    plate: Plate
    seats: tuple[Seat, ...]
    turn: int
    state: dict[str, Any]
    orders: Mapping[str, GivenOrders]


def packed(data: Any) -> bytes:
    """Plain data as compressed canonical JSON."""
    return zlib.compress(canonical(data), 6)


def unpacked(blob: bytes) -> Any:
    """The plain data again; raises ValueError for bytes that hold none."""
    try:
        return json.loads(zlib.decompress(blob))
    except zlib.error as problem:
        raise ValueError(str(problem)) from problem
