"""The generator: published test vectors, frozen draws, and laws for every draw."""

import copy
import json
import math
import pickle
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.model import EVERYONE, NO_ONE
from horizons_core.rng import Stream, derive_key, encode_parts, philox4x32
from horizons_core.turn import (
    check_commitment,
    commitment,
    dice_key,
    new_secret,
    secret_from_seed,
    turn_key,
)
from horizons_core.turn.secrets import hidden_key, joining_key, own_key

GOLDEN = json.loads((Path(__file__).parent / "golden" / "stream.json").read_text("utf-8"))
without_clock = settings(deadline=None)
KEYS = st.integers(0, 2**64 - 1)
SECRET_OF_7 = "c704467f8313af7923625f6783e7f153ba97b1e329d4b5a6655448e2b816976b"
HIDDEN_KEY_OF_TURN_3 = "a2d99c002e16ee20472fcbf49475549f23ed0d7eb05314742c56fa842349be8f"
KEY_OF_TURN_3 = "6b3ce7bfb9dacf9d0e988b358157a6024aa1bc44fe23f3e5b9f3a83f92bd1edc"
KEY_OF_ADA_IN_TURN_3 = "2d2642deeb044d8ee09c5d0efe13ebfda7d2599733fad7d005e6ffd026da60c4"
COMMITMENT_OF_TURN_3 = "7d37fcc29aac439acd4d88dce7e17bf961d300109bd1582c9ea1d656c06e6b16"
PARTS = st.lists(st.text() | st.integers() | st.binary(), min_size=1, max_size=4)


def is_even(counts: Counter, faces: int) -> bool:
    """Return whether chi-square of the counts is below its 99.9 % point (Wilson and Hilferty)."""
    expected = counts.total() / faces
    chi_square = sum((counts[face] - expected) ** 2 for face in range(faces)) / expected
    spread = 2 / (9 * (faces - 1))
    return chi_square < (faces - 1) * (1 - spread + 3.09 * math.sqrt(spread)) ** 3


# --- the generator ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000",
         "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
         "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
         "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)  # fmt: skip
def test_philox_gives_the_published_answers(counter, key, words):
    def read(text):
        return tuple(int(word, 16) for word in text.split())

    assert philox4x32(read(counter), read(key)) == read(words)


def test_words_are_the_blocks_of_counter_and_key_in_order():
    stream = Stream(0x299F31D0_A4093822, run=0x03707344_13198A2E)
    expected = [
        word
        for block in range(50)
        for word in philox4x32((block, 0, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0))
    ]
    assert [stream.word() for _ in range(200)] == expected
    assert stream.drawn == 200


def test_words_of_blocks_on_both_sides_of_a_carry_are_in_order():
    stream, first = Stream(5), 2**32 - 70
    stream.skip(4 * first)
    blocks = [
        philox4x32((block % 2**32, block >> 32, 0, 0), (5, 0)) for block in range(first, first + 80)
    ]
    assert [stream.word() for _ in range(320)] == [word for block in blocks for word in block]


def test_the_block_number_carries_into_the_second_counter_word():
    stream = Stream(5)
    stream._drawn = 4 * (7 * 2**32 + 9)
    assert stream.word() == philox4x32((9, 7, 0, 0), (5, 0))[0]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['parts']}-{case['run']}")
def test_draws_are_frozen_for_ever(case):
    assert f"{derive_key(*case['parts']):016x}" == case["key"]
    stream = Stream(int(case["key"], 16), case["run"])
    for number, (method, arguments, expected) in enumerate(case["calls"]):
        drawn = getattr(stream, method)(*arguments)
        if method == "fork":
            assert drawn.run == case["run"]
            drawn = f"{drawn.key:016x}"
        assert drawn == expected, f"call {number}: {method}{tuple(arguments)}"
    assert stream.drawn == case["drawn"]


def test_the_golden_file_knows_every_way_to_draw():
    called = {method for case in GOLDEN for method, _, _ in case["calls"]}
    public = {name for name in vars(Stream) if not name.startswith("_")}
    assert public - called == {"from_key", "key", "run", "drawn", "shuffle", "skip"}


# --- keys ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "other_parts"),
    [
        (("ab", "c"), ("a", "bc")),
        (("ab",), ("a", "b")),
        (("1",), (1,)),
        (("1",), (b"1",)),
        ((1,), (b"\x01",)),
        ((0,), (-1,)),
        ((127,), (-129,)),
        ((128,), (-128,)),
        ((255,), (-1,)),
        ((1, 2), (2, 1)),
        (("",), ("", "")),
    ],
)
def test_different_parts_name_different_streams(parts, other_parts):
    assert derive_key(*parts) != derive_key(*other_parts)


