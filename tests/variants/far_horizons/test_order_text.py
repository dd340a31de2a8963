"""An order text becomes orders in sections: lines, comments, mail, START and END, messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.orders import MAX_REMARKS, MAX_TEXT_LENGTH
from horizons_core.rules import catalogue
from horizons_core.testing.strategies import texts
from variants.far_horizons.model.orders import ClassWord, Unread, line_of, section_of
from variants.far_horizons.mods.engine_1999.language import Language1999
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.language import FarHorizonsLanguage

CATALOGUE = catalogue("far_horizons", "variants.far_horizons")
RULEBOOK = FarHorizonsLanguage(COMMANDS)
ENGINE = Language1999(COMMANDS)


def read(text: str, language: FarHorizonsLanguage = RULEBOOK):
    return language.read(text)


def orders(text: str, language: FarHorizonsLanguage = RULEBOOK) -> list[str]:
    """The orders' texts, without remarks."""
    return [order.text for order in read(text, language).orders]


def in_sections(text: str, language: FarHorizonsLanguage = RULEBOOK) -> dict[str, list[str]]:
    """By section, the text of its orders, and `? reason` for invalid lines."""
    sections = read(text, language).orders.sections
    return {
        name: [f"? {e.reason}" if isinstance(e, Unread) else e.text for e in section.entries]
        for name, section in sections.items()
    }


def faults(text: str, language: FarHorizonsLanguage = RULEBOOK) -> list[tuple[str, str, int]]:
    return [(r.severity, r.code, r.line) for r in read(text, language).diagnostics]


def section(body: str, name: str = "PRODUCTION") -> str:
    return f"START {name}\n{body}\nEND\n"


# lines


@pytest.mark.rule("FH-ORDER-016")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ORDER-016"), ids=str)
def test_everything_behind_a_semicolon_is_a_comment(example):
    expected = example.expect["order"]
    assert orders(section(example.given["line"])) == ([expected] if expected else [])


@pytest.mark.rule("FH-ORDER-019")
@pytest.mark.parametrize("blank", [" ", "\t", "\t  ", ", ", " , \t"])
def test_lines_may_be_indented(blank):
    (order,) = read(section(f"{blank}Shipyard")).orders
    assert (order.keyword, order.column, order.text) == ("SHIPYARD", len(blank) + 1, "Shipyard")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_machine(end):
    text = end.join(["START PRODUCTION", "Shipyard", "", "Research 5 BI", "END", ""])
    assert [(order.text, order.line) for order in read(text).orders] == [
        ("Shipyard", 2), ("Research 5 BI", 4),
    ]  # fmt: skip
    assert faults(text) == []


def test_the_last_line_needs_no_end():
    assert orders("START PRODUCTION\nShipyard\nEND") == ["Shipyard"]


def test_of_a_long_line_255_characters_are_read():
    cut = "Build 3 CU " + "x" * 244
    (order,) = read(section(cut + "yz")).orders
    assert order.text == cut
    assert faults(section(cut + "yz")) == [("warning", "line-truncated", 2)]
    assert faults(section(cut)) == []


def test_a_long_comment_is_no_matter():
    assert faults(section(f"Shipyard ; {'x' * 300}")) == []


def test_hard_blanks_byte_order_marks_and_half_characters_do_no_harm():
    (order,) = read("\ufeffSTART PRODUCTION\n\u00a0Build\u00a0DD \ud800X\nEND").orders
    assert order.text == "Build DD \ufffdX"


@pytest.mark.parametrize(
    ("name", "expected"), [("Łódź", "Łódź"), ("Ça ira", "Ça ira"), ("日本", "日本")]
)
def test_names_may_have_any_letters(name, expected):
    (order,) = read(section(f"Production PL {name}")).orders
    assert (order["planet"].word, order["planet"].name) == (ClassWord("planet", "PL"), expected)


