"""The folder of a study's results: what was finished stays, whatever ends the process.

`games.jsonl` is the log of finished games; `study.json` and `versions.json` say what was played, by
which versions, and with which Python, libraries and machines. The tables `games.parquet` and
`turns.parquet` and their data dictionary `columns.json` are made of all games in their order when
the study has ended: the same bytes however often it was interrupted, and with whatever engine.
`trajectories/` has the orders and events of games, a line of JSON a turn, where they were asked
for; `logs/` what programs complained of.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

import horizons_core as hz
from horizons_core.data_text import DataError, read_file, read_json
from horizons_lab import game_log
from horizons_lab.design import Design
from horizons_lab.errors import OtherPythonWarning, StudyError
from horizons_lab.files import replaced, write_atomically, write_json
from horizons_lab.game_log import GameLog
from horizons_lab.games import PlayedGame
from horizons_lab.records import GameRecord
from horizons_lab.results import Result
from horizons_lab.study_data import identity, platform_versions, study_data, versions_of
from horizons_lab.tables import game_columns, turn_columns

if TYPE_CHECKING:
    import polars as pl

    from horizons_lab.tables import Column

LOG = "games.jsonl"
STUDY = "study.json"
VERSIONS = "versions.json"
COLUMNS = "columns.json"
GAMES = "games.parquet"
TURNS = "turns.parquet"
#: How many rows of a table are packed together: of fixed size, so that bytes are, too.
_ROW_GROUP = 100_000


@attrs.frozen
class ResultsFolder:
    """The folder of a study, open for writing.

    Attributes:
        path: where it is.
        design: the study.
        log: the games that are finished.
    """

    path: Path
    design: Design
    log: GameLog

    @property
    def logs(self) -> Path:
        """Where programs complain."""
        return self.path / "logs"

    def keep(self, played: PlayedGame) -> None:
        """Write a finished game down; raises OSError."""
        if played.trajectory:
            self._keep_trajectory(played)
        self.log.add(played.record)

    def finish(self, result: Result) -> None:
        """Write the tables and what their columns mean; raises OSError."""
        columns = {GAMES: game_columns(self.design)}
        _write_parquet(self.path / GAMES, result.table)
        if self.design.turn_measures:
            columns[TURNS] = turn_columns(self.design)
            _write_parquet(self.path / TURNS, result.turns)
        told = {
            file: _dictionary(named, result.table if file == GAMES else result.turns)
            for file, named in columns.items()
        }
        write_json(self.path / COLUMNS, told)

    def _keep_trajectory(self, played: PlayedGame) -> None:
        cell = next(c for c in self.design.cells if c.key == played.record.cell)
        name = f"{cell.index}-{played.record.game}.jsonl"
        lines = b"".join(hz.canonical(turn) + b"\n" for turn in played.trajectory)
        write_atomically(self.path / "trajectories" / name, lines)


@contextmanager
def opened(path: Path, design: Design, *, other_python: bool = False) -> Iterator[ResultsFolder]:
    """The folder with a study's results: a new one, or one in which the study goes on.

    With `other_python` it may go on with another Python, numpy or numba, or on another kind of
    machine; it warns then. Raises StudyError if the folder holds another study, or one played by
    other versions, or another process works in it; OSError.
    """
    path.mkdir(parents=True, exist_ok=True)
    if not (path / LOG).exists() and any(path.iterdir()) and not (path / STUDY).exists():
        raise StudyError(f"{path} holds something else", "choose an empty or a new folder")
    with game_log.opened(path / LOG) as log:
        _check_same(path, design)
        platforms = _platforms(path, other_python=other_python)
        write_json(path / STUDY, study_data(design))
        versions = {"versions": versions_of(design), "identity": identity(design)}
        write_json(path / VERSIONS, {**versions, "platforms": platforms})
        yield ResultsFolder(path, design, log)


def _check_same(path: Path, design: Design) -> None:
    """Raise StudyError if the folder's games are not those of this study."""
    if not (path / VERSIONS).exists():
        return
    try:
        kept = read_json(read_file(path / VERSIONS))
        before, versions = kept["identity"], kept["versions"]
        differing = _differing(before, json.loads(hz.canonical(identity(design))))
        changed = _differing(versions, versions_of(design))
    except (DataError, KeyError, TypeError, AttributeError) as problem:
        raise StudyError(
            f"{path / VERSIONS} cannot be read: {problem}", "choose another folder"
        ) from problem
    if differing:
        raise StudyError(
            f"{path} holds another study: it differs in {', '.join(differing)}",
            "choose another folder; in one that is there a study may grow by games and levels only",
        )
    if changed:
        raise StudyError(
            f"{path} was begun with other versions of {', '.join(changed)}",
            "go on with the versions of then, or choose another folder",
        )


def _platforms(path: Path, *, other_python: bool) -> list[dict[str, str]]:
    """What the study was played with so far and now, each once; this process comes last."""
    now = platform_versions()
    if not (path / VERSIONS).exists():
        return [now]
    found = read_json(read_file(path / VERSIONS)).get("platforms")
    kept = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    problem = _other_platform(kept, now)
    if problem and not other_python:
        raise StudyError(
            f"{path} {problem}",
            "go on as it was begun, choose another folder, or allow it: --other-python"
            " (`other_python=True`)",
        )
    if problem:
        warnings.warn(f"{path} {problem}", OtherPythonWarning, stacklevel=2)
    return [*(one for one in kept if one != now), now]


def _other_platform(kept: list[dict[str, str]], now: Mapping[str, str]) -> str:
    """How the process differs from that of the last games, in words; "" for not at all."""
    if not kept:
        return "does not say with which Python it was begun"
    before = kept[-1]
    differing = _differing(before, now)
    if before.get("python", "").split(".")[:2] == now["python"].split(".")[:2]:
        differing = [name for name in differing if name != "python"]
    if not differing:
        return ""
    then, here = (
        ", ".join(f"{name} {told.get(name, 'unknown')}" for name in differing)
        for told in (before, now)
    )
    return f"was begun with {then}; here is {here}"


def _differing(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    return [name for name in {**before, **now} if before.get(name) != now.get(name)]


def check_replayed(kept: GameRecord, again: GameRecord) -> None:
    """Raise StudyError if a game that was played again is not as it was written down."""
    if kept.line() != again.line():
        raise StudyError(
            f"game {kept.game} comes out otherwise than it was written down",
            "a bot, a measure or the rules have changed since: choose another folder",
        )


def _dictionary(columns: Sequence[Column], table: pl.DataFrame) -> list[dict[str, str]]:
    return [
        {"column": c.name, "type": str(table.schema[c.name]), "meaning": c.meaning} for c in columns
    ]


def _write_parquet(path: Path, table: pl.DataFrame) -> None:
    with replaced(path) as partial:
        table.write_parquet(partial, compression="zstd", row_group_size=_ROW_GROUP)
