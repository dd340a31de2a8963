"""Asking the Python of another environment, in which other versions are installed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from horizons_core.errors import HorizonsError

__all__ = ["MOST_TOLD", "answer_of"]

#: How much of what the other Python complains of is told, from its end.
MOST_TOLD = 1_000
#: How much is told of an answer that is no JSON.
_MOST_SHOWN = 200


def answer_of(
    python: Path | str, module: str, words: Sequence[str], *, task: str, remedy: str
) -> Any:
    """What a module, run as a program by another Python with these words, answers as JSON.

    `task` says in the errors what was asked of it, as in "play the study", and `remedy` what to do
    if it cannot. Raises HorizonsError if that Python cannot be started, the program fails, or its
    answer is no JSON.
    """
    # -P: what lies in the folder we are in is not what is installed there
    command = [str(python), "-P", "-m", module, *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as problem:
        raise HorizonsError(
            f"{python} cannot be started: {problem.strerror or problem}",
            "name the Python of an environment, such as ../new/bin/python",
        ) from problem
    if done.returncode:
        told = (done.stderr or done.stdout).strip()[-MOST_TOLD:]
        raise HorizonsError(f"{python} could not {task}: {told}", remedy)
    try:
        return json.loads(done.stdout)
    except ValueError as problem:
        raise HorizonsError(
            f"{python} answers {done.stdout[:_MOST_SHOWN]!r}, which is no JSON", remedy
        ) from problem
