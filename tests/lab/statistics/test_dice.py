"""Many draws at once equal the draws of streams, run by run."""

from hypothesis import example, given
from hypothesis import strategies as st

from horizons_core import Stream
from horizons_lab.statistics.dice import (
    batches,
    below,
    double_words,
    resampling_key,
    samples,
    uniforms,
    words,
)

KEYS = st.integers(0, 2**64 - 1)
RUNS = st.integers(0, 2**64 - 4).map(lambda first: range(first, first + 3))


@given(KEYS, RUNS, st.integers(1, 9))
def test_a_row_of_words_is_what_the_stream_of_its_run_draws(key, runs, count):
    expected = [[stream.word() for _ in range(count)] for stream in streams(key, runs)]
    assert words(key, runs, count).tolist() == expected


@given(KEYS, RUNS, st.integers(1, 5))
def test_a_row_of_double_words_and_uniforms_is_what_its_stream_draws(key, runs, count):
    expected = [[stream.random() for _ in range(count)] for stream in streams(key, runs)]
    assert uniforms(key, runs, count).tolist() == expected
    pairs = [[s.word() | s.word() << 32 for _ in range(count)] for s in streams(key, runs)]
    assert double_words(key, runs, count).tolist() == pairs


@given(KEYS, RUNS, st.integers(1, 2**32), st.integers(1, 9))
@example(1, range(3), 3 << 30, 40)  # a quarter of all words is rejected
def test_a_row_of_whole_numbers_is_what_its_stream_draws(key, runs, n, count):
    expected = [[stream.below(n) for _ in range(count)] for stream in streams(key, runs)]
    assert below(key, runs, n, count).tolist() == expected


@given(KEYS, RUNS, st.integers(0, 12), st.integers(0, 12))
def test_a_column_of_a_sample_is_what_its_stream_draws(key, runs, drawn, left):
    size = drawn + left
    columns = samples(key, runs, size, drawn)
    assert columns.shape == (size, len(runs))
    for column, stream in zip(columns.T, streams(key, runs), strict=True):
        assert set(column.nonzero()[0]) == set(stream.sample(range(size), drawn))


@given(st.integers(1, 1000), st.integers(0, 300), st.integers(1, 500))
def test_batches_hold_every_run_once_and_in_order(runs, count, at_once):
    dealt = list(batches(runs, count, at_once))
    assert [run for batch in dealt for run in batch] == list(range(runs))
    assert all(len(batch) * count <= max(count, at_once) for batch in dealt)


def test_the_key_of_a_resampling_follows_from_the_stream_and_the_purpose_alone():
    stream = Stream.from_key("a study")
    key = resampling_key(stream, "bootstrap")
    assert stream.drawn == 0
    stream.word()
    assert resampling_key(stream, "bootstrap") == key
    other = [
        resampling_key(stream, "permutations"),
        resampling_key(Stream(stream.key, 1), "bootstrap"),
        resampling_key(Stream.from_key("another"), "bootstrap"),
    ]
    assert len({key, *other}) == 4


def streams(key, runs):
    return [Stream(key, run) for run in runs]
