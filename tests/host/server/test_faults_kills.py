"""A server and its workers that are killed at any moment lose, double and halve nothing.

A few kills in either kind of database; `make server-kills` does a thousand. How each of them ends
is seen without kills in `test_faults`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
@pytest.mark.parametrize("database", [[], ["--postgresql"]])
def test_kills_at_random_moments_leave_sound_games(database: list[str]) -> None:
    words = ["6", "--games", "2", "--players", "2", "--leases", "0", *database]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.hosting.kills", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Nothing is lost, doubled or half, and every game verifies." in done.stdout
    found = re.search(
        r"6 kills .*acknowledged: (\d+) sets of orders,\n(\d+) messages; (\d+) turns", done.stdout
    )
    assert found, done.stdout
    assert all(int(number) > 0 for number in found.groups()), done.stdout
