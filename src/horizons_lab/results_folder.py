"""The folder of a study's results, in which finished games survive a crash.

`games.jsonl` is the log of finished games; `study.json` and `versions.json` have the plan, its
versions, and the Python, libraries and machines that played it. The tables `games.parquet` and
`turns.parquet` and their data dictionary `columns.json` are made from all games in order when the
study has ended, so their bytes do not depend on interruptions and engines. `trajectories/` has the
orders and events of games, one line of JSON per turn, if requested; `logs/` has the error output
of programs.

Reading results needs none of the study's code, even while the study still runs.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

import horizons_core as hz
from horizons_core.data_text import DataError, read_file, read_json
from horizons_core.errors import HorizonsError
from horizons_lab import records
from horizons_lab.checks import OtherPythonWarning, StudyError
from horizons_lab.design import StudyDesign
from horizons_lab.games import PlayedGame
from horizons_lab.plan import StudyPlan, check_factors
from horizons_lab.records import (
    GameLog,
    GameRecord,
    atomic_path,
    read_log,
    write_atomically,
    write_json,
)
from horizons_lab.results import Result
from horizons_lab.seats import check_seats
from horizons_lab.sequences import sequence_of
from horizons_lab.study_data import identity, platform_versions, study_data, versions_of
from horizons_lab.tables import game_columns, turn_columns

if TYPE_CHECKING:
    import polars as pl

    from horizons_lab.tables import ResultColumn


LOG = "games.jsonl"
STUDY = "study.json"
VERSIONS = "versions.json"
COLUMNS = "columns.json"
GAMES = "games.parquet"
TURNS = "turns.parquet"
#: Rows in a row group of a Parquet file, fixed so that its bytes are reproducible.
_ROW_GROUP = 100_000
_REMEDY = "name the folder that `horizons lab run --out` wrote"


@attrs.frozen
class ResultsFolder:
    """The folder of a study, open for writing.

    Attributes:
        path: its path.
        design: the study.
        log: the log of finished games.
    """

    path: Path
    design: StudyDesign
    log: GameLog

    @property
    def logs(self) -> Path:
        """The folder of programs' error output."""
        return self.path / "logs"

    def save(self, played: PlayedGame) -> None:
        """Save a finished game; raises OSError."""
        if played.trajectory:
            self._save_trajectory(played)
        self.log.add(played.record)

    def finish(self, result: Result) -> None:
        """Write the tables and the meanings of their columns; raises OSError."""
        columns = {GAMES: game_columns(self.design)}
        _write_parquet(self.path / GAMES, result.table)
        if self.design.turn_measures:
            columns[TURNS] = turn_columns(self.design)
            _write_parquet(self.path / TURNS, result.turns)
        dictionaries = {
            file: _data_dictionary(file_columns, result.table if file == GAMES else result.turns)
            for file, file_columns in columns.items()
        }
        write_json(self.path / COLUMNS, dictionaries)

    def _save_trajectory(self, played: PlayedGame) -> None:
        cell = next(c for c in self.design.cells if c.key == played.record.cell)
        name = f"{cell.index}-{played.record.game}.jsonl"
        lines = b"".join(hz.canonical(turn) + b"\n" for turn in played.trajectory)
        write_atomically(self.path / "trajectories" / name, lines)


@contextmanager
def open_results(
    path: Path, design: StudyDesign, *, other_python: bool = False
) -> Iterator[ResultsFolder]:
    """Create the folder of a study's results, or open it to continue the study.

    With `other_python` the study may continue with another Python, numpy or numba, or on another
    kind of machine, with a warning. Raises StudyError if the folder holds another study, or one
    played with other versions, or if another process is using it. Also raises OSError.
    """
    path.mkdir(parents=True, exist_ok=True)
    if not (path / LOG).exists() and any(path.iterdir()) and not (path / STUDY).exists():
        raise StudyError(f"{path} contains other files", "choose an empty or a new folder")
    with records.open_log(path / LOG) as log:
        _check_same(path, design)
        platforms = _platforms(path, other_python=other_python)
        write_json(path / STUDY, study_data(design))
        versions = {"versions": versions_of(design), "identity": identity(design)}
        write_json(path / VERSIONS, {**versions, "platforms": platforms})
        yield ResultsFolder(path, design, log)


def _check_same(path: Path, design: StudyDesign) -> None:
    """Raise StudyError if the folder has games of another study."""
    if not (path / VERSIONS).exists():
        return
    try:
        saved = read_json(read_file(path / VERSIONS))
        before, versions = saved["identity"], saved["versions"]
        differing = _differences(before, json.loads(hz.canonical(identity(design))))
        changed = _differences(versions, versions_of(design))
    except (DataError, KeyError, TypeError, AttributeError) as problem:
        raise StudyError(
            f"cannot read {path / VERSIONS}: {problem}", "choose another folder"
        ) from problem
    if differing:
        raise StudyError(
            f"{path} holds another study: it differs in {', '.join(differing)}",
            "choose another folder; an existing one only accepts more games and levels",
        )
    if changed:
        raise StudyError(
            f"{path} was begun with other versions of {', '.join(changed)}",
            "continue with those versions, or choose another folder",
        )


