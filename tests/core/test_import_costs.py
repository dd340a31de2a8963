"""Modules loaded by importing the core and running a first turn: they delay every command."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = [
    "aiosmtpd", "argon2", "click", "hypothesis", "jinja2", "lark", "litestar", "llvmlite",
    "matplotlib", "numba", "numpy", "polars", "psycopg", "pytest", "rich", "scipy", "sqlalchemy",
    "starlette", "uvicorn",
]  # fmt: skip


def test_importing_the_core_loads_no_compiler_web_or_database():
    code = f"import sys, horizons_core; print([m for m in {HEAVY} if m in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout == "[]\n"


FIRST_TURN = """
import sys, horizons_core as hz
game = hz.load_variant(sys.argv[1]).new_game(["Ada", "Brin"], seed=1)
hz.run_turn(game, {}).reports()["Ada"].text
print([m for m in ["cattrs", "llvmlite", "numba", "numpy"] if m in sys.modules])
"""


@pytest.mark.parametrize("game", ["event_horizon", "far_horizons"])
def test_a_first_turn_loads_no_arrays_and_no_converter_of_saved_games(game):
    loaded = subprocess.run(
        [sys.executable, "-c", FIRST_TURN, game], capture_output=True, text=True, check=True
    )
    assert loaded.stdout == "[]\n"