@without_clock
@given(PARTS, PARTS)
def test_the_encoding_of_parts_is_injective(parts, other_parts):
    def same(a, b):
        return type(a) is type(b) and a == b

    equal = len(parts) == len(other_parts) and all(map(same, parts, other_parts))
    assert (encode_parts(parts) == encode_parts(other_parts)) == equal


def test_the_encoding_of_parts_is_the_documented_one():
    length = (2).to_bytes(8, "big")
    assert encode_parts(["ab", b"cd", 300, -300]) == (
        b"s" + length + b"ab" + b"b" + length + b"cd"
        + b"i" + length + b"\x01\x2c" + b"i" + length + b"\xfe\xd4"
    )  # fmt: skip
    assert encode_parts([0]) == b"i" + (1).to_bytes(8, "big") + b"\0"


def test_a_name_that_no_alphabet_knows_still_names_a_stream():
    assert derive_key("\ud800") != derive_key("?")


@pytest.mark.parametrize("part", [True, False, None, 1.5, ("a",), ["a"], bytearray(b"a")])
def test_other_kinds_of_parts_are_refused_by_name(part):
    with pytest.raises(TypeError, match=rf"whole number or bytes, not {type(part).__name__}"):
        derive_key("turn", part)


def test_a_key_without_parts_is_refused():
    with pytest.raises(ValueError, match="at least one part"):
        derive_key()
    with pytest.raises(ValueError, match="at least one part"):
        Stream(1).fork()


@pytest.mark.parametrize(("key", "run"), [(-1, 0), (2**64, 0), (0, -1), (0, 2**64)])
def test_keys_and_runs_have_64_bits(key, run):
    with pytest.raises(ValueError, match=r"from 0 to 2\*\*64 - 1"):
        Stream(key, run)


def test_the_greatest_key_and_run_are_good():
    top = 2**32 - 1
    stream = Stream(2**64 - 1, 2**64 - 1)
    assert stream.word() == philox4x32((0, 0, top, top), (top, top))[0]


def test_from_key_opens_run_0_of_the_derived_key():
    stream = Stream.from_key("any", "parts", 3)
    assert (stream.key, stream.run, stream.drawn) == (derive_key("any", "parts", 3), 0, 0)


def test_a_child_depends_on_key_parts_and_run_but_not_on_what_was_drawn():
    parent = Stream(9, run=4)
    child = parent.fork("scouts")
    assert parent.drawn == 0
    parent.word()
    assert parent.fork("scouts").key == child.key
    assert child.run == 4
    other_keys = [
        parent.fork("scout", "s").key,
        Stream(8, run=4).fork("scouts").key,
        derive_key(9, "scouts"),
        parent.key,
        child.fork("scouts").key,
    ]
    assert len({child.key, *other_keys}) == 6


def test_a_stream_shows_what_it_is():
    stream = Stream(0xABC, run=7)
    stream.random()
    assert repr(stream) == "Stream(key=0x0000000000000abc, run=7, drawn=2)"


@given(st.integers(0, 70), st.integers(0, 200))
def test_words_that_a_kernel_has_drawn_are_passed_over(before, skipped):
    stream, other = Stream(5, 2), Stream(5, 2)
    words = [other.word() for _ in range(before + skipped + 6)]
    assert [stream.word() for _ in range(before)] == words[:before]
    stream.skip(skipped)
    assert stream.drawn == before + skipped
    assert [stream.word() for _ in range(6)] == words[before + skipped :]


def test_a_stream_does_not_go_back():
    with pytest.raises(ValueError, match="forward only, not by -1"):
        Stream(1).skip(-1)


def test_a_copied_stream_continues_alike():
    stream = Stream(3)
    stream.word()
    twins = [copy.copy(stream), copy.deepcopy(stream), pickle.loads(pickle.dumps(stream))]
    expected = [stream.word() for _ in range(9)]
    assert all([twin.word() for _ in range(9)] == expected for twin in twins)


# --- whole numbers ------------------------------------------------------------------------------


def lemire(words, n, bits):
    """Return below(n) by its definition: a word counts if its place in its share is a full one."""
    unit = 1 << bits
    for used, word in enumerate(words, start=1):
        share, place = divmod(word * n, unit)
        if place >= unit % n:
            return share, used
    raise AssertionError("too few words")


