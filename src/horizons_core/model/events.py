"""Typed events of a turn, each with an audience, a reason code, rule ids and dice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.errors import PluginError, did_you_mean

#: The audience of an event that every empire may know.
EVERYONE = "*"
#: The audience of an event for only the gamemaster, or of dice that only the gamemaster knows.
NO_ONE = ""


@frozen
class EventKind:
    """A reason code, its sentence and the clauses behind it; a variant declares each kind once.

    Attributes:
        code: the reason code, for programs: "ship.built".
        text: a format string over the event's data: "Built {name} in {sector}.".
        rules: the ids of the clauses.
    """

    code: str
    text: str
    rules: tuple[str, ...] = ()


def sentence(kind: EventKind, messages: Mapping[str, str], data: Mapping[str, Any]) -> str:
    """Return the text of an event: its kind's sentence, or the one in `messages` for its code.

    Raises PluginError if the sentence refers to a name that is missing from the data.
    """
    text = messages.get(kind.code, kind.text)
    try:
        return text.format_map(data)
    except KeyError as problem:
        name = str(problem.args[0])
        raise PluginError(
            f"event '{kind.code}': its text names {{{name}}}, which its data does not have",
            did_you_mean(name, data),
        ) from None
    except (ValueError, IndexError, AttributeError, TypeError) as problem:
        raise PluginError(
            f"event '{kind.code}': its text {text!r} cannot be filled in: {problem}"
        ) from None


@frozen
class Dice:
    """The dice of an event: `count` words of the stream of `subject`, starting with word `first`.

    The values are not stored: anyone who has the key can recompute them (`horizons explain`).

    Attributes:
        subject: the parts that name the stream under its key, the phase's name first.
        first: the number of the first word, counted from 0.
        count: the number of 32-bit words.
        run: the run of the stream.
        known_to: who may know the dice, which also determines their key: `EVERYONE`, the id of
            one empire, or `NO_ONE`.
    """

    subject: tuple[str | int, ...]
    first: int
    count: int
    run: int = 0
    known_to: str = NO_ONE

    def is_visible_to(self, reader: str) -> bool:
        """Return whether this empire (by id) may know the dice.

        `NO_ONE` stands for people without an empire.
        """
        return self.known_to != NO_ONE and self.known_to in (EVERYONE, reader)


@frozen
class Event:
    """Something that happened in a turn. Empires in the audience know all of it, others nothing.

    Attributes:
        turn: the turn when it happened.
        phase: the name of the phase.
        code: the reason code of its kind.
        text: the event in a sentence.
        audience: ids of empires, or `EVERYONE`; empty for only the gamemaster.
        data: the facts, in plain JSON types.
        rules: the ids of the clauses behind it.
        dice: the dice it used.
        place: where it happened, as players write the place; None for no particular place.
    """

    turn: int
    phase: str
    code: str
    text: str
    audience: tuple[str, ...]
    data: Mapping[str, Any] = field(factory=dict)
    rules: tuple[str, ...] = ()
    dice: tuple[Dice, ...] = ()
    place: str | None = None

    def visible_to(self, empire: str) -> bool:
        """Return whether this empire may know of the event."""
        return EVERYONE in self.audience or empire in self.audience

    def to_dict(self, reader: str = NO_ONE) -> dict[str, Any]:
        """Return the event as plain data for an empire in its audience (by id).

        The audience itself is left out, and so are dice that the reader may not know.
        """
        return {
            "phase": self.phase,
            "code": self.code,
            "text": self.text,
            "place": self.place,
            "data": dict(self.data),
            "rules": list(self.rules),
            "dice": [
                {
                    "subject": list(d.subject),
                    "first": d.first,
                    "count": d.count,
                    "run": d.run,
                    "known_to": d.known_to,
                }
                for d in self.dice
                if d.is_visible_to(reader)
            ],
        }


def audience_prefix(audience: Collection[str], recipients: Collection[str]) -> str:
    """Return the audience as a prefix of the event's text for those who see all: "Ada, Brin: ".

    "" if the audience is complete; `recipients` are the ids of all possible readers.
    """
    if EVERYONE in audience or set(recipients) <= set(audience):
        return ""
    return f"{', '.join(audience) or 'nobody else'}: "


def visible(events: Iterable[Event], empire: str) -> list[Event]:
    """Return the events that this empire (by id) may know of, in chronological order."""
    return [event for event in events if event.visible_to(empire)]


def visible_to_each(events: Iterable[Event], empires: Iterable[str]) -> dict[str, list[Event]]:
    """Return the events that each empire may know of, by its id, in one pass over the events."""
    visible_events: dict[str, list[Event]] = {empire: [] for empire in empires}
    for event in events:
        audience = visible_events if EVERYONE in event.audience else dict.fromkeys(event.audience)
        for empire in audience:
            if empire in visible_events:
                visible_events[empire].append(event)
    return visible_events
