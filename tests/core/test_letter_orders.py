"""Order languages with other habits: letters for words, orders of several lines, name pairs."""

from __future__ import annotations

import pytest

from horizons_core.model import folded
from horizons_core.orders import Command, Envelope, OrderLanguage, OrderStyle, integer, number

GRAMMAR = r"""
send: _HEAD group place
tell: _HEAD names*
group: WORD
place: WORD | QUOTED
names: WORD | QUOTED
_HEAD: /[^\s"]+/
"""
SEND = Command(
    "S", "send", "all", ("S group place",), "Sends.", "S 1 Sol", "S", {"group": integer(1)}
)
TELL = Command("@", "tell", "all", ("@ [name ...]",), "Tells.", "@ Brin\nhi\n@", "@ X\n@")
STYLE = OrderStyle(comment="!", initials=True, block="@")
LANGUAGE = OrderLanguage(GRAMMAR, (SEND, TELL), Envelope("#LETTERS"), STYLE)


@pytest.mark.parametrize("word", ["S", "s", "Send", "scrap", "  sendtheships"])
def test_only_the_first_letter_counts(word):
    (order,) = LANGUAGE.read(f"{word} 7 Sol ! quickly").orders

    assert (order.keyword, order["group"], order["place"]) == ("S", 7, "Sol")


def test_a_letter_that_is_no_orders_is_named():
    (fault,) = LANGUAGE.read("Jump 7 Sol").diagnostics

    assert (fault.code, fault.words) == ("unknown-order", "Jump")


def test_an_order_of_several_lines_ends_with_its_sign():
    first, second = LANGUAGE.read('@Brin "Old Cato"\nOne ! two\n\n  S 1 Sol\n@\nS 2 Sol').orders

    assert first["names"] == ("Brin", "Old Cato")
    assert first["lines"] == ("One ! two", "", "  S 1 Sol")
    assert (first.line, first.columns["names"]) == (1, 2)
    assert (second.keyword, second.line) == ("S", 6)


def test_an_order_of_several_lines_that_is_not_closed_goes_to_the_end():
    read = LANGUAGE.read("@\nhello")

    assert [order["lines"] for order in read.orders] == [("hello",)]
    assert [(d.severity, d.code, d.line) for d in read.diagnostics] == [("warning", "no-end", 1)]


@pytest.mark.parametrize(
    ("end", "words"),
    [("@", []), ("  @ . ", []), ("@ ! bye", []), ("@ Cato", ["Cato"]), ("@please.", ["please"])],
)
def test_words_behind_the_sign_that_ends_an_order_of_several_lines_are_not_lost(end, words):
    read = LANGUAGE.read(f"@ Brin\nhello\n{end}\nS 1 Sol")

    assert [order.keyword for order in read.orders] == ["@", "S"]
    assert read.orders[0]["lines"] == ("hello",)
    assert [(d.code, d.line, d.words) for d in read.diagnostics] == [
        ("too-many-words", 3, word) for word in words
    ]


def test_the_template_shows_an_example_of_several_lines():
    template = LANGUAGE.template("mars", "Ada")

    assert "!   For example: @ Brin\n!                hi\n!                @\n" in template
    assert (LANGUAGE.read(template).orders, LANGUAGE.read(template).diagnostics) == ([], [])


@pytest.mark.parametrize("opening", ["#LETERS mars Ada", "#letter", "#galaxy mars Ada"])
def test_a_mistyped_opening_line_discards_the_set(opening):
    read = LANGUAGE.read(f"Hello,\n{opening}\nS 1 Sol\n#END")

    assert (read.orders, read.void) == ([], True)
    assert [(d.code, d.line) for d in read.diagnostics] == [("bad-header", 2)]


@pytest.mark.parametrize("name", ["Ada", "old zzyax", "OLD_ZZYAX"])
def test_an_empire_may_go_by_several_names(name):
    text = f'#LETTERS "Old Mars" "{name}"\nS 1 Sol\n#END'
    read = LANGUAGE.read(text, game="old_mars", empire=("Ada", "Old Zzyax"))

    assert (len(read.orders), read.void) == (1, False)


def test_anothers_orders_are_void():
    read = LANGUAGE.read("#LETTERS mars Cato\nS 1 Sol", game="mars", empire=("Ada", "Zzyax"))

    assert (read.orders, read.void) == ([], True)
    assert "not 'Zzyax'" in read.diagnostics[-1].message


@pytest.mark.parametrize("name", ["zzyax prime", " Zzyax  PRIME ", "ZZYAX_prime", "_zzyax__prime"])
def test_case_blanks_and_underscores_make_no_other_name(name):
    assert folded(name) == "zzyax prime"


class TestNumber:
    @pytest.mark.parametrize(
        ("words", "value"), [("7", 7.0), ("-0.5", -0.5), (".25", 0.25), ("2.", 2.0), ("+1", 1.0)]
    )
    def test_it_takes_plain_decimals(self, words, value):
        assert number(-1, 10)(words) == value

    @pytest.mark.parametrize("words", ["1e9", "nan", "inf", "1,5", "", "٣", "1_000", "0x1", "--1"])
    def test_it_refuses_other_writing(self, words):
        with pytest.raises(ValueError, match="a number is needed"):
            number(-1, 10)(words)

    @pytest.mark.parametrize(("words", "message"), [("-2", "at least -1"), ("10.01", "at most 10")])
    def test_it_has_bounds(self, words, message):
        with pytest.raises(ValueError, match=message):
            number(-1, 10)(words)
