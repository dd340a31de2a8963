"""Reading order text (places, hints, tolerance, limits) and the converters of arguments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.orders import (
    MAX_REMARKS,
    MAX_TEXT_LENGTH,
    Command,
    Diagnostic,
    Envelope,
    OrderLanguage,
    integer,
    name_of,
    one_of,
)

GRAMMAR = """
send: "SEND"i count goods [note]
count: WORD
goods: WORD
note: WORD | QUOTED
"""
SEND = Command(
    keyword="SEND",
    rule="send",
    phase="trade",
    syntax=("SEND count goods [note]",),
    help="Sends goods.",
    example="SEND 3 tea",
    mistake="SEND tea",
    arguments={"count": integer(1, 99), "goods": one_of("tea", "silk"), "note": name_of(10)},
)
WAIT = Command(
    "WAIT", "wait", "trade", ("WAIT",), "Waits.", "WAIT", "WAIT 1", grammar='wait: "WAIT"i'
)
LANGUAGE = OrderLanguage(GRAMMAR, (SEND, WAIT), Envelope("#TRADE"))


def read(text, **names):
    return LANGUAGE.read(text, **names)


def only_fault(text):
    (fault,) = read(text).diagnostics
    return fault


def test_an_order_has_arguments_with_their_places():
    (order,) = read('  send 3 SILK "for you" ; a gift').orders

    assert order.keyword == "SEND"
    assert (order["count"], order["goods"], order["note"]) == (3, "silk", "for you")
    assert (order.line, order.column) == (1, 3)
    assert (order.columns["count"], order.columns["goods"], order.columns["note"]) == (8, 10, 15)
    assert order.written["goods"] == "SILK"
    assert order.text == 'send 3 SILK "for you"'


def test_an_argument_left_out_is_absent():
    (order,) = read("SEND 3 tea").orders

    assert order.get("note") is None
    assert order.get("note", "none") == "none"
    assert "note" not in order.arguments
    assert (order.several("note"), order.several("goods")) == ((), ("tea",))


def test_an_argument_given_several_times_keeps_all_its_words_and_the_first_place():
    split = Command(
        "SPLIT", "split", "trade", ("SPLIT ship ...",), "Parts ships.", "SPLIT 3 4", "SPLIT x",
        arguments={"ship": integer(1, 99)}, grammar='split: "SPLIT"i ship+\nship: WORD',
    )  # fmt: skip
    language = OrderLanguage(GRAMMAR, (SEND, split), Envelope("#TRADE"))
    (order,) = language.read("SPLIT 3 07 4").orders
    (fault,) = language.read("SPLIT 3 07 many").diagnostics

    assert order["ship"] == order.several("ship") == (3, 7, 4)
    assert (order.columns["ship"], order.written["ship"]) == (7, "3 07 4")
    assert (fault.column, fault.words) == (12, "many")


def test_a_mods_command_brings_its_own_grammar():
    assert [order.keyword for order in read("wait\nSEND 1 tea").orders] == ["WAIT", "SEND"]


@pytest.mark.parametrize(
    ("text", "code", "column", "words"),
    [
        ("  SELL 3 tea", "unknown-order", 3, "SELL"),
        ("SEND", "too-few-words", 5, "SEND"),
        ("SEND 3", "too-few-words", 7, "SEND 3"),
        ("SEND 3 tea a b", "too-many-words", 14, "b"),
        ('SEND 3 tea "open', "unreadable", 12, '"open'),
        ("SEND x tea", "bad-argument", 6, "x"),
        ("SEND 3 beer", "bad-argument", 8, "beer"),
        ("> SEND 0 tea", "bad-argument", 8, "0"),
        (">> SELL", "unknown-order", 4, "SELL"),
    ],
)
def test_a_fault_names_its_place_and_its_words(text, code, column, words):
    fault = only_fault("\n" + text)

    assert (fault.code, fault.line, fault.column, fault.words) == (code, 2, column, words)
    assert fault.severity == "error"
    assert fault.hint


def test_messages_say_what_is_wrong_and_what_to_write():
    assert only_fault("SEND 100 tea").message == "SEND: count: 100 is too large: at most 99"
    assert only_fault("SEND 100 tea").hint == "write SEND count goods [note]"
    assert only_fault("SEN 1 tea").hint == "did you mean 'SEND'?"
    assert only_fault("BREW 1 tea").hint == "known: SEND, WAIT"
    assert only_fault("SEND").message == "SEND is incomplete"
    assert only_fault("SEND 3 tea a b").message == "SEND: unexpected 'b'"
    assert "cannot read from" in only_fault('SEND 3 tea "open').message


def test_a_diagnostic_reads_as_a_compilers():
    fault = only_fault("SEND 0 tea")

    assert str(fault) == (
        "line 1, column 6: error: SEND: count: 0 is too small: at least 1"
        " (write SEND count goods [note])"
    )
    assert str(Diagnostic("note", "x", "hello")) == "note: hello"
    assert fault.to_dict() == {
        "severity": "error",
        "code": "bad-argument",
        "message": "SEND: count: 0 is too small: at least 1",
        "line": 1,
        "column": 6,
        "words": "0",
        "hint": "write SEND count goods [note]",
    }


def test_an_orders_fault_can_point_at_an_argument_or_the_whole():
    (order,) = read("\n SEND 3 tea").orders

    whole_order = order.fault("c", "m", "h")
    assert (whole_order.line, whole_order.column, whole_order.words) == (2, 2, "SEND 3 tea")
    part = order.fault("c", "m", argument="goods", severity="warning")
    assert (part.column, part.words, part.severity) == (9, "tea", "warning")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_machine(end):
    result = read(f"SEND 1 tea{end}{end}BAD{end}SEND 2 tea")

    assert [order.line for order in result.orders] == [1, 4]
    assert [fault.line for fault in result.diagnostics] == [3]


def test_hard_blanks_and_a_byte_order_mark_are_blanks():
    assert len(read("\ufeffSEND\u00a01\u00a0tea").orders) == 1


class TestEnvelope:
    def test_without_a_header_all_lines_are_orders(self):
        result = read("SEND 1 tea\nSEND 2 tea", game="G", empire="E")

        assert result.header is None
        assert len(result.orders) == 2

    def test_an_end_line_alone_is_no_order(self):
        assert read("SEND 1 tea\n#END").diagnostics == []

    def test_only_what_stands_between_header_and_end_is_read(self):
        result = read("junk\n#trade G E\nSEND 1 tea\n#end\njunk", game="g", empire="e")

        assert (len(result.orders), result.diagnostics) == (1, [])
        assert (result.header.game, result.header.empire, result.header.line) == ("G", "E", 2)
        assert result.header.password is None

    def test_names_with_blanks_stand_in_quotes(self):
        header = read('#TRADE "My Game" "Ada Two" pass\n#END', game="My Game").header

        assert (header.game, header.empire, header.password) == ("My Game", "Ada Two", "pass")

    @pytest.mark.parametrize(
        ("header", "message"),
        [
            ("#TRADE X E", "names game 'X', not 'G'"),
            ("#TRADE G X", "names empire 'X', not 'E'"),
            ("#TRADE G", "needs a game's and an empire's name"),
            ("#TRADE G E p q", "needs a game's and an empire's name"),
        ],
    )
    def test_a_wrong_header_discards_the_set(self, header, message):
        result = read(f"\n{header}\nSEND 1 tea\n#END", game="G", empire="E")
        (fault,) = result.diagnostics

        assert (result.orders, fault.code, fault.line, fault.column) == ([], "bad-header", 2, 1)
        assert message in fault.message
        assert "#TRADE" in fault.hint
        assert not result.acceptable

    def test_without_a_name_to_compare_any_header_counts(self):
        assert len(read("#TRADE G E\nSEND 1 tea\n#END").orders) == 1

    def test_the_last_of_several_sets_counts_with_a_note(self):
        result = read("#TRADE G E\nSEND 1 tea\n#END\n#TRADE G E\nSEND 2 tea\n#END")

        assert [order["count"] for order in result.orders] == [2]
        assert [(d.severity, d.code, d.line) for d in result.diagnostics] == [
            ("note", "several-sets", 4)
        ]
        assert result.acceptable

    def test_a_missing_end_is_a_warning(self):
        result = read("#TRADE G E\nSEND 1 tea")

        assert [(d.severity, d.code, d.line) for d in result.diagnostics] == [
            ("warning", "no-end", 1)
        ]
        assert len(result.orders) == 1


def test_a_text_beyond_the_limit_is_not_read_at_all():
    result = read("SEND 1 tea\n" + " " * MAX_TEXT_LENGTH)

    assert result.orders == []
    assert [d.code for d in result.diagnostics] == ["text-too-long"]
    assert read("SEND 1 tea\n".ljust(MAX_TEXT_LENGTH)).orders


def test_of_very_many_remarks_the_first_are_kept():
    result = read("BAD\n" * (MAX_REMARKS + 7))

    assert (len(result.diagnostics), result.left_out) == (MAX_REMARKS, 7)
    result = read("SEND x tea\n" * (MAX_REMARKS + 3) + "SEND 1 tea")
    assert (len(result.diagnostics), result.left_out, len(result.orders)) == (MAX_REMARKS, 3, 1)
    assert read("BAD\n" * MAX_REMARKS).left_out == 0


@given(text=st.text())
def test_whatever_is_written_is_read_without_an_exception(text):
    result = read(text, game="G", empire="E")

    assert all(d.line <= text.count("\n") + text.count("\r") + 1 for d in result.diagnostics)


@given(text=st.text(alphabet='SENDWAIT senda123"#;>\r\n\t'))
def test_near_orders_are_read_without_an_exception(text):
    read(text)


class TestTemplate:
    def test_it_explains_every_command_and_reads_without_a_remark(self):
        text = LANGUAGE.template("My Game", "Ada")
        result = read(text, game="My Game", empire="Ada")

        assert text.startswith('#TRADE "My Game" Ada\n')
        assert text.endswith("\n#END\n")
        assert (result.orders, result.diagnostics) == ([], [])
        for part in ("SEND count goods [note]", "Sends goods.", "SEND 3 tea", "WAIT"):
            assert part in text

    def test_a_game_without_a_name_gets_a_word_in_its_place(self):
        assert LANGUAGE.template("", "Ada").startswith("#TRADE game Ada\n")


class TestConverters:
    @pytest.mark.parametrize("words", ["0", "+5", "007", "99"])
    def test_whole_takes_plain_digits(self, words):
        assert integer(0, 99)(words) == int(words)

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("1e9", "whole number is needed, not '1e9'"),
            ("2.5", "whole number is needed"),
            ("٣", "whole number is needed"),
            ("9" * 16, "whole number is needed"),
            ("", "whole number is needed"),
            ("-1", "-1 is too small: at least 0"),
            ("100", "100 is too large: at most 99"),
        ],
    )
    def test_whole_refuses_the_rest_with_the_reason(self, words, message):
        with pytest.raises(ValueError, match=message):
            integer(0, 99)(words)

    def test_whole_is_for_numbers_up_to_nine_digits_unless_said_otherwise(self):
        assert integer()("999999999") == 999_999_999
        assert integer()("0") == 0
        with pytest.raises(ValueError, match="too large"):
            integer()("1000000000")

    def test_one_of_ignores_case_and_lists_what_there_is(self):
        assert one_of("NE", "E")("ne") == "NE"
        with pytest.raises(ValueError, match="'N' is not one of NE, E"):
            one_of("NE", "E")("N")

    def test_names_lose_spare_blanks_and_have_limits(self):
        assert name_of(5)("  a   b ") == "a b"
        assert name_of(5)("abcde") == "abcde"
        for words, message in (
            (" ", "at least one"), ("abcdef", "6 characters: at most 5"), ("a\x07", "printed"),
        ):  # fmt: skip
            with pytest.raises(ValueError, match=message):
                name_of(5)(words)


class TestKeywordsOfTwoWords:
    """For ATTACK WORLD and ATTACK, LANE ON and LANE the longer keyword is tried first."""

    LANGUAGE = OrderLanguage(
        'attack: "ATTACK"i target\ntarget: WORD | QUOTED\n',
        (
            Command("ATTACK", rule="attack", arguments={"target": str}),
            Command("ATTACK WORLD", arguments={"group": str}),
        ),
        Envelope("#TRADE"),
    )

    @pytest.mark.parametrize(
        ("line", "keyword"),
        [
            ("ATTACK WORLD g1", "ATTACK WORLD"),
            ("attack \t World g1", "ATTACK WORLD"),
            ("ATTACK g1", "ATTACK"),
            ("ATTACK WORLDS", "ATTACK"),
        ],
    )
    def test_the_longest_keyword_reads_the_line(self, line, keyword):
        assert [order.keyword for order in self.LANGUAGE.read(line).orders] == [keyword]

    def test_missing_words_are_reported_for_a_keyword_of_two_words(self):
        (remark,) = self.LANGUAGE.read("ATTACK WORLD").diagnostics
        assert remark.code == "too-few-words"
        assert "ATTACK WORLD is incomplete" in remark.message
        assert remark.hint == "write ATTACK WORLD group"


@given(st.lists(st.sampled_from(["#TRADE", "#trade g e", "#END.", "#End", "\u00a0#end", "SEND"])))
def test_what_a_glance_misses_is_no_line_around_orders(lines):
    envelope, text = Envelope("#TRADE"), "\n".join(lines)

    if envelope.is_absent(text):
        assert not any(envelope.opens(line) or envelope.closes(line) for line in lines)
        assert read(text).header is None
    assert envelope.is_absent("SEND 3 tea")
