"""Small helps of a variant's own, for players and gamemasters: words in, an answer out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import field, frozen


@frozen
class ToolAnswer:
    """What a tool answers.

    Attributes:
        data: the answer as plain data, for programs.
        lines: the same as lines of text.
        fine: whether what was asked for is in order; `horizons` ends with status 1 if not.
    """

    data: Mapping[str, Any]
    lines: Sequence[str]
    fine: bool = True


@frozen
class ToolWord:
    """A word that a tool takes.

    Attributes:
        name: what it is called; options are written `--name`.
        help: what it is, in one line.
        kind: what it is read as: `str` or `int`.
        option: whether it is an option, which may be left out, rather than a word that is needed.
        default: what an option is if it is left out.
    """

    name: str
    help: str
    kind: type[str | int] = str
    option: bool = False
    default: str | int | None = None


@frozen
class Tool:
    """A help that needs no game: `horizons VARIANT NAME words` calls it.

    Attributes:
        name: the word that calls it.
        help: what it does, in one line.
        run: makes the answer of the words, which it gets by name. Raises HorizonsError for what a
            person can mend and no answer can be made of.
        words: what it takes: needed ones in their order, then options.
        examples: whole calls that can be typed as they stand.
    """

    name: str
    help: str
    run: Callable[..., ToolAnswer]
    words: Sequence[ToolWord] = ()
    examples: Sequence[str] = field(default=())
