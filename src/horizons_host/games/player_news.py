"""Decisions about a turn that concern a player: what players are told next to their report.

They come from the audit log, in the words that all players may read.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.games.audit import SERVER, AuditEntry, entries
from horizons_host.seats.missing_orders import STANDING
from horizons_host.store import GameStore

_TURN, _UNDO, _NEW_PLAYER = "turn", "undo", "hand-over"
#: Actions that concern all players, and those that concern the seat in their facts.
_FOR_ALL = frozenset({"deadline", "edit", _UNDO, "restore", "put-off"})
_FOR_SEAT = frozenset({"orders", "missing", "bot", _NEW_PLAYER})


@frozen
class PlayerNews:
    """A decision or a missed turn that a player is told about, and its time as stored."""

    at: str
    words: LocalizedText | str


def news_of_turn(store: GameStore, seat: str, turn: int) -> list[PlayerNews]:
    """Return the decisions about a turn that concern a seat, the latest first.

    A turn that was run also tells whether the seat's orders were missing. Decisions about the
    coming turn are those since the latest one.
    """
    return [news for entry in reversed(_entries_about(store, turn)) for news in _news(entry, seat)]


def latest_news(store: GameStore, seat: str) -> list[PlayerNews]:
    """Return the news of the coming turn, and of orders that were missing in the latest one.

    A player who has got the seat since then is not told of what was missing before.
    """
    latest = store.latest()
    since = _entries_about(store, latest + 1)
    news = [item for entry in reversed(since) for item in _news(entry, seat)]
    if any(entry.action == _NEW_PLAYER and entry.facts.get("seat") == seat for entry in since):
        return news
    runs = [entry for entry in _entries_about(store, latest) if entry.action == _TURN]
    return [*news, *(_missed(runs[-1], seat) if runs else ())]


def _entries_about(store: GameStore, turn: int) -> list[AuditEntry]:
    """Return the entries before each run of a turn and after the run before it.

    An undone run is left out, with the decisions after it.
    """
    about: list[AuditEntry] = []
    period: list[AuditEntry] = []
    for entry in entries(store, public=True):
        if entry.action == _UNDO:
            about = [other for other in about if other.action != _TURN]
            period = []
        period.append(entry)
        if entry.action == _TURN:
            about += period if entry.turn == turn else []
            period = []
    return [*about, *period] if turn == store.latest() + 1 else about


def _news(entry: AuditEntry, seat: str) -> Iterator[PlayerNews]:
    if entry.action == _TURN:
        yield from _missed(entry, seat)
        return
    is_announced = entry.actor == SERVER and entry.facts.get("kind") == "rule"
    concerns = entry.action in _FOR_SEAT and entry.facts.get("seat") == seat
    if concerns or (entry.action in _FOR_ALL and not is_announced):
        yield PlayerNews(entry.at, _words(entry))


def _words(entry: AuditEntry) -> LocalizedText | str:
    """Return the words of an entry, without the hashes that are published with an undone turn."""
    if entry.action == _UNDO and "reason" in entry.facts:
        return LocalizedText(
            "Turn {turn} was undone ({why}).", turn=entry.turn, why=str(entry.facts["reason"])
        )
    return entry.words


def _missed(entry: AuditEntry, seat: str) -> Iterator[PlayerNews]:
    instead = entry.facts.get("instead", {}).get(seat)
    if seat in entry.facts.get("missing", ()):
        outcome = LocalizedText("It was run without them.")
    elif instead == STANDING:
        outcome = LocalizedText("Your standing orders were carried out.")
    elif instead:
        outcome = LocalizedText("A bot played in your place.")
    else:
        return
    words = LocalizedText("You submitted no orders for turn {turn}.", turn=entry.turn)
    yield PlayerNews(entry.at, LocalizedText.from_parts((words, outcome)))
