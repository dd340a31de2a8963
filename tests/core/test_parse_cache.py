"""Lines of known shapes are read without the parser, with the same result."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.orders import Command, Envelope, OrderLanguage, OrderStyle

GRAMMAR = r"""
send: _HEAD goods (note amount?)?
tell: _HEAD names*
call: _HEAD title place
goods: WORD
note: WORD | QUOTED
amount: WORD
names: WORD | QUOTED
title: WORD+ QUOTED
place: WORD
_HEAD: /[^\s"]+/
"""
COMMANDS = tuple(
    Command(keyword, rule, "all", help=rule)
    for keyword, rule in zip("STC", ("send", "tell", "call"), strict=True)
)
LANGUAGE = OrderLanguage(GRAMMAR, COMMANDS, Envelope("#LINES"), OrderStyle(initials=True))

#: Words, quotes that touch them, blanks of all kinds, and characters that no line may contain.
PIECES = [
    "S",
    "Tell",
    "c",
    "tea",
    "12",
    '"Old Cato"',
    '""',
    '"',
    " ",
    "  ",
    "\t",
    "\u2003",
    "\x0b",
    ";",
    "é",
]
LINES = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)


def untaught(language):
    """Return the language with an empty cache; making a parser takes long."""
    fresh = evolve(language)
    vars(fresh)["parser"] = language.parser
    return fresh


def calls_of_the_parser(monkeypatch, language):
    """Return a list to which all texts passed to the parser are added from now on."""
    given_texts = []
    parse = language.parser.parse

    def watched(text, start):
        given_texts.append(text)
        return parse(text, start=start)

    monkeypatch.setattr(language.parser, "parse", watched)
    return given_texts


@given(taught=LINES, text=LINES)
def test_what_was_read_before_changes_nothing(taught, text):
    alone, after = untaught(LANGUAGE), untaught(LANGUAGE)
    after.read(taught)

    assert after.read(text) == alone.read(text) == alone.read(text)
    assert LANGUAGE.read(text) == alone.read(text)


def test_one_line_of_a_kind_is_parsed(monkeypatch):
    language = untaught(LANGUAGE)
    parsed = calls_of_the_parser(monkeypatch, language)

    first, second, third = language.read('S tea "for you" 3\nS  silk\t"" 4\nS tea thanks 3').orders

    assert parsed == ['S tea "for you" 3', "S tea thanks 3"]
    assert (first["note"], second["note"], third["note"]) == ("for you", "", "thanks")
    assert (second["goods"], second.columns["note"]) == ("silk", 9)


def test_what_cannot_be_read_is_left_to_the_parser(monkeypatch):
    language = untaught(LANGUAGE)
    parsed = calls_of_the_parser(monkeypatch, language)

    read = language.read("S\nS\nS a b c d\nS a b c d")

    assert len(parsed) == len(read.diagnostics) == 4


@pytest.mark.parametrize(
    "more",
    [
        'go: _HEAD names "TO"i place',
        "go: _HEAD number\nnumber: /[0-9]+/",
        r"go: /[a-z]+(?=\s[0-9])/ names",
        "go: _HEAD names\n%ignore /,/",
        "go: _HEAD send",
        'go: "GO TO"i names',
    ],
)
def test_a_grammar_with_more_than_words_is_left_to_the_parser(monkeypatch, more):
    command = Command("G", "go", "all", help="Goes.", grammar=more)
    language = evolve(LANGUAGE, commands=(*COMMANDS, command))
    parsed = calls_of_the_parser(monkeypatch, language)

    language.read("S tea\nS tea")

    assert parsed == ["S tea", "S tea"]
