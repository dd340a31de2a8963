"""What happened in a turn: typed events with an audience, a reason code, rule ids and dice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from attrs import field, frozen

from horizons_core.errors import PluginError, did_you_mean

#: The audience of what every empire may know.
EVERYBODY = "*"
#: Whom to tell, or who may know dice: nobody but the gamemaster.
NOBODY = ""


@frozen
class EventKind:
    """A reason code, its sentence and the clauses it follows from; a variant declares each once.

    Attributes:
        code: the reason code, for programs: "ship.built".
        text: a format string over the event's data: "Built {name} in {sector}.".
        rules: the ids of the clauses.
    """

    code: str
    text: str
    rules: tuple[str, ...] = ()


def sentence(kind: EventKind, messages: Mapping[str, str], data: Mapping[str, Any]) -> str:
    """What an event says: the sentence of its kind, or that of `messages` for its code.

    Raises PluginError if the sentence names what the data does not have.
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
    """Which dice an event used: `count` words of the stream of `subject`, from word `first` on.

    The values are not kept: whoever has the key of the dice recomputes them (`horizons explain`).

    Attributes:
        subject: the parts that name the stream under its key, the phase's name first.
        first: the number of the first word, from 0 on.
        count: how many words of 32 bits.
        run: the run of the stream.
        known_to: who may know the dice, and so by which key they were thrown: `EVERYBODY`, the id
            of one empire, or `NOBODY`.
    """

    subject: tuple[str | int, ...]
    first: int
    count: int
    run: int = 0
    known_to: str = NOBODY

    def may_be_told(self, reader: str) -> bool:
        """Whether this empire (by its id; `NOBODY` for somebody without one) may know the dice."""
        return self.known_to != NOBODY and self.known_to in (EVERYBODY, reader)


@frozen
class Event:
    """One thing that happened. An empire in the audience knows all of it, any other nothing.

    Attributes:
        turn: the turn in which it happened.
        phase: the name of the phase.
        code: the reason code of its kind.
        text: what happened, in a sentence.
        audience: ids of empires, or `EVERYBODY`; an empty one is for the gamemaster alone.
        data: the facts, in plain JSON types.
        rules: the ids of the clauses it follows from.
        dice: which dice it used.
        place: where it happened, as a player writes the place; None for nowhere in particular.
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
        """Whether this empire may know of the event."""
        return EVERYBODY in self.audience or empire in self.audience

    def told(self, reader: str = NOBODY) -> dict[str, Any]:
        """The event as plain data for somebody in its audience, by the empire's id.

        That is all but who else knows of it, and dice that the reader may not know.
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
                if d.may_be_told(reader)
            ],
        }


def listeners(audience: Collection[str], everybody: Collection[str]) -> str:
    """Who was told of an event, to stand before its text for those who see all: "Ada, Brin: ".

    "" where everybody was; `everybody` are the ids of all who are told anything.
    """
    if EVERYBODY in audience or set(everybody) <= set(audience):
        return ""
    return f"{', '.join(audience) or 'nobody else'}: "


def visible(events: Iterable[Event], empire: str) -> list[Event]:
    """The events that this empire (by its id) may know of, in the order of their happening."""
    return [event for event in events if event.visible_to(empire)]


def visible_to_each(events: Iterable[Event], empires: Iterable[str]) -> dict[str, list[Event]]:
    """The events that each empire may know of, by its id; every event is looked at once."""
    told: dict[str, list[Event]] = {empire: [] for empire in empires}
    for event in events:
        audience = told if EVERYBODY in event.audience else dict.fromkeys(event.audience)
        for empire in audience:
            if empire in told:
                told[empire].append(event)
    return told
