"""The log of a study: a line of JSON for each finished game, in the order they ended.

Each line is on the disk before the next one is begun. A partial line of a killed process is removed
when the log is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import attrs

from horizons_lab.errors import StudyError
from horizons_lab.records import GameRecord, record_from


@attrs.define
class GameLog:
    """A log that is open for writing; it is locked against other processes.

    Attributes:
        path: its file.
        records: the games in it, by the keys of their cells and their numbers.
    """

    path: Path
    records: dict[tuple[str, int], GameRecord]
    _file: BinaryIO

    def add(self, record: GameRecord) -> None:
        """Write a game to the disk. Raises OSError."""
        if (record.cell, record.game) in self.records:
            return
        self._file.write(record.line() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.records[record.cell, record.game] = record


@contextmanager
def open_log(path: Path) -> Iterator[GameLog]:
    """Open the log in a file, which is created if necessary.

    Raises StudyError if another process has it open, or if a line is no game; OSError.
    """
    with path.open("a+b") as file:
        _lock(file, path)
        file.seek(0)
        records = _read(file, path)
        yield GameLog(path, records, file)


def read_log(path: Path) -> dict[tuple[str, int], GameRecord]:
    """Return the games in a log, without changing it; raises StudyError for an invalid line."""
    lines = path.read_bytes().split(b"\n")[:-1]
    return _records(lines, path)


def _read(file: BinaryIO, path: Path) -> dict[tuple[str, int], GameRecord]:
    """Return the games in the file, and truncate half a line at its end."""
    data = file.read()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        file.truncate(end)
    return _records(data[:end].split(b"\n")[:-1], path)


def _records(lines: list[bytes], path: Path) -> dict[tuple[str, int], GameRecord]:
    records: dict[tuple[str, int], GameRecord] = {}
    for number, line in enumerate(lines, start=1):
        try:
            record = record_from(json.loads(line))
        except Exception as problem:
            raise StudyError(
                f"{path}:{number}: this line is not a game of a study",
                "restore the file from a backup, or remove the line to play its game again",
            ) from problem
        records.setdefault((record.cell, record.game), record)
    return records


def _lock(file: BinaryIO, path: Path) -> None:
    """Lock the log against other processes, on systems with such locks."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            raise StudyError(
                f"another process is playing this study in {path.parent}",
                "wait until it has finished",
            ) from problem
