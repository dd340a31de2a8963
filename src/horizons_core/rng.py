"""The source of all chance, Philox4x32-10 behind streams that are named for their purpose.

Philox is counter-based: word number i of a stream is a function of only (key, run, i), so streams
can be opened anywhere, in any order, by any number of threads, with the same dice. Source: Salmon,
Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC'11, 2011).
`horizons_core.kernels.sampling` draws the same words and numbers inside compiled kernels; all rules
stated here also apply there.

The rules of drawing, which `tests/core/golden/stream.json` keeps from changing:

- Block b of run r is Philox of the counter (b low, b high, r low, r high), each 32 bits, under the
  key (key low, key high).  A block gives four words, in order; words are consumed one by one.
- A double word consists of two words, the first being the low half.
- `below(n)` takes one word for n up to 2**32 and one double word above that, also for n = 1, and
  takes another only when Lemire's method rejects; so the cost of a draw rarely varies.
- `random()` is the upper 53 bits of a double word.
"""

import hashlib
import math
import re
import struct
from collections.abc import MutableSequence, Sequence
from typing import Final, TypeAlias, TypeVar

from horizons_core.sums import int_sum, ordered_sum

__all__ = ["KeyPart", "Stream", "Words", "derive_key", "encode_parts", "philox4x32"]

T = TypeVar("T")
#: A part of a stream's name.
KeyPart: TypeAlias = str | int | bytes
#: A block of Philox: four words of 32 bits, least significant first in a counter.
Words: TypeAlias = tuple[int, int, int, int]

_MASK32: Final = 0xFFFFFFFF
_MASK64: Final = 0xFFFFFFFFFFFFFFFF
_MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
_WEYL: Final = (0x9E3779B9, 0xBB67AE85)
_ROUNDS: Final = 10
#: The increment of the key in each round.
_WEYL_OF_ROUND: Final = tuple((_WEYL[0] * n, _WEYL[1] * n) for n in range(_ROUNDS))

#: The number of blocks of a long stream that are computed at once.
_LANES: Final = 32
#: A stream is long after this number of blocks.
_LONG: Final = 8
#: An integer with a lane of 64 bits for each block: 1 in all lanes, and the index of each lane.
_ONES: Final = ((1 << 64 * _LANES) - 1) // _MASK64
_INDICES: Final = int.from_bytes(struct.pack(f"<{_LANES}Q", *range(_LANES)), "little")
_unpack_lanes: Final = struct.Struct(f"<{2 * _LANES}I").unpack

_DICE: Final = re.compile(
    r"\s*([0-9]*)\s*d\s*([0-9]+|%)\s*(?:([+-])\s*([0-9]+))?\s*", re.IGNORECASE
)
_MAX_DICE: Final = 10_000


def philox4x32(counter: Words, key: tuple[int, int]) -> Words:
    """Return the block of four 32-bit words of a counter under a key (Salmon et al. 2011, sec. 3).

    `counter` and `key` are 32-bit words, least significant first; ten rounds.
    """
    c0, c1, c2, c3 = counter
    k0, k1 = key
    by_even, by_odd = _MULTIPLIERS
    for weyl0, weyl1 in _WEYL_OF_ROUND:
        even = c0 * by_even
        odd = c2 * by_odd
        c0 = (odd >> 32) ^ c1 ^ ((k0 + weyl0) & _MASK32)
        c2 = (even >> 32) ^ c3 ^ ((k1 + weyl1) & _MASK32)
        c1, c3 = odd & _MASK32, even & _MASK32
    return c0, c1, c2, c3


def _philox_lanes(counter: Words, key: tuple[int, int]) -> list[int]:
    """Return the words of `_LANES` blocks from a counter on, whose first word must not overflow.

    These are the steps of `philox4x32`, each for all blocks in the lanes of one large integer: a
    product of two 32-bit words stays in its lane.
    """
    c0, c1, c2, c3 = [word * _ONES for word in counter]
    c0 += _INDICES
    k0, k1 = key
    by_even, by_odd = _MULTIPLIERS
    words = _MASK32 * _ONES
    for weyl0, weyl1 in _WEYL_OF_ROUND:
        even = c0 * by_even
        odd = c2 * by_odd
        c0 = (odd >> 32) & words ^ c1 ^ ((k0 + weyl0) & _MASK32) * _ONES
        c2 = (even >> 32) & words ^ c3 ^ ((k1 + weyl1) & _MASK32) * _ONES
        c1, c3 = odd & words, even & words
    result = [0] * (4 * _LANES)
    for first, pairs in enumerate((c0 | c1 << 32, c2 | c3 << 32)):
        unpacked = _unpack_lanes(pairs.to_bytes(8 * _LANES, "little"))
        result[2 * first :: 4] = unpacked[::2]
        result[2 * first + 1 :: 4] = unpacked[1::2]
    return result


