"""Whether one process answers requests or several, which are counted together then."""

from __future__ import annotations

import os

#: Where several processes keep their counts: the variable that the library of the figures looks at
#: when it is imported.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def is_one_of_several() -> bool:
    """Whether this process is one of several that answer requests."""
    return FOLDER in os.environ