def test_a_text_beyond_the_limit_is_not_read_at_all():
    result = read("x" * (MAX_TEXT_LENGTH + 1))
    assert (result.orders, result.void) == ([], True)
    assert [remark.code for remark in result.diagnostics] == ["text-too-long"]


def test_of_very_many_remarks_the_first_are_kept():
    result = read(section("\n".join(["Foobar"] * (MAX_REMARKS + 7))))
    assert (len(result.diagnostics), result.left_out) == (MAX_REMARKS, 7)
    assert len(section_of(result.orders, "PRODUCTION").entries) == MAX_REMARKS + 7


# mail


def test_a_mails_header_is_passed_over():
    text = "\nFrom ada@example.org Mon Jan 1\nSubject: START PRODUCTION\nShipyard\n\n"
    assert in_sections(text + section("Research 5 BI")) == {"PRODUCTION": ["Research 5 BI"]}
    assert faults(text + section("Research 5 BI")) == []


def test_a_line_that_begins_with_from_and_has_no_blank_line_behind_is_no_header():
    assert orders("From me\n" + section("Shipyard").strip()) == ["Shipyard"]


def test_a_greeting_and_a_signature_are_noted_once_each():
    text = f"Dear gamemaster,\nhere they are.\n{section('Shipyard')}Yours,\nAda\n"
    result = read(text)
    assert [order.text for order in result.orders] == ["Shipyard"]
    assert [(r.severity, r.line) for r in result.diagnostics] == [("note", 1), ("note", 6)]
    assert "2 lines" in result.diagnostics[0].message


@pytest.mark.parametrize("sign", ["> ", ">", ">> ", "> > "])
def test_quoted_orders_are_read(sign):
    quoted = "".join(f"{sign}{line}\n" for line in section("  Shipyard").splitlines())
    for before in ("", "On Monday you wrote:\n", "Stay well!\n\n"):
        (order,) = read(before + quoted).orders
        assert order.text == "Shipyard"
        assert order.column == len(sign) + 3


def test_lines_written_between_quoted_ones_are_read_too():
    assert orders("> START PRODUCTION\nShipyard\n> END\n") == ["Shipyard"]


def test_a_message_may_quote():
    (order,) = read(section("Message SP Klingon\n> who are you?\nWe.\nZZZ", "PRE-DEP")).orders
    assert order["lines"] == ("> who are you?", "We.")


# the envelope


def test_the_set_in_the_envelope_is_read():
    text = f"Hello\n#FARHORIZONS mars Ada secret\n{section('Shipyard')}#END\nSend my love"
    result = RULEBOOK.read(text, game="mars", empire=("Ada", "Human"))
    assert [(order.text, order.line) for order in result.orders] == [("Shipyard", 4)]
    assert (result.header.empire, result.header.password) == ("Ada", "secret")
    assert result.diagnostics == []


def test_a_quoted_envelope_is_read():
    text = f"#FARHORIZONS mars Ada\n{section('Shipyard')}#END"
    quoted = "You wrote:\n" + "".join(f"> {line}\n" for line in text.splitlines())
    assert orders(quoted) == ["Shipyard"]


@pytest.mark.parametrize(
    "opening", ["#FARHORIZONS mars Brin", "#FARHORIZON mars Ada", "#FARHORIZONS venus Ada"]
)
def test_anothers_orders_are_void(opening):
    result = RULEBOOK.read(f"{opening}\n{section('Shipyard')}#END", game="mars", empire="Ada")
    assert (result.orders, result.void) == ([], True)
    assert [remark.code for remark in result.diagnostics] == ["bad-header"]


def test_a_closing_line_without_an_opening_line_is_passed_over():
    assert faults(section("Shipyard") + "#END\n") == []


# sections


@pytest.mark.rule("FH-ORDER-003")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ORDER-003"), ids=str)
def test_sections_may_be_left_out(example):
    sent = example.given["sections_sent"]
    result = read("".join(section("", name) for name in sent))
    assert len(result.diagnostics) == example.expect["errors"]
    assert list(result.orders.sections) == sent
    assert section_of(result.orders, "JUMPS") is None