def encode_parts(parts: Sequence[KeyPart]) -> bytes:
    """Encode parts injectively: different parts never give the same bytes.

    Each part is a letter for its type, the length of its payload in 8 bytes, and the payload: UTF-8
    for text, the shortest two's complement for integers.  Raises TypeError for other types,
    including bool, which would be encoded as 0 or 1.
    """
    return b"".join([_encode_part(part) for part in parts])


def _encode_part(part: object) -> bytes:
    if isinstance(part, str):
        # Names come from players' mail: lone surrogates must not stop the turn.
        tag, payload = b"s", part.encode("utf-8", "surrogatepass")
    elif isinstance(part, bytes):
        tag, payload = b"b", bytes(part)
    elif isinstance(part, int) and not isinstance(part, bool):
        tag, payload = b"i", part.to_bytes(part.bit_length() // 8 + 1, "big", signed=True)
    else:
        raise TypeError(
            f"a part of a stream's key is text, a whole number or bytes, "
            f"not {type(part).__name__} ({part!r})"
        )
    return tag + len(payload).to_bytes(8, "big") + payload


def _hash64(person: bytes, parts: Sequence[KeyPart]) -> int:
    digest = hashlib.blake2b(encode_parts(parts), digest_size=8, person=person).digest()
    return int.from_bytes(digest, "big")


def derive_key(*parts: KeyPart) -> int:
    """Hash the parts to a 64-bit key: ("ab", "c"), ("a", "bc"), ("1",) and (1,) differ.

    Raises ValueError without a part and TypeError for a part that is not text, int or bytes.
    """
    if not parts:
        raise ValueError("a stream's key needs at least one part to be named by")
    return _hash64(b"horizons-stream", parts)


class Stream:
    """Dice named by a key: the same key and run always give the same draws.

    `key` is a number of 64 bits, usually from `Stream.from_key`; `run` is the index of a repetition
    of the same situation (0 up to 2**64 - 1), as in a study of a million battles.
    Raises ValueError if either is outside 0 to 2**64 - 1.
    """

    __slots__ = ("_drawn", "_end", "_key", "_run", "_words")

    def __init__(self, key: int, run: int = 0) -> None:
        if not 0 <= key <= _MASK64:
            raise ValueError(f"a stream's key is from 0 to 2**64 - 1, not {key}")
        if not 0 <= run <= _MASK64:
            raise ValueError(f"a run's index is from 0 to 2**64 - 1, not {run}")
        self._key = key
        self._run = run
        self._drawn = 0
        self._words: Sequence[int] = ()  # computed so far, without those of earlier blocks
        self._end = 0  # of these words, in the stream

    @classmethod
    def from_key(cls, *parts: KeyPart) -> "Stream":
        """Open the stream with the key of these parts (see `derive_key`)."""
        return cls(derive_key(*parts))

    @property
    def key(self) -> int:
        """The 64-bit key."""
        return self._key

    @property
    def run(self) -> int:
        """The index of the repetition."""
        return self._run

    @property
    def drawn(self) -> int:
        """The number of 32-bit words consumed so far."""
        return self._drawn

    def __repr__(self) -> str:
        return f"Stream(key=0x{self._key:016x}, run={self._run}, drawn={self._drawn})"

    def fork(self, *parts: KeyPart) -> "Stream":
        """Open the child stream named by this stream's key and the parts, in the same run.

        The child does not depend on earlier draws, and draws nothing from this stream.
        Raises ValueError without a part.
        """
        if not parts:
            raise ValueError("a fork needs at least one part to be named by")
        return Stream(_hash64(b"horizons-fork", (self._key, *parts)), self._run)

    def word(self) -> int:
        """Draw 32 bits: 0 up to 2**32 - 1."""
        drawn = self._drawn
        if drawn >= self._end:
            self._compute(drawn >> 2)
        self._drawn = drawn + 1
        return self._words[drawn - self._end]

    def skip(self, words: int) -> None:
        """Skip words that were drawn elsewhere with the same key and run, such as in a kernel.

        Raises ValueError for a number below 0.
        """
        if words < 0:
            raise ValueError(f"a stream goes forward only, not by {words} words")
        self._drawn += words

    def _compute(self, block: int) -> None:
        """Compute the words of a block, and of the following ones if the stream is long."""
        low = block & _MASK32
        counter = low, (block >> 32) & _MASK32, self._run & _MASK32, self._run >> 32
        key = self._key & _MASK32, self._key >> 32
        is_long = block >= _LONG and low + _LANES <= _MASK32
        self._words = _philox_lanes(counter, key) if is_long else philox4x32(counter, key)
        self._end = 4 * block + len(self._words)

    def _double_word(self) -> int:
        low = self.word()
        return low | self.word() << 32

    def below(self, n: int) -> int:
        """Draw uniformly from 0 to n - 1, for n from 1 to 2**64; raises ValueError otherwise.

        Lemire's multiply-and-shift with rejection ("Fast random integer generation in an
        interval", 2019): exactly uniform, with rare rejections.
        """
        if not 1 <= n <= 1 << 64:
            raise ValueError(f"below(n) draws for n from 1 to 2**64, not {n}")
        bits, mask, draw = 32, _MASK32, self.word
        if n > 1 << 32:
            bits, mask, draw = 64, _MASK64, self._double_word
        while True:
            product = draw() * n
            low = product & mask
            # the biased range is smaller than n, so the division is rarely needed
            if low >= n or low >= (mask + 1) % n:
                return product >> bits

    def integer(self, low: int, high: int) -> int:
        """Draw uniformly from low to high, both included; raises ValueError if high < low."""
        if high < low:
            raise ValueError(f"no whole number from {low} up to {high}")
        return low + self.below(high - low + 1)

    def die(self, sides: int) -> int:
        """Roll a die: 1 to `sides`; raises ValueError for no sides."""
        return 1 + self.below(sides)

    def random(self) -> float:
        """Draw uniformly from 0 (included) to 1 (excluded), a multiple of 2**-53."""
        return (self._double_word() >> 11) / 2**53

    def chance(self, probability: float) -> bool:
        """Return True with the given probability; always consumes two words.

        Raises ValueError for a probability outside 0 to 1.
        """
        if not 0 <= probability <= 1:
            raise ValueError(f"a probability is from 0 to 1, not {probability}")
        return self.random() < probability

    def roll(self, dice: str) -> int:
        """Roll dice in the usual notation: "d6", "2d6+1", "3d10-2", "d%" (a hundred sides).

        Raises ValueError for other notations, for no dice or more than 10,000, and for dice with no
        sides or more than 2**32.
        """
        count, sides, bonus = _read_dice(dice)
        return int_sum(self.die(sides) for _ in range(count)) + bonus

    def choice(self, items: Sequence[T]) -> T:
        """Draw an item uniformly; raises ValueError for an empty sequence."""
        if not items:
            raise ValueError("nothing to choose from")
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle the items in place (Fisher and Yates, from the last index down)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order, as a new list; the same order as `shuffle`."""
        result = list(items)
        self.shuffle(result)
        return result

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Draw `count` items from different indices without replacement, in the order drawn.

        Raises ValueError for a count below 0 or above the number of items.
        """
        if not 0 <= count <= len(items):
            raise ValueError(f"cannot draw {count} of {len(items)} without putting back")
        pool = list(items)
        for index in range(count):
            other = index + self.below(len(pool) - index)
            pool[index], pool[other] = pool[other], pool[index]
        return pool[:count]

    def weighted(self, weights: Sequence[int] | Sequence[float]) -> int:
        """Draw an index with probability proportional to its weight.

        A mark is drawn, by one `below` of the sum if all weights are int, or else as one `random`
        times the sum; then the weights are subtracted from it one by one. An index of weight 0 is
        never drawn. Raises ValueError if a weight is negative or not finite, or if no weight is
        positive.
        """
        if not all(0 <= weight < math.inf for weight in weights):
            raise ValueError("weights are finite and not negative")
        total = ordered_sum(weights)
        if not 0 < total < math.inf:
            raise ValueError("weights need a positive, finite sum")
        mark = self.below(total) if isinstance(total, int) else self.random() * total
        likely = [index for index, weight in enumerate(weights) if weight > 0]
        for index in likely:
            if mark < weights[index]:
                return index
            mark -= weights[index]
        return likely[-1]  # rounding may raise the mark of float weights to their sum


def _read_dice(dice: str) -> tuple[int, int, int]:
    """Return the number of dice, the number of sides, and the bonus."""
    match = _DICE.fullmatch(dice)
    if match is None:
        raise ValueError(f"{dice!r} is not dice notation such as 2d6+1, d6, 3d10-2 or d%")
    count_text, sides_text, sign, bonus_text = match.groups()
    count = int(count_text or 1)
    sides = 100 if sides_text == "%" else int(sides_text)
    if not 1 <= count <= _MAX_DICE:
        raise ValueError(f"{dice!r} rolls {count} dice; from 1 to {_MAX_DICE} can be rolled")
    if not 1 <= sides <= 1 << 32:
        raise ValueError(f"{dice!r} has dice of {sides} sides; from 1 to 2**32 are possible")
    bonus = int(bonus_text or 0)
    return count, sides, -bonus if sign == "-" else bonus
