"""Formats of other programs: how a variant reads games from a folder and writes them to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

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
