"""The words of an order: numbers, class words, names that end with commas, commas forgotten."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.rules import catalogue
from variants.far_horizons.constants import CLASS_OF, ITEM_OF, TECHS
from variants.far_horizons.model.names import RULEBOOK_NAMES, WordCursor
from variants.far_horizons.model.orders import ClassWord, SourceLine, WrittenName, class_of
from variants.far_horizons.mods.engine_1999.language import Language1999
from variants.far_horizons.mods.engine_1999.names import ForgivingNames, insert_missing_comma
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.sections import first_word

CATALOGUE = catalogue("far_horizons", "variants.far_horizons")
KINDS = {"PL": "planet", "SP": "species"}


def words(text: str, *, fractions=False) -> WordCursor:
    """The words of an order, without its command word."""
    return WordCursor(SourceLine(1, text), fractions=fractions)


def named(text: str) -> tuple[str, str]:
    """The class word's code and the name that come next."""
    cursor = words(text)
    word = cursor.class_word()
    return (word.code if word else "", cursor.name())


# numbers


@pytest.mark.rule("FH-CMD-004")
@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("12", 12), ("007", 7), ("+5", 5), ("-3", -3), (" \t,, 9", 9)]
)
def test_a_number_may_have_a_sign(text, number):
    assert words(text).number() == number


@pytest.mark.rule("FH-CMD-004")
@pytest.mark.parametrize("text", ["", "x1", "-", "+", "--4", "PL 4", "1.5", "0.0", "²", "٣", "½"])
def test_what_is_no_whole_number_is_none_and_stays(text):
    cursor = words(text)
    assert cursor.number() is None
    assert cursor.name() == text


@pytest.mark.rule("FH-CMD-004")
def test_by_the_engines_habit_a_fraction_counts_as_its_whole_part():
    cursor = words("1.5 CU", fractions=True)
    assert (cursor.number(), cursor.name()) == (1, ".5 CU")


@pytest.mark.parametrize(("text", "number"), [("9" * 200, 2**63 - 1), ("-" + "9" * 200, 1 - 2**63)])
def test_a_monstrous_number_is_held_within_bounds(text, number):
    assert words(text).number() == number


def test_numbers_need_no_blank_behind_them():
    cursor = words("12CU")
    assert (cursor.number(), cursor.class_word("item").code) == (12, "CU")


def test_numbers_may_be_divided_by_blanks_tabs_and_commas():
    cursor = words("12, 7\t 18,,4")
    assert [cursor.number() for _ in range(5)] == [12, 7, 18, 4, None]
    assert cursor.ended


# class words


@pytest.mark.rule("FH-NAME-003")
@pytest.mark.parametrize(
    ("text", "complete"),
    [("TR5 Mule", "TR5 Mule"), ("TR5 Mule, x", "TR5 Mule"), ("TR5 Mule\tx, y", "TR5 Mule"),
     ("TR5 Mule ,\t", "TR5 Mule"), (31 * "x" + "y", 31 * "x"), (30 * "x" + " y", 30 * "x")],
)  # fmt: skip
def test_a_whole_name_ends_with_a_comma_or_a_tab(text, complete):
    assert WrittenName(text, None, "", 1).plain_name == complete


@pytest.mark.rule("FH-ABBR-001")
@pytest.mark.parametrize("row", CATALOGUE["FH-ABBR-001"].rows, ids=lambda row: row["abbr"])
def test_every_abbreviation_of_the_table_is_known_in_any_case(row):
    kind = {"transport": "ship", "starbase": "ship", "prefix": KINDS.get(row["abbr"])}
    marks = range(1, 10) if row["abbr"].endswith("n") else [""]
    for mark in marks:
        abbreviation = row["abbr"].removesuffix("n") + str(mark)
        for written in (abbreviation, abbreviation.lower(), abbreviation.title()):
            class_ = class_of(written)
            assert class_.kind == kind.get(row["type"], row["type"])
            assert abbreviation.startswith(class_.code)


