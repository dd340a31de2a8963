"""Orders written from their arguments, with the words that stand between them."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.orders import order_line, sample_order
from horizons_core.orders.writing import written_order


@pytest.mark.parametrize(
    ("syntax", "words", "order"),
    [
        (["STAY"], [], "STAY"),
        (["BUY ship"], ["F1"], "BUY F1"),
        (["BUY ship FROM world"], ["F1", "2"], "BUY F1 FROM 2"),
        (["BUY n FROM world TO world"], ["5", "1", "2"], "BUY 5 FROM 1 TO 2"),
        # what is left out takes its words with it
        (["BUY ship [AS name]"], ["F1"], "BUY F1"),
        (["BUY ship [AS name]"], ["F1", "Fox"], "BUY F1 AS Fox"),
        (["BUY ship [AS name [IN group]]"], ["F1", "Fox"], "BUY F1 AS Fox"),
        (["BUY ship ... [AS name]"], ["F1"], "BUY F1"),
        # the first form in which they fit
        (["BUY ship", "BUY ship FROM world"], ["F1", "2"], "BUY F1 FROM 2"),
        (["BUY ship FROM world", "BUY ALL"], [], "BUY ALL"),
        # a word of the syntax that was chosen is not written twice
        (["BUY ship [LATE]"], ["F1", "LATE"], "BUY F1 LATE"),
        (["BUY ship OFF"], ["F1"], "BUY F1 OFF"),
        # choices are arguments
        (["BUY ship ON|OFF"], ["F1", "ON"], "BUY F1 ON"),
        # nothing fits: as they are
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
    assert sum(one.acceptable for one in read) >= 0.9 * len(lines) > 90


def test_an_order_of_words_has_those_with_blanks_in_quotes():
    assert order_line("MOVE", "First Fleet", 7, "ON") == 'MOVE "First Fleet" 7 ON'
    assert order_line("WAIT") == "WAIT"
