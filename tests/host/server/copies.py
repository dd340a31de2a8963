"""Server folders that many tests start with: each process creates one once and copies it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TypeVar

from horizons_host.server.service import ServerDatabase

T = TypeVar("T")

#: Created folders by what they depend on, each with the result of its creation.
_copies: dict[object, tuple[Path, object]] = {}


@cache
def _place() -> TemporaryDirectory[str]:
    """Return the parent folder; it is deleted with the process."""
    return TemporaryDirectory(prefix="horizons-servers-")


def copied(database: ServerDatabase, kind: object, make: Callable[[], T]) -> T:
    """Do something with an unused server and return the result.

    The second time for the same kind the folder is copied from the first one.
    """
    if kind not in _copies:
        answer = make()
        _copies[kind] = _copy(database), answer
        return answer
    folder, known = _copies[kind]
    database.close()
    shutil.copytree(folder, database.folder, dirs_exist_ok=True)
    return known  # type: ignore[return-value]


def begin(folder: Path) -> None:
    """Prepare a folder for a server without accounts, unless it has one."""
    if not folder.exists():
        shutil.copytree(_empty(), folder)


@cache
def _empty() -> Path:
    folder = Path(mkdtemp(dir=_place().name)) / "server"
    ServerDatabase(folder).close()
    return folder


def _copy(database: ServerDatabase) -> Path:
    database.close()  # no data is left in a log beside a file
    return Path(shutil.copytree(database.folder, Path(mkdtemp(dir=_place().name)) / "server"))
