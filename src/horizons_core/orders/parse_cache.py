"""A cache of the ways in which the parser has split lines, for later lines of the same kind.

In a grammar of plain orders, the words after an order's first word are plain or quoted, and only
their kinds determine which argument each belongs to: the parser is called once for `MOVE` with two
words, and later lines of that kind are split in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.lexer import Pattern

#: The terminals of every grammar, as regular expressions.
WORD, QUOTED, BLANKS = r'[^\s"]+', r'"[^"]*"', "[ \t]+"

#: An argument as written: its name, its words, and the column of the first in the line.
ArgumentWords = tuple[str, Sequence[str], int]

#: The arguments of a line, in order, each with its name and the positions of its words.
_Shape = tuple[tuple[str, tuple[int, ...]], ...]

#: A word, a quoted name, or a character that is neither nor a space.
_TOKEN = re.compile(rf"({WORD})|({QUOTED})|([^ \t])")
_STRAY = 3
_MAX_WORDS = 16
_MAX_SHAPES = 4_096


class CachingParser:
    """Splits order lines into arguments, with the parser or as an earlier line of the same kind.

    Raises the parser's errors, for the same lines: failures are not cached.
    """

    def __init__(self, parser: Lark) -> None:
        from lark.exceptions import UnexpectedInput

        #: raised for a line that is not in the language
        self.failure = UnexpectedInput
        self._parser = parser
        self._shapes: dict[tuple[Any, ...], _Shape] = {}
        self._caches = _has_only_words(parser)

    def parts(self, start: str, text: str) -> list[ArgumentWords]:
        """Split a line into arguments, by the rule of this name; raises lark's UnexpectedInput."""
        tokens = list(_TOKEN.finditer(text)) if self._caches else []
        if not 0 < len(tokens) <= _MAX_WORDS:
            return _parts_of(self._parser.parse(text, start=start))
        words = [match[0] for match in tokens]
        key = (start, words[0], *(match.lastindex for match in tokens))
        shape = self._shapes.get(key)
        if shape is not None:
            return [(n, [words[i] for i in at], tokens[at[0]].start()) for n, at in shape]
        tree = self._parser.parse(text, start=start)
        if _STRAY not in key and len(self._shapes) < _MAX_SHAPES:
            shape = _shape_of(tree, [match.start() for match in tokens])
            if shape is not None:
                self._shapes[key] = shape
        return _parts_of(tree)


def _has_only_words(parser: Lark) -> bool:
    """Return whether all terminals after the first word of an order are plain or quoted words.

    The first word must be a literal or any single word, so that its end does not depend on the
    rest.
    """
    patterns = {terminal.name: terminal.pattern for terminal in parser.terminals}
    starts = set(parser.options.start)
    plain = {"WORD": WORD, "QUOTED": QUOTED}
    for rule in parser.rules:
        rest = list(rule.expansion)
        if rest and rest[0].is_term and str(rule.origin.name) in starts:
            pattern = patterns[rest.pop(0).name]
            if pattern.value != WORD and not _is_word(pattern):
                return False
        if any(s.name not in plain if s.is_term else s.name in starts for s in rest):
            return False
    common = all(patterns[n].value == value for n, value in plain.items() if n in patterns)
    ignored = [patterns[name].value for name in parser.ignore_tokens]
    return common and ignored == [BLANKS]


def _is_word(pattern: Pattern) -> bool:
    return pattern.type == "str" and re.fullmatch(WORD, pattern.value) is not None


def _parts_of(tree: Tree[Any]) -> list[ArgumentWords]:
    parts: list[ArgumentWords] = []
    for argument in cast("list[Tree[Token]]", tree.children):
        tokens = cast("list[Token]", argument.children)
        words = [str(token) for token in tokens]
        parts.append((str(argument.data), words, (tokens[0].column or 1) - 1))
    return parts


def _shape_of(tree: Tree[Any], starts: Sequence[int]) -> _Shape | None:
    """Return the words of each argument; None if the parser has split the words differently."""
    numbers = {start: number for number, start in enumerate(starts)}
    shape = []
    for argument in cast("list[Tree[Token]]", tree.children):
        positions = [getattr(token, "start_pos", None) for token in argument.children]
        places = tuple(numbers[position] for position in positions if position in numbers)
        if not places or len(places) < len(positions):
            return None
        shape.append((str(argument.data), places))
    return tuple(shape)
