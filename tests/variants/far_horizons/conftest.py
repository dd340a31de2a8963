"""Run tests on recorded games of the 1999 engine only if the games are available."""

from __future__ import annotations

import pytest

from tools.far_horizons_parity.recorded import absence


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked `recorded` if no recorded game is available, and report them."""
    if not absence():
        return
    recorded = [item for item in items if item.get_closest_marker("recorded")]
    items[:] = [item for item in items if item not in recorded]
    config.hook.pytest_deselected(items=recorded)
