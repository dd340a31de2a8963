"""Helpers for files and streams, such as atomic writing and checked standard output."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial as partial_of
from pathlib import Path
from typing import Any

from horizons_core import data_text
from horizons_core.data_text import DataError
from horizons_core.errors import HorizonsError

#: Mode of private files: readable only by the user whose process wrote them.
PRIVATE = 0o600
_PRIVATE_FOLDER = 0o700


def write_atomically(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write a file atomically: readers see either the old or the new content.

    Creates the folder if needed. A private file is readable only by its owner, and so is a folder
    created for it. Raises OSError without leaving a partial file.
    """
    path.parent.mkdir(_PRIVATE_FOLDER if private else 0o777, parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    data = content.encode() if isinstance(content, str) else content
    try:
        with open(partial, "wb", opener=_opener(private=private)) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
    except BaseException as problem:
        partial.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            problem.filename = str(path)  # the error of a full disk names no file
        raise


def _opener(*, private: bool) -> Callable[[str, int], int]:
    return partial_of(os.open, mode=PRIVATE if private else 0o666)


def file_stem(name: str) -> str:
    """Turn a player's name into a file name: letters, digits and `-` stay, a space becomes `_`.

    Anything else is written as %XX, so that different names give different files.
    """
    if name.isalnum():
        return name
    return "".join(_safe(character) for character in name)


def _safe(character: str) -> str:
    if character.isalnum() or character == "-":
        return character
    if character == " ":
        return "_"
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))


class FileError(HorizonsError):
    """A file with invalid content."""


def read_text(path: Path) -> str:
    """Read a UTF-8 text file; raises FileError if it is too large or not text, OSError."""
    try:
        return _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise FileError(f"{path} is not UTF-8 text", "save it as plain text in UTF-8") from problem


def _bytes(path: Path) -> bytes:
    try:
        return data_text.read_file(path)
    except DataError as problem:
        raise FileError(f"{path}: {problem.reason}", problem.hint) from problem


def read_yaml(path: Path) -> Any:
    """Read plain data from a YAML file; raises FileError naming line and column, OSError."""
    data = _bytes(path)
    try:
        return data_text.read_yaml(data)
    except DataError as problem:
        place = f"{path}{problem.place}"
        raise FileError(f"{place}: invalid YAML: {problem.reason}", problem.hint) from problem
