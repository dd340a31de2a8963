"""How much tests try: little in every run of the suite, all of it in `make thorough`.

Hypothesis draws other examples in every run, so few in each of many runs find what many in one
would; how many there are at most is what a law says. Of parameters that the code does not tell
apart, the first stand for all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

#: Set by `make thorough`.
THOROUGH = bool(os.environ.get("HORIZONS_THOROUGH"))


def tries(most: int) -> int:
    """The number of examples to try of a law for which these are the most."""
    return most if THOROUGH else max(min(most, 5), most // 5)


def first(cases: Iterable[Any], kept: int = 1) -> list[Any]:
    """The parameters of a test, of which all but the first are slow."""
    cases = list(cases)
    return [*cases[:kept], *(pytest.param(case, marks=pytest.mark.slow) for case in cases[kept:])]
