"""The orders that make sense now: what a view offers for the arguments of each command."""

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
    """What can be chosen for the arguments of a command.

    Attributes:
        command: the command.
        arguments: by name, in the order of writing: words as they are written in orders, a `Range`
            of numbers, or None where any words will do.
    """

    command: Command
    arguments: Mapping[str, Sequence[str] | Range | None]

    @property
    def is_complete(self) -> bool:
        """Whether all needed arguments can be chosen: for none of them any words will do."""
        declared = self.command.arguments
        return all(
            offered is not None or declared[name].optional
            for name, offered in self.arguments.items()
        )

    def written(self, choose: Callable[[str, Sequence[str] | Range], str | None]) -> str:
        """The order with what is chosen for its arguments, if it is complete.

        `choose` is asked with the name of an argument and what is offered for it. For an optional
        one it may answer None; that one is left out then, and optional ones behind it with it.
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
    """The commands that can be given with what is in the view, by keyword.

    A command is left out if the view offers nothing for an argument that it needs, or if it is not
    for those of the view's role.
    """
    offered = {}
    for command in (one for one in commands if one.given_by(view.role)):
        arguments = {n: _offered(a, view) for n, a in command.arguments.items()}
        if all(_possible(command.arguments[name], one) for name, one in arguments.items()):
            offered[command.keyword] = OrderOptions(command, arguments)
    return offered


def _offered(argument: Argument, view: View) -> Sequence[str] | Range | None:
    return argument.offers(view) if argument.offers else None


def _possible(argument: Argument, offered: Sequence[str] | Range | None) -> bool:
    if isinstance(offered, Range):
        return argument.optional or offered.minimum <= offered.maximum
    return argument.optional or offered is None or len(offered) > 0


def sample_order(options: Mapping[str, OrderOptions], stream: Stream) -> str:
    """One order drawn from the options, as text; "" if nothing can be ordered.

    Commands with a needed argument for which any words will do are not drawn. An optional argument
    is left out half of the time, and optional ones behind it with it.
    """
    possible = [one for one in options.values() if one.is_complete]
    if not possible:
        return ""
    chosen = stream.choice(possible)
    declared = chosen.command.arguments

    def draw(name: str, offered: Sequence[str] | Range) -> str | None:
        if declared[name].optional and (stream.below(2) or not _possible(_NEEDED, offered)):
            return None
        return _draw(offered, stream)

    return chosen.written(draw)


_NEEDED = Argument()


def _draw(offered: Sequence[str] | Range, stream: Stream) -> str:
    if not isinstance(offered, Range):
        return stream.choice(offered)
    low, high = offered.minimum, offered.maximum
    if low == int(low) and high == int(high):
        return str(int(low) + stream.below(int(high) - int(low) + 1))
    return f"{low + (high - low) * stream.random():.2f}"
