"""The pytest plug-in: within a budget, undecided tests are skipped with their estimate."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
pytest_plugins = ["pytester"]

TESTS = """
    from horizons_lab.balance import assert_win_rate
    from tests.lab.balance.throws import throws

    def test_proved():
        assert_win_rate(throws(), "strong", at_least=0.5, margin=0.2)

    def test_refuted():
        assert_win_rate(throws(), "weak", at_least=0.9, margin=0.2)

    def test_undecided():
        assert_win_rate(throws(), "strong", at_least=0.9)

    def test_other():
        assert False
"""


@pytest.fixture
def run(pytester):
    pytester.makepyfile(TESTS)

    def run(*arguments):
        plugin = ["-p", "no:horizons_lab", "-p", "horizons_lab.balance.plugin"]  # installed or not
        return pytester.runpytest_inprocess(*plugin, *arguments)

    return run


def test_a_budget_decides_what_it_can_and_skips_the_rest(run):
    result = run("--lab-budget", "60", "-rs")
    result.assert_outcomes(passed=1, failed=2, skipped=1)
    result.stdout.fnmatch_lines(
        ["*--lab-budget 60: undecided whether strong wins at least 0.9 of the games: it won *"]
    )


@pytest.mark.slow
def test_without_a_budget_nothing_is_skipped(run):
    run().assert_outcomes(passed=2, failed=2)


def test_a_budget_without_a_game_is_a_usage_error(run):
    result = run("--lab-budget", "0")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--lab-budget 0: give at least one game*"])


def test_pytest_is_told_of_the_plugin_and_loads_nothing_of_weight_with_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pytest11"]["horizons_lab"] == "horizons_lab.balance.plugin"
    code = "import sys, horizons_lab.balance.plugin as p; print([*sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert not {"polars", "numpy", "scipy", "numba", "horizons_core"} & set(
        ast.literal_eval(loaded)
    )
