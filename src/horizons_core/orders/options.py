"""The orders that are possible now, with choices, samples and templates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from attrs import frozen

from horizons_core.model.views import View
from horizons_core.orders.arguments import Argument, Range
from horizons_core.orders.commands import Command
from horizons_core.orders.lines import commented, quoted
from horizons_core.rng import Stream
from horizons_core.sums import int_sum

#: A literal word of the syntax: `FROM` in "COLONIZE system FROM origin".
_LITERAL = re.compile(r"[A-Z][A-Z]+")
_COMMA = ","
_REQUIRED = Argument()
#: Number of choices listed for an argument.
MAX_CHOICES = 12


@frozen
class _SyntaxPart:
    """A word or a comma of a form.

    Attributes:
        word: the word.
        depth: the number of brackets around it.
        needed: the number of required arguments after it.
    """

    word: str
    depth: int
    needed: int

    @property
    def is_argument(self) -> bool:
        return _is_argument(self.word)


def written_order(keyword: str, syntax: Sequence[str], words: Sequence[str]) -> str:
    """Return the order with these arguments, each as it appears in orders.

    The first syntax line that fits the number of arguments determines the words and commas between
    them; if none fits, there are no others. A word that an argument includes is not repeated: "PL
    Mars" for the syntax `PL name`.
    """
    for form in syntax:
        filled = _filled(_parts(keyword, form), words)
        if filled is not None:
            return " ".join([keyword, *filled])
    return " ".join([keyword, *words])


@lru_cache(maxsize=4096)
def _parts(keyword: str, form: str) -> tuple[_SyntaxPart, ...]:
    """Return the parts of a form after its keyword."""
    words = list(_words(form.removeprefix(keyword)))
    needs = [depth == 0 and _is_argument(word) for word, depth in words]
    required = int_sum(needs)
    return tuple(
        _SyntaxPart(word, depth, required - so_far)
        for (word, depth), so_far in zip(words, accumulate(needs), strict=True)
    )


def _words(form: str) -> Iterator[tuple[str, int]]:
    """Yield the words and commas of a form, each with the number of brackets around it."""
    depth = 0
    for token in form.split():
        depth += token.count("[")
        word = token.strip("[]").removesuffix(_COMMA)
        if word and word != "...":
            yield word, depth
        if token.endswith(_COMMA):
            yield _COMMA, depth
        depth -= token.count("]")


def _is_argument(word: str) -> bool:
    return word != _COMMA and not _LITERAL.fullmatch(word)


def _filled(parts: Sequence[_SyntaxPart], words: Sequence[str]) -> list[str] | None:
    """Return the words of a form with arguments in their places; None if they do not fit."""
    result: list[str] = []
    pending: list[_SyntaxPart] = []
    rest = list(words)
    for number, part in enumerate(parts):
        if not part.is_argument and rest[:1] != [part.word]:
            is_left_out = part.depth > 0 and not rest
            pending += [] if is_left_out or _is_included(part, rest) else [part]
        elif rest and not (part.depth > 0 and _fits_later(rest, part, parts[number + 1 :])):
            result = _appended(result, pending, rest.pop(0))
            pending = []
        elif rest:
            pending = [p for p in pending if p.depth == 0]
        elif part.depth == 0:
            return None
        else:
            break
    return None if rest else _appended(result, pending)


def _is_included(part: _SyntaxPart, rest: Sequence[str]) -> bool:
    """Return whether the next argument includes a word of the form."""
    return bool(rest) and rest[0].startswith(f"{part.word} ")


def _fits_later(rest: Sequence[str], part: _SyntaxPart, later_parts: Sequence[_SyntaxPart]) -> bool:
    """Return whether an optional place stays empty, because the rest is needed after it."""
    return len(rest) <= part.needed or any(_is_included(p, rest) for p in later_parts)


def _appended(result: Sequence[str], pending: Sequence[_SyntaxPart], *words: str) -> list[str]:
    """Append the pending words of the form, then these words; commas join the word before."""
    extended = list(result)
    for part in pending:
        if part.word == _COMMA and extended:
            extended[-1] += _COMMA
        elif part.word != _COMMA:
            extended.append(part.word)
    return [*extended, *words]


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


def _draw(offered: Sequence[str] | Range, stream: Stream) -> str:
    if not isinstance(offered, Range):
        return stream.choice(offered)
    low, high = offered.minimum, offered.maximum
    if low == int(low) and high == int(high):
        return str(int(low) + stream.below(int(high) - int(low) + 1))
    return f"{low + (high - low) * stream.random():.2f}"


def offered_lines(
    commands: Iterable[Command], view: View, sign: str = ";", most: int = MAX_CHOICES
) -> Iterator[str]:
    """Yield the syntax of each order that is possible in the view, with choices for its arguments.

    Every line is a comment, so sending the lines unchanged orders nothing. At most `most` choices
    are listed for an argument; none if any words will do or the syntax lists them.
    """
    for options in order_options(commands, view).values():
        yield from commented([*options.command.syntax, *_choices(options, most)], sign)


def _choices(options: OrderOptions, most: int) -> Iterator[str]:
    for name, offered in options.arguments.items():
        if isinstance(offered, Range):
            yield f"  {name}: {offered.minimum:g} to {offered.maximum:g}"
        elif offered and not _is_in_syntax(options.command, offered):
            yield f"  {name}: {_listed(offered, most)}"


def _is_in_syntax(command: Command, offered: Sequence[str]) -> bool:
    """Return whether the syntax itself contains all the choices."""
    words = _words_of(tuple(command.syntax))
    return words.issuperset(offered)


@lru_cache(maxsize=1024)
def _words_of(syntax: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for line in syntax for word in re.split(r"[^A-Za-z]+", line))


def _listed(offered: Sequence[str], most: int) -> str:
    listed = " | ".join(quoted(word) for word in offered[:most])
    remaining = len(offered) - most
    return f"{listed} ... and {remaining:,} more" if remaining > 0 else listed
