"""Numbers as orders: the choices they stand for, with commands that belong to no game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import horizons_core as hz
from horizons_core.model.views import ThingList
from horizons_core.orders import Argument, Choice, Cost, Range
from horizons_core.orders.choices import next_step, order_line
from horizons_lab.environments.actions import ActionEncoding, StepwiseOrders, action_encoding

WORDS = ["Sol", "Big Star"]
VIEW = hz.View("any", "game", "Ada", 0, {})


def command(keyword: str, optional: bool = False, **offered: Any) -> hz.Command:
    """Return a command with the offers for its arguments, the last optional if `optional`."""
    last = list(offered)[-1:]
    return hz.Command(
        keyword,
        arguments={
            name: Argument(
                offers=None if words is None else lambda _, words=words: words,
                optional=optional and name in last,
            )
            for name, words in offered.items()
        },
    )


class Rules:
    """The part of a variant that actions use, with these commands."""

    def __init__(self, *commands: hz.Command, **stocks: float) -> None:
        self.commands = commands
        self.by_keyword = {command.keyword: command for command in commands}
        self._stocks = stocks

    def order_options(self, view: hz.View) -> dict[str, hz.Command]:
        return self.by_keyword

    def choices(self, view: hz.View, keyword: str, chosen: Any) -> Any:
        return next_step(self.by_keyword[keyword], view, chosen, self)

    def order_line(self, keyword: str, chosen: Any) -> str:
        return order_line(self.by_keyword[keyword], chosen)

    def command(self, keyword: str) -> hz.Command:
        return self.by_keyword[keyword]

    def stocks(self, view: hz.View) -> dict[str, float]:
        return self._stocks

    def named_things(self, view: hz.View) -> Any:
        return ThingList(view, self.things(view)).by_words

    def things(self, view: hz.View) -> list[Any]:
        return [hz.model.Thing(word, "star") for word in WORDS]


def order(offered: hz.Command, *numbers: int, choices: int = 8) -> str:
    encoding = ActionEncoding((offered.keyword,), len(numbers), slots=1, choices=choices)
    (line,) = encoding.orders([1, *numbers], Rules(offered), VIEW)
    return line


def test_a_word_is_quoted_where_it_must_be():
    go = command("GO", to=WORDS)
    assert [order(go, number) for number in range(3)] == ["GO Sol", 'GO "Big Star"', "GO Sol"]


def test_of_too_many_words_the_first_can_be_chosen():
    assert order(command("GO", to=["a", "b", "c"]), 3, choices=2) == "GO b"


@pytest.mark.parametrize(
    ("offered", "choices", "expected"),
    [
        (Range(2, 5), 8, ["2", "3", "4", "5", "2"]),
        (Range(2, 5), 3, ["2", "4", "5", "2"]),
        (Range(-4, 20), 2, ["-4", "20", "-4"]),
        (Range(2, 5), 1, ["2", "2"]),
        (Range(7, 7), 8, ["7", "7"]),
        (Range(0.5, 2), 4, ["0.5", "1", "1.5", "2", "0.5"]),
        (Range(1, 1.5), 3, ["1", "1.25", "1.5", "1"]),
    ],
)
def test_of_a_range_evenly_spaced_numbers_can_be_chosen(offered, choices, expected):
    spend = command("SPEND", much=offered)
    orders = [order(spend, number, choices=choices) for number in range(len(expected))]
    assert orders == [f"SPEND {number}" for number in expected]


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
    go = command("GO", optional=True, way=["x"], more=offered)
    assert [order(go, 0, number, choices=choices) for number in range(len(expected))] == expected


def test_nothing_stands_behind_an_argument_that_is_left_out():
    for to in (None, lambda _: []):
        arguments = {
            "to": Argument(offers=to, optional=True),
            "by": Argument(offers=lambda _: WORDS, optional=True),
        }
        assert order(hz.Command("GO", arguments=arguments), 0, 0) == "GO"


def test_what_cannot_be_given_is_left_out_and_the_rest_counts():
    encoding = ActionEncoding(("GO", "NAME", "WAIT"), arguments=1, slots=4, choices=5)
    rules = Rules(command("GO", to=WORDS), command("NAME", name=None))
    action = [2, 0, 3, 0, 1, 0, 1, 1]
    assert encoding.orders(action, rules, VIEW) == ["GO Sol", 'GO "Big Star"']
    for end in (0, 4, -1):
        assert encoding.orders([1, 0, end, 0, 1, 1, 1, 1], rules, VIEW) == ["GO Sol"]
    can, *free = encoding.mask(rules.by_keyword)[:2]
    assert can.tolist() == [1, 1, 1, 0]
    assert [mask.tolist() for mask in free] == [[1] * 5]
    assert len(encoding.mask(rules.by_keyword)) == 8
    assert encoding.space().nvec.tolist() == [4, 5] * 4
    for count in (7, 9):
        with pytest.raises(ValueError, match=f"8 numbers, not {count}"):
            encoding.orders(np.zeros(count), rules, VIEW)


def test_a_choice_that_depends_on_another_is_numbered_after_it():
    def further(view: hz.View, chosen: dict[str, str]) -> list[str]:
        return ["Mars"] if chosen.get("start") == "Sol" else ["Rigel", "Deneb"]

    arguments = {"start": Argument(offers=lambda _: WORDS), "goal": Argument(offers=further)}
    go = hz.Command("GO", arguments=arguments)
    assert [order(go, start, 1) for start in (0, 1)] == ["GO Sol Mars", 'GO "Big Star" Deneb']


def test_commands_of_players_are_choices_and_those_of_roles_are_not():
    def declared(name, arguments, role=""):
        return SimpleNamespace(
            keyword=name, arguments=dict.fromkeys(arguments), given_by=lambda role_: role_ == role
        )

    commands = [declared("GO", "ab"), declared("JUDGE", "abcdef", "umpire"), declared("WAIT", "")]
    choices = action_encoding(SimpleNamespace(commands=commands))
    assert choices == ActionEncoding(("GO", "WAIT"), arguments=2, slots=8, choices=32)
    assert choices.width == 3
    assert action_encoding(SimpleNamespace(commands=[]), 3, 5) == ActionEncoding((), 0, 3, 5)
    assert action_encoding(SimpleNamespace(commands=[]), 3, 5).space().nvec.tolist() == [1] * 3


def test_an_order_may_be_the_last_of_the_commands_and_none_is_beyond_it():
    rules = Rules(command("GO", to=WORDS), command("WAIT"))
    encoding = ActionEncoding(("GO", "WAIT"), arguments=1, slots=3, choices=5)
    assert encoding.orders([2, 0, 1, 0, 3, 0], rules, VIEW) == ["WAIT", "GO Sol"]
    assert encoding.orders(np.array([[2, 9], [0, 0], [1, 0]]), rules, VIEW) == ["WAIT"]


# step by step


def chosen(rules: Rules, *numbers: int, size: int = 4, most: int = 9) -> StepwiseOrders:
    orders = StepwiseOrders(rules, VIEW, size, most)
    for number in numbers:
        orders.choose(number)
    return orders


def mask(orders: StepwiseOrders) -> list[int]:
    return np.flatnonzero(orders.mask()).tolist()


def test_an_order_is_chosen_number_by_number():
    rules = Rules(command("WAIT"), command("GO", True, to=WORDS, n=Range(1, 9)))
    orders = chosen(rules)
    assert mask(orders) == [0, 1, 2]
    assert mask(chosen(rules, 2)) == [1, 2]
    assert mask(chosen(rules, 2, 2)) == [0, 1, 2, 3]
    assert chosen(rules, 2, 2, 3).lines == ['GO "Big Star" 9']
    assert chosen(rules, 1, 2, 1, 0).lines == ["WAIT", "GO Sol"]


def test_zero_ends_the_turn_and_so_does_the_last_order():
    rules = Rules(command("WAIT"))
    ended = chosen(rules, 1, 0)
    assert (ended.ended, ended.lines, mask(ended)) == (True, ["WAIT"], [0])
    assert mask(chosen(rules, 1, most=1)) == [0]


def test_a_long_list_is_chosen_from_in_two_steps():
    rules = Rules(command("GO", to=list("abcdefg")))
    assert mask(chosen(rules, 1)) == [1, 2, 3]
    assert mask(chosen(rules, 1, 2)) == [1, 2, 3]
    lines = [chosen(rules, 1, block, number).lines for block, number in ((1, 1), (2, 3), (1, 3))]
    assert lines == [["GO a"], ["GO f"], ["GO c"]]
    assert chosen(rules, 1, 3).lines == ["GO g"]


def test_what_the_stocks_cannot_pay_for_is_not_offered():
    kinds = [Choice("F", cost=Cost("ore", 3)), Choice("B", cost=Cost("ore", 9))]
    number = Range(1, 4, cost=Cost("ore", 2))
    rules = Rules(command("BUY", kind=kinds, n=number), ore=8)
    assert mask(chosen(rules, 1)) == [1]
    assert mask(chosen(rules, 1, 1, size=6)) == [1, 2]
    assert chosen(rules, 1, 1, 1, 1, 1, size=6).lines == ["BUY F 1"]


def test_one_order_of_a_kind_is_offered_for_a_thing():
    rules = Rules(
        hz.Command("GO", arguments={"to": Argument(things=("star",), offers=lambda _: WORDS)})
    )
    assert mask(chosen(rules, 1, 1, 1)) == [1]
    assert chosen(rules, 1, 1, 1, 1).lines == ["GO Sol", 'GO "Big Star"']


def test_an_order_without_a_choice_is_dropped_with_its_command():
    rules = Rules(command("GO", to=[]), command("WAIT"))
    orders = chosen(rules, 1)
    assert (orders.lines, mask(orders)) == ([], [0, 2])


def test_a_number_without_meaning_stands_for_one_that_has():
    rules = Rules(command("GO", to=WORDS))
    assert chosen(rules, 1, 0).lines == ["GO Sol"]
    assert chosen(rules, 1, 3).lines == ['GO "Big Star"']
    for number in (-1, 4):
        with pytest.raises(ValueError, match="is not one of 0 to 3"):
            chosen(rules, number)