@pytest.mark.rule("FH-ABBR-001")
def test_no_other_class_of_ship_item_or_technology_is_known():
    table = {row["abbr"].removesuffix("n") for row in CATALOGUE["FH-ABBR-001"].rows}
    known = {item.rstrip("123456789") for item in ITEM_OF} | set(CLASS_OF) | set(TECHS)
    assert known | {"PL", "SP"} == table


@pytest.mark.rule("FH-ABBR-002")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ABBR-002"), ids=str)
def test_an_s_makes_a_ship_sub_light(example):
    class_, expected = class_of(example.given["abbr"]), example.expect
    assert expected["class"].startswith(class_.code)
    assert class_.sub_light == expected.get("sublight", False)
    assert class_.tonnage * 10_000 == expected.get("tonnage", class_.tonnage * 10_000)
    assert (class_.code == "BAS") == expected.get("starbase", False)


@pytest.mark.rule("FH-ABBR-002")
@pytest.mark.parametrize("ship", [code for code in CLASS_OF if code not in {"BAS", "TR"}])
def test_every_ship_has_a_sub_light_version(ship):
    assert class_of(ship) == ClassWord("ship", ship, CLASS_OF[ship].tonnage)
    assert class_of(f"{ship}S") == ClassWord("ship", ship, CLASS_OF[ship].tonnage, sub_light=True)


@pytest.mark.rule("FH-ABBR-003")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ABBR-003"), ids=str)
def test_a_transports_number_is_its_tonnage(example):
    class_ = class_of(example.given["abbr"])
    assert (class_.code, class_.tonnage * 10_000) == ("TR", example.expect["tonnage"])


@pytest.mark.rule("FH-ABBR-003")
@pytest.mark.parametrize("word", ["tr", "TR", "TR0", "TRS"])
def test_a_transport_without_a_size_has_none(word):
    assert class_of(word).tonnage == 0


@pytest.mark.rule("FH-ABBR-002")
@pytest.mark.parametrize(
    "word",
    ["BASS", "BAS1", "XX", "CA1", "CAX", "CASS", "TR5SS", "TR5X", "SG", "SG0", "GU10", "MIS",
     "PLS", "S", "", "T R", "TR-5", "CA'"],
)  # fmt: skip
def test_anything_more_spoils_a_class_word(word):
    assert class_of(word) is None


@pytest.mark.rule("FH-BAS-008")
def test_starbases_may_be_written_ba():
    assert class_of("ba") == class_of("BAS") == ClassWord("ship", "BAS")


def test_technologies_are_looked_for_before_items_and_items_before_ships():
    assert class_of("MA").kind == "tech"
    assert class_of("SU").kind == "item"
    assert class_of("CS").kind == "ship"


def test_a_class_word_of_the_wrong_kind_stays():
    cursor = words("PL Mars")
    assert cursor.class_word("ship", "species") is None
    assert cursor.class_word("planet").code == "PL"
    assert cursor.name() == "Mars"


@pytest.mark.parametrize("text", ["DD-Dawson", "DD'Dawson", "DD,Dawson", "DD\tDawson"])
def test_a_class_word_ends_at_any_other_sign(text):
    assert words(text).class_word("ship").code == "DD"


# names


@pytest.mark.rule("FH-ORDER-018")
@pytest.mark.rule("FH-ORDER-020")
@pytest.mark.rule("FH-ORDER-021")
@pytest.mark.rule("FH-ORDER-019")
@pytest.mark.parametrize(
    ("line", "ship", "planet"),
    [
        ("JUMP CT Laughing Dog, PL Shangri La", ("CT", "Laughing Dog"), ("PL", "Shangri La")),
        ("JUMP CT Laughing Dog PL Shangri La", ("CT", "Laughing Dog PL Shangri La"), ("", "")),
        ("Jump TR7 Love Dove, PL Mars ;Deliver colonists", ("TR", "Love Dove"), ("PL", "Mars")),
        ("\t  Orbit   FF Thomas Edison,   PL Mars", ("FF", "Thomas Edison"), ("PL", "Mars")),
        ("Jump FF Edison\tPL Mars", ("FF", "Edison"), ("PL", "Mars")),
        ("Jump FF Edison  , ,\tPL Mars \t ; there", ("FF", "Edison"), ("PL", "Mars")),
    ],
)
def test_a_name_ends_with_a_comma_a_tab_or_the_line(line, ship, planet):
    code = SourceLine(1, line).code
    cursor = WordCursor(SourceLine(1, line), first_word(code)[1])
    words = [(word.code if (word := cursor.class_word()) else "", cursor.name()) for _ in "12"]
    assert words == [ship, planet]
    assert cursor.ended


