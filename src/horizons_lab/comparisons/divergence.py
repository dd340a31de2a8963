"""The point where two games on the same dice diverge: the first different order or event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.testing import PlayedTurn, play
from horizons_lab.design import GameSpec
from horizons_lab.games import seat_bots


@attrs.frozen
class Divergence:
    """The first difference between a game without a change and the game with it.

    Attributes:
        turn: the turn of the difference. Differences of the set-up show in later turns.
        kind: "event", "orders", or "end" if only one of them ended.
        place: the phase of the event, or the seat whose orders differ; "" for an end.
        before: the event's sentence, the orders or the reason of the end without the change; "" if
            it has none.
    """

    turn: int
    kind: str
    place: str
    before: str
    after: str

    def __str__(self) -> str:
        """Format it in a line: `turn 7, event in combat: "..." before, "..." after`."""
        place = f" in {self.place}" if self.kind == "event" and self.place else ""
        place = f" of {self.place}" if self.kind == "orders" else place
        before, after = (_one_line(text) or "nothing" for text in (self.before, self.after))
        return f"turn {self.turn}, {self.kind}{place}: {before} | {after}"


def first_difference(before: GameSpec, after: GameSpec) -> Divergence | None:
    """Return the first difference of two games, played turn by turn up to there, or None.

    Raises the errors of bots and rules.
    """
    with ExitStack() as stack:
        old_game, new_game = _ComparedGame(before, stack), _ComparedGame(after, stack)
        for old, new in zip_longest(old_game.turns(), new_game.turns()):
            if difference := _turn_difference(old, new, old_game, new_game):
                return difference
    return None


@attrs.define
class _ComparedGame:
    """A game that is played while it is compared."""

    spec: GameSpec
    stack: ExitStack
    start: hz.Game = attrs.field(init=False)
    last: hz.Game = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.start = self.last = self.spec.new_game()

    def turns(self) -> Iterator[PlayedTurn]:
        bots = seat_bots(self.spec, self.stack)
        spec = self.spec
        for turn in play(spec.variant, self.start, bots, spec.seed, spec.max_turns):
            self.last = turn.after.game
            yield turn

    @property
    def end(self) -> str:
        """The reason why it ended."""
        return self.last.outcome.reason if self.last.outcome is not None else ""


def _turn_difference(
    old: PlayedTurn | None, new: PlayedTurn | None, old_game: _ComparedGame, new_game: _ComparedGame
) -> Divergence | None:
    if old is None or new is None:
        last = min(old_game.last.turn, new_game.last.turn)
        return Divergence(last, "end", "", old_game.end, new_game.end)
    turn = old.after.game.turn
    for seat, text in old.orders.items():
        if text != new.orders.get(seat, ""):
            return Divergence(turn, "orders", seat, text, new.orders.get(seat, ""))
    return _event_difference(turn, old.after.events, new.after.events)


def _event_difference(
    turn: int, before: Sequence[hz.Event], after: Sequence[hz.Event]
) -> Divergence | None:
    for old, new in zip_longest(before, after):
        if old is None or new is None or _facts(old) != _facts(new):
            phase = (old or new).phase
            texts = ("" if event is None else event.text for event in (old, new))
            return Divergence(turn, "event", phase, *texts)
    return None


def _facts(event: hz.Event) -> tuple[Any, ...]:
    """Return the content of an event, without its clauses and its dice."""
    return (event.phase, event.code, event.text, event.audience, event.place, dict(event.data))


def _one_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.splitlines() if line.strip())
