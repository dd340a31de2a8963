"""Philox4x32-10 for compiled kernels, with the same words as `horizons_core.rng`.

Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC'11, 2011).
All values are `uint64` that hold 32 bits, so that a product of two words never overflows and the
same code is correct, without warnings, if numba is disabled.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from horizons_core.kernels.jit import entrance, kernel, part
from horizons_core.kernels.work import count_steps

__all__ = [
    "MASK32", "SHIFT32", "STEPS", "U64", "Block", "fill_blocks", "fill_words", "philox_block",
]  # fmt: skip

#: The type of keys, runs, counters and words in kernels.
U64: TypeAlias = np.uint64
#: Four words of 32 bits, each in a `U64`.
Block: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

#: The lower 32 bits of a `U64`.
MASK32 = np.uint64(0xFFFFFFFF)
#: The distance of the upper 32 bits of a `U64` from the lower ones.
SHIFT32 = np.uint64(32)
MULTIPLIER0 = np.uint64(0xD2511F53)
MULTIPLIER1 = np.uint64(0xCD9E8D57)
WEYL0 = np.uint64(0x9E3779B9)
WEYL1 = np.uint64(0xBB67AE85)
ROUNDS = 10
#: Steps of interpreted work for a block.
STEPS = 10
WORDS = np.uint64(4)
ONE = np.uint64(1)
TWO = np.uint64(2)
THREE = np.uint64(3)


@part
def philox_block(c0: U64, c1: U64, c2: U64, c3: U64, key: U64) -> Block:
    """Return the four words of a counter (32-bit words, least significant first) under a key."""
    k0 = key & MASK32
    k1 = key >> SHIFT32
    for _ in range(ROUNDS):
        even = c0 * MULTIPLIER0
        odd = c2 * MULTIPLIER1
        c0 = (odd >> SHIFT32) ^ c1 ^ k0
        c1 = odd & MASK32
        c2 = (even >> SHIFT32) ^ c3 ^ k1
        c3 = even & MASK32
        k0 = (k0 + WEYL0) & MASK32
        k1 = (k1 + WEYL1) & MASK32
    return c0, c1, c2, c3


@kernel
def fill_blocks(out: NDArray[Any], key: U64, run: U64, first_block: U64, blocks: int) -> None:
    """Write blocks `first_block` to `first_block + blocks - 1` of a run to out[: 4 * blocks].

    The loop has neither branch nor state, so that the compiler processes several blocks at once;
    unsigned indices avoid the check for negative ones.
    """
    count_steps(STEPS * blocks)
    run_low = run & MASK32
    run_high = run >> SHIFT32
    for i in range(blocks):
        block = first_block + np.uint64(i)
        w0, w1, w2, w3 = philox_block(block & MASK32, block >> SHIFT32, run_low, run_high, key)
        index = np.uint64(i) * WORDS
        out[index] = w0
        out[index + ONE] = w1
        out[index + TWO] = w2
        out[index + THREE] = w3


@entrance("void(uint32[::1], uint64, uint64, uint64)")
def fill_words(out: NDArray[np.uint32], key: U64, run: U64, first_block: U64) -> None:
    """Fill `out` (any length) with the words of a run in order, from block `first_block` on."""
    blocks = len(out) // 4
    fill_blocks(out, key, run, first_block, blocks)
    if len(out) > 4 * blocks:
        last = np.empty(4, np.uint32)
        fill_blocks(last, key, run, first_block + np.uint64(blocks), 1)
        out[4 * blocks :] = last[: len(out) - 4 * blocks]
