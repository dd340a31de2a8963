"""Tools of a variant, for players and gamemasters, which need no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import field, frozen


@frozen
class ToolAnswer:
    """The answer of a tool.

    Attributes:
        data: the answer as plain data, for programs.
        lines: the answer as lines of text.
        fine: whether the result is positive; otherwise `horizons` exits with status 1.
    """

    data: Mapping[str, Any]
    lines: Sequence[str]
    fine: bool = True


@frozen
class ToolWord:
    """A word that a tool takes.

    Attributes:
        name: its name; options are written `--name`.
        help: a description, in one line.
        kind: the type: `str` or `int`.
        option: whether it is an option, which may be omitted, or a required word.
        default: the value of an omitted option.
    """

    name: str
    help: str
    kind: type[str | int] = str
    option: bool = False
    default: str | int | None = None


@frozen
class Tool:
    """A tool that needs no game, called as `horizons VARIANT NAME words`.

    Attributes:
        name: the word that calls it.
        help: a description, in one line.
        run: returns the answer for the words, which it gets by name. Raises HorizonsError for
            mistakes that a person can correct.
        words: its words: required ones in order, then options.
        examples: complete calls, ready to type.
    """

    name: str
    help: str
    run: Callable[..., ToolAnswer]
    words: Sequence[ToolWord] = ()
    examples: Sequence[str] = field(default=())