def _platforms(path: Path, *, other_python: bool) -> list[dict[str, str]]:
    """Return the platforms of the study without duplicates, this process's last."""
    current = platform_versions()
    if not (path / VERSIONS).exists():
        return [current]
    saved = read_json(read_file(path / VERSIONS)).get("platforms")
    platforms = (
        [item for item in saved if isinstance(item, dict)] if isinstance(saved, list) else []
    )
    problem = _platform_change(platforms, current)
    if problem and not other_python:
        raise StudyError(
            f"{path} {problem}",
            "continue with the same ones, choose another folder, or allow others: --other-python"
            " (`other_python=True`)",
        )
    if problem:
        warnings.warn(f"{path} {problem}", OtherPythonWarning, stacklevel=2)
    return [*(platform for platform in platforms if platform != current), current]


def _platform_change(platforms: list[dict[str, str]], current: Mapping[str, str]) -> str:
    """Describe how this platform differs from that of the last games; "" if it does not."""
    if not platforms:
        return "does not record which Python it was begun with"
    before = platforms[-1]
    differing = _differences(before, current)
    if before.get("python", "").split(".")[:2] == current["python"].split(".")[:2]:
        differing = [name for name in differing if name != "python"]
    if not differing:
        return ""
    old, new = (
        ", ".join(f"{name} {platform.get(name, 'unknown')}" for name in differing)
        for platform in (before, current)
    )
    return f"was begun with {old}; this is {new}"


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def check_replayed(saved: GameRecord, replayed: GameRecord) -> None:
    """Raise StudyError if a replayed game differs from the saved one."""
    if saved.line() != replayed.line():
        raise StudyError(
            f"game {saved.game} differs from the saved one when replayed",
            "a bot, a measure or the rules have changed: choose another folder",
        )


def _data_dictionary(columns: Sequence[ResultColumn], table: pl.DataFrame) -> list[dict[str, str]]:
    return [
        {"column": c.name, "type": str(table.schema[c.name]), "meaning": c.meaning} for c in columns
    ]


def _write_parquet(path: Path, table: pl.DataFrame) -> None:
    with atomic_path(path) as partial:
        table.write_parquet(partial, compression="zstd", row_group_size=_ROW_GROUP)


@attrs.frozen(eq=False, slots=False)
class SavedResult(Result):
    """The finished games in a study's folder.

    If the study has not ended, only the games before the first missing one count: short games end
    before long ones when several are played at once, so all finished games together would have too
    many short ones.

    Attributes:
        versions: the versions of everything that rows depend on, by name.
        finished: whether all games of the study are finished.
        left_out: number of finished games that do not count, because an earlier one is missing.
    """

    versions: Mapping[str, str]
    finished: bool
    left_out: int

    @property
    def missing(self) -> int:
        """Number of games still to be played, unless a stop rule ends the study earlier."""
        if self.finished:
            return 0
        return self.study.games * len(self.study.cells) - self.games - self.left_out


def read_results(folder: Path | str) -> SavedResult:
    """Read the results of a finished or running study from its folder.

    Raises StudyError for a folder without results or with damaged ones, and OSError.
    """
    path = Path(folder)
    for name in (STUDY, VERSIONS, LOG):
        if not (path / name).is_file():
            raise StudyError(f"{path} contains no results of a study: {name} is missing", _REMEDY)
    plan, versions = _read_plan(path / STUDY), _read_versions(path / VERSIONS)
    log = read_log(path / LOG)
    _check_measures(path / LOG, plan, log.values())
    sequence = sequence_of(plan)
    finished = sequence.add(log.values())
    counted = sequence.records
    planned = set(sequence.keys)
    left_out = 0 if finished else sum(key in planned for key in log) - len(counted)
    index = {cell.key: cell.index for cell in plan.cells}
    ordered = sorted(counted, key=lambda record: (index[record.cell], record.game))
    return SavedResult(plan, tuple(ordered), versions, finished, left_out)


def _read_plan(file: Path) -> StudyPlan:
    data = _read_mapping(file)
    try:
        plan = StudyPlan(**data)
        check_factors(plan.factors)
        for seats in plan.factors.get("seats", (plan.seats,)):
            check_seats([str(seat) for seat in seats] if isinstance(seats, list) else seats)
        _ = plan.cells, plan.stop_rule
    except HorizonsError as problem:
        raise StudyError(f"{file}: {problem.message}", problem.hint) from problem
    except TypeError as problem:
        raise StudyError(f"{file} is not a study: {problem}", _REMEDY) from problem
    return plan


def _read_versions(file: Path) -> dict[str, str]:
    versions = _read_mapping(file).get("versions")
    if not isinstance(versions, dict):
        raise StudyError(f"{file} lists no versions", _REMEDY)
    return {name: str(version) for name, version in versions.items()}


def _read_mapping(file: Path) -> dict[str, Any]:
    try:
        data = read_json(read_file(file))
    except DataError as problem:
        raise StudyError(f"{file}{problem.place}: {problem.reason}", _REMEDY) from problem
    if not isinstance(data, dict):
        raise StudyError(f"{file} is not a mapping of names to values", _REMEDY)
    return data


def _check_measures(file: Path, plan: StudyPlan, records: Iterable[GameRecord]) -> None:
    """Raise StudyError for a game with other measures than the plan."""
    for record in records:
        pairs = [(plan.measures, seat.measures) for seat in record.seats]
        pairs += [(plan.turn_measures, turn.measures) for turn in record.by_turn]
        if any(expected.keys() != recorded.keys() for expected, recorded in pairs):
            raise StudyError(
                f"{file}: game {record.game} has different measures from {STUDY}",
                "use files from the same study",
            )
