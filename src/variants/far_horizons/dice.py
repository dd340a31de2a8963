"""Dice with any number of sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from horizons_core import model
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.far_horizons.model import Game

#: One draw: a whole number from 1 to n.
Dice = Callable[[int], int]

#: The first words of the subjects of dice that a species may see; the second word is its number.
#: Dice that depend on hidden information, or decide it, stay hidden: a jump's die would tell what
#: happened to a lost ship (FH-INTERCEPT-011), and in games with the rules of the 1999 engine
#: research dice would tell how advanced others are.
OWN = frozenset({"growth", "riots", "terraform"})


class Chance(Protocol):
    """The source of a step's dice."""

    def dice(self, *subject: str | int) -> Dice:
        """Return the dice for a subject; later calls in the same step continue the sequence."""

    def stream(self, *subject: str | int) -> Stream:
        """Return the same dice as a stream, for a kernel."""

    def drawn(self, *subject: str | int) -> tuple[model.Dice, ...]:
        """Return an event's record of the subject's dice since the previous call."""


class StreamChance:
    """Dice of the game's own generator; the dice of subjects are independent of each other."""

    def __init__(self, context: TurnContext[Game]) -> None:
        self._context = context
        self._streams: dict[tuple[str | int, ...], Stream] = {}
        self._recorded: dict[tuple[str | int, ...], int] = {}

    def dice(self, *subject: str | int) -> Dice:
        return dice_of(self.stream(*subject))

    def stream(self, *subject: str | int) -> Stream:
        if subject not in self._streams:
            known_to = _owner(self._context, subject)
            self._streams[subject] = self._context.stream(*subject, known_to=known_to)
        return self._streams[subject]

    def drawn(self, *subject: str | int) -> tuple[model.Dice, ...]:
        stream, first = self.stream(*subject), self._recorded.get(subject, 0)
        if stream.drawn == first:
            return ()
        self._recorded[subject] = stream.drawn
        return (self._context.dice(stream, *subject, first=first),)


def _owner(context: TurnContext[Game], subject: tuple[str | int, ...]) -> str:
    """Return the id of the species that may see this subject's dice, or `NO_ONE`."""
    if subject[0] not in OWN:
        return model.NO_ONE
    number = cast(int, subject[1])  # after the kind of dice comes the species
    return context.game.species(number).id


def dice_of(stream: Stream) -> Dice:
    """Use a stream as dice; a die without sides shows 1."""
    return lambda sides: stream.below(sides) + 1 if sides > 1 else 1


class ForecastDice:
    """Dice of a forecast: no jump fails that can succeed, all other dice are real."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def dice(self, *subject: str | int) -> Dice:
        return (lambda sides: sides) if subject[0] == "jump" else self._chance.dice(*subject)

    def stream(self, *subject: str | int) -> Stream:
        return self._chance.stream(*subject)

    def drawn(self, *subject: str | int) -> tuple[model.Dice, ...]:
        return self._chance.drawn(*subject)