@pytest.mark.rule("FH-ORDER-003")
def test_an_empty_section_is_not_a_missing_one():
    assert section_of(read(section("", "JUMPS")).orders, "JUMPS").entries == ()


@pytest.mark.rule("FH-ORDER-004")
@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("START COMBAT", "COMBAT"), ("start production", "PRODUCTION"), ("START JUMP", "JUMPS"),
        ("Sta pre", "PRE-DEPARTURE"), ("\tstart,POST ARRIVAL", "POST-ARRIVAL"),
        ("START PROD", "PRODUCTION"), ("STARTING STRIKE orders", "STRIKES"),
        ("START PREPARATIONS ; early", "PRE-DEPARTURE"),
    ],
)  # fmt: skip
def test_three_letters_name_a_section(written, name):
    assert list(in_sections(f"{written}\nEND")) == [name]


@pytest.mark.rule("FH-ORDER-004")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ORDER-004"), ids=str)
def test_words_behind_a_sections_last_word_are_ignored(example):
    line, meaning = example.given["line"], example.expect["meaning"]
    text = {"END": f"START PRODUCTION\nShipyard\n{line}\nJump"}.get(
        meaning, f"{line}\nShipyard\nEND"
    )
    assert in_sections(text) == {"PRODUCTION": ["Shipyard"]}


@pytest.mark.rule("FH-ORDER-004")
@pytest.mark.parametrize("position", ["before", "between", "behind"])
def test_an_order_outside_any_section_is_rejected(position):
    pieces = {"before": 0, "between": 1, "behind": 2}
    parts = [section("Shipyard"), section("", "JUMPS")]
    parts.insert(pieces[position], "Research 5 BI\n")
    (fault,) = read("".join(parts)).diagnostics
    assert (fault.severity, fault.code, fault.words) == (
        "error",
        "outside-sections",
        "Research 5 BI",
    )
    assert fault.hint == "write it between START PRODUCTION and END"
    assert orders("".join(parts)) == ["Shipyard"]


@pytest.mark.parametrize(
    ("line", "severity"),
    [("Send 5 SP A", "error"), ("SEN 5 SP A", "error"), ("Sending my love", "warning")],
)
def test_a_longer_word_outside_may_be_one_of_a_letter(line, severity):
    assert faults(section("Shipyard") + line) == [(severity, "outside-sections", 4)]


def test_without_any_section_nothing_is_carried_out():
    (fault,) = read("\n  ?xyzzy 1\nfoo").diagnostics
    assert (fault.severity, fault.line, fault.column) == ("error", 2, 3)
    assert "START PRODUCTION" in fault.hint


@pytest.mark.rule("FH-ORDER-004")
@pytest.mark.rule("FH-CMD-014")
def test_an_unknown_section_is_skipped_with_all_lines_up_to_its_end():
    text = "START PODUCTION\nShipyard\nfoo\nEND\n" + section("Jump FF A, 1 2 3", "JUMPS")
    assert in_sections(text) == {"JUMPS": ["Jump FF A, 1 2 3"]}
    (fault,) = read(text).diagnostics
    assert (fault.severity, fault.code, fault.line) == ("error", "unknown-section", 1)
    assert "'PODUCTION'" in fault.message
    assert fault.hint == "did you mean 'PRODUCTION'?"


@pytest.mark.rule("FH-CMD-014")
def test_start_without_a_name_is_an_unknown_section():
    (fault,) = read("START\nShipyard\nEND").diagnostics
    assert fault.code == "unknown-section"
    assert fault.hint.startswith("known: COMBAT, PRE-DEPARTURE, ")


