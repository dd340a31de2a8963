"""Files that are replaced atomically."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file so that at any instant it is the old one or the new one; raises OSError.

    Creates its folder if necessary.
    """
    with atomic_path(path) as partial:
        partial.write_bytes(data)


def write_json(path: Path, data: Any) -> None:
    """Write plain data as readable JSON, atomically; raises OSError."""
    write_atomically(path, (json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode())


@contextmanager
def atomic_path(path: Path) -> Iterator[Path]:
    """Yield a path that replaces this file when the block ends; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    yield partial
    with partial.open("r+b") as written:
        os.fsync(written.fileno())
    partial.replace(path)
