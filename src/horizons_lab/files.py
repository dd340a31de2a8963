"""Files that are written whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that at any instant it is the old one or the new one; raises OSError.

    Its folder is made if need be.
    """
    with replaced(path) as partial:
        partial.write_bytes(data)


def write_json(path: Path, data: Any) -> None:
    """Write plain data as JSON that people can read, whole or not at all; raises OSError."""
    write_atomically(path, (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode())


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """The path of a file that takes the place of this one when the block ends; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    yield partial
    with partial.open("r+b") as written:
        os.fsync(written.fileno())
    partial.replace(path)
