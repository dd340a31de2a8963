"""Orders written from their arguments, with the words between them."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.orders import Argument, Command, order_line, order_options, sample_order
from horizons_core.orders.options import written_order


@pytest.mark.parametrize(
    ("syntax", "words", "order"),
    [
        (["STAY"], [], "STAY"),
        (["BUY ship"], ["F1"], "BUY F1"),
        (["BUY ship FROM world"], ["F1", "2"], "BUY F1 FROM 2"),
        (["BUY n FROM world TO world"], ["5", "1", "2"], "BUY 5 FROM 1 TO 2"),
        # an omitted argument takes its words with it
        (["BUY ship [AS name]"], ["F1"], "BUY F1"),
        (["BUY ship [AS name]"], ["F1", "Fox"], "BUY F1 AS Fox"),
        (["BUY ship [AS name [IN group]]"], ["F1", "Fox"], "BUY F1 AS Fox"),
        (["BUY ship ... [AS name]"], ["F1"], "BUY F1"),
        # the first form that fits
        (["BUY ship", "BUY ship FROM world"], ["F1", "2"], "BUY F1 FROM 2"),
        (["BUY ship FROM world", "BUY ALL"], [], "BUY ALL"),
        # a chosen word of the syntax is not written twice
        (["BUY ship [LATE]"], ["F1", "LATE"], "BUY F1 LATE"),
        (["BUY ship OFF"], ["F1"], "BUY F1 OFF"),
        # choices are arguments
        (["BUY ship ON|OFF"], ["F1", "ON"], "BUY F1 ON"),
        # an optional place stays empty if the remaining argument is needed after it
        (["BUY ship [n] AT world [AS name]"], ["F1", "2"], "BUY F1 AT 2"),
        (["BUY ship [n] AT world [AS name]"], ["F1", "5", "2", "Fox"], "BUY F1 5 AT 2 AS Fox"),
        (["BUY ship [TO n] AT world"], ["F1", "2"], "BUY F1 AT 2"),
        # a class word that a name includes is not written twice, and finds its place
        (["LAND PL name"], ["PL Red Sands"], "LAND PL Red Sands"),
        (["LAND [n] [PL name [, ship]]"], ["PL Red Sands", "F1 Fox"], "LAND PL Red Sands, F1 Fox"),
        (["LAND [n] [PL name [, ship]]"], ["5", "PL Red Sands"], "LAND 5 PL Red Sands"),
        (["LAND PL name"], ['"PL Red Sands"'], 'LAND PL "PL Red Sands"'),
        # commas follow the word before them without a blank, and are omitted with it
        (["LAND ship [, PL name]"], ["F1 Fox", "PL Red"], "LAND F1 Fox, PL Red"),
        (["LAND ship [, PL name]"], ["F1 Fox"], "LAND F1 Fox"),
        (["LAND n class from, to"], ["5", "SU", "PL A", "PL B"], "LAND 5 SU PL A, PL B"),
        # no form fits: the arguments unchanged
        (["BUY ship FROM world"], ["F1"], "BUY F1"),
        ([], ["F1"], "BUY F1"),
    ],
)
def test_the_words_of_the_syntax_stand_between_the_arguments(syntax, words, order):
    keyword = order.split()[0]
    assert written_order(keyword, syntax, words) == order


def test_a_keyword_may_have_two_words():
    assert written_order("BUY SHIP", ["BUY SHIP kind AT world"], ["F", "2"]) == "BUY SHIP F AT 2"


@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_orders_that_are_drawn_can_be_read(name):
    """At least nine of ten; some depend on more than one argument at a time."""
    variant = hz.load_variant(name)
    offered = variant.order_options(variant.view(variant.new_game(["Ada", "Brin"], seed=1), "Ada"))
    dice = hz.Stream.from_key("drawn orders", name)
    lines = [line for _ in range(150) if (line := sample_order(offered, dice))]
    read = [variant.language.read(variant.order_text([line]), empire="Ada") for line in lines]
    assert sum(order.acceptable for order in read) >= 0.9 * len(lines) > 90


@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_what_an_order_that_is_drawn_names_is_there(name):
    variant = hz.load_variant(name)
    game = variant.new_game(["Ada", "Brin"], seed=1)
    offered = variant.order_options(variant.view(game, "Ada"))
    dice = hz.Stream.from_key("what drawn orders name", name)
    texts = {variant.order_text([sample_order(offered, dice)]) for _ in range(60)}
    refused = {remark.code for text in texts for remark in variant.check_orders(game, "Ada", text)}
    assert not {code for code in refused if code.startswith("unknown")}


def test_needed_arguments_are_drawn_behind_one_that_is_left_out():
    declared = {
        "ship": Argument(offers=lambda view: ["F1"]),
        "count": Argument(optional=True),
        "world": Argument(offers=lambda view: ["New Home"]),
        "name": Argument(offers=lambda view: ["Fox"], optional=True),
    }
    command = Command("BUY", syntax=("BUY ship [n] AT world [AS name]",), arguments=declared)
    offered = order_options([command], hz.View("any", "game", "Ada", 0, {}))
    dice = hz.Stream.from_key("left out")
    drawn = {sample_order(offered, dice) for _ in range(20)}
    assert drawn == {'BUY F1 AT "New Home"'}


def test_words_of_a_bare_argument_stand_without_quotes():
    assert Argument().written("New Home") == '"New Home"'
    assert Argument(bare=True).written("New Home") == "New Home"


def test_an_order_of_words_has_those_with_blanks_in_quotes():
    assert order_line("MOVE", "First Fleet", 7, "ON") == 'MOVE "First Fleet" 7 ON'
    assert order_line("WAIT") == "WAIT"
