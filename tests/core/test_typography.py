"""Orders with the typography of phones and word processors are read as intended, in every game."""

from __future__ import annotations

# ruff: noqa: RUF001 - the tests need the ambiguous characters
import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core import load_variant, variants
from horizons_core.model import folded, typed
from horizons_core.orders import (
    line_of,
    lines_of,
    place_of,
    plain_characters,
    strip_invisible,
    without_emphasis,
)

LANGUAGES = {name: load_variant(name).language for name in sorted(variants())}
every_language = pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
INVISIBLE = ("\u00ad", "\u200b", "\u200e", "\u2060", "\ufeff")
BLANKS = ("\u00a0", "\u202f", "\u2003", "\u3000")
QUOTES = ("\u201c\u201d", "\u201e\u201c", "\u00bb\u00ab", "\u00ab\u00bb", "\u2018\u2019")
WIDE_DIGITS = str.maketrans({str(n): chr(0xFF10 + n) for n in range(10)})


def examples_of(language):
    return [command.example for command in language.commands]


def text_of(lines):
    return "\n".join(lines)


def head_only(example, change):
    """Return the example with its orders changed and the text of messages unchanged."""
    first, *rest = example.splitlines()
    inside = first.startswith("@")
    return text_of([change(first), *(rest if inside else map(change, rest))])


def with_quotes(text, quotes):
    opening, closing = quotes
    parts = text.split('"')
    return "".join(
        part + (opening if number % 2 == 0 else closing) for number, part in enumerate(parts)
    )[:-1]


def understood(language, text):
    read = language.read(text)
    faults = [remark.code for remark in read.diagnostics]
    return [(order.keyword, dict(order.written)) for order in read.orders], faults


@every_language
def test_leaning_quotes_are_quotes(language):
    for example in examples_of(language):
        expected = understood(language, example)
        for quotes in QUOTES:
            changed = head_only(example, lambda line, quotes=quotes: with_quotes(line, quotes))
            assert understood(language, changed) == expected, (example, quotes)


@every_language
def test_every_blank_is_one(language):
    for example in examples_of(language):
        expected = understood(language, example)
        for blank in BLANKS:
            changed = head_only(example, lambda line, blank=blank: line.replace(" ", blank))
            assert understood(language, changed) == expected, (example, blank)


def outcome(language, text):
    """Return the orders read, with names normalized for comparison, and the faults."""
    orders, faults = understood(language, text)
    return [
        (word, {k: typed(v) for k, v in written.items() if v != "."}) for word, written in orders
    ], faults


@every_language
def test_a_full_stop_behind_an_order_does_no_harm(language):
    for example in examples_of(language):
        first, *rest = example.split("\n")
        letter = first.startswith("@") or "ZZZ" in rest
        lines = [first + ".", *rest] if letter else [line + "." for line in (first, *rest)]
        assert outcome(language, "\n".join(lines)) == outcome(language, example)


@pytest.mark.parametrize("name", sorted(set(variants()) - {"far_horizons"}))  # always accepted them
def test_only_a_game_of_an_earlier_version_refuses_full_stops(name):
    variant = load_variant(name)
    game = variant.new_game(["Ada", "Brin", "Cleo"], seed=1)
    texts = [f"{command.example.splitlines()[0]}." for command in variant.commands]
    text = next(text for text in texts if variant.language.read(text).without_stop)
    (refusal,) = variant.language.read(text).without_stop.values()
    for version in (variant.info.version, "0.9.0", ""):
        game.version = version
        assert refusal not in variant.check_orders(game, "Ada", text)
    for game.version in variant.info.earlier_rules:
        assert refusal in variant.check_orders(game, "Ada", text)


@every_language
def test_marks_of_bold_type_round_a_line_do_no_harm(language):
    for example in examples_of(language):
        first, *rest = example.split("\n")
        letter = first.startswith("@") or "ZZZ" in rest
        expected = outcome(language, example)
        for form in ("*{}*", "_{}_", "*{}.*", "**{}**."):
            lines = rest if letter else [form.format(line) for line in rest]
            assert outcome(language, "\n".join([form.format(first), *lines])) == expected


