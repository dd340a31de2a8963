"""Dice of the battle kernels: the words of `horizons_core.rng.Stream`, buffered.

A step of a battle first checks once that the buffer has enough words; then each draw only takes the
next one. The position in the buffer is passed along, so that it stays in a register. A word is
rejected once in millions of draws.
"""

from __future__ import annotations

import numpy as np

from horizons_core.kernels.jit import kernel, part
from horizons_core.kernels.philox import fill_blocks
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.protocol import Integers, U

_MASK32 = 0xFFFFFFFF


@kernel
def make_words(words: Integers, state: Integers, place: int) -> int:
    """Fill the buffer from the word at this position on; return its new position."""
    first = (state[at.FIRST_WORD] + place) & ~3
    place = (state[at.FIRST_WORD] + place) & 3
    state[at.FIRST_WORD] = first
    fill_blocks(
        words, np.uint64(state[at.KEY]), np.uint64(state[at.RUN]), U(first >> 2), at.WORDS // 4
    )
    return place


@kernel
def draw_again(words: Integers, state: Integers, place: int, n: int) -> tuple[int, int]:
    """Draw below n as `Stream.below` does, when the next word may be rejected."""
    while True:
        if place >= at.WORDS:
            place = make_words(words, state, place)
        product = words[U(place)] * n
        place += 1
        low = product & _MASK32
        if low >= n or low >= (1 << 32) % n:
            return product >> 32, place


@part
def below(words: Integers, state: Integers, place: int, n: int) -> tuple[int, int]:
    """Draw from 0 to n - 1, for n from 1 to 2**31; return the position of the next word, too."""
    product = words[U(place)] * n
    if (product & _MASK32) < n:
        return draw_again(words, state, place, n)
    return product >> 32, place + 1


@part
def with_words(words: Integers, state: Integers, place: int) -> int:
    """Ensure that the buffer has words for a step; return the position of the next word."""
    if place > at.WORDS - at.STEP_WORDS:
        return make_words(words, state, place)
    return place
