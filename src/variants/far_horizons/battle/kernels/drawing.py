"""Dice for the battle kernels: the words of `horizons_core.rng.Stream`, a buffer at a time.

A step of a battle asks first, once, whether the words of the buffer may run short; then each draw
only takes the next one. The place in the buffer goes from hand to hand, so that it stays in a
register. That a word is refused happens once in millions of draws.
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
    """Make the words from the one at this place on; answer the place that it has now."""
    first = (state[at.FIRST_WORD] + place) & ~3
    place = (state[at.FIRST_WORD] + place) & 3
    state[at.FIRST_WORD] = first
    fill_blocks(
        words, np.uint64(state[at.KEY]), np.uint64(state[at.RUN]), U(first >> 2), at.WORDS // 4
    )
    return place


@kernel
def draw_again(words: Integers, state: Integers, place: int, n: int) -> tuple[int, int]:
    """Draw below n as `Stream.below`, after a look at the word told that it may be refused."""
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
    """Draw from 0 up to n - 1, for n from 1 up to 2**31; answer the place of the next word."""
    product = words[U(place)] * n
    if (product & _MASK32) < n:
        return draw_again(words, state, place, n)
    return product >> 32, place + 1


@part
def with_words(words: Integers, state: Integers, place: int) -> int:
    """See that there are words for a step; answer the place of the next one."""
    if place > at.WORDS - at.STEP_WORDS:
        return make_words(words, state, place)
    return place
