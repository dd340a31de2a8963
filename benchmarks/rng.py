"""The speed of the compiled generator, compared with numpy's own Philox.

A draw is one word of the generator: 32 bits here (Philox4x32), 64 bits in numpy (Philox4x64). The
bar is for draws; the second row shows the same in bits.
"""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np

from benchmarks.measuring import seconds, spread
from horizons_core.kernels.philox import fill_words

DRAWS = 1 << 18
REPETITIONS = 101
BAR = 1.0


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure draws and bits per second as multiples of numpy's."""
    out = np.empty(DRAWS, np.uint32)
    key, run, block = np.uint64(1), np.uint64(2), np.uint64(0)
    numpys = np.random.Philox(1)  # noqa: TID251  the kernel is compared with it
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(5 if quick else REPETITIONS):
        ours.append(seconds(lambda: fill_words(out, key, run, block)))
        theirs.append(seconds(lambda: numpys.random_raw(DRAWS)))
    ratios = [numpy / kernel for kernel, numpy in zip(ours, theirs, strict=True)]
    per_draw = [1e9 * statistics.median(times) / DRAWS for times in (ours, theirs)]
    note = f"{per_draw[0]:.2f} ns a draw of 32 bits against {per_draw[1]:.2f} ns for 64 bits"
    return [
        {
            "name": "draws a second against numpy's Philox",
            **spread(ratios),
            "bar": BAR,
            "note": note,
        },
        {"name": "bits a second against numpy's Philox", **spread([r / 2 for r in ratios])},
    ]
