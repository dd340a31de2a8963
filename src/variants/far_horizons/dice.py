"""Chance as the rules of Far Horizons ask for it: dice of any number of sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from horizons_core import model
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext

#: One draw: a whole number from 1 to n.
Dice = Callable[[int], int]

#: The dice that the species which they are about may know, by the first word of their subject; its
#: number is the second. Whether they depend on something hidden from it, or decide it, counts:
#: a jump's die would tell what befell a ship that was lost (FH-INTERCEPT-011), that of research in
#: games by the engine of 1999 how far others have come. All other dice are nobody's to know.
OWN = frozenset({"growth", "riots", "terraform"})


class Chance(Protocol):
    """Where a step of a turn gets its dice from."""

    def dice(self, *subject: str | int) -> Dice:
        """The dice for this subject; asked again in the same step they go on where they were."""

    def stream(self, *subject: str | int) -> Stream:
        """The same dice as a stream, for a kernel."""

    def drawn(self, *subject: str | int) -> tuple[model.Dice, ...]:
        """The record, for an event, of the subject's dice since this was last asked."""


class StreamChance:
    """Dice of the game's own generator: no subject's dice depend on another's."""

    def __init__(self, context: TurnContext) -> None:
        self._context = context
        self._streams: dict[tuple[str | int, ...], Stream] = {}
        self._told: dict[tuple[str | int, ...], int] = {}

    def dice(self, *subject: str | int) -> Dice:
        return dice_of(self.stream(*subject))

    def stream(self, *subject: str | int) -> Stream:
        if subject not in self._streams:
            known_to = _owner(self._context, subject)
            self._streams[subject] = self._context.stream(*subject, known_to=known_to)
        return self._streams[subject]

    def drawn(self, *subject: str | int) -> tuple[model.Dice, ...]:
        stream, first = self.stream(*subject), self._told.get(subject, 0)
        if stream.drawn == first:
            return ()
        self._told[subject] = stream.drawn
        return (self._context.dice(stream, *subject, first=first),)


def _owner(context: TurnContext, subject: tuple[str | int, ...]) -> str:
    """Who may know the dice of this subject: the id of a species, or `NOBODY`."""
    if subject[0] not in OWN:
        return model.NOBODY
    owner: str = context.game.species(subject[1]).id
    return owner


def dice_of(stream: Stream) -> Dice:
    """A stream as dice; a die without sides shows 1."""
    return lambda sides: stream.below(sides) + 1 if sides > 1 else 1


class Foreseen:
    """The dice of a forecast: no jump goes wrong that need not, all else falls as it may."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def dice(self, *subject: str | int) -> Dice:
        return (lambda sides: sides) if subject[0] == "jump" else self._chance.dice(*subject)

    def stream(self, *subject: str | int) -> Stream:
        return self._chance.stream(*subject)

    def drawn(self, *subject: str | int) -> tuple[model.Dice, ...]:
        return self._chance.drawn(*subject)
