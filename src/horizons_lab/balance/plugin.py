"""The pytest plug-in of the lab: `--lab-budget GAMES` makes tests of balance short.

Each assertion of `horizons_lab` then takes at most GAMES games or battles. It fails if the games
refute it and passes if they prove it. Otherwise its test is skipped with the interim result, to be
decided by a run without the budget.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

OPTION = "--lab-budget"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register the option."""
    parser.getgroup("horizons").addoption(
        OPTION,
        type=int,
        metavar="GAMES",
        help="limit each assertion about balance to this many games; undecided ones are skipped",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a budget below one game."""
    budget = config.getoption(OPTION)
    if budget is not None and budget < 1:
        raise pytest.UsageError(f"{OPTION} {budget}: give at least one game")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run a test within the budget."""
    budget = item.config.getoption(OPTION)
    if budget is None:
        return (yield)
    from horizons_lab.balance.verdicts import UndecidedError, limited_to

    try:
        with limited_to(budget):
            return (yield)
    except UndecidedError as undecided:
        pytest.skip(f"{OPTION} {budget}: {undecided}")
