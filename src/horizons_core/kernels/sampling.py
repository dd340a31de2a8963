"""Draws inside kernels that equal those of `horizons_core.rng.Stream` bit for bit.

A word source is one `uint64` array, made once per batch of runs by `new_source` and set to a run by
`open_run`: key, run and number of words drawn, then the words of sixteen blocks, which are refilled
together because sixteen blocks cost little more than one.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.philox import MASK32, SHIFT32, U64, fill_blocks

__all__ = [
    "DRAWN", "Source", "below", "below_narrow", "below_wide", "double_word", "new_source",
    "open_run", "product128", "refill", "uniform", "word",
]  # fmt: skip

#: A word source: key, run and number of words drawn, then the buffered words.
Source: TypeAlias = NDArray[np.uint64]

KEY, RUN, BUFFER = np.uint64(0), np.uint64(1), np.uint64(3)
#: The index of the number of 32-bit words drawn from the run: `source[DRAWN]`.
DRAWN = np.uint64(2)
BLOCKS_KEPT = 16
LAST_KEPT = np.uint64(4 * BLOCKS_KEPT - 1)
SOURCE_SIZE = 3 + 4 * BLOCKS_KEPT

ZERO, ONE, TWO = np.uint64(0), np.uint64(1), np.uint64(2)
MASK64 = np.uint64(0xFFFFFFFFFFFFFFFF)
TWO_TO_32 = np.uint64(1 << 32)
SHIFT11 = np.uint64(11)
STEP53 = 1 / 2**53


@entrance("uint64[::1]()")
def new_source() -> Source:
    """Allocate a word source; `open_run` must set it to a run before the first draw."""
    return np.zeros(SOURCE_SIZE, np.uint64)


@part
def open_run(source: Source, key: U64, run: U64) -> None:
    """Set a source to the first word of a run, as `Stream(key, run)` does."""
    source[KEY] = key
    source[RUN] = run
    source[DRAWN] = ZERO


@kernel
def refill(source: Source) -> None:
    """Fill the source's buffer with the next sixteen blocks; `DRAWN` is a multiple of 64."""
    fill_blocks(source[3:], source[KEY], source[RUN], source[DRAWN] >> TWO, BLOCKS_KEPT)


@part
def word(source: Source) -> U64:
    """Draw 32 bits, as `Stream.word` does."""
    index = source[DRAWN] & LAST_KEPT
    if index == ZERO:
        refill(source)
    source[DRAWN] += ONE
    return source[BUFFER + index]


@part
def double_word(source: Source) -> U64:
    """Draw 64 bits: two words, the first being the low half."""
    low = word(source)
    return low | (word(source) << SHIFT32)


@part
def uniform(source: Source) -> float:
    """Draw from 0 (included) to 1 (excluded), as `Stream.random` does."""
    return np.float64(double_word(source) >> SHIFT11) * STEP53


@part
def below(source: Source, n: U64) -> U64:
    """Draw uniformly from 0 to n - 1, for n from 1 to 2**64 - 1, as `Stream.below` does."""
    if n > TWO_TO_32:
        return below_wide(source, n)
    return below_narrow(source, n)


@part
def below_narrow(source: Source, n: U64) -> U64:
    """Draw as `below` does, for n up to 2**32, for kernels with a known bound.

    Lemire's multiply-and-shift with rejection; the division for the rejection bound is done only
    if the low half of the product makes a rejection possible.
    """
    while True:
        product = word(source) * n
        low = product & MASK32
        if low >= n or low >= TWO_TO_32 % n:
            return product >> SHIFT32


@part
def below_wide(source: Source, n: U64) -> U64:
    """Draw as `below` does, for n above 2**32: double words and products of 128 bits."""
    while True:
        high, low = product128(double_word(source), n)
        if low >= n or low >= (MASK64 - n + ONE) % n:
            return high


@part
def product128(a: U64, b: U64) -> tuple[U64, U64]:
    """Return the high and the low 64 bits of a product, by 32-bit halves so nothing overflows."""
    a_low, a_high = a & MASK32, a >> SHIFT32
    b_low, b_high = b & MASK32, b >> SHIFT32
    lowest = a_low * b_low
    middle = a_high * b_low + (lowest >> SHIFT32)
    other = a_low * b_high + (middle & MASK32)
    high = a_high * b_high + (middle >> SHIFT32) + (other >> SHIFT32)
    return high, (other & MASK32) << SHIFT32 | (lowest & MASK32)
