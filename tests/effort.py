"""How many examples property tests try: few in every run of the suite, many in `make thorough`.

Hypothesis draws other examples in every run, so few in each of many runs find what many in one
would; how many there are at most is what a law says.
"""

from __future__ import annotations

import os

#: Set by `make thorough`.
THOROUGH = bool(os.environ.get("HORIZONS_THOROUGH"))


def tries(most: int) -> int:
    """The number of examples to try of a law for which these are the most."""
    return most if THOROUGH else max(min(most, 5), most // 5)
