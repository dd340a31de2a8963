"""Reports as other readers than their seats get them: up to a turn, or computed from the game.

All have the methods of a game's store that read reports, so that what is made of a player's
reports, such as maps, replays and charts, can be made of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from attrs import frozen

import horizons_core as hz
from horizons_core.model import EVERYONE, GAMEMASTER, audience_prefix
from horizons_core.report import report_data
from horizons_host.reports.files import NAME
from horizons_host.store import GameInfo, GameStore, GameStoreError
from horizons_host.store.caches import SizedCache

#: Number of turns, up to the latest, whose reports are computed: each loads the game.
MAX_COMPUTED = 30
#: Number of computed reports that are cached in each process; of a large game, one takes megabytes.
_MAX_CACHED = 20
_cache: SizedCache[dict[str, Any]] = SizedCache(_MAX_CACHED)

#: Makes the report of a turn from the stored game.
Maker = Callable[[GameStore, int], dict[str, Any]]


class ReportSource(Protocol):
    """Reports of seats, by turn."""

    def info(self) -> GameInfo:
        """Return the immutable facts about the game."""

    def turns_reported(self, empire: str, /) -> tuple[int, ...]:
        """List the turns for which a seat has a report, in order."""

    def report(self, turn: int, empire: str, /) -> dict[str, Any]:
        """Return the document of a report; raises GameStoreError if it does not exist."""

    def packed_report(self, turn: int, empire: str, /) -> bytes:
        """Return bytes that identify the document; raises what `report` raises."""


@frozen
class ReportsUntil:
    """The stored reports of all seats, up to a turn."""

    store: GameStore
    last: int

    def info(self) -> GameInfo:
        """Return the immutable facts about the game."""
        return self.store.info()

    def turns_reported(self, empire: str) -> tuple[int, ...]:
        """List the turns up to the last for which a seat has a report."""
        return tuple(turn for turn in self.store.turns_reported(empire) if turn <= self.last)

    def report(self, turn: int, empire: str) -> dict[str, Any]:
        """Return a seat's report; raises GameStoreError if it does not exist, or is a later one."""
        self._demand_shown(turn)
        return self.store.report(turn, empire)

    def packed_report(self, turn: int, empire: str) -> bytes:
        """Return a seat's packed report; raises what `report` raises."""
        self._demand_shown(turn)
        return self.store.packed_report(turn, empire)

    def _demand_shown(self, turn: int) -> None:
        if turn > self.last:
            raise GameStoreError(f"turn {turn} is not shown yet", f"shown until turn {self.last}")


@frozen
class ComputedReports:
    """Reports of the latest turns, computed by a function; the seat makes no difference."""

    store: GameStore
    make: Maker

    def info(self) -> GameInfo:
        """Return the immutable facts about the game."""
        return self.store.info()

    def turns_reported(self, _empire: str = "") -> tuple[int, ...]:
        """List the latest turns, at most `MAX_COMPUTED`."""
        latest = self.store.latest()
        return tuple(range(max(self.store.first(), latest + 1 - MAX_COMPUTED), latest + 1))

    def report(self, turn: int, _empire: str = "") -> dict[str, Any]:
        """Return the report of a turn, cached; raises GameStoreError if it was not run."""
        return _cache.of(self.packed_report(turn), lambda: self.make(self.store, turn))

    def packed_report(self, turn: int, _empire: str = "") -> bytes:
        """Return the digests of the turn, and the kind of report; raises what `report` raises."""
        return f"{self.make.__name__} {turn} {' '.join(self.store.digests(turn))}".encode()


def public_report(store: GameStore, turn: int) -> dict[str, Any]:
    """Return the public information about a turn, as a report without a reader.

    Raises GameStoreError for a turn that was not run.
    """
    stored = store.stored(turn)
    game = hz.load({**stored.state, **stored.rules_names})
    variant = hz.variant_of(game)
    known = variant.publicly_known(game)
    view = variant.public_view(known)
    bare = report_data(view, known, variant.title, (), (), (), (), variant.public_map(view))
    public = [event for event in stored.events if EVERYONE in event["audience"]]
    return {**bare, "events": [_public_event(event) for event in public]}


def full_report(store: GameStore, turn: int) -> dict[str, Any]:
    """Return everything about a turn, for the gamemaster; each event names its recipients.

    Raises GameStoreError for a turn that was not run.
    """
    stored = store.stored(turn)
    game = hz.load({**stored.state, **stored.rules_names})
    variant = hz.variant_of(game)
    view = variant.view(game, None)
    bare = report_data(view, game, variant.title, (), (), (), (), variant.map(view))
    ids = [empire.id for empire in game.empires]
    events = [
        {**_fields(event), "text": audience_prefix(event["audience"], ids) + event["text"]}
        for event in stored.events
    ]
    return {**bare, "empire": NAME, "role": GAMEMASTER, "events": events}


def _public_event(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event for everyone, without dice that not everyone may know."""
    dice: Iterable[Mapping[str, Any]] = event["dice"]
    return {**_fields(event), "dice": [d for d in dice if d["known_to"] == EVERYONE]}


def _fields(event: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in ("audience", "turn")}
