"""The orders that make sense now: the choices that a view offers for each command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import frozen

from horizons_core.model.views import View
from horizons_core.orders.arguments import Argument, Range
from horizons_core.orders.commands import Command
from horizons_core.orders.writing import written_order
from horizons_core.rng import Stream


@frozen
class OrderOptions:
    """The choices for the arguments of a command.

    Attributes:
        command: the command.
        arguments: by name, in the order of the syntax: words as they appear in orders, a `Range`
            of numbers, or None if any words will do.
    """

    command: Command
    arguments: Mapping[str, Sequence[str] | Range | None]

    @property
    def is_complete(self) -> bool:
        """True if all required arguments have choices, rather than accepting any words."""
        declared = self.command.arguments
        return all(
            offered is not None or declared[name].optional
            for name, offered in self.arguments.items()
        )

    def written(self, choose: Callable[[str, Sequence[str] | Range], str | None]) -> str:
        """Return the order with the chosen arguments, if it is complete.

        `choose` is called with the name of an argument and its choices. For an optional argument it
        may return None, which also omits the optional arguments after it.
        """
        words: list[str] = []
        left_out = False
        for name, offered in self.arguments.items():
            argument = self.command.arguments[name]
            if offered is None or (left_out and argument.optional):
                left_out = True
                continue
            chosen = choose(name, offered)
            if chosen is None:
                left_out = True
            else:
                words.append(argument.written(chosen))
        return written_order(self.command.keyword, self.command.syntax, words)


def order_options(commands: Iterable[Command], view: View) -> dict[str, OrderOptions]:
    """Return the commands that can be given in the view, by keyword.

    Commands with a required argument without choices, or for another role, are left out.
    """
    by_keyword = {}
    for command in (c for c in commands if c.given_by(view.role)):
        arguments = {n: _offered(a, view) for n, a in command.arguments.items()}
        if all(_possible(command.arguments[n], choices) for n, choices in arguments.items()):
            by_keyword[command.keyword] = OrderOptions(command, arguments)
    return by_keyword


def _offered(argument: Argument, view: View) -> Sequence[str] | Range | None:
    return argument.offers(view) if argument.offers else None


def _possible(argument: Argument, offered: Sequence[str] | Range | None) -> bool:
    if isinstance(offered, Range):
        return argument.optional or offered.minimum <= offered.maximum
    return argument.optional or offered is None or len(offered) > 0


def sample_order(options: Mapping[str, OrderOptions], stream: Stream) -> str:
    """Draw an order from the options, as text; "" if there are no options.

    Commands whose required arguments accept any words are excluded. An optional argument is
    omitted half of the time, together with the optional ones after it.
    """
    possible = [o for o in options.values() if o.is_complete]
    if not possible:
        return ""
    chosen = stream.choice(possible)
    declared = chosen.command.arguments

    def draw(name: str, offered: Sequence[str] | Range) -> str | None:
        if declared[name].optional and (stream.below(2) or not _possible(_REQUIRED, offered)):
            return None
        return _draw(offered, stream)

    return chosen.written(draw)


_REQUIRED = Argument()


def _draw(offered: Sequence[str] | Range, stream: Stream) -> str:
    if not isinstance(offered, Range):
        return stream.choice(offered)
    low, high = offered.minimum, offered.maximum
    if low == int(low) and high == int(high):
        return str(int(low) + stream.below(int(high) - int(low) + 1))
    return f"{low + (high - low) * stream.random():.2f}"
