"""A compiled kernel is loaded from disk only if all its sources are unchanged."""

import importlib
import os
import pickle
import subprocess
import sys

import numba
import numpy as np
import pytest

from horizons_core.kernels import jit
from horizons_core.kernels.digests import digest_of
from horizons_core.kernels.jit import Entrance

TABLES = "STEP = {step}\n"
PARTS = """
import numpy as np
from horizons_core.kernels.jit import kernel, part
import tables
from tables import STEP
WEIGHTS = np.array([{weight}, 0], np.int64)

@part
def step(numbers, index):
    numbers[index] += STEP + WEIGHTS[0] {more}

@kernel
def twice(numbers):
    step(numbers, 0)
    step(numbers, len(numbers) - 1)
"""
DOOR = """
from horizons_core.kernels.jit import entrance
from parts import twice

@entrance("void(int64[::1])")
def climb(numbers):
    twice(numbers)
"""
AS_IT_WAS = {"step": "1", "weight": "0", "more": ""}


@pytest.fixture
def climb(monkeypatch, tmp_path):
    """Return the entrance of three files as they are written now, and an empty cache folder."""
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(tmp_path)

    def written(**changes):
        texts = {**AS_IT_WAS, **changes}
        for name, text in {"tables": TABLES, "parts": PARTS, "door": DOOR}.items():
            (tmp_path / f"{name}.py").write_text(text.format(**texts), "utf-8")
            monkeypatch.delitem(sys.modules, name, raising=False)
        importlib.invalidate_caches()
        return importlib.import_module("door").climb

    return written


def climbed(entrance):
    numbers = np.zeros(1, np.int64)
    entrance.compiled()(numbers)
    return int(numbers[0])


def cached_files(folder):
    return sorted(path.name for path in folder.rglob("*.nb[ic]"))


@pytest.mark.parametrize(
    ("change", "height"),
    [({"more": "+ 4"}, 10), ({"step": "3"}, 6), ({"weight": "2"}, 6)],
    ids=["the code", "a number of another file", "a table"],
)
def test_a_kernel_is_recompiled_when_a_function_that_it_calls_has_changed(climb, change, height):
    assert climbed(climb()) == 2
    assert climbed(climb(**change)) == height


def test_a_kernel_is_taken_from_disk_when_nothing_has_changed(climb, caplog, monkeypatch):
    climb().compiled()
    monkeypatch.setattr(Entrance, "_compile", lambda _: pytest.fail("it was compiled anew"))
    assert climbed(climb()) == 2


def test_what_a_kernel_was_before_goes_from_the_disk(climb, tmp_path):
    climb().compiled()
    before = cached_files(tmp_path)
    # An index and the code of the entrance, which has those of the kernel and the part in it.
    assert len(before) == 2
    climb(more="+ 4").compiled()
    after = cached_files(tmp_path)
    assert len(after) == 2
    assert not set(before) & set(after)


def test_an_index_that_names_a_class_that_is_gone_is_discarded(climb, tmp_path):
    climb().compiled()
    indexes = list(tmp_path.rglob("*.nbi"))
    gone = b"capp\nArena\n."  # a pickle of the class `Arena` of the module `app`
    for index in indexes:
        with index.open("rb") as file:
            version = pickle.load(file)
        index.write_bytes(pickle.dumps(version) + gone)
    assert climbed(climb()) == 2
    assert all(gone not in index.read_bytes() for index in indexes)


def test_a_comment_changes_no_digest(climb):
    digests = {
        digest_of(climb(**change).function, jit._compiling) for change in ({}, {"more": "# why"})
    }
    assert len(digests) == 1


DIGEST = """
from horizons_core.kernels import jit
from horizons_core.kernels.digests import digest_of
from variants.starcluster.battle.kernels.fights import fight_many
print(digest_of(fight_many.function, jit._compiling))
"""


def test_the_digest_of_a_kernel_is_the_same_in_every_process():
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(digests) == 1
