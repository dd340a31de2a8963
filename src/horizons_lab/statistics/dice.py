"""Draws of `horizons_core.Stream`, vectorized for thousands of runs at once.

Row r of an array is drawn by the stream of the same key and run r, so a resample depends neither on
the number of resamples nor on the batches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from horizons_core import Stream
from horizons_core.kernels.philox import MASK32, SHIFT32, philox_block

#: Numbers per batch: their arrays fit into a processor's cache, or nearly so.
FEW: Final = 1 << 16
MANY: Final = 1 << 20
#: The generator takes arrays of words as well as single words.
_blocks = cast("Callable[..., tuple[NDArray[np.uint64], ...]]", philox_block)


def resampling_key(stream: Stream, purpose: str) -> int:
    """Return the key of a statistic's dice; draws nothing from the stream itself."""
    return stream.fork(purpose, stream.run).key


def batches(runs: int, count: int, at_once: int = FEW) -> Iterator[range]:
    """Yield ranges of runs 0 to `runs` - 1, with `count` numbers per run and `at_once` in total."""
    size = max(1, at_once // max(1, count))
    for first in range(0, runs, size):
        yield range(first, min(runs, first + size))


def words(key: int, runs: range, count: int) -> NDArray[np.uint64]:
    """Return the first `count` words of each run, shape (runs, count), of 32 bits."""
    blocks = np.arange(-(-count // 4), dtype=np.uint64)[None, :]
    run = np.asarray(runs, dtype=np.uint64)[:, None]
    block, high = blocks & MASK32, blocks >> SHIFT32
    output = _blocks(block, high, run & MASK32, run >> SHIFT32, np.uint64(key))
    return np.stack(output, axis=-1).reshape(len(runs), -1)[:, :count]


def double_words(key: int, runs: range, count: int) -> NDArray[np.uint64]:
    """Return the first `count` double words of each run, shape (runs, count), of 64 bits."""
    singles = words(key, runs, 2 * count)
    return singles[:, 0::2] | singles[:, 1::2] << SHIFT32


def uniforms(key: int, runs: range, count: int) -> NDArray[np.float64]:
    """Return the first results of `Stream.random`, shape (runs, count): 0 to 1, 1 excluded."""
    return (double_words(key, runs, count) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def below(key: int, runs: range, n: int | NDArray[np.uint64], count: int) -> NDArray[np.int64]:
    """Return the first results of `Stream.below`, shape (runs, count).

    `n` is up to 2**32, for all draws, or for each, shape (count,). A run in which Lemire's method
    rejects a word, which is rare, is drawn by its stream.
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
    """Return which of `size` items `Stream.sample` draws, shape (size, runs): `count` per run."""
    offsets = below(key, runs, np.arange(size, size - count, -1, dtype=np.uint64), count)
    pool = np.repeat(np.arange(size)[:, None], len(runs), axis=1)
    drawn = np.zeros((size, len(runs)), np.bool_)
    run = np.arange(len(runs))
    for index in range(count):
        other = index + offsets[:, index]
        drawn[pool[other, run], run] = True
        pool[other, run] = pool[index]
    return drawn