def test_the_first_word_alone_may_be_bold():
    language = load_variant("event_horizon").language
    assert outcome(language, "*MOVE* 1 NE") == outcome(language, "MOVE 1 NE")
    assert outcome(language, "*#EVENTHORIZON* mars Ada\n*MOVE 1 NE") == outcome(
        language, "#EVENTHORIZON mars Ada\nMOVE 1 NE"
    )


@pytest.mark.parametrize("line", ["*", "***", "* MOVE 1 NE", "**** a", "_"])
def test_other_asterisks_are_no_marks(line):
    assert without_emphasis(line) == line


@pytest.mark.parametrize("name", sorted(variants()))
def test_only_a_game_of_an_earlier_version_takes_marks_of_bold_type_for_words(name):
    variant = load_variant(name)
    if not variant.info.earlier_rules:
        return
    game = variant.new_game(["Ada", "Brin", "Cleo"], seed=1)
    text = f"*{variant.info.envelope.opening} {game.name or 'x'} Ada*\n"
    faults = {}
    for version in (variant.info.version, *variant.info.earlier_rules):
        game.version = version
        codes = [remark.code for remark in variant.check_orders(game, "Ada", text)]
        faults[version] = "bad-header" in codes
    assert faults.pop(variant.info.version) is False
    assert all(faults.values())


def test_quoted_lines_among_unquoted_orders_are_reported_and_not_read():
    language = load_variant("event_horizon").language
    read = language.read("#EVENTHORIZON mars Ada\nMOVE 1 NE\n> MOVE 1 W\n> ; no\n> #END\n")
    assert [order.text for order in read.orders] == ["MOVE 1 NE"]
    assert [remark.code for remark in read.diagnostics] == ["no-end", *["quoted-line"] * 2]
    before = read.as_before()
    assert [order.text for order in before.orders] == ["MOVE 1 NE", "MOVE 1 W"]
    assert not before.diagnostics
    quoted = language.read("> #EVENTHORIZON mars Ada\nMOVE 1 NE\n> MOVE 1 W\n> #END\n")
    assert [order.text for order in quoted.orders] == ["MOVE 1 NE", "MOVE 1 W"]
    assert not quoted.diagnostics


@pytest.mark.parametrize(
    ("line", "closes"), [("@Brin: you", False), ("@Brin", True), ("@ Brin", True), ("> @", False)]
)
def test_a_message_ends_with_its_sign_alone(line, closes):
    language = load_variant("galaxy_g").language
    read = language.read(f"@ Drakh\nHello\n{line}\n> and\n@\n")
    first = read.orders[0]
    assert first["lines"] == (("Hello",) if closes else ("Hello", line, "> and"))


@every_language
def test_digits_of_double_width_are_digits(language):
    for example in examples_of(language):
        changed = head_only(example, lambda line: line.translate(WIDE_DIGITS))
        assert understood(language, changed) == understood(language, example)


@every_language
def test_invisible_characters_are_not_read(language):
    for example in examples_of(language):
        expected = understood(language, example)
        for sign in INVISIBLE:
            changed = head_only(example, lambda line, sign=sign: sign + sign.join(line) + sign)
            assert understood(language, changed) == expected, (example, sign)


@pytest.mark.parametrize("name", LANGUAGES)
def test_columns_are_those_of_the_text_as_it_was_sent(name):
    language = LANGUAGES[name]
    for command in language.commands:
        sent = head_only(command.mistake, "\u00ad".join)
        plain, changed = language.read(command.mistake), language.read(sent)
        lines = command.mistake.splitlines()
        for before, after in zip(plain.diagnostics, changed.diagnostics, strict=True):
            if before.column and before.column <= len(lines[before.line - 1]):
                rest = sent.splitlines()[after.line - 1][after.column - 1 :]
                assert rest.replace("\u00ad", "").startswith(
                    lines[before.line - 1][before.column - 1 :]
                ), command.keyword


