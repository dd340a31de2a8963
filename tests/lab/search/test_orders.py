"""Orders are drawn from the offered values; for free text the words of the example are varied."""

from __future__ import annotations

import re
from collections import Counter

import attrs
import pytest

import horizons_core as hz
from horizons_core.orders import Argument, OrderOptions, Range
from horizons_lab.order_search import (
    CommandExample,
    ExampleArgument,
    OrderWriter,
    words_and_numbers,
)
from tests.lab.offers import options

DRAWS = 2_000


def order_writer(examples=(), words=(), numbers=(), turn=7, key="orders"):
    return OrderWriter(hz.Stream.from_key(key), dict(examples), words, numbers, turn)


def draw(offered, count=DRAWS, keyword="", **fields):
    """Return the orders drawn from some commands, with counts."""
    writing = order_writer(**fields)
    known = {command.command.keyword: command for command in offered}
    return Counter(writing.order(known, keyword) for _ in range(count))


def near(count, share, of=DRAWS):
    """Return whether a count fits a share, within five standard deviations."""
    return abs(count - share * of) <= 5 * (share * (1 - share) * of) ** 0.5


# commands


def test_every_command_is_drawn_as_often_as_the_others():
    counts = draw([options("DIG"), options("RAID"), options("WAIT")])
    assert set(counts) == {"DIG", "RAID", "WAIT"}
    assert all(near(count, 1 / 3) for count in counts.values())


def test_one_command_alone_is_drawn_if_it_is_named():
    offered = [options("DIG"), options("RAID")]
    assert draw(offered, 20, keyword="RAID") == {"RAID": 20}
    assert draw(offered, 3, keyword="WAIT") == {"": 3}
    assert draw([], 3) == {"": 3}


def test_commands_that_were_refused_are_drawn_more_seldom():
    """With 1 of 9 allowed the first is taken two times of ten; else there is another draw."""
    offered = {command.command.keyword: command for command in (options("DIG"), options("RAID"))}
    writing = order_writer()
    for line in ("DIG", "RAID"):
        while line not in writing._keywords:
            writing.order(offered)
    writing.count_refusals(["DIG"] * 9 + ["RAID"] * 9, ["DIG"] * 8)
    counts = Counter(writing.order(offered) for _ in range(DRAWS))
    assert near(counts["DIG"], 0.2 / 1.2)


def test_a_command_of_which_all_was_refused_is_drawn_if_there_is_no_other():
    writing, offered = order_writer(), {"DIG": options("DIG")}
    line = writing.order(offered)
    writing.count_refusals([line] * 500, [line] * 500)
    assert {writing.order(offered) for _ in range(20)} == {"DIG"}


def test_the_command_of_an_order_is_known():
    writing = order_writer(
        examples=[("NAME", CommandExample("NAME Ann", (ExampleArgument("who", 5, "Ann"),)))]
    )
    offered = {"NAME": options("NAME", who=None), "GO": options("GO", to=["Sol"])}
    for _ in range(20):
        line = writing.order(offered)
        assert writing.keyword_of(line) == line.partition(" ")[0]


def test_another_command_is_drawn_up_to_seven_times():
    class Unlucky:
        """A stream that always chooses the first option, and rejects it."""

        def __init__(self):
            self.asked = []

        def choice(self, items):
            return items[0]

        def chance(self, share):
            self.asked.append(share)
            return False

    stream = Unlucky()
    writing = attrs.evolve(order_writer(), stream=stream)
    offered = {command.command.keyword: command for command in (options("DIG"), options("RAID"))}
    assert writing.order(offered) == "DIG"
    writing.count_refusals(["DIG"] * 3, ["DIG"])
    writing.order(offered)
    assert stream.asked == [1] * 7 + [3 / 4] * 7


# what is offered


def test_words_are_drawn_evenly_and_quoted_where_they_must_be():
    counts = draw([options("GO", to=["Sol", "Big Star"])])
    assert set(counts) == {"GO Sol", 'GO "Big Star"'}
    assert near(counts["GO Sol"], 1 / 2)


def test_an_optional_argument_is_left_out_half_of_the_time_and_what_is_behind_it_with_it():
    arguments = {"to": Argument(optional=True), "by": Argument(optional=True)}
    both = OrderOptions(hz.Command("GO", arguments=arguments), {"to": ["x"], "by": ["y"]})
    counts = draw([both])
    assert set(counts) == {"GO", "GO x", "GO x y"}
    assert near(counts["GO"], 1 / 2)
    assert near(counts["GO x"], 1 / 4)


@pytest.mark.parametrize("more", [[], None, Range(3, 1)])
def test_an_optional_argument_of_which_nothing_is_offered_is_left_out(more):
    assert draw([options("GO", optional=True, way=["x"], more=more)], 30) == {"GO x": 30}


def test_what_cannot_be_given_without_words_of_the_player_is_no_order():
    assert draw([options("NAME", who=None)], 10) == {"": 10}


def numbers_of(counts):
    return Counter({float(line.split()[1]): count for line, count in counts.items()})


