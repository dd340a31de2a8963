"""Where two games on the same dice part: the first order or event that is not the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.testing import PlayedTurn, play
from horizons_lab.design import Match
from horizons_lab.games import seated


@attrs.frozen
class Divergence:
    """The first difference between a game without a change and the game with it.

    Attributes:
        turn: the turn in which they part. What the set-up did otherwise shows in what follows.
        what: "event", "orders", or "end" if one of them ended and the other went on.
        place: the phase of the event, or the seat whose orders differ; "" for an end.
        before: the event's sentence, the orders or the reason of the end without the change; "" if
            there is none.
        after: the same with the change.
    """

    turn: int
    what: str
    place: str
    before: str
    after: str

    def __str__(self) -> str:
        """It in a line: `turn 7, event in combat: "..." before, "..." after`."""
        where = f" in {self.place}" if self.what == "event" and self.place else ""
        where = f" of {self.place}" if self.what == "orders" else where
        before, after = (_in_line(text) or "nothing" for text in (self.before, self.after))
        return f"turn {self.turn}, {self.what}{where}: {before} | {after}"


def first_difference(before: Match, after: Match) -> Divergence | None:
    """The first difference of two games, played turn by turn up to there; None if there is none.

    Raises what bots and rules raise.
    """
    with ExitStack() as stack:
        one, two = _Game(before, stack), _Game(after, stack)
        for first, second in zip_longest(one.turns(), two.turns()):
            if found := _in_turn(first, second, one, two):
                return found
    return None


@attrs.define
class _Game:
    """A game that is played while it is looked at."""

    match: Match
    stack: ExitStack
    start: hz.Game = attrs.field(init=False)
    last: hz.Game = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.start = self.last = self.match.new_game()

    def turns(self) -> Iterator[PlayedTurn]:
        bots = seated(self.match, self.stack)
        match = self.match
        for turn in play(match.variant, self.start, bots, match.seed, match.max_turns):
            self.last = turn.after.game
            yield turn

    @property
    def end(self) -> str:
        """Why it ended."""
        return self.last.outcome.reason if self.last.outcome is not None else ""


def _in_turn(
    first: PlayedTurn | None, second: PlayedTurn | None, one: _Game, two: _Game
) -> Divergence | None:
    if first is None or second is None:
        last = min(one.last.turn, two.last.turn)
        return Divergence(last, "end", "", one.end, two.end)
    turn = first.after.game.turn
    for seat, text in first.orders.items():
        if text != second.orders.get(seat, ""):
            return Divergence(turn, "orders", seat, text, second.orders.get(seat, ""))
    return _in_events(turn, first.after.events, second.after.events)


def _in_events(
    turn: int, before: Sequence[hz.Event], after: Sequence[hz.Event]
) -> Divergence | None:
    for first, second in zip_longest(before, after):
        if first is None or second is None or _facts(first) != _facts(second):
            phase = (first or second).phase
            texts = ("" if event is None else event.text for event in (first, second))
            return Divergence(turn, "event", phase, *texts)
    return None


def _facts(event: hz.Event) -> tuple[Any, ...]:
    """What an event says; not by which clauses, and not with which dice."""
    return (event.phase, event.code, event.text, event.audience, event.place, dict(event.data))


def _in_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.splitlines() if line.strip())
