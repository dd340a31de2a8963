"""Atomic writing of files, and file names made from players' names."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial as partial_of
from pathlib import Path

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
    """Turn a player's name into a file name: letters, digits and `-` stay, a blank becomes `_`.

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
