"""Folders of servers that many tests begin with: a process makes each once, and copies it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TypeVar

from horizons_host.server.database import Database

T = TypeVar("T")

#: What was made, by what it depends on: the folder, and what was said of it.
_made: dict[object, tuple[Path, object]] = {}


@cache
def _place() -> TemporaryDirectory[str]:
    """Where the folders lie; it goes with this process."""
    return TemporaryDirectory(prefix="horizons-servers-")


def copied(database: Database, kind: object, make: Callable[[], T]) -> T:
    """Do something with a server that nobody has used, and give what comes of it.

    The second time for the same kind nothing is made: the folder becomes a copy of the first one.
    """
    if kind not in _made:
        answer = make()
        _made[kind] = _copy(database), answer
        return answer
    folder, known = _made[kind]
    database.close()
    shutil.copytree(folder, database.folder, dirs_exist_ok=True)
    return known  # type: ignore[return-value]


def begin(folder: Path) -> None:
    """Have a folder be that of a server with nobody on it, unless there is one."""
    if not folder.exists():
        shutil.copytree(_empty(), folder)


@cache
def _empty() -> Path:
    folder = Path(mkdtemp(dir=_place().name)) / "server"
    Database(folder).close()
    return folder


def _copy(database: Database) -> Path:
    database.close()  # nothing is left in a log beside a file
    return Path(shutil.copytree(database.folder, Path(mkdtemp(dir=_place().name)) / "server"))
