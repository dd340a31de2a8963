"""The target folder of an export."""

from __future__ import annotations

from pathlib import Path

from horizons_core.errors import SaveError


def check_target(folder: Path) -> None:
    """Raise SaveError unless the folder is empty or missing: nothing is overwritten."""
    if folder.is_dir() and any(folder.iterdir()):
        raise SaveError(f"{folder} is not empty", "name a folder of its own for the export")
    if folder.exists() and not folder.is_dir():
        raise SaveError(f"{folder} is a file", "name a folder of its own for the export")
