"""Files that are written whole or not at all, and names of files for names of players."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that at any instant it is the old one or the new one.

    Makes the folder if need be. Raises OSError, and leaves no half file behind then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    data = content.encode() if isinstance(content, str) else content
    try:
        with partial.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        partial.replace(path)
    except BaseException as problem:
        partial.unlink(missing_ok=True)
        if isinstance(problem, OSError):
            problem.filename = str(path)  # a full disk does not say which file it was
        raise


def file_stem(name: str) -> str:
    """A player's name as a file's: letters, digits and `-` stay, a blank becomes `_`.

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
