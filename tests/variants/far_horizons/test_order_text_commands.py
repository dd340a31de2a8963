"""The commands: their recognition, their sections, and remarks on unknown ones."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from variants.far_horizons.model.orders import SECTION_OF, SECTIONS, Unread, section_of
from variants.far_horizons.mods.engine_1999.language import Language1999
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.language import FarHorizonsLanguage, instead_of
from variants.far_horizons.orders.sections import ENVELOPE, SECTIONS_OF

CATALOGUE = catalogue("far_horizons", "variants.far_horizons")
LANGUAGE = FarHorizonsLanguage(COMMANDS)
ENGINE = Language1999(COMMANDS)
KEYWORDS = tuple(command.keyword for command in COMMANDS)
#: Lines that begin or end a section or block are no commands of the parser.
OF_SECTIONS = {"START", "END", "ZZZ"}

ARGUMENTS = {
    "SP n": "SP 17", "PL name": "PL Mars", "ab": "CU", "bas": "BAS Guardian",
    "base": "BAS Guardian", "d": "PL Mars", "loc": "1 2 3", "n": "5", "n1": "10", "n2": "20",
    "n3": "30", "p": "2",
    "pl": "PL Mars", "s": "PL Earth", "ship": "FF Edison", "sp": "SP Klingon", "tech": "BI",
    "x y z": "1 2 3", "x y z p PL name": "1 2 3 4 PL Mars", "age": "4", "0": "0",
}  # fmt: skip


def within(section: str, *lines: str) -> str:
    return "\n".join([f"START {section}", *lines, "END"])


def entry(section: str, line: str, language: FarHorizonsLanguage = LANGUAGE):
    """The result of one line of a section."""
    (only,) = section_of(language.read(within(section, line)).orders, section).entries
    return only


def remark(section: str, line: str):
    (only,) = LANGUAGE.read(within(section, line)).diagnostics
    return only


# three letters


@pytest.mark.rule("FH-ORDER-017")
@pytest.mark.rule("FH-CMD-005")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ORDER-017", "FH-CMD-005"), ids=str)
def test_three_letters_in_any_case_name_a_command(example):
    expected = example.expect["command"]
    word = example.given["word"]
    accepting = SECTIONS_OF.get(expected, ("PRODUCTION",))[0]
    element = entry(accepting, f"{word} 5 BI")
    if expected in {None, "none"}:
        assert element.reason == "Unknown or missing command."
    else:
        assert element.keyword == expected


@pytest.mark.rule("FH-CMD-005")
def test_all_commands_differ_in_three_letters():
    letters = [keyword[:3] for keyword in [*KEYWORDS, *OF_SECTIONS]]
    assert len(set(letters)) == len(letters) == 51


@pytest.mark.rule("FH-ORDER-017")
@pytest.mark.rule("FH-CMD-005")
@pytest.mark.parametrize("word", ["RE", "x", "Foobar", "12", "PL", "???", "Bu ild", "ßüi"])
@pytest.mark.parametrize("language", [LANGUAGE, ENGINE])
def test_a_short_or_unknown_word_is_rejected(word, language):
    element = entry("PRODUCTION", f"{word} 5 BI", language)
    assert isinstance(element, Unread)
    assert element.reason == "Unknown or missing command."
    (fault,) = language.read(within("PRODUCTION", f"{word} 5 BI")).diagnostics
    assert (fault.severity, fault.code, fault.line, fault.column) == (
        "error",
        "unknown-order",
        2,
        1,
    )
    assert fault.words == word.split()[0]


@pytest.mark.parametrize("word", ["Surrender", "TECH", "zzz", "tec"])
def test_some_known_words_are_accepted_nowhere(word):
    for kind in SECTIONS:
        assert entry(kind.name, word).reason == f"Invalid {kind.word} command."


# sections


@pytest.mark.rule("FH-ORDER-008")
@pytest.mark.rule("FH-ORDER-009")
@pytest.mark.rule("FH-ORDER-010")
@pytest.mark.rule("FH-ORDER-011")
@pytest.mark.rule("FH-ORDER-012")
@pytest.mark.rule("FH-ORDER-013")
@pytest.mark.rule("FH-ORDER-014")
@pytest.mark.parametrize("clause", [f"FH-ORDER-{number:03}" for number in range(9, 15)])
def test_a_section_accepts_its_commands_and_no_others(clause):
    (row,) = CATALOGUE[clause].rows
    kind = SECTION_OF[row["section"]]
    expected = set(row["commands"]) - OF_SECTIONS
    for keyword in KEYWORDS:
        element = entry(kind.name, keyword.title())
        if keyword in expected:
            assert element.keyword == keyword
        else:
            assert element.reason == f"Invalid {kind.word} command."
            fault = LANGUAGE.read(within(kind.name, f"{keyword}\nZZZ")).diagnostics[0]
            assert (fault.severity, fault.code) == ("error", "wrong-section")
            assert all(section in fault.hint for section in SECTIONS_OF[keyword])


@pytest.mark.rule("FH-ORDER-008")
@pytest.mark.rule("FH-ORDER-013")
@pytest.mark.parametrize(
    ("section", "line", "belongs"),
    [
        ("PRE-DEPARTURE", "Jump FF Edison, PL Mars", "JUMPS"),
        ("JUMPS", "Build 3 CU", "PRODUCTION"),
        ("POST-ARRIVAL", "Research 3 BI", "PRODUCTION"),
        ("PRODUCTION", "Attack SP Klingon", "COMBAT or STRIKES"),
        ("COMBAT", "Intercept 5", "PRODUCTION"),
        ("STRIKES", "Ambush 5", "PRODUCTION"),
        ("POST-ARRIVAL", "Install PL Mars", "PRE-DEPARTURE"),
        ("POST-ARRIVAL", "Unload TR1 Mover", "PRE-DEPARTURE"),
        ("POST-ARRIVAL", "Base 4 PL Mars, BAS Guardian", "PRE-DEPARTURE"),
        ("POST-ARRIVAL", "Disband PL Mars", "PRE-DEPARTURE"),
        ("JUMPS", "Transfer 3 CU PL Earth, PL Mars", "PRE-DEPARTURE or POST-ARRIVAL"),
        ("COMBAT", "Ally SP Klingon", "PRE-DEPARTURE, PRODUCTION or POST-ARRIVAL"),
    ],
)
def test_an_order_in_the_wrong_section_is_rejected_and_says_where_it_belongs(
    section, line, belongs
):
    assert remark(section, line).hint == f"it belongs to {belongs}"


@pytest.mark.rule("FH-ORDER-008")
@pytest.mark.rule("FH-CMD-017")
@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("PRODUCTION", "Hide"), ("PRODUCTION", "Ambush 5"), ("PRODUCTION", "Intercept 5"),
        ("COMBAT", "Hide FF Edison"), ("STRIKES", "Hide FF Edison"),
    ],
)  # fmt: skip
def test_hide_is_accepted_in_production_and_in_battles(section, line):
    assert entry(section, line)["section"] == section


# the table of commands


def written(row) -> str:
    """The order that a row of the table describes."""
    arguments = row["args"].replace(",", ", ").split()
    line, left = [row["command"]], " ".join(arguments)
    while left:
        left = left.lstrip()
        closing = left.startswith("[")
        word = left.lstrip("[").lstrip(", ")
        name = max((n for n in ARGUMENTS if word.startswith(n)), key=len)
        line.append(("" if not (closing and "," in left[:2]) else ", ") + ARGUMENTS[name])
        left = word[len(name) :].lstrip("] ")
        if left.startswith(","):
            line[-1] += ","
            left = left[1:]
    return " ".join(line)


@pytest.mark.rule("FH-CMD-001")
@pytest.mark.parametrize(
    "row",
    [row for row in CATALOGUE["FH-CMD-001"].rows if row["command"] not in OF_SECTIONS],
    ids=lambda row: f"{row['command']} {row['args']}",
)
def test_every_form_of_the_table_is_accepted_where_it_says(row):
    line = written(row)
    accepted = [kind.name for kind in SECTIONS if not isinstance(entry(kind.name, line), Unread)]
    if row["command"] == "HIDE":  # its two forms belong to different sections
        assert set(row["sections"]) < set(accepted) == {"COMBAT", "PRODUCTION", "STRIKES"}
    else:
        assert accepted == [kind.name for kind in SECTIONS if kind.name in row["sections"]]
    assert entry(accepted[0], line).keyword == row["command"]


@pytest.mark.rule("FH-CMD-001")
def test_no_command_of_the_table_is_missing_and_only_deep_is_more():
    table = {row["command"] for row in CATALOGUE["FH-CMD-001"].rows}
    assert set(KEYWORDS) | OF_SECTIONS == table | {"DEEP"}


@pytest.mark.rule("FH-CMD-001")
def test_a_command_shows_no_fewer_forms_than_the_table():
    """Forms are compared with and without their optional words."""
    for row in CATALOGUE["FH-CMD-001"].rows:
        if row["command"] not in OF_SECTIONS:
            patterns = _variants(LANGUAGE.by_keyword[row["command"]].syntax)
            forms = _variants([_as_shown(row)])
            assert forms & patterns or forms <= patterns, (row, patterns)


_SHOWN = {
    "sp": "SP name", "pl": "PL name", "base": "BAS name", "bas": "BAS name", "ab": "class",
    "tech": "technology", "s": "source", "d": "destination", "loc": "x y z",
}  # fmt: skip


def _as_shown(row) -> str:
    words = row["args"].replace(",", " , ").replace("[", " [ ").replace("]", " ] ").split()
    return " ".join([row["command"], *(_SHOWN.get(word, word) for word in words)])


def _variants(forms) -> set[str]:
    """The forms with every part in brackets left out or written, commas aside."""
    phrases = set()
    for form in forms:
        parts = form.replace(",", " ").replace("[", " [ ").replace("]", " ] ").split()
        phrases |= {" ".join(words) for words in _chosen(parts)}
    return phrases


def _chosen(parts) -> list[list[str]]:
    if "[" not in parts:
        return [parts]
    first, depth = parts.index("["), 0
    for last in range(first, len(parts)):
        depth += {"[": 1, "]": -1}.get(parts[last], 0)
        if depth == 0:
            break
    without = [*parts[:first], *parts[last + 1 :]]
    written_out = [*parts[:first], *parts[first + 1 : last], *parts[last + 1 :]]
    return [*_chosen(without), *_chosen(written_out)]


@pytest.mark.rule("FH-CMD-015")
@pytest.mark.parametrize(
    ("section", "line"),
    [("POST-ARRIVAL", "Auto please"), ("PRODUCTION", "Shipyard 3"), ("COMBAT", "Summary of it")],
)
def test_what_stands_behind_a_command_without_arguments_is_no_mistake_to_the_reader(section, line):
    read = LANGUAGE.read(within(section, line))
    assert ([order.text for order in read.orders], read.diagnostics) == ([line], [])


# explaining


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.keyword)
def test_a_command_explains_itself(command):
    assert command.help.endswith(".")
    assert all(form.split()[0] == command.keyword for form in command.syntax)
    assert command.phase in {kind.phase for kind in SECTIONS}
    assert all(rule in CATALOGUE for rule in command.rules)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.keyword)
@pytest.mark.parametrize("language", [LANGUAGE, ENGINE])
def test_the_example_of_a_command_is_read(command, language):
    read = language.read(command.example)
    assert read.diagnostics == []
    assert [order.keyword for order in read.orders] == [command.keyword]


@pytest.mark.parametrize(
    ("section", "word", "hint"),
    [
        ("PRODUCTION", "Bild", "did you mean 'BUILD'?"),
        ("PRODUCTION", "Rseach", "did you mean 'RESEARCH'?"),
        ("PRE-DEPARTURE", "Trnsfer", "did you mean 'TRANSFER'?"),
        ("PRE-DEPARTURE", "Istall", "did you mean 'INSTALL'?"),
        ("POST-ARRIVAL", "Msesage", "did you mean 'MESSAGE'?"),
        ("JUMPS", "Jum", ""),
        ("JUMPS", "Jup", "did you mean 'JUMP'?"),
        ("PRODUCTION", "Jup", "did you mean 'JUMP'? it belongs to JUMPS"),
        ("PRODUCTION", "Uplod", "did you mean 'UNLOAD'? it belongs to PRE-DEPARTURE"),
        ("PRODUCTION", "RE", "at least three letters are needed, as in RECYCLE or RESEARCH"),
        ("PRODUCTION", "ZZ", "at least three letters are needed"),
        ("JUMPS", "Qqqqq", "the orders of section JUMPS are JUMP, MOVE, PJUMP, VISITED, WORMHOLE"),
    ],
)
def test_near_misses_are_suggested(section, word, hint):
    remarks = LANGUAGE.read(within(section, f"{word} 3")).diagnostics
    assert [r.hint for r in remarks] == ([hint] if hint else [])


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.keyword)
def test_a_command_with_a_letter_too_few_or_doubled_is_guessed(command):
    word, section = command.keyword, SECTIONS_OF[command.keyword][0]
    for altered_text in (word[0] + word[2:], word[:1] + word):
        if altered_text[:3] not in LANGUAGE.by_letters and len(word) > 4:
            assert f"'{word}'" in instead_of(altered_text, section, LANGUAGE.by_keyword)


def test_the_template_explains_every_command_once_and_orders_nothing():
    template = LANGUAGE.template("our game", "Ada")
    assert template.startswith('#FARHORIZONS "our game" Ada\n')
    assert template.endswith("#END\n")
    for command in COMMANDS:
        for form in command.syntax:
            assert template.count(f"\n; {form}\n") == 1, form
    read = LANGUAGE.read(template, game="our game", empire="Ada")
    assert (read.orders, read.diagnostics) == ([], [])
    assert list(read.orders.sections) == [kind.name for kind in SECTIONS]
    assert max(map(len, template.splitlines())) <= 100


def test_the_examples_of_the_template_are_orders_where_they_stand():
    """Uncommenting an example gives the order that it explains."""
    lines = LANGUAGE.template("", "Ada").splitlines()
    plain = [line.removeprefix(";") if line.startswith(";     ") else line for line in lines]
    read = LANGUAGE.read("\n".join(plain))
    assert read.diagnostics == []
    assert [order.keyword for order in read.orders] == sorted(
        KEYWORDS, key=[order.keyword for order in read.orders].index
    )


@pytest.mark.parametrize("kind", SECTIONS, ids=lambda kind: kind.name)
def test_the_template_names_every_command_in_every_section_that_accepts_it(kind):
    template = LANGUAGE.template("", "Ada")
    body = template.partition(f"START {kind.name}\n")[2].partition("\nEND")[0]
    assert {word for word in KEYWORDS if word in body.replace(",", " ").split()} >= {
        keyword for keyword, sections in SECTIONS_OF.items() if kind.name in sections
    }


def test_commands_of_mods_are_known_in_the_section_of_their_phase():
    from attrs import evolve

    extended = evolve(
        COMMANDS[0],
        keyword="PRAY",
        syntax=("PRAY",),
        forms=(),
        arguments={},
        example="START COMBAT\nPray\nEND",
    )
    language = FarHorizonsLanguage((*COMMANDS, extended))
    assert entry("PRE-DEPARTURE", "Pray", language).keyword == "PRAY"
    assert isinstance(entry("STRIKES", "Pray", language), Unread)
    assert language.template("", "Ada")


def test_the_envelope_is_that_of_the_variant():
    assert LANGUAGE.envelope is ENVELOPE