@pytest.mark.rule("FH-CMD-014")
@pytest.mark.rule("FH-ORDER-004")
def test_start_and_the_texts_end_close_a_section_with_a_warning():
    text = "START PRODUCTION\nShipyard\nSTART JUMPS\nVisited 1 2 3\n"
    assert in_sections(text) == {"PRODUCTION": ["Shipyard"], "JUMPS": ["Visited 1 2 3"]}
    assert faults(text) == [("warning", "unclosed-section", 1), ("warning", "unclosed-section", 3)]


@pytest.mark.rule("FH-CMD-014", "FH-CMD-015", "FH-ORDER-004")
def test_only_start_and_end_begin_and_close_a_section():
    lines = ["Ally SP A", "Ambush 3", "Build 3 PD", "Enemy SP A", "Estimate SP A", "Research 5 MI",
             "Shipyard", "Upgrade DD A"]  # fmt: skip
    text = section("\n".join(lines))
    assert in_sections(text) == {"PRODUCTION": lines}
    assert faults(text) == []


@pytest.mark.rule("FH-ORDER-005")
def test_of_two_sections_of_a_name_the_first_counts():
    text = section("Shipyard") + section("Visited 1 2 3", "JUMPS") + section("Research 5 BI", "PRO")
    assert in_sections(text) == {"PRODUCTION": ["Shipyard"], "JUMPS": ["Visited 1 2 3"]}
    assert faults(text) == [("error", "second-section", 7)]


@pytest.mark.rule("FH-ORDER-006")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ORDER-006"), ids=str)
def test_sections_may_stand_in_any_sequence(example):
    bodies = {"COMBAT": "Summary", "JUMPS": "Visited 1 2 3", "PRODUCTION": "Shipyard"}
    written = example.given["sections_written"]
    result = read("".join(section(bodies[name], name) for name in written))
    assert result.diagnostics == []
    for name in example.expect["executed"]:
        assert [e.text for e in section_of(result.orders, name).entries] == [bodies[name]]


def test_orders_stand_in_the_order_of_lines():
    text = section("Research 5 BI\nFoobar\nShipyard") + section("Visited 1 2 3", "JUMPS")
    assert [order.line for order in read(text).orders] == [2, 4, 7]


def test_what_is_known_of_an_order_when_it_is_read_is_its_section_and_its_arguments():
    (order,) = read(section("  reSEARCH 5 BI ; more")).orders
    arguments = {"section": "PRODUCTION", "amount": 5, "tech": ClassWord("tech", "BI")}
    assert (order.keyword, dict(order.arguments)) == ("RESEARCH", arguments)
    assert line_of(order).raw == "  reSEARCH 5 BI ; more"


# messages


@pytest.mark.rule("FH-MSG-001")
def test_the_text_of_a_message_is_taken_as_it_is():
    body = "\n  Greetings; shall we trade?\nSTART JUMPS\nEND\n\tJump"
    text = section(f"Message SP Klingon\n{body}\nZZZ\nScan FF A", "PRE-DEPARTURE")
    result = read(text)
    message, scan = result.orders
    assert message["lines"] == (
        "", "  Greetings; shall we trade?", "START JUMPS", "END", "\tJump",
    )  # fmt: skip
    assert (message.text, scan.text, scan.line) == ("Message SP Klingon", "Scan FF A", 9)
    assert result.diagnostics == []


@pytest.mark.rule("FH-MSG-002")
@pytest.mark.parametrize("line", ["ZZZ", "zzz", "Zzzleep well", " \tzzz", ", ,ZZZ end of it"])
def test_a_line_that_begins_with_zzz_ends_a_message(line):
    (message, scan) = read(section(f"Message SP A\nhi\n{line}\nScan FF A", "POST")).orders
    assert (message["lines"], scan.keyword) == (("hi",), "SCAN")


@pytest.mark.rule("FH-MSG-002")
@pytest.mark.parametrize("line", ["hi zzz", "zz", "z zz", ".zzz"])
def test_no_other_line_ends_a_message(line):
    (message,) = read(section(f"Message SP A\n{line}\nZZZ", "POST")).orders
    assert message["lines"] == (line,)


