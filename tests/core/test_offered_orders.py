"""Possible orders, offered as comments to fill in."""

from __future__ import annotations

import horizons_core as hz
from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, offered_lines


def command(keyword="PAINT", **arguments):
    return Command(
        keyword, phase="deeds", help="Paints.", example=f"{keyword} x", mistake=keyword,
        syntax=(f"{keyword} ship RED|BLUE",), arguments=arguments, run=lambda *_: None,
    )  # fmt: skip


def lines(*commands, maximum=12):
    view = View(variant="v", game="g", turn=3, empire="Ada", data={})
    return list(offered_lines(commands, view, hz.load_variant("event_horizon"), maximum=maximum))


def offers(*words):
    return Argument(offers=lambda _: words)


def test_each_order_stands_with_its_choices():
    assert lines(command(ship=offers("Argo", "Sea Gull"))) == [
        "; PAINT ship RED|BLUE",
        ';   ship: Argo | "Sea Gull"',
    ]


def test_orders_for_which_nothing_is_offered_are_left_out():
    assert lines(command(ship=offers())) == []


def test_numbers_are_shown_as_ranges():
    offered = lines(command(ship=Argument(offers=lambda _: Range(1, 5))))
    assert offered[1:] == [";   ship: 1 to 5"]


def test_what_the_syntax_says_is_not_said_again():
    assert lines(command(colour=offers("RED", "BLUE"))) == ["; PAINT ship RED|BLUE"]


def test_what_any_words_will_do_for_is_left_to_the_syntax():
    assert lines(command(ship=str)) == ["; PAINT ship RED|BLUE"]


def test_of_many_choices_some_are_named():
    assert lines(command(ship=offers(*"abcde")), maximum=2)[1:] == [
        ";   ship: a | b ... and 3 more"
    ]


def test_long_lists_are_broken_so_that_no_mail_program_breaks_them():
    offered = lines(command(ship=offers(*(f"ship number {n}" for n in range(12)))))
    assert max(map(len, offered)) <= 76
    assert all(line.startswith("; ") for line in offered)
