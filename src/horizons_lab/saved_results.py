"""Results read from their folder, without the rules and the players that made them.

They need none of the study's code: the plan is in `study.json`, the versions are in
`versions.json`, and every finished game is in the log, even if the study still runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from horizons_core.data_text import DataError, read_file, read_json
from horizons_core.errors import HorizonsError
from horizons_lab.errors import StudyError
from horizons_lab.factors import check_factors
from horizons_lab.game_log import read_log
from horizons_lab.plan import StudyPlan
from horizons_lab.records import GameRecord
from horizons_lab.results import Result
from horizons_lab.results_folder import LOG, STUDY, VERSIONS
from horizons_lab.seats import check_seats
from horizons_lab.sequences import sequence_of

_REMEDY = "name the folder that `horizons lab run --out` wrote"


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
        """Number of games still to be played, unless a rule ends the study before."""
        if self.finished:
            return 0
        return self.study.games * len(self.study.cells) - self.games - self.left_out


def read_results(folder: Path | str) -> SavedResult:
    """Read the results in the folder of a study in any state.

    Raises StudyError for a folder without results or with damaged ones; OSError.
    """
    path = Path(folder)
    for name in (STUDY, VERSIONS, LOG):
        if not (path / name).is_file():
            raise StudyError(f"{path} contains no results of a study: {name} is missing", _REMEDY)
    plan, versions = _plan(path / STUDY), _versions(path / VERSIONS)
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


def _plan(file: Path) -> StudyPlan:
    data = _read(file)
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


def _versions(file: Path) -> dict[str, str]:
    versions = _read(file).get("versions")
    if not isinstance(versions, dict):
        raise StudyError(f"{file} lists no versions", _REMEDY)
    return {name: str(version) for name, version in versions.items()}


def _read(file: Path) -> dict[str, Any]:
    try:
        data = read_json(read_file(file))
    except DataError as problem:
        raise StudyError(f"{file}{problem.place}: {problem.reason}", _REMEDY) from problem
    if not isinstance(data, dict):
        raise StudyError(f"{file} is not a mapping of names to values", _REMEDY)
    return data


def _check_measures(file: Path, plan: StudyPlan, records: Iterable[GameRecord]) -> None:
    """Raise StudyError for a game whose measures are not those of the plan."""
    for record in records:
        pairs = [(plan.measures, seat.measures) for seat in record.seats]
        pairs += [(plan.turn_measures, turn.measures) for turn in record.by_turn]
        if any(expected.keys() != recorded.keys() for expected, recorded in pairs):
            raise StudyError(
                f"{file}: game {record.game} has different measures from {STUDY}",
                "use files from the same study",
            )
