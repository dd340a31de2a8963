"""Replay of a stored game with another version, by the Python of another environment."""

from __future__ import annotations

from pathlib import Path

from horizons_core.other_python import answer_of
from horizons_core.stored_games.verdicts import GameVerdict, verdict_from


def compare_with_python(file: Path, python: Path) -> GameVerdict:
    """Return the verdict on a stored game by the versions of another Python.

    Raises HorizonsError if that Python cannot be started, or does not support stored games.
    """
    data = answer_of(
        python,
        __name__.rpartition(".")[0],
        [str(file)],
        task="play the stored game",
        remedy="install a version of Horizons there that knows stored games, and the game's"
        " variant",
    )
    return verdict_from(data)
