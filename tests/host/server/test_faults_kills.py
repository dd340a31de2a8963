"""Killing a server and its workers at any moment loses, repeats and splits nothing.

A few kills in both kinds of databases; `make server-kills` does a thousand. `test_faults` tests
each kind of end without kills.
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
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.hosting.kills", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Nothing is lost, doubled or half, and every game verifies." in run.stdout
    match = re.search(
        r"6 kills .*acknowledged: (\d+) sets of orders,\n(\d+) messages; (\d+) turns", run.stdout
    )
    assert match, run.stdout
    assert all(int(number) > 0 for number in match.groups()), run.stdout
