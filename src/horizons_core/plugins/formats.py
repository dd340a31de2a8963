"""Games of other programs: how a variant reads them from a folder, and writes them to one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

#: Makes a game of the files in a folder. The mapping has players by the names that their empires
#: have in the files; an empire that is not in it is played under its own name.
Reader = Callable[[Path, Mapping[str, str]], Any]
#: Writes a game into a folder.
Writer = Callable[[Any, Path], None]


@frozen
class GameFormat:
    """A format of another program: what it is in one line, and how it is read and written.

    Both functions raise SaveError for what they cannot read or write, with the file, the place and
    the remedy.

    Attributes:
        title: what it is, in one line.
        read: makes a game as it stands between two turns, with its number of turns and its empires,
            of a folder and the players by their empires' names in it. What every game has (secret,
            mods, versions) is filled in by the core. None for a format that is only written.
        write: writes a game into a folder. None for a format that is only read.
    """

    title: str
    read: Reader | None = None
    write: Writer | None = None
