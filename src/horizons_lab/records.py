"""Records of games, the log of finished games, and files that are replaced atomically.

Each line is on the disk before the next one is begun. A partial line of a killed process is removed
when the log is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import attrs

import horizons_core as hz
from horizons_core.codec import converter
from horizons_lab.checks import StudyError


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


class GameId(NamedTuple):
    """The identity of a game: the index of its cell, and its number in the cell, both from 0."""

    cell: int
    game: int


@attrs.frozen
class SeatRecord:
    """The result of a game for one seat.

    Attributes:
        seat: its number, from 1; players change seats from game to game if seats rotate.
        player: the label of its player.
        place: 1 for the best, shared by equals; None if unknown.
        won: whether it is among the winners, or alone in the first place of a game cut off.
        score: the first figure of the variant's ranking; None if there is none.
        forfeit: the reason why its program forfeited; "" if it did not.
        measures: the values of the study's measures.
    """

    seat: int
    player: str
    place: int | None
    won: bool
    score: float | None
    forfeit: str
    measures: dict[str, Any]


@attrs.frozen
class TurnRecord:
    """The values of a turn's measures, for one seat."""

    turn: int
    seat: int
    measures: dict[str, Any]


@attrs.frozen
class GameRecord:
    """The result of one game of a study.

    Attributes:
        cell: the key of its cell.
        game: its number in the cell, from 0.
        turns: number of turns played.
        ended: whether the game ended by its own rules, before the turn limit.
        reason: the reason for its end; "" if it was cut off.
        digest: the digest of the last turn's game, which identifies replays.
        seats: one record per seat.
        by_turn: one record per turn and seat, if the study has measures by turn.
    """

    cell: str
    game: int
    turns: int
    ended: bool
    reason: str
    digest: str
    seats: tuple[SeatRecord, ...]
    by_turn: tuple[TurnRecord, ...] = ()

    def line(self) -> bytes:
        """Return it as canonical JSON, without a line end."""
        return hz.canonical(converter().unstructure(self))


def record_from(data: Mapping[str, Any]) -> GameRecord:
    """Parse a record; raises ValueError, TypeError or KeyError for other data."""
    return converter().structure(data, GameRecord)


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

    Raises StudyError if another process has it open, or if a line is not a game; OSError.
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
