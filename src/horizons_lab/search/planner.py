"""The bot `lookahead`: it changes a plan a little, again and again, and keeps what is no worse."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

import horizons_core as hz
from horizons_core.turn import Foresight
from horizons_lab.search.examples import Example, examples_of
from horizons_lab.search.orders import Pencil, words_and_numbers
from horizons_lab.search.standing import Standing, standing

#: How many orders are added to a plan at once, at most: some pay only together.
_GROUP = 3
#: How often a plan is tried at most, each time without the orders that were refused.
_MENDINGS = 3


@attrs.define
class LookaheadBot:
    """A bot for any game, on its public interface alone.

    It begins with no orders, and adds or strikes out a few at a time. What comes of them is a
    forecast of the next turns from what the empire knows, without orders in the later ones
    (`Variant.foresee`); how good that is the variant's ranking says (`Variant.ranking`). It keeps
    nothing from one turn to the next.

    Attributes:
        variant: the rules.
        budget: how many turns it may foresee for each turn of the game.
        turns: how many turns ahead it looks.
    """

    variant: hz.Variant
    budget: int
    turns: int
    #: It never gives up.
    forfeit: ClassVar[None] = None
    _examples: dict[str, Example] | None = attrs.field(default=None, init=False, repr=False)

    def orders(self, view: hz.View, stream: hz.Stream) -> str:  # noqa: ARG002 - what bots get
        """Nothing: from a view alone nothing can be foreseen. `plan` gives orders."""
        return ""

    def plan(self, known: hz.Game, view: hz.View, stream: hz.Stream) -> str:
        """The order text for the coming turn."""
        if view.empire is None:
            return ""
        if self._examples is None:
            self._examples = examples_of(self.variant)
        pencil = Pencil(stream, self._examples, *words_and_numbers(view), turn=view.turn)
        search = _Search(self, known, view, pencil)
        return self.variant.order_text(search.best_lines())


@attrs.frozen
class _Tried:
    """Orders that were tried, and what came of them.

    Attributes:
        lines: the orders, without those that were refused.
        standing: how the empire would stand some turns later.
        after: its view after the coming turn.
    """

    lines: tuple[str, ...]
    standing: Standing
    after: hz.View


@attrs.define
class _Search:
    """The search for the orders of one turn."""

    bot: LookaheadBot
    known: hz.Game
    view: hz.View
    pencil: Pencil
    left: int = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.left = self.bot.budget

    def best_lines(self) -> tuple[str, ...]:
        """The orders of the best plan found."""
        best = self._with_later_turns((), self._foreseen(self.known, ""))
        most = self.bot.turns + _MENDINGS + _GROUP  # of a try, and of the orders that it adds
        while self.left >= most + len(best.lines):
            lines = self._changed(best)
            self.left -= lines == best.lines  # perhaps nothing can be ordered
            found = self._tried(lines, best)
            if found.standing > best.standing or self._is_kept(found, best):
                best = found
        return self._needed(best)

    def _is_kept(self, found: _Tried, best: _Tried) -> bool:
        """Whether orders stay that neither help nor harm, as far as can be foreseen."""
        is_no_less = found.standing == best.standing and len(found.lines) >= len(best.lines)
        return is_no_less and self.pencil.stream.chance(0.5)

    def _needed(self, plan: _Tried) -> tuple[str, ...]:
        """The orders of a plan without those that change nothing that can be foreseen.

        While the search goes on they stay: an order may be there only to make another one possible.
        In the end they would be a risk without a gain, such as the order to leave the game, which
        no forecast carries out.
        """
        lines, seen = plan.lines, _told(plan.after)
        for line in reversed(plan.lines):
            fewer = tuple(one for one in lines if one != line)
            text = self.bot.variant.order_text(fewer)
            if _told(self._foreseen(self.known, text).view) == seen:
                lines = fewer
        return lines

    def _changed(self, plan: _Tried) -> tuple[str, ...]:
        """The plan with one order less or another one in its place, or with some more.

        Those that are added are drawn from what can be ordered now, or could be after the orders
        that are there: a design that was just made can be built at once in many games.
        """
        stream, lines = self.pencil.stream, list(plan.lines)
        view = plan.after if lines and stream.chance(0.5) else self.view
        offered = self.bot.variant.order_options(view)
        if lines and stream.chance(0.3):
            gone = lines.pop(stream.below(len(lines)))
            again = stream.chance(0.6)
            line = self.pencil.order(offered, self.pencil.keyword_of(gone)) if again else ""
            drawn = [line]
        else:
            drawn = [self.pencil.order(offered) for _ in range(1 + stream.below(_GROUP))]
        for line in drawn:
            if line and line.casefold() not in {one.casefold() for one in lines}:
                lines.append(line)
        return tuple(lines)

    def _tried(self, lines: tuple[str, ...], best: _Tried) -> _Tried:
        """What comes of these orders; those that are refused are struck out.

        Later turns are foreseen only if the first differs from that of the best plan.
        """
        for _ in range(_MENDINGS):
            if lines == best.lines:
                return best
            text = self.bot.variant.order_text(lines)
            first = self._foreseen(self.known, text)
            allowed = _without_refused(lines, first, text)
            self.pencil.learn(lines, [line for line in lines if line not in allowed])
            if not any(one.severity == "error" for one in first.diagnostics):
                if _told(first.view) == _told(best.after):
                    return _Tried(lines, best.standing, first.view)
                return self._with_later_turns(lines, first)
            lines = allowed
        return best

    def _with_later_turns(self, lines: tuple[str, ...], first: Foresight) -> _Tried:
        last = first
        for _ in range(self.bot.turns - 1):
            if last.context.game.outcome is not None:
                break
            last = self._foreseen(last.context.game, "")
        return _Tried(lines, standing(self.bot.variant, last), first.view)

    def _foreseen(self, game: hz.Game, text: str) -> Foresight:
        self.left -= 1
        empire = self.view.empire or ""
        return self.bot.variant.foresee(game, empire, text)


def _without_refused(lines: tuple[str, ...], seen: Foresight, text: str) -> tuple[str, ...]:
    """The orders without those of which the forecast says that they are refused."""
    written = text.splitlines()
    refused = {
        written[one.line - 1].strip()
        for one in seen.diagnostics
        if one.severity == "error" and 0 < one.line <= len(written)
    }
    return tuple(line for line in lines if line.strip() not in refused)


def _told(view: hz.View) -> dict[str, Any]:
    """What is in a view without the remarks of the forecast that it is of."""
    return {name: part for name, part in view.data.items() if name != "forecast"}
