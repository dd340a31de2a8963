"""Playing a study with other versions: by another Python, in which they are installed.

Both sides talk through files: the study's own file goes in, the folder of its results comes out.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import attrs

from horizons_lab.comparisons.comparison import AFTER, BEFORE, Comparison
from horizons_lab.engines import Workers
from horizons_lab.errors import StudyError
from horizons_lab.saved_results import SavedResult, read_results
from horizons_lab.study import Study

#: How much of what the other Python complains of is told.
_MOST_TOLD = 2_000


def compare_versions(
    file: Path | str,
    python: Path | str,
    out: Path | str,
    *,
    workers: Workers = 1,
    games: int | None = None,
    confidence: float = 0.95,
) -> Comparison:
    """Play the study in a file here and by another Python, and compare the games pair by pair.

    `python` is the interpreter of an environment in which other versions of Horizons or of the
    variant are installed; the results are kept in `before` and `after` in the folder `out`. Both
    play with as many processes as `workers` says, and `games` a cell, if it is told. Raises
    StudyError if the other Python cannot play it, and what `Study.run` raises; OSError.
    """
    study = Study.from_file(file)
    if games is not None:
        study = attrs.evolve(study, games=games)
    before = study.run(workers, out=Path(out) / BEFORE)
    after = run_elsewhere(file, python, Path(out) / AFTER, workers, games)
    return Comparison(before, after, confidence)


def run_elsewhere(
    file: Path | str,
    python: Path | str,
    out: Path,
    workers: Workers = 1,
    games: int | None = None,
) -> SavedResult:
    """Run the study in a file by another Python, and read its results; raises StudyError."""
    command = [str(python), "-m", "horizons_host", "lab", "run", str(file), "--out", str(out)]
    command += ["--workers", str(workers), "--json"]
    command += [] if games is None else ["--games", str(games)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as problem:
        raise StudyError(
            f"{python} cannot be started: {problem.strerror or problem}",
            "name the Python of an environment, such as ../new/bin/python",
        ) from problem
    if done.returncode:
        told = (done.stderr or done.stdout).strip()[-_MOST_TOLD:]
        raise StudyError(
            f"{python} could not play the study: {told}",
            "install horizons[host,lab] and the variant there",
        )
    try:
        json.loads(done.stdout)
    except ValueError as problem:
        raise StudyError(f"{python} answers {done.stdout[:200]!r}, which is no JSON") from problem
    return read_results(out)