@pytest.mark.rule("FH-ORDER-020")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ORDER-020"), ids=str)
def test_coordinates_may_stand_behind_a_tab(example):
    line = example.given["line"]
    cursor = WordCursor(SourceLine(1, line), first_word(line)[1])
    assert cursor.class_word("ship").code + " " + cursor.name() == example.expect["ship"]
    assert [cursor.number() for _ in "xyz"] == example.expect["destination"]


@pytest.mark.rule("FH-NAME-001")
@pytest.mark.rule("FH-NAME-005")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-NAME-001"), ids=str)
def test_31_characters_of_a_name_count(example):
    cursor = words(example.given["name"] + ", 5")
    assert (cursor.name(), cursor.number()) == (example.expect["stored"], 5)


@pytest.mark.rule("FH-NAME-005")
def test_blanks_inside_a_name_count_and_those_at_its_ends_do_not():
    assert words("   Old   Faithful   , 5").name() == "Old   Faithful"
    assert words("ABCDEFGHIJKLMNOPQRSTUVWXYZ1234   5").name() == "ABCDEFGHIJKLMNOPQRSTUVWXYZ1234"


@pytest.mark.rule("FH-NAME-003")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-NAME-003"), ids=str)
def test_a_comma_or_a_semicolon_is_no_part_of_a_name(example):
    name = example.given["name"]
    assert (words(name).name() == name) == example.expect["legal"]


@pytest.mark.rule("FH-NAME-003")
@pytest.mark.parametrize("name", ["Mo Ja'adebi", "7 of Nine", "a.b-c/d!?*#%", "Ñandú", "x" * 31])
def test_any_other_printable_sign_is(name):
    assert words(f"{name}, 5").name() == name


@pytest.mark.rule("FH-CMD-016")
def test_numbers_and_class_words_before_a_name_need_no_comma_and_may_have_one():
    for text in ("BI 17 SP Klingon", "BI, 17, SP Klingon", "BI\t17 , SP\tKlingon"):
        cursor = words(text)
        assert (cursor.class_word("tech").code, cursor.number()) == ("BI", 17)
        assert cursor.class_word("species")
        assert cursor.name() == "Klingon"


@pytest.mark.rule("FH-CMD-016")
@pytest.mark.parametrize("text", ["20 IU PL Mars", "20 IU, PL Mars"])
def test_install_may_have_a_comma_behind_the_class(text):
    cursor = words(text)
    assert (cursor.number(), cursor.class_word("item").code) == (20, "IU")
    assert (cursor.class_word("planet").code, cursor.name()) == ("PL", "Mars")


@pytest.mark.rule("FH-CMD-016")
def test_a_name_without_a_comma_is_read_too_long():
    assert named("SP Klingon 21 IU") == ("SP", "Klingon 21 IU")


def test_the_piece_read_last_knows_its_column():
    cursor = WordCursor(SourceLine(3, "Build 12 CU, TR5 Old Mover ", shift=2), 5)
    cursor.number()
    assert (cursor.piece.text, cursor.piece.column) == ("12", 9)
    cursor.class_word("item")
    cursor.class_word("ship")
    cursor.name()
    assert (cursor.piece.text, cursor.piece.column) == ("Old Mover", 20)


def test_words_may_be_read_a_second_time():
    cursor = words("TR5 Mover, 3")
    start = cursor.skip()
    cursor.class_word()
    cursor.at = start
    assert (cursor.class_word().tonnage, cursor.name()) == (5, "Mover")


# commas forgotten: the engine's habit


