"""Reading texts and YAML that people wrote, with messages that name the file and the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from horizons_core.errors import HorizonsError

#: No file that people write is larger.
LARGEST_FILE = 4_000_000


class FileError(HorizonsError):
    """A file that does not hold what it should."""


def read_text(path: Path) -> str:
    """The text in a file in UTF-8; raises FileError for what is too large or no text, OSError."""
    try:
        return _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise FileError(
            f"{path} is no text in UTF-8", "save it as plain text in UTF-8"
        ) from problem


def _bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise FileError(f"{path} has more than {LARGEST_FILE:,} bytes", "is it the right file?")
    return data


def read_yaml(path: Path) -> Any:
    """The plain data in a YAML file; raises FileError naming line and column, OSError."""
    import yaml

    data = _bytes(path)
    try:
        return yaml.safe_load(data)
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark
        place = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise FileError(f"{path}{place}: this is no YAML: {problem.problem}") from problem
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        reason = " ".join(str(problem).split())[:200]
        raise FileError(f"{path}: this is no YAML: {reason}") from problem
