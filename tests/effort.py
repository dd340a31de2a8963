"""The effort of tests: little in every run of the suite, all of it in `make thorough`.

Hypothesis draws other examples in every run, so few in each of many runs find what many in one
would; a law states their maximum. Of parameters that the code treats alike, the first ones are
enough.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

#: Set by `make thorough`.
THOROUGH = bool(os.environ.get("HORIZONS_THOROUGH"))


def tries(most: int) -> int:
    """Return the number of examples to try of a law with this maximum."""
    return most if THOROUGH else max(min(most, 5), most // 10)


def first(cases: Iterable[Any], count: int = 1) -> list[Any]:
    """Mark all parameters of a test but the first ones as slow."""
    cases = list(cases)
    return [*cases[:count], *(pytest.param(case, marks=pytest.mark.slow) for case in cases[count:])]
