"""Detection of several processes that answer requests, which then share their metrics."""

from __future__ import annotations

import os

#: Folder of the shared metrics: the environment variable that the Prometheus client reads when it
#: is imported.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def is_multiprocess() -> bool:
    """Tell whether this process is one of several that answer requests."""
    return FOLDER in os.environ
