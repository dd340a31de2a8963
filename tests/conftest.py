"""Settings of all tests: hypothesis without a deadline, and fewer examples for mutants."""

from __future__ import annotations

import os

import pytest
from hypothesis import Phase, settings

settings.register_profile("horizons", deadline=None)
settings.register_profile(
    "mutants",
    deadline=None,
    max_examples=10,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("mutants" if os.environ.get("HORIZONS_MUTANTS") else "horizons")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say so if no recorded game of Far Horizons was there to replay; nothing is skipped for it."""
    from variants.far_horizons.parity.sources import absence

    if absence() and any(
        "test_parity" in getattr(report, "nodeid", "")
        for reports in terminalreporter.stats.values()
        for report in reports
    ):
        terminalreporter.write_line(absence(), yellow=True)
