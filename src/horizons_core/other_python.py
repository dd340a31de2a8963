"""Calling the Python of another environment, which has other versions installed."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from horizons_core.errors import HorizonsError

__all__ = ["MAX_OUTPUT", "answer_of"]

#: Number of characters of the other Python's error output in an error, from its end.
MAX_OUTPUT = 1_000
#: Number of characters of an invalid answer in an error.
_MAX_SHOWN = 200


def answer_of(
    python: Path | str, module: str, words: Sequence[str], *, task: str, remedy: str
) -> Any:
    """Run a module with another Python and these words, and return its output as JSON.

    `task` names the request in errors, as in "play the study", and `remedy` is their hint. Raises
    HorizonsError if that Python cannot be started, the program fails, or its output is not JSON.
    """
    # -P: modules in the current folder must not hide the installed ones
    command = [str(python), "-P", "-m", module, *words]
    try:
        process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as problem:
        raise HorizonsError(
            f"{python} cannot be started: {problem.strerror or problem}",
            "name the Python of an environment, such as ../new/bin/python",
        ) from problem
    if process.returncode:
        errors = (process.stderr or process.stdout).strip()[-MAX_OUTPUT:]
        raise HorizonsError(f"{python} could not {task}: {errors}", remedy)
    try:
        return json.loads(process.stdout)
    except ValueError as problem:
        raise HorizonsError(
            f"{python} answers {process.stdout[:_MAX_SHOWN]!r}, which is not JSON", remedy
        ) from problem
