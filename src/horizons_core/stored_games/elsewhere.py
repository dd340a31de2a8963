"""Playing a stored game again by another version: by the Python of another environment."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_core.stored_games.verdicts import GameVerdict, verdict_from

#: How much of what the other Python complains of is told.
_MOST_TOLD = 500


def compare_elsewhere(file: Path, python: Path) -> GameVerdict:
    """What the versions that another Python has make of the stored game in a file.

    Raises HorizonsError if that Python cannot be started, or knows nothing of stored games.
    """
    module = __name__.rpartition(".")[0]
    command = [str(python), "-P", "-m", module, str(file)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as problem:
        raise HorizonsError(
            f"{python} cannot be started: {problem.strerror or problem}",
            "name the Python of an environment, such as ../new/bin/python",
        ) from problem
    if done.returncode:
        told = (done.stderr or done.stdout).strip()[-_MOST_TOLD:]
        raise HorizonsError(
            f"{python} could not play the stored game: {told}",
            "install a version of Horizons there that knows stored games, and the game's variant",
        )
    try:
        return verdict_from(json.loads(done.stdout))
    except ValueError as problem:
        raise HorizonsError(
            f"{python} answers {done.stdout[:200]!r}, which is no JSON"
        ) from problem