@pytest.mark.rule("FH-MSG-002")
def test_a_message_without_zzz_takes_the_rest_with_a_warning():
    text = section("Message SP A\nhi", "PRE") + section("Shipyard")
    assert orders(text) == ["Message SP A"]
    assert read(text).orders[0]["lines"] == ("hi", "END", "START PRODUCTION", "Shipyard", "END", "")
    assert ("warning", "no-zzz", 2) in faults(text)


@pytest.mark.rule("FH-MSG-001")
def test_a_message_in_the_wrong_section_is_skipped_with_its_text():
    text = section("Message SP A\nShipyard\nEND\nZZZ\nShipyard")
    assert in_sections(text) == {"PRODUCTION": ["? Invalid production command.", "Shipyard"]}


def test_a_greeting_may_begin_like_a_message():
    text = "Message to the gamemaster: sorry to be late\n"
    with_message = section("Message SP A\nhi\nZZZ", "PRE") + section("Shipyard")
    assert orders(text + section("Shipyard")) == ["Shipyard"]
    assert orders(text + with_message) == ["Message SP A", "Shipyard"]


def test_the_text_of_a_message_outside_sections_is_skipped_up_to_zzz():
    text = "Message SP A\nShipyard\nZZZ\n" + section("Research 5 BI")
    assert orders(text) == ["Research 5 BI"]
    assert faults(text) == [("error", "outside-sections", 1)]


# the engine's habit: sections run on


@pytest.mark.rule("FH-ORDER-004")
def test_by_the_engines_habit_a_section_runs_on_over_a_start():
    text = "START PRE-DEPARTURE\nAlly SP A\nSTART PRODUCTION\nEnemy SP B\nShipyard\nEND\nShipyard"
    assert in_sections(text, ENGINE) == {
        "PRE-DEPARTURE": [
            "Ally SP A", "? Invalid pre-departure command.", "Enemy SP B",
            "? Invalid pre-departure command.",
        ],
        "PRODUCTION": ["Enemy SP B", "Shipyard"],
    }  # fmt: skip
    assert orders(text, ENGINE) == ["Ally SP A", "Enemy SP B", "Enemy SP B", "Shipyard"]
    start = read(text, ENGINE).diagnostics[0]
    assert (start.code, start.line, start.hint) == (
        "wrong-section",
        3,
        "an END is missing before it",
    )


@pytest.mark.rule("FH-ORDER-005")
def test_by_the_engines_habit_too_the_first_start_counts():
    text = section("Shipyard") + section("Research 5 BI")
    assert in_sections(text, ENGINE) == {"PRODUCTION": ["Shipyard"]}
    assert ("error", "second-section", 4) in faults(text, ENGINE)


def test_by_the_engines_habit_messages_hide_starts_everywhere():
    text = "Message\nSTART JUMPS\nZZZ\n" + section("Shipyard")
    assert in_sections(text, ENGINE) == {"PRODUCTION": ["Shipyard"]}


def test_by_the_engines_habit_a_section_may_go_to_the_texts_end():
    text = "START JUMPS\nVisited 1 2 3\nSTART PRODUCTION\nShipyard"
    assert in_sections(text, ENGINE)["JUMPS"] == [
        "Visited 1 2 3", "? Invalid jump command.", "? Invalid jump command.",
    ]  # fmt: skip


def test_the_mod_makes_the_engines_language():
    assert isinstance(hz.load_variant("far_horizons", ["engine_1999"]).language, Language1999)
    assert not isinstance(hz.load_variant("far_horizons").language, Language1999)


# any text


@given(texts(), st.sampled_from([RULEBOOK, ENGINE]))
def test_whatever_is_written_is_read_without_an_exception(text, language):
    result = language.read(section(text, "PRE-DEPARTURE") + text)
    for remark in result.diagnostics:
        assert remark.message
        assert remark.line >= 0
