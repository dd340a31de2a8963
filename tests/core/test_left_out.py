"""A run reports which tests it left out, how many, and how to run them."""

from __future__ import annotations

import pytest

from tests.effort import first

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.mark.slow
def test_long():
    pass

@pytest.mark.recorded
def test_of_a_game():
    pass

@pytest.mark.browser
def test_of_a_page():
    pass

@pytest.mark.firefox
def test_of_a_page_in_another_engine():
    pass

def test_short():
    pass
"""
SLOW = "left out: 1 slow tests (python -m pytest -m slow)"
BROWSER = "left out: 1 tests in a browser: there is no Chromium*playwright install chromium*"
FIREFOX = "left out: 1 tests in a Firefox: there is no Firefox (install *)"
RECORDED = "left out: 1 tests of recorded games (*python -m pytest -m recorded)"


@pytest.fixture
def run(pytester, monkeypatch, tmp_path):
    """Run tests as the project runs its own, with or without a recorded game and browsers."""
    markers = "slow: long\n  recorded: games\n  browser: pages\n  firefox: pages"
    pytester.makeini(f'[pytest]\nmarkers = {markers}\naddopts = -m "not slow"')
    pytester.makepyfile(TESTS)

    def run(*arguments, game=False, browser=False):
        for program in ("chromium", "firefox") if browser else ():
            (tmp_path / program).write_text("#!/bin/sh\n")
            (tmp_path / program).chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
        if game:
            (tmp_path / "game.tar.xz").write_bytes(b"")
        monkeypatch.setenv("HORIZONS_RECORDED", str(tmp_path))
        return pytester.runpytest("-p", "tests.left_out", *arguments)

    return run


@pytest.mark.parametrize(
    "arguments", first([(), ("-n", "1")]), ids=["one process", "two processes"]
)
def test_it_says_what_was_left_out_and_how_to_run_it(run, arguments):
    result = run(*arguments)
    result.stdout.fnmatch_lines([SLOW, RECORDED, "*no recorded game*", BROWSER, FIREFOX])
    result.assert_outcomes(passed=1)


def test_where_a_recorded_game_is_its_tests_run(run):
    result = run(game=True)
    result.stdout.no_fnmatch_line("left out: * recorded games*")
    result.assert_outcomes(passed=2)


def test_where_browsers_are_tests_in_them_run(run):
    result = run(browser=True)
    result.stdout.no_fnmatch_line("left out: * tests in a *")
    result.assert_outcomes(passed=3)


@pytest.mark.parametrize("chosen", [("-m", "slow"), ("-k", "short")], ids=" ".join)
def test_tests_that_were_chosen_leave_no_slow_ones_out(run, chosen):
    result = run(*chosen, game=True, browser=True)
    result.stdout.no_fnmatch_line("left out:*")
    result.assert_outcomes(passed=1)
