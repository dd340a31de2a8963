"""The kernels' generator draws what `Stream` draws, interpreted and compiled; batches of runs."""

import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.kernels import philox, sampling
from horizons_core.kernels.jit import ExecutionMode, compiled, kernel, only
from horizons_core.kernels.parallel import batch_size, run_in_batches
from horizons_core.rng import Stream, philox4x32

# The first example of a law waits for the compiler.
without_clock = settings(deadline=None)
KEYS = st.integers(0, 2**64 - 1)
RUNS = st.integers(0, 2**63) | st.sampled_from([0, 1, 2**32 - 1, 2**32, 2**63])
NARROW = st.integers(1, 2**32) | st.sampled_from([1, 2, 2**31 + 1, 3 << 30, 2**32])
WIDE = st.integers(2**32 + 1, 2**64 - 1) | st.sampled_from([2**32 + 1, 3 << 62, 2**64 - 1])


def new_source(key, run):
    source = sampling.new_source()
    sampling.open_run(source, np.uint64(key), np.uint64(run))
    return source


def draws(source):
    return int(source[sampling.DRAWN])


def as_it_is(function):
    return function


@kernel
def product_and_sum(a, b, c):
    return a * b + c


in_both_forms = pytest.mark.parametrize("form", [as_it_is, compiled], ids=["plain", "compiled"])


@in_both_forms
def test_a_product_is_rounded_before_something_is_added_to_it(form):
    # a fused multiply-add would keep the last bit of the product, 2**-54
    a = np.float64(1 + 2**-27)
    assert form(product_and_sum)(a, a, np.float64(-1 - 2**-26)) == 0.0


@pytest.mark.parametrize("way", [ExecutionMode.INTERPRETED, ExecutionMode.COMPILED])
@without_clock
@given(KEYS, RUNS, st.integers(0, 2**64 - 100), st.integers(0, 30))
def test_words_in_bulk_are_the_blocks_in_order(way, key, run, first, count):
    out = np.full(count + 1, 123456789, np.uint32)
    with only(way):
        philox.fill_words(out[:count], np.uint64(key), np.uint64(run), np.uint64(first))
    low = 2**32 - 1
    blocks = [
        philox4x32((b & low, b >> 32, run & low, run >> 32), (key & low, key >> 32))
        for b in range(first, first + -(-count // 4))
    ]
    words = [word for block in blocks for word in block]
    assert out[:count].tolist() == words[:count]
    assert out[count] == 123456789


@in_both_forms
@without_clock
@given(KEYS, RUNS, st.integers(1, 200))
def test_words_one_by_one_are_those_of_the_stream(form, key, run, count):
    source, stream = new_source(key, run), Stream(key, run)
    draw = form(sampling.word)
    words = [int(draw(source)) for _ in range(count)]
    assert words == [stream.word() for _ in range(count)]
    assert draws(source) == stream.drawn


@in_both_forms
@without_clock
@given(KEYS, RUNS, st.lists(NARROW | WIDE, min_size=1, max_size=60))
def test_below_in_kernels_is_below_of_the_stream(form, key, run, bounds):
    source, stream = new_source(key, run), Stream(key, run)
    draw = form(sampling.below)
    numbers = [int(draw(source, np.uint64(n))) for n in bounds]
    assert numbers == [stream.below(n) for n in bounds]
    assert draws(source) == stream.drawn


@in_both_forms
@without_clock
@given(KEYS, RUNS, st.integers(1, 40))
def test_fractions_in_kernels_are_those_of_the_stream(form, key, run, count):
    source, stream = new_source(key, run), Stream(key, run)
    draw = form(sampling.uniform)
    fractions = [float(draw(source)) for _ in range(count)]
    assert fractions == [stream.random() for _ in range(count)]
    assert draws(source) == stream.drawn


@in_both_forms
@without_clock
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_a_product_of_128_bits_is_exact(form, a, b):
    high, low = form(sampling.product128)(np.uint64(a), np.uint64(b))
    assert (int(high) << 64) + int(low) == a * b


def test_a_source_that_served_another_run_starts_afresh():
    source = new_source(1, 2)
    for _ in range(70):
        sampling.word(source)
    sampling.open_run(source, np.uint64(3), np.uint64(4))
    assert int(sampling.word(source)) == Stream(3, 4).word()


# --- batches ------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("runs", [0, 1, 7, 8, 9, 4096, 10_001])
def test_every_run_is_in_exactly_one_batch(runs, threads):
    count_by_run = np.zeros(runs, int)

    def batch(first, count):
        assert count > 0
        count_by_run[first : first + count] += 1

    run_in_batches(batch, runs, threads)
    assert (count_by_run == 1).all()


def test_progress_is_reported_in_order_by_the_calling_thread():
    reported = []

    def progress(finished):
        assert threading.current_thread() is caller
        reported.append(finished)

    caller = threading.current_thread()
    run_in_batches(lambda *_: None, 1000, 2, progress)
    assert reported == sorted(set(reported))
    assert reported[-1] == 1000
    assert len(reported) > 10


@pytest.mark.parametrize(
    ("runs", "threads", "size"),
    [
        (0, 1, 1), (1, 1, 1), (15, 1, 1), (16, 1, 2), (80, 2, 5),
        (32_767, 1, 4095), (32_768, 1, 4096), (10**9, 2, 4096),
    ],
)  # fmt: skip
def test_batches_are_several_for_each_thread_and_bounded(runs, threads, size):
    assert batch_size(runs, threads) == size


@pytest.mark.parametrize(("runs", "threads"), [(-1, 1), (10, 0), (10, -2)])
def test_counts_without_sense_are_refused(runs, threads):
    with pytest.raises(ValueError, match=f"{runs} runs in {threads} threads"):
        run_in_batches(lambda *_: None, runs, threads)


def test_what_a_batch_raises_is_raised():
    def batch(first, count):
        if first <= 50 < first + count:
            raise ArithmeticError("run 50")

    with pytest.raises(ArithmeticError, match="run 50"):
        run_in_batches(batch, 100, 2)


def test_importing_the_core_does_not_load_numba():
    code = "import sys, horizons_core.rng, horizons_core.kernels; print('numba' in sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "False"