@without_clock
@given(KEYS, st.integers(1, 2**32) | st.sampled_from([2**32, 3 << 30, (1 << 31) + 1]))
def test_below_rejects_exactly_the_uneven_words(key, n):
    words, stream = Stream(key), Stream(key)
    expected, used = lemire((words.word() for _ in range(200)), n, 32)
    assert (stream.below(n), stream.drawn) == (expected, used)


@without_clock
@given(KEYS, st.integers(2**32 + 1, 2**64) | st.sampled_from([2**32 + 1, 3 << 62, 2**64]))
def test_below_takes_double_words_above_32_bits(key, n):
    words, stream = Stream(key), Stream(key)
    doubles = (words.word() + (words.word() << 32) for _ in range(200))
    expected, used = lemire(doubles, n, 64)
    assert (stream.below(n), stream.drawn) == (expected, 2 * used)


@pytest.mark.parametrize(("n", "words"), [(1, 1), (2**32, 1), (2**32 + 1, 2), (2**64, 2)])
def test_below_never_draws_less_than_its_share_of_words(n, words):
    stream = Stream(1)
    stream.below(n)
    assert stream.drawn == words


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_below_refuses_what_it_cannot_draw(n):
    with pytest.raises(ValueError, match=f"not {n}"):
        Stream(1).below(n)


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 100])
def test_below_is_even(n):
    stream = Stream.from_key("even", n)
    assert is_even(Counter(stream.below(n) for _ in range(100 * n)), n)


def test_below_is_even_where_a_remainder_would_not_be():
    stream = Stream.from_key("uneven", 1)
    n = 3 << 30
    assert is_even(Counter(stream.below(n) * 6 // n for _ in range(3000)), 6)


@without_clock
@given(KEYS, st.integers(), st.integers(0, 2**64 - 1))
def test_integer_stays_within_its_bounds(key, low, span):
    assert low <= Stream(key).integer(low, low + span) <= low + span


def test_integer_reaches_both_bounds():
    stream = Stream(2)
    assert {stream.integer(-1, 2) for _ in range(100)} == {-1, 0, 1, 2}
    assert stream.integer(5, 5) == 5
    with pytest.raises(ValueError, match="from 3 up to 2"):
        stream.integer(3, 2)


def test_a_die_shows_each_of_its_sides():
    stream = Stream(3)
    assert {stream.die(6) for _ in range(100)} == {1, 2, 3, 4, 5, 6}
    with pytest.raises(ValueError, match="not 0"):
        stream.die(0)


# --- fractions ----------------------------------------------------------------------------------


@without_clock
@given(KEYS)
def test_random_is_the_upper_53_bits_of_a_double_word(key):
    words, stream = Stream(key), Stream(key)
    double = words.word() + (words.word() << 32)
    drawn = stream.random()
    assert Fraction(drawn) == Fraction(double >> 11, 2**53)
    assert 0 <= drawn < 1
    assert stream.drawn == 2


def test_random_is_even():
    stream = Stream.from_key("random")
    assert is_even(Counter(int(stream.random() * 10) for _ in range(2000)), 10)


def test_chance_hits_as_often_as_it_says():
    stream = Stream.from_key("chance")
    assert 0.22 < sum(stream.chance(0.25) for _ in range(2000)) / 2000 < 0.28
    assert not any(stream.chance(0) for _ in range(50))
    assert all(stream.chance(1) for _ in range(50))
    assert stream.drawn == 2 * 2100


@without_clock
@given(KEYS, st.floats(0, 1))
def test_chance_is_a_random_below_the_probability(key, probability):
    assert Stream(key).chance(probability) == (Stream(key).random() < probability)


@without_clock
@given(KEYS)
def test_chance_does_not_hit_at_the_probability_itself(key):
    assert not Stream(key).chance(Stream(key).random())


@pytest.mark.parametrize("probability", [-0.01, 1.01, math.nan])
def test_chance_refuses_what_is_no_probability(probability):
    with pytest.raises(ValueError, match="probability"):
        Stream(1).chance(probability)


# --- dice notation ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "count", "sides", "bonus"),
    [
        ("2d6+1", 2, 6, 1),
        ("d6", 1, 6, 0),
        ("3d10-2", 3, 10, -2),
        ("d%", 1, 100, 0),
        ("4D%+3", 4, 100, 3),
        (" 2 d 8 - 3 ", 2, 8, -3),
        ("1d1", 1, 1, 0),
        ("1d4294967296", 1, 2**32, 0),
        ("10000d1", 10_000, 1, 0),
    ],
)
def test_roll_is_the_sum_of_dice_and_what_is_added(dice, count, sides, bonus):
    rolled, single = Stream(11), Stream(11)
    assert rolled.roll(dice) == sum(single.die(sides) for _ in range(count)) + bonus
    assert rolled.drawn == single.drawn


@pytest.mark.parametrize(
    "dice",
    ["", "6", "d", "2d", "2d6+", "2d6++1", "2x6", "2d6+1d4", "-1d6", "2d-6", "d6 x", "٢d6", "d%%"],
)
def test_what_is_no_dice_notation_is_refused_with_an_example(dice):
    with pytest.raises(ValueError, match="not dice notation such as 2d6"):
        Stream(1).roll(dice)


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("0d6", "rolls 0 dice"),
        ("10001d6", "from 1 to 10000 can"),
        ("2d0", "dice of 0 sides"),
        ("d4294967297", r"from 1 to 2\*\*32 are"),
    ],
)
def test_dice_that_cannot_be_rolled_are_refused(dice, message):
    with pytest.raises(ValueError, match=message):
        Stream(1).roll(dice)


