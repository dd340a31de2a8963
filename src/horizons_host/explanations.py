"""Explanations of events: reason code, rulebook clauses, and recomputed dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.rng import Stream
from horizons_core.rules import Catalogue

#: Largest number of random words shown for an event; for more, only their number is shown.
MOST_WORDS = 12


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
    if dice["count"] <= MOST_WORDS:
        for _ in range(dice["first"]):
            stream.word()
        words = tuple(stream.word() for _ in range(dice["count"]))
    return ExplainedDice(
        tuple(subject), dice["first"], dice["count"], dice["run"], dice["known_to"], words
    )
