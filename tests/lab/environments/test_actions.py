"""Numbers as orders: the choices they stand for, with commands that belong to no game."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import horizons_core as hz
from horizons_core.orders import Argument, OrderOptions, Range
from horizons_lab.environments.actions import ActionEncoding, action_encoding
from tests.lab.offers import options

WORDS = ["Sol", "Big Star"]


def order(offered: OrderOptions, *numbers: int, choices: int = 8) -> str:
    keyword = offered.command.keyword
    choices_ = ActionEncoding((keyword,), len(numbers), slots=1, choices=choices)
    (line,) = choices_.orders([1, *numbers], {keyword: offered})
    return line


def test_a_word_is_quoted_where_it_must_be():
    go = options("GO", to=WORDS)
    assert [order(go, number) for number in range(3)] == ["GO Sol", 'GO "Big Star"', "GO Sol"]


def test_of_too_many_words_the_first_can_be_chosen():
    assert order(options("GO", to=["a", "b", "c"]), 3, choices=2) == "GO b"


@pytest.mark.parametrize(
    ("offered", "choices", "expected"),
    [
        (Range(2, 5), 8, ["2", "3", "4", "5", "2"]),
        (Range(2, 5), 3, ["2", "4", "5", "2"]),
        (Range(-4, 20), 2, ["-4", "20", "-4"]),
        (Range(2, 5), 1, ["2", "2"]),
        (Range(7, 7), 8, ["7", "7"]),
        (Range(0.5, 2), 4, ["0.50", "1.00", "1.50", "2.00", "0.50"]),
        (Range(1, 1.5), 3, ["1.00", "1.25", "1.50", "1.00"]),
    ],
)
def test_of_a_range_evenly_spaced_numbers_can_be_chosen(offered, choices, expected):
    spend = options("SPEND", much=offered)
    orders = [order(spend, number, choices=choices) for number in range(len(expected))]
    assert orders == [f"SPEND {number}" for number in expected]


def test_of_fractions_a_hundred_can_be_chosen():
    spend = options("SPEND", much=Range(0.5, 10.4))
    assert order(spend, 99, choices=200) == "SPEND 10.40"
    assert order(spend, 1, choices=200) == "SPEND 0.60"
    assert order(spend, 100, choices=200) == "SPEND 0.50"


@pytest.mark.parametrize(
    ("offered", "choices", "expected"),
    [
        (WORDS, 8, ["GO x Sol", 'GO x "Big Star"', "GO x", "GO x Sol"]),
        (WORDS, 2, ["GO x Sol", "GO x"]),
        (Range(1, 3), 8, ["GO x 1", "GO x 2", "GO x 3", "GO x"]),
        (Range(1, 3), 3, ["GO x 1", "GO x 3", "GO x"]),
        ([], 8, ["GO x", "GO x"]),
        (Range(3, 1), 8, ["GO x", "GO x"]),
        (Range(2.5, 1.5), 8, ["GO x", "GO x"]),
        (None, 8, ["GO x", "GO x"]),
    ],
)
def test_an_optional_argument_can_be_left_out(offered, choices, expected):
    go = options("GO", optional=True, way=["x"], more=offered)
    assert [order(go, 0, number, choices=choices) for number in range(len(expected))] == expected


def test_nothing_stands_behind_an_argument_that_is_left_out():
    arguments = {"to": Argument(optional=True), "by": Argument(optional=True)}
    for to in ([], None):
        go = OrderOptions(hz.Command("GO", arguments=arguments), {"to": to, "by": WORDS})
        assert order(go, 0, 0) == "GO"


def test_what_cannot_be_given_is_left_out_and_the_rest_counts():
    choices = ActionEncoding(("GO", "NAME", "WAIT"), arguments=1, slots=4, choices=5)
    offered = {"GO": options("GO", to=WORDS), "NAME": options("NAME", name=None)}
    assert choices.orders([2, 0, 3, 0, 1, 0, 1, 1], offered) == ["GO Sol", 'GO "Big Star"']
    for end in (0, 4, -1):
        assert choices.orders([1, 0, end, 0, 1, 1, 1, 1], offered) == ["GO Sol"]
    can, *free = choices.mask(offered)[:2]
    assert can.tolist() == [1, 1, 0, 0]
    assert [mask.tolist() for mask in free] == [[1] * 5]
    assert len(choices.mask(offered)) == 8
    assert choices.space().nvec.tolist() == [4, 5] * 4
    for count in (7, 9):
        with pytest.raises(ValueError, match=f"8 numbers, not {count}"):
            choices.orders(np.zeros(count), offered)


def test_commands_of_players_are_choices_and_those_of_roles_are_not():
    def command(name, arguments, role=""):
        return SimpleNamespace(
            keyword=name, arguments=dict.fromkeys(arguments), given_by=lambda role_: role_ == role
        )

    commands = [command("GO", "ab"), command("JUDGE", "abcdef", "umpire"), command("WAIT", "")]
    choices = action_encoding(SimpleNamespace(commands=commands))
    assert choices == ActionEncoding(("GO", "WAIT"), arguments=2, slots=8, choices=32)
    assert choices.width == 3
    assert action_encoding(SimpleNamespace(commands=[]), 3, 5) == ActionEncoding((), 0, 3, 5)
    assert action_encoding(SimpleNamespace(commands=[]), 3, 5).space().nvec.tolist() == [1] * 3


def test_an_order_may_be_the_last_of_the_commands_and_none_is_beyond_it():
    offered = {"GO": options("GO", to=WORDS), "WAIT": options("WAIT")}
    choices = ActionEncoding(("GO", "WAIT"), arguments=1, slots=3, choices=5)
    assert choices.orders([2, 0, 1, 0, 3, 0], offered) == ["WAIT", "GO Sol"]
    assert choices.orders(np.array([[2, 9], [0, 0], [1, 0]]), offered) == ["WAIT"]