def test_of_numbers_small_ones_are_as_likely_as_great_ones():
    """The logarithm of n + 1 is drawn: a third of 0 to 999 each is below 9 and above 99."""
    counts = numbers_of(draw([options("PAY", much=Range(0, 999))]))
    assert all(number == int(number) and 0 <= number <= 999 for number in counts)
    assert near(sum(counts[n] for n in counts if n <= 9), 0.340)
    assert near(sum(counts[n] for n in counts if n > 99), 0.333)
    assert max(counts) > 900
    assert counts[0] > 50


@pytest.mark.parametrize(
    ("offered", "expected"),
    [
        (Range(7, 7), {"PAY 7"}),
        (Range(4, 5), {"PAY 4", "PAY 5"}),
        (Range(-2, 0), {"PAY -2", "PAY -1", "PAY 0"}),
        (Range(2.5, 2.5), {"PAY 2.50"}),
    ],
)
def test_every_number_of_a_range_can_be_drawn_and_no_other(offered, expected):
    assert set(draw([options("PAY", much=offered)], 300)) == expected


@pytest.mark.parametrize("offered", [Range(0.5, 2.5), Range(1, 2.5)])
def test_of_fractions_hundredths_are_drawn(offered):
    counts = draw([options("PAY", much=offered)])
    assert all(len(line.partition(".")[2]) == 2 for line in counts)
    numbers = numbers_of(counts)
    assert offered.minimum <= min(numbers) < offered.minimum + 0.05
    assert offered.maximum - 0.05 < max(numbers) <= offered.maximum


# examples


def example(text, **places):
    """Return an example whose words for these arguments can be replaced."""
    places_ = [ExampleArgument(name, text.index(words), words) for name, words in places.items()]
    return CommandExample(text, tuple(sorted(places_, key=lambda place: place.start)))


def test_in_an_example_what_is_offered_stands_in_its_place():
    send_example = example("SEND 3 ships to Sol!", many="3", to="Sol")
    send = options("SEND", many=None, to=["Sun", "Big Star"])
    counts = draw([send], 400, examples=[("SEND", send_example)], words=["Ann"], numbers=["5"])
    for line in counts:
        assert line.startswith("SEND ")
        assert line.endswith((" ships to Sun!", ' ships to "Big Star"!'))
        assert line.split()[1].isdigit()
    assert any(line.startswith("SEND 5 ") for line in counts)


@pytest.mark.parametrize("offered", [None, [], Range(3, 1)])
def test_in_an_example_of_which_nothing_is_offered_words_are_varied(offered):
    dig = options("DIG", deep=offered, why=None)
    counts = draw([dig], 60, examples=[("DIG", example("DIG 2 m", deep="2"))], numbers=["77"])
    assert "DIG 77 m" in counts
    assert all(re.fullmatch("DIG [0-9]+ m", line) for line in counts)


def test_words_with_blanks_stand_in_an_example_as_it_has_them():
    for words, expected in (("Red Sun", "GO Big Star"), ('"Red Sun"', 'GO "Big Star"')):
        go_example = example(f"GO {words}", to=words)
        go = OrderOptions(
            hz.Command("GO", arguments={"to": Argument(), "why": Argument()}),
            {"to": ["Big Star"], "why": None},
        )
        assert set(draw([go], 5, examples=[("GO", go_example)])) == {expected}


def test_of_arguments_that_stand_in_one_another_the_first_counts():
    base = CommandExample(
        "GO 3,6",
        (
            ExampleArgument("to", 3, "3,6"),
            ExampleArgument("x", 3, "3"),
            ExampleArgument("y", 5, "6"),
        ),
    )
    go = options("GO", to=["1,2"], x=["8"], y=None)
    assert set(draw([go], 5, examples=[("GO", base)])) == {"GO 1,2"}
    more = attrs.evolve(
        base, text="GO 3,6 slow", arguments=(*base.arguments, ExampleArgument("how", 7, "slow"))
    )
    go = options("GO", to=["1,2"], x=["8"], y=None, how=["fast"])
    assert set(draw([go], 5, examples=[("GO", more)])) == {"GO 1,2 fast"}
    adjacent = CommandExample("GO 36", (ExampleArgument("x", 3, "3"), ExampleArgument("y", 4, "6")))
    go = options("GO", x=["8"], y=None)
    assert all(line.startswith("GO 8") and len(line) > 4
               for line in draw([go], 5, examples=[("GO", adjacent)]))  # fmt: skip


def test_a_command_that_can_be_given_without_its_example_is_so_half_of_the_time():
    go = options("GO", to=["Sol"])
    counts = draw(
        [go], examples=[("GO", CommandExample("GO fast Sol", (ExampleArgument("to", 8, "Sol"),)))]
    )
    assert set(counts) == {"GO Sol", "GO fast Sol"}
    assert near(counts["GO Sol"], 1 / 2)


