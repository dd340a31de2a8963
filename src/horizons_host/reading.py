"""Reading texts and YAML that people wrote, with messages that name the file and the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from horizons_core import data_text
from horizons_core.data_text import DataError
from horizons_core.errors import HorizonsError


class FileError(HorizonsError):
    """A file that does not hold what it should."""


def read_text(path: Path) -> str:
    """The text in a file in UTF-8; raises FileError for what is too large or no text, OSError."""
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
    """The plain data in a YAML file; raises FileError naming line and column, OSError."""
    data = _bytes(path)
    try:
        return data_text.read_yaml(data)
    except DataError as problem:
        place = f"{path}{problem.place}"
        raise FileError(f"{place}: invalid YAML: {problem.reason}", problem.hint) from problem
