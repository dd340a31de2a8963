"""Settings of all tests: hypothesis without a deadline, and fewer examples for mutants.

What a run leaves out is said at its end (`tests.left_out`).
"""

from __future__ import annotations

import logging
import os

from hypothesis import Phase, settings

pytest_plugins = ["tests.left_out"]

#: Which test is the first to need a kernel, and hears that it is compiled, goes by their order.
logging.getLogger("horizons_core.kernels").setLevel(logging.WARNING)

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
