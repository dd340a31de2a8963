"""Lines that are read without the parser: what it makes of the kinds of their words is remembered.

A grammar of plain orders has nothing but words and names in quotes behind an order's first word.
Which of them is which argument then follows from their kinds alone, whatever they say: the parser
is asked once for `MOVE` with two words behind it, and later lines of that kind are cut up alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.lexer import Pattern

#: The terminals that every grammar has, as regular expressions.
WORD, QUOTED, BLANKS = r'[^\s"]+', r'"[^"]*"', "[ \t]+"

#: An argument as it was written: its name, its words, and where in the line the first begins.
Part = tuple[str, Sequence[str], int]

#: By argument, in the order of the line: its name, and which words of the line are its own.
_Shape = tuple[tuple[str, tuple[int, ...]], ...]

#: A word, a name in quotes, or a character that is neither nor a blank.
_TOKEN = re.compile(rf"({WORD})|({QUOTED})|([^ \t])")
_STRAY = 3
_MOST_WORDS = 16
_MOST_SHAPES = 4_096


class Reader:
    """Cuts order lines into their arguments, by the parser or by what it said of such a line.

    Raises what the parser raises, for the same lines: a failure is never remembered.
    """

    def __init__(self, parser: Lark) -> None:
        from lark.exceptions import UnexpectedInput

        #: what is raised for a line that is none of the language
        self.failure = UnexpectedInput
        self._parser = parser
        self._shapes: dict[tuple[Any, ...], _Shape] = {}
        self._remembers = _has_words_alone(parser)

    def parts(self, start: str, text: str) -> list[Part]:
        """The arguments of a line, by the rule of this name; raises lark's UnexpectedInput."""
        found = list(_TOKEN.finditer(text)) if self._remembers else []
        if not 0 < len(found) <= _MOST_WORDS:
            return _parts_of(self._parser.parse(text, start=start))
        words = [match[0] for match in found]
        key = (start, words[0], *(match.lastindex for match in found))
        shape = self._shapes.get(key)
        if shape is not None:
            return [(n, [words[i] for i in own], found[own[0]].start()) for n, own in shape]
        tree = self._parser.parse(text, start=start)
        if _STRAY not in key and len(self._shapes) < _MOST_SHAPES:
            shape = _shape_of(tree, [match.start() for match in found])
            if shape is not None:
                self._shapes[key] = shape
        return _parts_of(tree)


def _has_words_alone(parser: Lark) -> bool:
    """Whether behind first words of orders all terminals of the grammar are words and quotes.

    A first word is one word, named or any: where it ends does not depend on what follows.
    """
    patterns = {one.name: one.pattern for one in parser.terminals}
    starts = set(parser.options.start)
    plain = {"WORD": WORD, "QUOTED": QUOTED}
    for rule in parser.rules:
        behind = list(rule.expansion)
        if behind and behind[0].is_term and str(rule.origin.name) in starts:
            pattern = patterns[behind.pop(0).name]
            if pattern.value != WORD and not _is_a_word(pattern):
                return False
        if any(one.name not in plain if one.is_term else one.name in starts for one in behind):
            return False
    common = all(patterns[n].value == value for n, value in plain.items() if n in patterns)
    ignored = [patterns[name].value for name in parser.ignore_tokens]
    return common and ignored == [BLANKS]


def _is_a_word(pattern: Pattern) -> bool:
    return pattern.type == "str" and re.fullmatch(WORD, pattern.value) is not None


def _parts_of(tree: Tree[Any]) -> list[Part]:
    parts: list[Part] = []
    for argument in cast("list[Tree[Token]]", tree.children):
        tokens = cast("list[Token]", argument.children)
        words = [str(token) for token in tokens]
        parts.append((str(argument.data), words, (tokens[0].column or 1) - 1))
    return parts


def _shape_of(tree: Tree[Any], starts: Sequence[int]) -> _Shape | None:
    """Which words are which argument's; None if the parser has divided the words otherwise."""
    numbers = {start: number for number, start in enumerate(starts)}
    shape = []
    for argument in cast("list[Tree[Token]]", tree.children):
        begins = [getattr(token, "start_pos", None) for token in argument.children]
        own = tuple(numbers[place] for place in begins if place in numbers)
        if not own or len(own) < len(begins):
            return None
        shape.append((str(argument.data), own))
    return tuple(shape)
