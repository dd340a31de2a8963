"""Players of a study, which are bots, functions, objects with `orders`, or programs.

In addition to the bots of a game, `lookahead` plays any game (`horizons_lab.lookahead`).

A seat is opened for a game and closed after it: a program is started and stopped then. All players
are called through a `GuardedBot`, which adds the player's name to errors.
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
from horizons_lab.checks import StudyError, describe_error
from horizons_lab.lookahead import LOOKAHEAD, Lookahead


class GamePlayer(Protocol):
    """A bot for one game, which may forfeit."""

    @property
    def forfeit(self) -> object | None:
        """The reason for its forfeit, whose `str` is a sentence; None while it plays."""

    def orders(self, view: hz.View, stream: hz.Stream) -> str:
        """Return the order text for the coming turn."""


@runtime_checkable
class SeatProgram(Protocol):
    """A player that is started for each game, such as a separate program."""

    @property
    def label(self) -> str:
        """The name in tables."""

    def check(self) -> None:
        """Raise StudyError if it cannot be started here."""

    def opened(
        self, log: Path | None = None, variant: hz.Variant | None = None
    ) -> AbstractContextManager[GamePlayer]:
        """Start the entrant for a game under these rules; it ends with the block.

        Its error output goes to `log`.
        """

    def data(self) -> dict[str, Any]:
        """Return its description as plain data, as in a study's file."""


#: A player in the seats of a study.
SeatSource = str | Callable[[hz.View, hz.Stream], str] | hz.Bot | SeatProgram


@attrs.frozen
class Entrant:
    """A player of a study.

    Attributes:
        label: its name in tables; equal sources have equal labels.
        source: its source in the study's seats.
    """

    label: str
    source: Any

    def check(self, variant: hz.Variant) -> None:
        """Raise UnknownNameError for a bot that the variant does not have; StudyError."""
        if isinstance(self.source, str):
            find_bot(self.source, variant)
        elif isinstance(self.source, SeatProgram):
            self.source.check()

    @contextmanager
    def opened(self, variant: hz.Variant, log: Path | None = None) -> Iterator[GuardedBot]:
        """Yield the bot for one game; error output of a program goes to the file `log`."""
        if isinstance(self.source, SeatProgram):
            with self.source.opened(log, variant) as player:
                yield _guard(self.label, player, player)
            return
        is_name = isinstance(self.source, str)
        yield _guard(self.label, find_bot(self.source, variant) if is_name else self.source)

    def data(self) -> Any:
        """Return it as plain data, which distinguishes it from other entrants."""
        if isinstance(self.source, str):
            return self.source
        if isinstance(self.source, SeatProgram):
            return self.source.data()
        kind = self.source if hasattr(self.source, "__qualname__") else type(self.source)
        return {"python": f"{kind.__module__}.{kind.__qualname__}", "label": self.label}


@attrs.frozen
class GuardedBot:
    """A bot whose errors name it and the turn.

    Attributes:
        label: its label.
        ask: returns orders for a view and a stream.
        player: the player that may forfeit, if it can.
    """

    label: str
    ask: Callable[[hz.View, hz.Stream], str]
    player: GamePlayer | None = None

    @property
    def forfeit(self) -> str:
        """The reason for its forfeit; "" if it plays."""
        reason = self.player.forfeit if self.player is not None else None
        return "" if reason is None else str(reason)

    def orders(self, view: hz.View, stream: hz.Stream) -> str:
        """Return the bot's orders; raises StudyError for exceptions in it and wrong types."""
        return self._call(view, lambda: self.ask(view, stream))

    def _call(self, view: hz.View, answer: Callable[[], str]) -> str:
        place = f"'{self.label}' for {view.empire} after turn {view.turn}"
        try:
            text = answer()
        except hz.HorizonsError as problem:
            raise StudyError(f"{place}: {problem.message}", problem.hint) from problem
        except Exception as problem:
            raise StudyError(f"{place} fails: {describe_error(problem)}") from problem
        if not isinstance(text, str):
            raise StudyError(f"{place} returns {text!r}", "return orders as a string")
        return text


@attrs.frozen
class GuardedPlanner(GuardedBot):
    """A guarded bot that tries orders before it submits them.

    Attributes:
        ask_planner: returns orders for the known game, a view and a stream.
    """

    ask_planner: Callable[[hz.Game, hz.View, hz.Stream], str] = attrs.field(kw_only=True)

    def plan(self, known: hz.Game, view: hz.View, stream: hz.Stream) -> str:
        """Return the bot's orders; raises the errors of `orders`."""
        return self._call(view, lambda: self.ask_planner(known, view, stream))


def find_bot(name: str, variant: hz.Variant) -> hz.Bot:
    """Return the variant's bot of this name; every game has the bot `lookahead`."""
    if name in variant.bots:
        return variant.bots[name]
    if name == LOOKAHEAD:
        return Lookahead().bot(variant)
    hint = did_you_mean(name, [*variant.bots, LOOKAHEAD])
    raise UnknownNameError(f"{variant.name} has no bot '{name}'", hint)


def _guard(label: str, bot: Any, player: GamePlayer | None = None) -> GuardedBot:
    ask = getattr(bot, "orders", bot)
    if isinstance(bot, PlanningBot):
        return GuardedPlanner(label, ask, player, ask_planner=bot.plan)
    return GuardedBot(label, ask, player)


def entrants(seats: Sequence[SeatSource]) -> tuple[Entrant, ...]:
    """Return the entrants, with labels that distinguish them; raises StudyError."""
    check_seats(seats)
    result: list[Entrant] = []
    for source in seats:
        result.append(Entrant(_free_label(seat_label(source), source, result), source))
    return tuple(result)


def check_seats(seats: Any) -> None:
    """Raise StudyError unless this is a list of players."""
    if isinstance(seats, str) or not isinstance(seats, Sequence) or not seats:
        raise StudyError(f"seats are {seats!r}", "write a list: seats: [greedy, random]")
    for source in seats:
        _check(source)


def _check(source: Any) -> None:
    if isinstance(source, type):
        raise StudyError(f"seat {source.__name__} is a class", f"pass {source.__name__}()")
    if not isinstance(source, str | SeatProgram | hz.Bot) and not callable(source):
        raise StudyError(
            f"seat {source!r} is not a player",
            "use a bot's name, a function of view and stream, or an object with `orders`",
        )


def seat_label(source: SeatSource) -> str:
    """Return the name of a seat in tables, unless another seat has the same name."""
    if isinstance(source, str):
        return source
    if isinstance(source, SeatProgram):
        return source.label
    name = getattr(source, "__name__", None) or type(source).__name__
    return "function" if name == "<lambda>" else str(name)


def _free_label(label: str, source: Any, known: Sequence[Entrant]) -> str:
    """Return an unused label, or the label of the same entrant on another seat."""
    for entrant in known:
        if entrant.source is source or entrant.source == source:
            return entrant.label
    labels = {entrant.label for entrant in known}
    numbered = (f"{label} {number}" for number in range(2, len(known) + 3))
    return label if label not in labels else next(name for name in numbered if name not in labels)
