"""Who plays: bots by name, functions, objects with `orders`, and programs of their own.

Beside the bots of a game `lookahead` plays any game (`horizons_lab.search`).

A seat is opened for a game and closed after it: a program is started and stopped then. Whatever
plays is asked through a `GuardedBot`, which says whose mistake an exception is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import attrs

import horizons_core as hz
from horizons_core.bots import PlanningBot
from horizons_core.errors import UnknownNameError, did_you_mean
from horizons_lab.errors import StudyError, describe_error
from horizons_lab.search import LOOKAHEAD, Lookahead


class GamePlayer(Protocol):
    """A bot for one game, which may have had to give up."""

    @property
    def forfeit(self) -> object | None:
        """Why it gave up and orders nothing more, in words by `str`; None while it plays."""

    def orders(self, view: hz.View, stream: hz.Stream) -> str:
        """The order text for the coming turn."""


@runtime_checkable
class SeatProgram(Protocol):
    """What is started anew for each game, such as a program of its own."""

    @property
    def label(self) -> str:
        """What it is called in tables."""

    def check(self) -> None:
        """Raise StudyError if it cannot be started here."""

    def opened(
        self, log: Path | None = None, variant: hz.Variant | None = None
    ) -> AbstractContextManager[GamePlayer]:
        """Start it for a game by these rules; it ends with the block.

        What it complains of is kept in `log`.
        """

    def data(self) -> dict[str, Any]:
        """It as plain data, as in a study's file."""


#: How a seat is given in a study.
SeatSource = str | Callable[[hz.View, hz.Stream], str] | hz.Bot | SeatProgram


@attrs.frozen
class Entrant:
    """One of those who play a study.

    Attributes:
        label: what it is called in tables; equal for seats that were given equal.
        source: how it was given.
    """

    label: str
    source: Any

    def check(self, variant: hz.Variant) -> None:
        """Raise UnknownNameError for a bot that the variant does not have; StudyError."""
        if isinstance(self.source, str):
            bot_named(self.source, variant)
        elif isinstance(self.source, SeatProgram):
            self.source.check()

    @contextmanager
    def opened(self, variant: hz.Variant, log: Path | None = None) -> Iterator[GuardedBot]:
        """The bot for one game; what a program complains of is kept in the file `log`."""
        if isinstance(self.source, SeatProgram):
            with self.source.opened(log, variant) as player:
                yield _guarded(self.label, player, player)
            return
        is_name = isinstance(self.source, str)
        yield _guarded(self.label, bot_named(self.source, variant) if is_name else self.source)

    def data(self) -> Any:
        """It as plain data: what tells it from other entrants."""
        if isinstance(self.source, str):
            return self.source
        if isinstance(self.source, SeatProgram):
            return self.source.data()
        kind = self.source if hasattr(self.source, "__qualname__") else type(self.source)
        return {"python": f"{kind.__module__}.{kind.__qualname__}", "label": self.label}


@attrs.frozen
class GuardedBot:
    """A bot whose mistakes are told with its name and the turn.

    Attributes:
        label: what it is called.
        ask: gives orders for a view and a stream.
        player: knows whether it has given up, if it can.
    """

    label: str
    ask: Callable[[hz.View, hz.Stream], str]
    player: GamePlayer | None = None

    @property
    def forfeit(self) -> str:
        """Why it gave up; "" if it did not."""
        found = self.player.forfeit if self.player is not None else None
        return "" if found is None else str(found)

    def orders(self, view: hz.View, stream: hz.Stream) -> str:
        """The bot's orders; raises StudyError for an exception in it and for what is no text."""
        return self._told(view, lambda: self.ask(view, stream))

    def _told(self, view: hz.View, answer: Callable[[], str]) -> str:
        place = f"'{self.label}' for {view.empire} after turn {view.turn}"
        try:
            text = answer()
        except hz.HorizonsError as problem:
            raise StudyError(f"{place}: {problem.message}", problem.hint) from problem
        except Exception as problem:
            raise StudyError(f"{place} fails: {describe_error(problem)}") from problem
        if not isinstance(text, str):
            raise StudyError(f"{place} gives {text!r}", "orders are a text")
        return text


@attrs.frozen
class GuardedPlanner(GuardedBot):
    """The same of a bot that tries orders before it gives them.

    Attributes:
        ask_planner: gives orders for what is known of the game, a view and a stream.
    """

    ask_planner: Callable[[hz.Game, hz.View, hz.Stream], str] = attrs.field(kw_only=True)

    def plan(self, known: hz.Game, view: hz.View, stream: hz.Stream) -> str:
        """The bot's orders; raises what `orders` raises."""
        return self._told(view, lambda: self.ask_planner(known, view, stream))


def bot_named(name: str, variant: hz.Variant) -> hz.Bot:
    """The variant's bot of this name; every game has the bot `lookahead`.

    Raises UnknownNameError.
    """
    if name in variant.bots:
        return variant.bots[name]
    if name == LOOKAHEAD:
        return Lookahead().bot(variant)
    hint = did_you_mean(name, [*variant.bots, LOOKAHEAD])
    raise UnknownNameError(f"{variant.name} has no bot '{name}'", hint)


def _guarded(label: str, bot: Any, player: GamePlayer | None = None) -> GuardedBot:
    ask = getattr(bot, "orders", bot)
    if isinstance(bot, PlanningBot):
        return GuardedPlanner(label, ask, player, ask_planner=bot.plan)
    return GuardedBot(label, ask, player)


def entrants(seats: Sequence[SeatSource]) -> tuple[Entrant, ...]:
    """Those who play, with labels that differ where they do; raises StudyError."""
    check_seats(seats)
    made: list[Entrant] = []
    for source in seats:
        made.append(Entrant(_free_label(label_of(source), source, made), source))
    return tuple(made)


def check_seats(seats: Any) -> None:
    """Raise StudyError unless this is a list of what can play."""
    if isinstance(seats, str) or not isinstance(seats, Sequence) or not seats:
        raise StudyError(f"seats are {seats!r}", "give a list: seats: [greedy, random]")
    for source in seats:
        _check(source)


def _check(source: Any) -> None:
    if isinstance(source, type):
        raise StudyError(f"seat {source.__name__} is a class", f"give {source.__name__}()")
    if not isinstance(source, str | SeatProgram | hz.Bot) and not callable(source):
        raise StudyError(
            f"seat {source!r} plays nothing",
            "give a bot's name, a function of view and stream, or an object with `orders`",
        )


def label_of(source: SeatSource) -> str:
    """What a seat is called in tables, if no other one has the same name."""
    if isinstance(source, str):
        return source
    if isinstance(source, SeatProgram):
        return source.label
    name = getattr(source, "__name__", None) or type(source).__name__
    return "function" if name == "<lambda>" else str(name)


def _free_label(label: str, source: Any, others: Sequence[Entrant]) -> str:
    """A label that no other entrant bears; that of the same one if it plays on another seat."""
    for other in others:
        if other.source is source or other.source == source:
            return other.label
    taken = {other.label for other in others}
    numbered = (f"{label} {number}" for number in range(2, len(others) + 3))
    return label if label not in taken else next(one for one in numbered if one not in taken)
