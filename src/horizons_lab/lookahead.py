"""The `lookahead` bot, which varies a plan step by step and keeps changes that are not worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import attrs
from attrs import asdict, field, fields_dict, frozen

import horizons_core as hz
from horizons_core.errors import did_you_mean
from horizons_core.orders import OrderOptions, sample_order
from horizons_core.turn import Foresight
from horizons_lab import checks
from horizons_lab.checks import StudyError

#: Figures in the order of their weight; the greater of two standings is better.
Evaluation = tuple[float, ...]

#: Maximum number of orders to add to a plan at once; several, because some pay off only together.
_MAX_ADDED = 3
#: Maximum number of attempts at a plan, each without the orders refused before.
_MAX_ATTEMPTS = 3
#: Maximum number of draws that replace a command most of whose orders were refused.
_MAX_DRAWS = 8

#: Its name as a seat, in games without a bot of that name.
LOOKAHEAD = "lookahead"


def evaluate(variant: hz.Variant, forecast: Foresight) -> Evaluation:
    """Return the empire's standing after a foreseen turn.

    The figures are, in order: whether it has won, whether it is still in the game, the figures by
    which the variant ranks empires (without a ranking, the empire's accounts), and the number of
    objects in its view.
    """
    game, empire_id = forecast.context.game, forecast.view.empire or ""
    empire = game.empire(empire_id)
    has_won = game.outcome is not None and empire_id in game.outcome.winners
    figures = _figures(variant, game, empire_id) or _accounts(variant, empire)
    return (float(has_won), float(empire.active), *figures, float(_object_count(forecast.view)))


def _figures(variant: hz.Variant, game: hz.Game, empire_id: str) -> Evaluation:
    for rank in variant.ranking(game):
        if game.empire(rank.empire).id == empire_id:
            return tuple(map(float, rank.figures.values()))
    return ()


def _accounts(variant: hz.Variant, empire: hz.Empire) -> Evaluation:
    return tuple(float(empire.stock.get(name, 0)) for name in variant.economy.accounts)


def _object_count(view: hz.View) -> int:
    return sum(len(part) for part in view.data.values() if isinstance(part, list | tuple))


@attrs.define
class OrderWriter:
    """Draws orders from the game's choices.

    Attributes:
        variant: the rules.
        stream: the dice.
    """

    variant: hz.Variant
    stream: hz.Stream
    _keywords: dict[str, str] = attrs.field(factory=dict, init=False)
    _trials: Counter[str] = attrs.field(factory=Counter, init=False)
    _refused: Counter[str] = attrs.field(factory=Counter, init=False)

    def order(self, offered: Mapping[str, OrderOptions], view: hz.View, keyword: str = "") -> str:
        """Draw an order, of this command if one is named; "" if no order is possible.

        Commands most of whose orders were refused so far are drawn less often.
        """
        known = [options.command for name, options in offered.items() if keyword in {"", name}]
        if not known:
            return ""
        command = self.stream.choice(known)
        for _ in range(_MAX_DRAWS - 1):
            if self.stream.chance(self._acceptance_rate(command.keyword)):
                break
            command = self.stream.choice(known)
        line = sample_order([command], view, self.stream, self.variant).line
        self._keywords[line] = command.keyword
        return line

    def keyword_of(self, line: str) -> str:
        """Return the command of an order that was drawn."""
        return self._keywords[line]

    def count_refusals(self, lines: Sequence[str], refused: Sequence[str]) -> None:
        """Count orders that were tried, and those among them that were refused."""
        self._trials.update(map(self.keyword_of, lines))
        self._refused.update(map(self.keyword_of, refused))

    def _acceptance_rate(self, keyword: str) -> float:
        tried = self._trials[keyword]
        return (1 + tried - self._refused[keyword]) / (1 + tried)


@attrs.define
class LookaheadBot:
    """A bot for any game, which uses only the game's public interface.

    It begins with no orders, and adds or removes a few at a time. It forecasts the next turns from
    what the empire knows, without orders in the later ones (`Variant.foresee`), and rates them by
    the variant's ranking (`Variant.ranking`). It has no memory between turns.

    Attributes:
        variant: the rules.
        budget: limit of foreseen turns for each turn of the game.
        turns: number of turns to look ahead.
    """

    variant: hz.Variant
    budget: int
    turns: int
    #: It never forfeits.
    forfeit: ClassVar[None] = None

    def orders(self, view: hz.View, stream: hz.Stream) -> str:  # noqa: ARG002 - a bot's interface
        """Return no orders, because a view is not enough for a forecast; `plan` returns orders."""
        return ""

    def plan(self, known: hz.Game, view: hz.View, stream: hz.Stream) -> str:
        """Return the order text for the coming turn."""
        if view.empire is None:
            return ""
        search = _Search(self, known, view, OrderWriter(self.variant, stream))
        return self.variant.order_text(search.best_lines())


@attrs.frozen
class _Candidate:
    """An attempted plan with its forecast.

    Attributes:
        lines: the orders, without those that were refused.
        evaluation: the forecast evaluation of the empire some turns later.
        view_after: its view after the coming turn.
    """

    lines: tuple[str, ...]
    evaluation: Evaluation
    view_after: hz.View


@attrs.define
class _Search:
    """The search for the orders of one turn."""

    bot: LookaheadBot
    known: hz.Game
    view: hz.View
    writer: OrderWriter
    budget_left: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.budget_left = self.bot.budget

    def best_lines(self) -> tuple[str, ...]:
        """Return the orders of the best plan found."""
        best = self._with_later_turns((), self._foresee(self.known, ""))
        cost = (
            self.bot.turns + _MAX_ATTEMPTS + _MAX_ADDED
        )  # of an attempt, and of the orders that it adds
        while self.budget_left >= cost + len(best.lines):
            lines = self._vary_plan(best)
            self.budget_left -= lines == best.lines  # in case no order is possible
            plan = self._try_orders(lines, best)
            if plan.evaluation > best.evaluation or self._keeps_equal(plan, best):
                best = plan
        return self._necessary_orders(best)

    def _keeps_equal(self, plan: _Candidate, best: _Candidate) -> bool:
        """Return whether to keep orders that neither help nor harm in the forecast."""
        is_no_less = plan.evaluation == best.evaluation and len(plan.lines) >= len(best.lines)
        return is_no_less and self.writer.stream.chance(0.5)

    def _necessary_orders(self, plan: _Candidate) -> tuple[str, ...]:
        """Return the orders of a plan without those that do not change the forecast.

        The search itself keeps such orders, because they may make other orders possible. In the
        final plan they would be a risk without a gain: one of them may be the order to leave the
        game, which no forecast carries out.
        """
        lines, expected = plan.lines, _facts(plan.view_after)
        for line in reversed(plan.lines):
            fewer = tuple(other for other in lines if other != line)
            text = self.bot.variant.order_text(fewer)
            if _facts(self._foresee(self.known, text).view) == expected:
                lines = fewer
        return lines

    def _vary_plan(self, plan: _Candidate) -> tuple[str, ...]:
        """Return the plan with one order removed or replaced, or with some added.

        Added orders are drawn from what is possible now, or after the plan's other orders: in many
        games a design that was just made can be built at once.
        """
        stream, lines = self.writer.stream, list(plan.lines)
        view = plan.view_after if lines and stream.chance(0.5) else self.view
        offered = self.bot.variant.order_options(view)
        if lines and stream.chance(0.3):
            removed = lines.pop(stream.below(len(lines)))
            replaces = stream.chance(0.6)
            keyword = self.writer.keyword_of(removed)
            drawn = [self.writer.order(offered, view, keyword)] if replaces else []
        else:
            drawn = [self.writer.order(offered, view) for _ in range(1 + stream.below(_MAX_ADDED))]
        for line in drawn:
            if line and line.casefold() not in {other.casefold() for other in lines}:
                lines.append(line)
        return tuple(lines)

    def _try_orders(self, lines: tuple[str, ...], best: _Candidate) -> _Candidate:
        """Evaluate orders, without those that are refused.

        Later turns are foreseen only if the first differs from that of the best plan.
        """
        for _ in range(_MAX_ATTEMPTS):
            if lines == best.lines:
                return best
            text = self.bot.variant.order_text(lines)
            first = self._foresee(self.known, text)
            allowed = _without_refused(lines, first, text)
            self.writer.count_refusals(lines, [line for line in lines if line not in allowed])
            if not any(remark.severity == "error" for remark in first.diagnostics):
                if _facts(first.view) == _facts(best.view_after):
                    return _Candidate(lines, best.evaluation, first.view)
                return self._with_later_turns(lines, first)
            lines = allowed
        return best

    def _with_later_turns(self, lines: tuple[str, ...], first: Foresight) -> _Candidate:
        last = first
        for _ in range(self.bot.turns - 1):
            if last.context.game.outcome is not None:
                break
            last = self._foresee(last.context.game, "")
        return _Candidate(lines, evaluate(self.bot.variant, last), first.view)

    def _foresee(self, game: hz.Game, text: str) -> Foresight:
        self.budget_left -= 1
        empire = self.view.empire or ""
        return self.bot.variant.foresee(game, empire, text)


def _without_refused(lines: tuple[str, ...], forecast: Foresight, text: str) -> tuple[str, ...]:
    """Return the orders that the forecast does not refuse."""
    written = text.splitlines()
    refused = {
        written[remark.line - 1].strip()
        for remark in forecast.diagnostics
        if remark.severity == "error" and 0 < remark.line <= len(written)
    }
    return tuple(line for line in lines if line.strip() not in refused)


def _facts(view: hz.View) -> dict[str, Any]:
    """Return the data of a view without the remarks of its forecast."""
    return {name: part for name, part in view.data.items() if name != "forecast"}


@frozen
class Lookahead:
    """A player of any game, which tries orders on what the empire knows before it submits them.

    As a seat, the name `lookahead` means `Lookahead()`. In files it is written
    `{bot: lookahead, budget: 400, turns: 5}`.

    Raises StudyError for invalid values.

    Attributes:
        budget: limit of foreseen turns for each turn of the game; the running time is proportional
            to it. Below a dozen it gives no orders.
        turns: number of turns to look ahead, without orders in the later ones.
        name: its name in tables; by default, "lookahead".
    """

    budget: int = field(default=192, validator=checks.integer(1))
    turns: int = field(default=3, validator=checks.integer(1))
    name: str = field(default=LOOKAHEAD, validator=checks.text)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Lookahead:
        """Read a description from plain data, such as `{"bot": "lookahead", "turns": 2}`.

        Raises StudyError.
        """
        rest = {key: value for key, value in data.items() if key != "bot"}
        if data.get("bot") != LOOKAHEAD:
            raise StudyError(
                f"'{data.get('bot')}' is not a bot with parameters",
                f"write only the name of a bot of the game, or bot: {LOOKAHEAD}",
            )
        for key in rest:
            if key not in fields_dict(cls):
                raise StudyError(
                    f"{LOOKAHEAD} has no parameter '{key}'",
                    did_you_mean(str(key), fields_dict(cls)),
                )
        return cls(**rest)

    def data(self) -> dict[str, Any]:
        """Return the description as plain data for `read`; defaults are left out."""
        fields = asdict(self, filter=lambda attribute, value: value != attribute.default)
        return {"bot": LOOKAHEAD, **fields}

    @property
    def label(self) -> str:
        """The name in tables."""
        return self.name

    def check(self) -> None:
        """Do nothing: it can play anywhere."""

    def bot(self, variant: hz.Variant) -> LookaheadBot:
        """Return the bot for games under these rules."""
        return LookaheadBot(variant, self.budget, self.turns)

    @contextmanager
    def opened(
        self,
        log: Path | None = None,  # noqa: ARG002 - it has no error output
        variant: hz.Variant | None = None,
    ) -> Iterator[LookaheadBot]:
        """Yield the bot for one game under these rules; raises ValueError without rules."""
        if variant is None:
            raise ValueError("a bot that tries orders out needs the rules")
        yield self.bot(variant)
