"""A command killed at any moment leaves the game as before or as after it, never between.

`make kills` does it two thousand times.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.kills import kills

ROOT = Path(__file__).resolve().parents[2]


def test_a_kill_at_a_random_moment_leaves_a_sound_game(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert kills(1, only="submit").total() == 1


@pytest.mark.slow
def test_kills_at_random_moments_leave_sound_games():
    """Run every command once, in one game after the other."""
    process = subprocess.run(
        [sys.executable, "-m", "benchmarks.kills", "7"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert "7 kills, and every game was sound." in process.stdout
    assert re.search(r"[0-9]+ .* killed", process.stdout), process.stdout
