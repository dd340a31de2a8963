"""Reading text and YAML files, with error messages that name the file and the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from horizons_core import data_text
from horizons_core.data_text import DataError
from horizons_core.errors import HorizonsError


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