@pytest.mark.rule("FH-ORDER-018")
@pytest.mark.rule("FH-CMD-016")
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        # a comma before a later class word of a ship, planet or species
        ("CT Laughing Dog PL Shangri La", "CT Laughing Dog,PL Shangri La"),
        ("TR1 Sly Drake tr5s Mover", "TR1 Sly Drake,tr5s Mover"),
        ("Sly Drake PL Mars 3", "Sly Drake,PL Mars 3"),
        ("SP Klingon BAS High Guardian, 3", "SP Klingon,BAS High Guardian, 3"),
        ("TR1 Sly\tPL Mars", "TR1 Sly,PL Mars"),
        # only the first of them
        ("CT A PL B BAS C", "CT A,PL B BAS C"),
        # none before a technology or an item
        ("Sly Drake CU 5", "Sly Drake CU,5"),
        # else commas before all numbers
        ("PB Benjamin Franklin 12 7 18", "PB Benjamin Franklin,12,7,18"),
        ("Laughing Dog 5", "Laughing Dog,5"),
        # of two or four the first belongs to the name
        ("PB Sly Drake 27 12 7 18", "PB Sly Drake 27,12,7,18"),
        ("CT Dog 3 5", "CT Dog 3,5"),
        ("CT Dog 1 2 3 4 5", "CT Dog,1,2,3,4,5"),
        # else behind the second word if the first is a class word, else behind the first
        ("TR1 Mover Mars", "TR1 Mover,Mars"),
        ("Mover Mars", "Mover,Mars"),
        ("Old Mover Mars", "Old,Mover Mars"),
        ("CU Mover Mars", "CU Mover,Mars"),
        # no fix
        ("TR1 Mover", None),
        ("Mover", None),
        ("", None),
    ],
)
def test_a_forgotten_comma_is_guessed_once(arguments, expected):
    assert insert_missing_comma(arguments) == expected


def read_again(text):
    """The words of an order with a comma put before its ship, as the mod's names read it."""
    order = Language1999(COMMANDS).read(f"START PRE-DEPARTURE\n{text}\nEND").orders[0]
    return ForgivingNames().second_reading(order, "unknown-ship", "ship")


@pytest.mark.rule("FH-ORDER-018")
def test_commas_are_guessed_by_the_engines_habit_only():
    order = Language1999(COMMANDS).read("START PRE-DEPARTURE\nLand CT Dog PL Mars\nEND").orders[0]
    assert RULEBOOK_NAMES.second_reading(order, "unknown-ship", "ship") is None
    second = read_again("Land CT Dog PL Mars")
    assert (second["ship"].text, second["planet"].text) == ("CT Dog", "PL Mars")
    assert second.columns == {"ship": 6, "planet": 13}
    assert second.text == "Land CT Dog PL Mars"


def test_a_comma_is_guessed_from_the_name_on_that_stands_for_nothing():
    second = read_again("Land CT Dog, PL Mars 5")
    assert second is None or second["ship"].text == "CT Dog"
    order = (
        Language1999(COMMANDS)
        .read("START PRE-DEPARTURE\nBase 5 TR10 Mover BAS High Guardian\nEND")
        .orders[0]
    )
    second = ForgivingNames().second_reading(order, "unknown-place", "source")
    assert second.code == "Base 5 TR10 Mover,BAS High Guardian"


@given(st.text(alphabet="AaPL15 \t,STR'é", max_size=60))
def test_a_repaired_text_differs_in_commas_only(text):
    fixed = insert_missing_comma(text)
    if fixed is not None:
        changed = [(a, b) for a, b in zip(text, fixed, strict=True) if a != b]
        assert changed
        assert all(a in " \t" and b == "," for a, b in changed)


@given(st.text(max_size=60), st.lists(st.integers(0, 4), max_size=8))
def test_whatever_is_read_moves_forwards(text, readings):
    cursor = words(text, fractions=True)
    methods = [
        cursor.number, cursor.name, cursor.written_name, cursor.class_word, cursor.skip,
    ]  # fmt: skip
    for reading in readings:
        before = cursor.at
        methods[reading]()
        assert before <= cursor.at <= len(cursor.text)
        assert cursor.piece.text in cursor.text