# --- lists --------------------------------------------------------------------------------------


def test_choice_is_even_among_places():
    stream = Stream.from_key("choice")
    assert is_even(Counter(stream.choice([4, 3, 2, 1, 0]) for _ in range(1000)), 5)
    with pytest.raises(ValueError, match="nothing to choose"):
        stream.choice([])


def test_every_order_of_a_shuffle_is_as_likely():
    stream = Stream.from_key("shuffle")
    orders = {order: index for index, order in enumerate(permutations(range(4)))}
    counts = Counter(orders[tuple(stream.shuffled(range(4)))] for _ in range(2400))
    assert is_even(counts, 24)


@without_clock
@given(KEYS, st.lists(st.integers()))
def test_a_shuffle_keeps_what_it_shuffles(key, values):
    before = list(values)
    shuffled = Stream(key).shuffled(values)
    assert values == before
    assert Counter(shuffled) == Counter(values)
    assert Stream(key).shuffle(values) is None
    assert values == shuffled


def test_a_shuffle_swaps_from_the_last_place_down():
    letters, stream, places = list("abcd"), Stream(77), Stream(77)
    stream.shuffle(letters)
    expected = list("abcd")
    for last in (3, 2, 1):
        other = places.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert (letters, stream.drawn) == (expected, places.drawn)


def test_every_sample_is_as_likely():
    stream = Stream.from_key("sample")
    samples = {order: index for index, order in enumerate(permutations(range(4), 2))}
    counts = Counter(samples[tuple(stream.sample(range(4), 2))] for _ in range(1200))
    assert is_even(counts, 12)


@without_clock
@given(KEYS, st.lists(st.integers(), unique=True), st.data())
def test_a_sample_draws_different_things(key, values, data):
    count = data.draw(st.integers(0, len(values)))
    before, stream = list(values), Stream(key)
    sample = stream.sample(values, count)
    assert values == before
    assert len(sample) == len(set(sample)) == count
    assert set(sample) <= set(values)
    assert stream.drawn >= count
    assert sample == Stream(key).sample(values, len(values))[:count]


@pytest.mark.parametrize("count", [-1, 4])
def test_a_sample_cannot_be_larger_than_what_there_is(count):
    with pytest.raises(ValueError, match=f"cannot draw {count} of 3"):
        Stream(1).sample("abc", count)


@without_clock
@given(KEYS, st.lists(st.integers(0, 50), min_size=1).filter(any))
def test_whole_weights_are_drawn_by_one_below_of_their_sum(key, weights):
    mark = Stream(key).below(sum(weights))
    stream = Stream(key)
    places = [index for index, weight in enumerate(weights) for _ in range(weight)]
    assert stream.weighted(weights) == places[mark]
    assert stream.drawn == 1


@without_clock
@given(KEYS, st.lists(st.floats(0, 100), min_size=1).filter(lambda weights: sum(weights) > 0))
def test_float_weights_draw_an_index_whose_weight_is_not_0(key, weights):
    stream = Stream(key)
    assert weights[stream.weighted(weights)] > 0
    assert stream.drawn == 2