def vary(text, count=DRAWS, **fields):
    """Return the replacements drawn for these words of an example, with counts."""
    counts = draw([options("A", b=None)], count, examples=[("A", example(f"A {text}", b=text))],
                  **fields)  # fmt: skip
    return Counter({line[2:]: number for line, number in counts.items()})


def test_words_of_an_example_are_kept_or_made_up_or_others_of_the_view():
    """A fifth each is kept, made up, and any name; two are of names that are written like it."""
    counts = vary("DD", words=["BI", "MI", "sol", "TR1", "x"])
    made_up = [name for name in counts if name.startswith("Look7x")]
    assert near(sum(counts[name] for name in made_up), 1 / 5)
    assert {counts[name] for name in made_up} == {1}
    assert near(counts["DD"], 1 / 5)
    assert near(counts["BI"], 1 / 5 + 1 / 25)
    assert near(counts["sol"], 1 / 25)
    assert near(counts["TR1"], 1 / 25)


def test_without_a_name_that_is_written_like_it_any_name_does():
    counts = vary("Dd4-x", words=["Dd4", "dD4-x"])
    assert near(counts["Dd4"], 3 / 10)
    counts = vary("Dd4-x", words=["Dd4", "Aa7-z"])
    assert near(counts["Aa7-z"], 1 / 10 + 2 / 5)


@pytest.mark.parametrize(
    ("word", "alike", "different"),
    [
        ("MI", ["BI", "ÄÖ"], ["mi", "Mi", "M1", "M-", "MIX", "M"]),
        ("d4", ["x0"], ["D4", "44", "dd", "-4", "d-"]),
        ("a-b", ["x-y"], ["a+b", "a b", "aab", "A-b", "a-1", "1-b"]),
    ],
)
def test_names_are_alike_by_capitals_small_letters_digits_and_other_signs(word, alike, different):
    writing = order_writer(words=[*different, *alike])
    assert writing._similar_names(word) == alike
    assert writing._similar_names("nothing like it") == ()


def test_what_was_learnt_is_given_to_no_new_writer():
    with pytest.raises(TypeError):
        OrderWriter(hz.Stream.from_key("a"), {}, (), (), 7, 3)
    writing = OrderWriter(hz.Stream.from_key("a"), {}, (), ())
    assert writing._new_name() == "Look0x1"


def test_in_a_view_without_names_words_are_kept():
    counts = vary("DD")
    assert near(counts["DD"], 4 / 5)


def test_names_that_are_made_up_are_new_each_time_and_each_turn():
    names = [name for name in vary("DD", 400, turn=12) if name != "DD"]
    assert set(names) == {f"Look12x{number}" for number in range(1, len(names) + 1)}


def test_numbers_of_an_example_are_small_or_of_the_view_or_of_its_size():
    """A quarter each is below ten, and of the view; half are from a tenth to thirty times it."""
    tally = Counter({int(number): count for number, count in vary("1000", numbers=["77"]).items()})
    assert near(sum(tally[n] for n in tally if n < 10), 1 / 4)
    assert set(range(10)) <= set(tally)
    assert near(tally[77], 1 / 4)
    like = Counter({n: count for n, count in tally.items() if n >= 100})
    assert near(sum(like.values()), 1 / 2)
    assert sum(tally.values()) == sum(like.values()) + tally[77] + sum(tally[n] for n in range(10))
    assert 100 <= min(like) < 110
    assert 29_000 < max(like) <= 31_623
    assert near(sum(like[n] for n in like if n < 1000), 1 / 5)


def test_without_numbers_in_the_view_three_quarters_are_of_its_size():
    counts = vary("1000")
    assert near(sum(count for number, count in counts.items() if int(number) >= 100), 3 / 4)


def test_a_fraction_of_an_example_stays_one():
    counts = vary("2.0", 300)
    assert all(len(number.partition(".")[2]) == 2 for number in counts if "." in number)
    assert any("." in number for number in counts)
    assert {len(number) for number in counts if "." not in number} == {1}


def test_what_is_no_whole_number_is_a_word():
    assert "x3" in vary("x3", 50)
    assert not any(number.isdigit() for number in vary("3x", 50))


# views


@pytest.fixture
def view():
    variant = hz.load_variant("event_horizon")
    return variant.view(variant.new_game(["P1", "P2"], seed="words"), "P1")


def test_names_and_numbers_of_a_view_stand_in_its_order_each_once(view):
    data = {
        "turn": 3,
        "ships": [
            {"name": "Sol", "size": 3, "far": (12, -4, -1)},
            {"name": "Sol", "ready": True, "class": "X"},
        ],
        "long": "x" * 24,
        "too": "x" * 25,
        "note": "two\nlines",
        "none": "",
        "part": 1.5,
        "zero": 0,
    }
    words = words_and_numbers(attrs.evolve(view, data=data))
    assert words == (
        ("turn", "ships", "name", "Sol", "size", "far", "ready", "class", "X", "long",
         "x" * 24, "too", "note", "none", "part", "zero"),
        ("3", "12", "0"),
    )  # fmt: skip
