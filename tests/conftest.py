"""Settings of all tests: hypothesis without a deadline, and with few examples.

What a run leaves out is said at its end (`tests.left_out`).
"""

from __future__ import annotations

import gc
import logging
import os

import pytest
from hypothesis import Phase, settings

from tests.effort import tries

pytest_plugins = ["tests.costs", "tests.left_out"]

#: Which test is the first to need a kernel, and hears that it is compiled, goes by their order.
logging.getLogger("horizons_core.kernels").setLevel(logging.WARNING)

# Tests make few cycles: the garbage collector need not run for every 700 objects.
gc.set_threshold(20_000, 20, 20)


def pytest_collection_finish() -> None:
    """Freeze the collected tests: to look at them costs the collector a second each time."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Freeze all objects: at its end pytest collects garbage five times."""
    gc.collect()
    gc.freeze()


settings.register_profile("horizons", deadline=None, max_examples=tries(100))
settings.register_profile(
    "mutants",
    deadline=None,
    max_examples=10,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("mutants" if os.environ.get("HORIZONS_MUTANTS") else "horizons")
