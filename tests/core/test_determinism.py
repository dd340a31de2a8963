"""Game code uses only arithmetic that gives the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import horizons_core as hz
from tests.core.determinism import ORDER, names_of_sets, violations

ROOT = Path(__file__).parents[2]
#: The games, the packages they use, and the examples that authors begin with.
GAME_CODE = (
    "src/horizons_core", *(f"src/variants/{name}" for name in hz.variants()),
    "src/horizons_host/scaffold", "examples/mods", "examples/one_file", "examples/prospectors",
    "examples/jumpgates/src",
    "examples/konquest/src",
)  # fmt: skip
#: Maps round to fixed decimals.
EXEMPT = ("src/horizons_core/report/maps",)
#: By file and code: why a forbidden construct gives the same result on every machine.
ALLOWED = {
    ("examples/prospectors/src/prospectors/views.py", "math.cos"): "a place on the map, rounded",
    ("examples/prospectors/src/prospectors/views.py", "math.sin"): "a place on the map, rounded",
    ("src/horizons_core/exact.py", "root ** (degree - 1)"): "integers",
    (
        "src/horizons_core/localized_text.py",
        "from datetime import datetime, timedelta",
    ): "times that a text is given; no clock is read",
    ("src/horizons_core/sums.py", "sum"): "`int_sum` adds integers",
    ("src/horizons_core/sums.py", "array.sum(axis=axis)"): "an array of integers",
    ("src/horizons_core/turn/secrets.py", "os.urandom"): "the secret of a new game, drawn once",
    ("src/variants/event_horizon/battle/fights.py", "100 ** weapons"): "integers",
    ("src/variants/event_horizon/battle/fights.py", "percent ** weapons"): "integers",
    ("src/variants/far_horizons/formulas.py", "tonnage ** 6"): "integers",
    (
        "src/variants/far_horizons/model/star_distances.py",
        "places.astype(np.float64) @ self._axes",
    ): "integers below 2**53, whose products and sums are exact in any order",
}


def game_code() -> Iterator[tuple[str, str]]:
    """Yield each module of the games with its path from the root."""
    for folder in GAME_CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(EXEMPT):
                yield name, path.read_text("utf-8")


@pytest.fixture(scope="module")
def sources():
    return dict(game_code())


@pytest.fixture(scope="module")
def names(sources):
    return names_of_sets(list(sources.values()))


@pytest.mark.parametrize("folder", GAME_CODE)
def test_game_code_uses_nothing_whose_result_depends_on_the_machine(sources, names, folder):
    places = {
        (name, violation.code): f"{name}:{violation.line}: {violation.used}: {violation.code}"
        for name, source in sources.items()
        if name.startswith(f"{folder}/")
        for violation in violations(source, names)
    }
    assert [place for key, place in places.items() if key not in ALLOWED] == []
    allowed = [key for key in ALLOWED if key[0].startswith(f"{folder}/")]
    assert [key for key in allowed if key not in places] == []


@pytest.mark.parametrize(
    "source",
    [
        "total = sum(loads)",
        "add = sum",
        "key = hash(name)",
        "x = pow(base, 0.5)",
        "x = y ** 1.2",
        "x = y ** 2",
        "x **= 3",
        "x = 2.0 ** -53",
        "x = a @ b",
        "a @= b",
        "x = math.dist(a, b)",
        "x = math.log2(y)",
        "x = math.sumprod(a, b)",
        "from math import sqrt, hypot",
        "from math import exp as e",
        "x = np.exp(y)",
        "x = np.dot(a, b)",
        "x = np.linalg.norm(a)",
        "x = np.add.reduce(a)",
        "from numpy import sum",
        "x = loads.sum()",
        "x = table[0].mean(axis=0)",
        "@njit(fastmath=True)\ndef f(x): return x",
        "f = njit(parallel=True)(g)",
        "import random",
        "import time",
        "from datetime import datetime",
        "import statistics",
        "from time import monotonic",
        "key = os.urandom(8)",
    ],
)
def test_forbidden_arithmetic_is_found(source):
    assert len(violations(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "for name in {a, b}: say(name)",
        "def f(names: set[str]): return list(names)",
        "def f(names: frozenset[str] | None): return [n for n in names]",
        "def f(names):\n  seen = set(names)\n  for n in seen: say(n)",
        "def f(a, b): return ', '.join(a.keys() & b)",
        "def f(a): return next(iter({*a}))",
        "def f(a): return (*{one.name for one in a},)",
        "class A:\n  seen: set[str]\n  def f(self): return {n: 1 for n in self.seen}",
        "def g() -> set[str]: return a\ndef f(): return tuple(g())",
        "def f(a, b): return list({*a} - {*b})",
    ],
)
def test_the_order_of_a_set_is_found(source):
    assert [violation.used for violation in violations(source)] == [ORDER]


@pytest.mark.parametrize(
    "source",
    [
        "def f(a): return sorted({*a})",
        "def f(a): return any(n in a for n in {1, 2})",
        "def f(a): return {n for n in {*a}}",
        "def f(a: set[str]): return {*a, 'more'}",
        "def f(a: set[str]): return len(a), max(n for n in a)",
        "def f(a): return [n for n in dict.fromkeys(a)]",
        "x = 2**32 + math.isqrt(y) + math.fsum(z)",
        "x = functools.reduce(operator.add, y, 0.0)",
        "x = techs.sum",
    ],
)
def test_what_gives_the_same_everywhere_is_left_alone(source):
    assert violations(source) == []
