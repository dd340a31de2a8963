"""Playing a study with other versions, installed in the environment of another Python.

Both sides communicate through files: the study's own file, and the folder of its results.
"""

from __future__ import annotations

from pathlib import Path

import attrs

from horizons_core.errors import HorizonsError
from horizons_core.other_python import answer_of
from horizons_lab.checks import StudyError
from horizons_lab.comparisons.comparison import AFTER, BEFORE, Comparison
from horizons_lab.engines import Workers
from horizons_lab.results_folder import SavedResult, read_results
from horizons_lab.study import Study


def compare_versions(
    file: Path | str,
    python: Path | str,
    out: Path | str,
    *,
    workers: Workers = 1,
    games: int | None = None,
    confidence: float = 0.95,
) -> Comparison:
    """Play the study in a file here and with another Python, and compare the games pair by pair.

    `python` is the interpreter of an environment with other versions of Horizons or of the variant;
    the results are kept in `before` and `after` in the folder `out`. `workers` is the number of
    processes of each side, `games` overrides the number of games per cell. Raises StudyError if the
    other Python cannot play it, OSError, and the errors of `Study.run`.
    """
    study = Study.from_file(file)
    if games is not None:
        study = attrs.evolve(study, games=games)
    before = study.run(workers, out=Path(out) / BEFORE)
    after = run_with_python(file, python, Path(out) / AFTER, workers, games)
    return Comparison(before, after, confidence)


def run_with_python(
    file: Path | str,
    python: Path | str,
    out: Path,
    workers: Workers = 1,
    games: int | None = None,
) -> SavedResult:
    """Run the study in a file with another Python, and read its results; raises StudyError."""
    arguments = ["lab", "run", str(file), "--out", str(out), "--workers", str(workers), "--json"]
    arguments += [] if games is None else ["--games", str(games)]
    try:
        answer_of(
            python,
            "horizons_host",
            arguments,
            task="play the study",
            remedy="install horizons[host,lab] and the variant in that environment",
        )
    except HorizonsError as problem:
        raise StudyError(problem.message, problem.hint) from problem
    return read_results(out)
