"""Many draws at once: what `horizons_core.Stream` draws one by one, for thousands of runs.

Row r of an array is drawn by the stream of the same key and run r, so a resample depends neither
on how many there are nor on how they are dealt into batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from horizons_core import Stream
from horizons_core.kernels.philox import MASK32, SHIFT32, philox_block

__all__ = ["batches", "below", "double_words", "resampling_key", "samples", "uniforms"]

#: How many numbers are made at once: their arrays stay in a processor's cache, or nearly so.
FEW: Final = 1 << 16
MANY: Final = 1 << 20
#: The generator takes whole arrays of words as well as one word.
_blocks = cast("Callable[..., tuple[NDArray[np.uint64], ...]]", philox_block)


def resampling_key(stream: Stream, purpose: str) -> int:
    """The key of the dice that a statistic draws; nothing is drawn from the stream itself."""
    return stream.fork(purpose, stream.run).key


def batches(runs: int, count: int, at_once: int = FEW) -> Iterator[range]:
    """Runs 0 up to `runs` - 1, in ranges: `count` numbers a run, about `at_once` together."""
    size = max(1, at_once // max(1, count))
    for first in range(0, runs, size):
        yield range(first, min(runs, first + size))


def words(key: int, runs: range, count: int) -> NDArray[np.uint64]:
    """The first `count` words of each run, shape (runs, count): 32 bits each."""
    blocks = np.arange(-(-count // 4), dtype=np.uint64)[None, :]
    run = np.asarray(runs, dtype=np.uint64)[:, None]
    made = _blocks(blocks & MASK32, blocks >> SHIFT32, run & MASK32, run >> SHIFT32, np.uint64(key))
    return np.stack(made, axis=-1).reshape(len(runs), -1)[:, :count]


def double_words(key: int, runs: range, count: int) -> NDArray[np.uint64]:
    """The first `count` double words of each run, shape (runs, count): 64 bits each."""
    drawn = words(key, runs, 2 * count)
    return drawn[:, 0::2] | drawn[:, 1::2] << SHIFT32


def uniforms(key: int, runs: range, count: int) -> NDArray[np.float64]:
    """What `Stream.random` answers first, shape (runs, count): from 0 up to 1, 1 excluded."""
    return (double_words(key, runs, count) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def below(key: int, runs: range, n: int | NDArray[np.uint64], count: int) -> NDArray[np.int64]:
    """What `Stream.below` answers first, shape (runs, count).

    `n` is up to 2**32: one for all draws, or one a draw, shape (count,). A run in which Lemire's
    method rejects a word, which is rare, is drawn by its stream.
    """
    bounds = np.broadcast_to(np.asarray(n, dtype=np.uint64), (count,))
    products = words(key, runs, count) * bounds
    drawn = (products >> SHIFT32).astype(np.int64)
    rejected = (products & MASK32) < (np.uint64(1 << 32) % bounds)
    for row in np.flatnonzero(rejected.any(axis=1)):
        stream = Stream(key, runs[int(row)])
        drawn[row] = [stream.below(int(bound)) for bound in bounds]
    return drawn


def samples(key: int, runs: range, size: int, count: int) -> NDArray[np.bool_]:
    """Which of `size` things `Stream.sample` draws, shape (size, runs): `count` in each run."""
    others = below(key, runs, np.arange(size, size - count, -1, dtype=np.uint64), count)
    pool = np.repeat(np.arange(size)[:, None], len(runs), axis=1)
    drawn = np.zeros((size, len(runs)), np.bool_)
    run = np.arange(len(runs))
    for place in range(count):
        other = place + others[:, place]
        drawn[pool[other, run], run] = True
        pool[other, run] = pool[place]
    return drawn
