"""A variant's tools that need no game, and its formats of other programs' games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

#: Reads a game from the files in a folder. The mapping has the players by the names of their
#: empires in the files; an empire that is missing from it keeps its own name.
Reader = Callable[[Path, Mapping[str, str]], Any]
#: Writes a game into a folder.
Writer = Callable[[Any, Path], None]


@frozen
class GameFormat:
    """A format of another program, with functions to read and write it.

    Both functions raise SaveError for files or games that they cannot handle, with the file, the
    place and the remedy.

    Attributes:
        title: a description, in one line.
        read: reads a game between two turns, with its number of turns and its empires, from a
            folder and a mapping of players by their empires' names. The core sets the fields of
            every game (secret, mods, versions). None for a format that can only be written.
        write: writes a game into a folder. None for a format that can only be read.
    """

    title: str
    read: Reader | None = None
    write: Writer | None = None


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