def test_float_weights_are_kept_in_proportion():
    stream = Stream.from_key("weighted")
    counts = Counter(stream.weighted([0.125, 0.5, 0, 0.25, 0.125]) for _ in range(2000))
    eighths = Counter({0: counts[0], 1: counts[4], 2: counts[3] / 2, 3: counts[1] / 4})
    assert counts[2] == 0
    assert is_even(eighths, 4)


@without_clock
@given(KEYS)
def test_a_float_weight_draws_where_the_mark_falls(key):
    mark = Stream(key).random()
    assert Stream(key).weighted([0.25, 0.5, 0.25]) == (mark >= 0.25) + (mark >= 0.75)


def test_a_mark_rounded_up_to_the_sum_draws_the_last_index_of_any_weight():
    class HighestRoller(Stream):
        def random(self):
            return 1.0

    assert HighestRoller(1).weighted([1.0, 2.0, 3.0, 0.0, 0.0]) == 2


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([], "positive, finite sum"),
        ([0, 0], "positive, finite sum"),
        ([0.0], "positive, finite sum"),
        ([1e308, 1e308], "positive, finite sum"),
        ([1, -1, 3], "not negative"),
        ([math.inf], "are finite"),
        ([math.nan, 1], "are finite"),
    ],
)
def test_weights_that_give_no_chances_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        Stream(1).weighted(weights)


# --- commit and reveal --------------------------------------------------------------------------


def test_new_secrets_differ_and_have_256_bits():
    secrets = {new_secret() for _ in range(20)}
    assert len(secrets) == 20
    assert all(len(bytes.fromhex(secret)) == 32 for secret in secrets)


def test_the_keys_of_a_game_are_frozen_for_ever():
    secret = secret_from_seed(7)
    assert secret == SECRET_OF_7
    assert hidden_key(secret, 3) == HIDDEN_KEY_OF_TURN_3
    assert turn_key(secret, 3) == KEY_OF_TURN_3
    assert own_key(secret, 3, "Ada") == KEY_OF_ADA_IN_TURN_3
    assert commitment(KEY_OF_TURN_3) == COMMITMENT_OF_TURN_3


def test_who_may_know_dice_says_by_which_key_they_are_thrown():
    secret = secret_from_seed(7)
    assert dice_key(secret, 3) == dice_key(secret, 3, NO_ONE) == HIDDEN_KEY_OF_TURN_3
    assert dice_key(secret, 3, EVERYONE) == KEY_OF_TURN_3
    assert dice_key(secret, 3, "Ada") == KEY_OF_ADA_IN_TURN_3


def test_seeds_secrets_turns_and_readers_give_different_keys():
    seeds, readers = (1, "1", "Ada"), (NO_ONE, EVERYONE, "Ada", "Brin")
    keys = [
        dice_key(secret_from_seed(seed), turn, reader)
        for seed in seeds
        for turn in range(4)
        for reader in readers
    ]
    joining = [joining_key(secret_from_seed(seed), 1, "Ada") for seed in seeds]
    values = {*keys, *map(commitment, keys), *joining, *map(secret_from_seed, seeds)}
    assert len(values) == 2 * 48 + 3 + 3


@without_clock
@given(st.integers(), st.integers(0, 500))
def test_a_revealed_key_matches_its_commitment(seed, turn):
    secret = secret_from_seed(seed)
    key = turn_key(secret, turn)
    promised = commitment(key)
    assert check_commitment(key, promised)
    assert check_commitment(f" {key.upper()}\n", f" {promised.upper()} ")
    assert not check_commitment(turn_key(secret, turn + 1), promised)
    assert not check_commitment(promised, promised)


@pytest.mark.parametrize("reader", [NO_ONE, EVERYONE, "Ada"])
@pytest.mark.parametrize("text", ["", "no key", "0" * 63, "0" * 65, "g" * 64])
def test_text_that_is_not_a_key_matches_no_commitment(text, reader):
    promised = commitment("0" * 64)
    assert not check_commitment(text, promised)
    assert not check_commitment("0" * 64, text)
    with pytest.raises(ValueError, match="64 hexadecimal digits"):
        commitment(text)
    with pytest.raises(ValueError, match="64 hexadecimal digits") as refusal:
        dice_key(text, 1, reader)
    assert text == "" or text not in str(refusal.value)


def test_keys_of_neighbouring_turns_share_no_bits_beyond_chance():
    secret = secret_from_seed("avalanche")
    numbers = [int(turn_key(secret, turn), 16) for turn in range(50)]
    distances = [(a ^ b).bit_count() for a, b in pairwise(numbers)]
    assert all(90 < distance < 166 for distance in distances)
