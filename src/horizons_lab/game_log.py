"""The log of a study: a line of JSON for each game that was finished, in the order they ended.

A line is on the disk before the next one is begun. What a killed process left of a line is cut off
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
    """A log that is open for writing; nobody else can open it meanwhile.

    Attributes:
        path: its file.
        records: the games in it, by the keys of their cells and their numbers.
    """

    path: Path
    records: dict[tuple[str, int], GameRecord]
    _file: BinaryIO

    def add(self, record: GameRecord) -> None:
        """Write a game down; it is on the disk when this returns. Raises OSError."""
        if (record.cell, record.game) in self.records:
            return
        self._file.write(record.line() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.records[record.cell, record.game] = record


@contextmanager
def opened(path: Path) -> Iterator[GameLog]:
    """The log in a file, which is made if need be.

    Raises StudyError if another process has it open, or if a line is no game; OSError.
    """
    with path.open("a+b") as file:
        _lock(file, path)
        file.seek(0)
        records = _read(file, path)
        yield GameLog(path, records, file)


def read_log(path: Path) -> dict[tuple[str, int], GameRecord]:
    """The games in a log, without changing it; raises StudyError for a line that is no game."""
    lines = path.read_bytes().split(b"\n")[:-1]
    return _records(lines, path)


def _read(file: BinaryIO, path: Path) -> dict[tuple[str, int], GameRecord]:
    """The games in the file, from which half a line at the end is cut off."""
    data = file.read()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        file.truncate(whole)
    return _records(data[:whole].split(b"\n")[:-1], path)


def _records(lines: list[bytes], path: Path) -> dict[tuple[str, int], GameRecord]:
    records: dict[tuple[str, int], GameRecord] = {}
    for number, line in enumerate(lines, start=1):
        try:
            record = record_from(json.loads(line))
        except Exception as problem:
            raise StudyError(
                f"{path}:{number}: this line is no game of a study",
                "take the file from a backup, or remove the line: its game will be played again",
            ) from problem
        records.setdefault((record.cell, record.game), record)
    return records


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep other processes out; where the system has no such locks nobody is kept out."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            raise StudyError(
                f"another process plays this study in {path.parent}", "wait for it to end"
            ) from problem