def test_a_mistake_behind_invisible_characters_is_shown_where_it_stands():
    read = LANGUAGES["event_horizon"].read("> MO\u00adVE 1\u200b NORTH")
    (fault,) = read.diagnostics
    assert (fault.line, fault.column, fault.words) == (1, 12, "NORTH")


@pytest.mark.parametrize("end", ["#END.", "#end!", "#END ,", "#END;", "\u200b#END\u00a0."])
@pytest.mark.parametrize("name", LANGUAGES)
def test_a_full_stop_behind_the_closing_line_does_no_harm(name, end):
    language = LANGUAGES[name]
    opening = language.envelope.opening
    read = language.read(f"{opening} game Ada\n\n{end}\nBest wishes\nA\n")
    assert (list(read.orders), read.diagnostics) == ([], [])


@pytest.mark.parametrize("name", LANGUAGES)
def test_names_in_the_opening_line_may_stand_in_leaning_quotes(name):
    language = LANGUAGES[name]
    opening = language.envelope.opening
    header = language.read(
        f"{opening} “our game” ‘Ada Lovelace’ „moon rise“ turn ７\n#END\n"
    ).header
    assert (header.game, header.empire, header.password) == (
        "our game",
        "Ada Lovelace",
        "moon rise",
    )
    assert header.turn == 7


def test_a_message_is_delivered_word_for_word():
    message = ["“Peace”, said Ada’s\u00a0envoy\u2026", "n\u00adot １０ ships", " #END "]
    galaxy = LANGUAGES["galaxy_g"].read(text_of(["@ “Brin”", *message[:2], "@"]))
    assert galaxy.orders[0]["lines"] == tuple(message[:2])
    far = text_of(["START PRE-DEPARTURE", "MESSAGE SP Brin", *message[:2], "ZZZ", "END"])
    (order,) = LANGUAGES["far_horizons"].read(far).orders
    assert order["lines"] == tuple(message[:2])


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("NAME 1 Pride of Ada", "Pride of Ada"),
        ("NAME 1 Pride  of   Ada ; the first", "Pride of Ada"),
        ('NAME 1 "Pride of" Ada', "Pride of Ada"),
        ("BUILD 1 0 1 0 0 Old Probe", "Old Probe"),
        ("NAME 1 Ada’s", "Ada’s"),
        ("NAME 1 ‘Ada’s Pride’", "Ada’s Pride"),
        ('NAME 1 "The “Big” one"', "The “Big” one"),
        ('NAME 1 “Pride of Ada"', "Pride of Ada"),
    ],
)
def test_a_name_that_ends_the_line_needs_no_quotes(line, name):
    read = LANGUAGES["event_horizon"].read(line)
    assert (read.diagnostics, [order["name"] for order in read.orders]) == ([], [name])


def test_names_are_the_same_whatever_their_apostrophes():
    assert folded("O’Brien") == folded("o'brien") == folded("Oʼ_Brien".replace("_", ""))


@given(st.text(max_size=60))
def test_plain_characters_keep_their_places(text):
    assert len(plain_characters(text)) == len(text)
    assert plain_characters(plain_characters(text)) == plain_characters(text)


@given(st.text(st.sampled_from('ab \u200b\u00ad“”"'), max_size=20))
def test_every_character_knows_its_place(text):
    visible, places = strip_invisible(text)
    assert [text[place_of(at, places)] for at in range(len(visible))] == list(visible)


@pytest.mark.parametrize("sign", ["“", '"“', "\u200b"])
def test_a_long_line_of_odd_characters_takes_no_long_time(sign):
    """Time that grew with the square of the length would be hours."""
    long = sign * 200_000
    assert len(list(lines_of(long))) == 1


def test_plain_text_is_left_alone():
    assert line_of('> MOVE 1 "A B"').text == 'MOVE 1 "A B"'
