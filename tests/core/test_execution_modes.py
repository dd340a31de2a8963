"""Kernels are interpreted while that is quicker, then loaded or compiled, with the same results."""

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import numba
import numpy as np
import pytest

from horizons_core.kernels import jit, work
from horizons_core.kernels.jit import NOTICE, ExecutionMode, entrance, kernel, only, part
from horizons_core.kernels.work import LARGE, LITTLE, count_steps
from tests.effort import first


@kernel
def add_one(numbers, place):
    count_steps(LITTLE // 10)
    numbers[place] += 1


@kernel
def add_two(numbers, place):
    numbers[place] += 2


@part
def add_four(numbers, place):
    add_two(numbers, place)
    add_two(numbers, place)


def growing():
    """Return a kernel that is new to this process; its first number counts the others' steps."""

    def grow(numbers):
        for place in range(len(numbers)):
            add_one(numbers, place)
        return numbers[0]

    return entrance("int64(int64[::1])")(grow)


def growing_pairs():
    """Return the same kernel for an array in a tuple."""

    def grow(pair):
        for place in range(len(pair[1])):
            add_one(pair[1], place)

    return entrance("void(Tuple((int64, int64[::1])))")(grow)


@pytest.fixture
def afresh(monkeypatch, tmp_path):
    """Simulate a process that has interpreted nothing, with an empty folder for kernels."""
    monkeypatch.setattr(work, "_counted", 0)
    monkeypatch.setattr(jit, "_notified", set())
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 0)
    return tmp_path


@pytest.fixture
def log_messages(caplog):
    """Return the logged messages about compiling."""
    caplog.set_level(logging.INFO, "horizons_core.kernels")
    return lambda: [record.getMessage() for record in caplog.records]


def compiled_files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


FEW, SOME, MANY = 10, 100, 10 * LARGE // LITTLE + 1  # elements: the last are too many


def test_a_little_is_interpreted_and_nothing_is_looked_for(afresh, log_messages, monkeypatch):
    monkeypatch.setattr(jit, "dispatcher", lambda *_: pytest.fail("numba was asked"))
    numbers = np.zeros(FEW, np.int64)
    assert growing()(numbers) == 1
    assert numbers.tolist() == [1] * FEW
    assert log_messages() == []


def test_without_compiled_kernels_more_is_interpreted_too(afresh, log_messages):
    numbers = np.zeros(SOME, np.int64)
    growing()(numbers)
    assert numbers.tolist() == [1] * SOME
    assert log_messages() == []
    assert compiled_files(afresh) == []


def test_large_work_is_compiled_and_logged_in_one_line(afresh, log_messages):
    numbers = np.zeros(MANY, np.int64)
    grow = growing()
    assert grow(numbers) == 1
    grow(numbers)
    assert set(numbers.tolist()) == {2}
    assert log_messages() == [NOTICE]
    assert compiled_files(afresh)


def test_what_was_half_done_in_an_array_in_a_tuple_is_undone_too(afresh, log_messages):
    numbers = np.zeros(MANY, np.int64)
    growing_pairs()((5, numbers))
    assert set(numbers.tolist()) == {1}
    assert log_messages() == [NOTICE]


def test_small_battles_add_up_to_a_large_one(afresh, log_messages):
    grow = growing()
    numbers = np.zeros(SOME, np.int64)
    for _ in range(MANY // SOME - 2):
        grow(numbers)
    assert log_messages() == []
    for _ in range(4):
        grow(numbers)
    assert log_messages() == [NOTICE]
    assert set(numbers.tolist()) == {MANY // SOME + 2}


def test_compiled_kernels_on_disk_are_loaded_when_more_than_a_little_is_done(afresh, log_messages):
    growing().compiled()
    assert log_messages() == [NOTICE]
    grow, numbers = growing(), np.zeros(SOME, np.int64)
    grow(numbers)
    grow(numbers)
    assert set(numbers.tolist()) == {2}
    assert log_messages() == [NOTICE]
    assert work.counted_steps() <= 2 * LITTLE


def test_who_knows_that_much_is_to_come_compiles_before(afresh, log_messages):
    grow = growing()
    grow.prepare(LITTLE)
    assert log_messages() == []
    grow.prepare(LARGE + 1)
    assert log_messages() == [NOTICE]
    grow(np.zeros(SOME, np.int64))
    assert work.counted_steps() == 0


def test_kernels_are_compiled_where_no_folder_can_be_written_to(afresh, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "file" / "folder"))
    monkeypatch.setattr(numba.config, "CACHE_LOCATOR_CLASSES", "UserProvidedCacheLocator")
    numbers = np.zeros(MANY, np.int64)
    assert growing()(numbers) == 1
    assert set(numbers.tolist()) == {1}


def test_threads_that_come_to_the_limit_together_compile_once(afresh, log_messages):
    grow, numbers = growing(), [np.zeros(MANY, np.int64) for _ in range(4)]
    threads = [threading.Thread(target=grow, args=(each,)) for each in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {int(number) for each in numbers for number in each} == {1}
    assert log_messages() == [NOTICE]


def test_both_ways_can_be_asked_for(afresh, log_messages):
    grow, numbers = growing(), np.zeros(MANY, np.int64)
    with only(ExecutionMode.INTERPRETED):
        grow.prepare(LARGE + 1)
        grow(numbers)
    assert log_messages() == []
    with only(ExecutionMode.COMPILED):
        grow(numbers[:1])
    assert log_messages() == [NOTICE]
    assert numbers.tolist() == [2] + [1] * (MANY - 1)


# --- a process of its own -------------------------------------------------------------------------

SMALL = {
    "event_horizon": "{'sides': {side: [{'hull': 4, 'thrusters': 1, 'weapons': 3, 'count': 4}]"
    " for side in 'AB'}}",
    "galaxy_g": "{'sides': {side: [{'type': 'Gunship', 'ships': 8}] for side in 'AB'}}",
    "far_horizons": "{'sides': {side: {'ships': [{'class': 'DD', 'count': 4}]} for side in 'AB'}}",
}
FIGHT = """
import logging, sys
logging.basicConfig(level=logging.INFO)
import horizons_core as hz
variant = hz.load_variant({game!r})
assert variant.combat.resolve(variant.battle({spec}), 1).shots
print("numba" in sys.modules)
"""


@pytest.mark.parametrize("game", first(SMALL))
def test_the_first_small_battle_of_an_installation_waits_for_no_compiler(game, tmp_path):
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", FIGHT.format(game=game, spec=SMALL[game])],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ended.stdout, ended.stderr) == ("False\n", "")
    assert list(Path(tmp_path).iterdir()) == []


def test_a_kernel_that_a_part_calls_is_not_copied_as_the_part_is(afresh):
    def grow(numbers):
        add_four(numbers, 0)

    numbers = np.zeros(1, np.int64)
    entrance("void(int64[::1])")(grow).compiled()(numbers)
    assert numbers[0] == 4
    copied = {
        function: "alwaysinline"
        in "".join(function._numba_type_.dispatcher.inspect_llvm().values())
        for function in (add_four, add_two)
    }
    assert copied == {add_four: True, add_two: False}
