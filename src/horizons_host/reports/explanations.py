"""Explanations of events by rulebook clauses and recomputed dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.model import EVERYONE
from horizons_core.rng import Stream
from horizons_core.rules import Catalogue
from horizons_core.turn import dice_key
from horizons_host.seats.seats import seat_of
from horizons_host.store import GameStore

#: Maximum number of random words shown for an event; for more, only their number is shown.
MAX_WORDS = 12


@frozen
class TurnEvents:
    """A turn's events as plain data, with the keys of their dice by audience.

    `empires` are all empires of the game, in order.
    """

    turn: int
    keys: Callable[[str], str]
    empires: Sequence[str]
    events: Sequence[Mapping[str, Any]]


def turn_events(store: GameStore, player: str | None, turn: int | None = None) -> TurnEvents:
    """Return the events of a turn (None: the latest) in a player's report, or all for player None.

    Raises SeatError for an unknown player, GameStoreError for a turn that was not run.
    """
    number = store.latest() if turn is None else turn
    if player is None:
        stored = store.stored(number)
        keys = partial(dice_key, stored.state["secret"], number)
        empires = [empire.name for empire in hz.load(dict(stored.current_state)).empires]
        return TurnEvents(number, keys, empires, stored.events)
    seat = seat_of(store.seats(), player).name
    report = store.report(number, seat)
    published = {EVERYONE: report["turn_key"], seat: report["own_key"]}
    empires = [empire["name"] for empire in report["empires"]]
    return TurnEvents(number, published.__getitem__, empires, report["events"])


@frozen
class ExplainedDice:
    """Random words of one stream: their position and their values."""

    subject: tuple[str | int, ...]
    first: int
    count: int
    run: int
    known_to: str
    words: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the dice as plain data."""
        return {
            "subject": list(self.subject),
            "first": self.first,
            "count": self.count,
            "run": self.run,
            "known_to": self.known_to,
            "words": list(self.words),
        }


@frozen
class EventExplanation:
    """An event with the clauses it follows from and the dice it used."""

    event: Mapping[str, Any]
    rules: tuple[Mapping[str, str], ...]
    dice: tuple[ExplainedDice, ...]

    @property
    def audience(self) -> tuple[str, ...]:
        """The recipients of the event; only the gamemaster's events list them."""
        return tuple(self.event.get("audience", ()))

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as plain data."""
        return {
            "phase": self.event["phase"],
            "code": self.event["code"],
            "text": self.event["text"],
            "place": self.event["place"],
            "audience": list(self.audience),
            "rules": [dict(rule) for rule in self.rules],
            "dice": [dice.to_dict() for dice in self.dice],
        }


def explanations(
    events: Iterable[Mapping[str, Any]], catalogue: Catalogue, keys: Callable[[str], str]
) -> list[EventExplanation]:
    """Explain events (as plain data) of one turn, in their order.

    `keys` returns the dice key for an audience (`known_to`).
    """
    return [
        EventExplanation(
            event,
            tuple(_clause(catalogue, rule) for rule in event["rules"]),
            tuple(recompute_dice(keys(dice["known_to"]), dice) for dice in event["dice"]),
        )
        for event in events
    ]


def keys_used(explained: Iterable[EventExplanation], keys: Callable[[str], str]) -> dict[str, str]:
    """Return the keys of all explained dice by audience."""
    used = {dice.known_to for explanation in explained for dice in explanation.dice}
    return {known_to: keys(known_to) for known_to in sorted(used)}


def matching(
    events: Iterable[Mapping[str, Any]], code: str | None, contains: str | None
) -> list[Mapping[str, Any]]:
    """Filter events by reason code and by words in their text (case-insensitive)."""
    words = (contains or "").casefold()
    return [
        event
        for event in events
        if (code is None or event["code"] == code) and words in event["text"].casefold()
    ]


def _clause(catalogue: Catalogue, rule: str) -> dict[str, str]:
    if rule not in catalogue:
        return {"id": rule, "title": "", "rule": "", "decision": ""}
    clause = catalogue[rule]
    return {
        "id": rule,
        "title": clause.title,
        "rule": clause.rule,
        "decision": clause.decision,
    }


def recompute_dice(key: str, dice: Mapping[str, Any]) -> ExplainedDice:
    """The dice of an event's record, by their key."""
    subject: Sequence[str | int] = dice["subject"]
    stream = Stream(Stream.from_key(key, *subject).key, dice["run"])
    words: tuple[int, ...] = ()
    if dice["count"] <= MAX_WORDS:
        for _ in range(dice["first"]):
            stream.word()
        words = tuple(stream.word() for _ in range(dice["count"]))
    return ExplainedDice(
        tuple(subject), dice["first"], dice["count"], dice["run"], dice["known_to"], words
    )
