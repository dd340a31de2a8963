"""Set-up forms: syntax and refusals (FH-FORM, FH-SETUP-002, -007)."""

from __future__ import annotations

import json

import pytest

from horizons_core.errors import OptionError
from tests.variants.far_horizons.galaxies import CATALOGUE, examples
from variants.far_horizons.mods.engine_1999.forms import ENGINE_FORMS
from variants.far_horizons.setup.forms import (
    RULEBOOK_FORMS,
    FormRules,
    SetupForm,
    read_forms,
    warnings,
)

FIELDS = {
    "name": "Klingon Empire",
    "homeworld": "Kronos",
    "govtname": "High Council",
    "govttype": "Feudal",
    "ml": 4,
    "gv": 4,
    "ls": 4,
    "bi": 3,
}
JSON_NAMES = {"govtname": "govt-name", "govttype": "govt-type"} | {
    level: f"tech-{level}" for level in ("ml", "gv", "ls", "bi")
}
PRINTED = """\
Allocate points to Military, Gravitics, Life Support, and Biology tech levels.
You have a total of 15 points to allocate.
Military: 4
Gravitics: 4
Life Support: 4
Biology: 3
[REMINDER: If a tech level is zero, you will not be able to raise it unless
another species transfers the knowledge or technology to you.]
Next, enter the names for your species, home planet, and government.
You may use up to 31 characters each.
Species name (MUST contain 7 or more characters): Klingon Empire
Home planet name: Kronos
Government name: High Council
Government type: Feudal
"""


def plain(**changes: object) -> str:
    fields = FIELDS | changes
    lines = [f" {key} {value}" for key, value in fields.items() if value is not None]
    return "\n".join(["species", *lines, ""])


def as_json(**changes: object) -> str:
    fields = {k: v for k, v in (FIELDS | changes).items() if v is not None}
    return json.dumps([{JSON_NAMES.get(key, key): value for key, value in fields.items()}])


def read_form(text: str, rules: FormRules = RULEBOOK_FORMS, **settings: bool) -> SetupForm:
    (form,) = read_forms(text, rules, **settings)
    return form


def fault_of(text: str, rules: FormRules = RULEBOOK_FORMS, **settings: bool) -> OptionError:
    with pytest.raises(OptionError) as fault:
        read_forms(text, rules, **settings)
    return fault.value


# how they are written


@pytest.mark.rule("FH-FORM-001")
@pytest.mark.parametrize("text", [PRINTED, plain(), as_json()], ids=["printed", "plain", "json"])
def test_a_form_has_four_levels_and_four_texts(text):
    rows = CATALOGUE["FH-FORM-001"].rows
    assert len(rows) == 8
    assert read_form(text) == SetupForm(
        name="Klingon Empire",
        home="Kronos",
        government="High Council",
        government_type="Feudal",
        levels={"ML": 4, "GV": 4, "LS": 4, "BI": 3},
    )


@pytest.mark.rule("FH-FORM-001")
@pytest.mark.parametrize(
    ("field", "called"),
    [
        ("name", "the species name is missing (fill in 'name')"),
        ("homeworld", "the home planet name is missing (fill in 'homeworld')"),
        ("govtname", "the government name is missing (fill in 'govtname')"),
        ("govttype", "the government type is missing (fill in 'govttype')"),
    ],
)
def test_an_empty_field_is_refused(field, called):
    assert called in str(fault_of(plain(**{field: None})))
    assert called in str(fault_of(plain(**{field: ""})))


@pytest.mark.rule("FH-FORM-001")
def test_a_fault_is_told_in_the_words_of_the_form():
    printed = PRINTED.replace("Home planet name: Kronos", "Home planet name:")
    assert "fill in 'Home planet name'" in fault_of(printed).hint
    assert "fill in 'govt-name'" in fault_of(as_json(govtname=None)).hint


def test_several_forms_are_read_in_their_order():
    other = plain(name="Human Empire")
    names = [form.name for form in read_forms(plain() + other)]
    assert names == ["Klingon Empire", "Human Empire"]
    printed = PRINTED + PRINTED.replace("Klingon", "Human")
    assert [form.name for form in read_forms(printed)] == names
    belonging = f"Player: Ada\n{PRINTED}\nPlayer: Brin\n{PRINTED.replace('Klingon', 'Human')}"
    assert [(f.player, f.name) for f in read_forms(belonging)] == [
        ("Ada", "Klingon Empire"),
        ("Brin", "Human Empire"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no set-up form"),
        ("# nothing\n", "begin each form with a line 'Player: ...'"),
        ("name Klingon Empire", "line 1: 'name' is before the first form"),
        ("species Klingon", "line 1: 'species' must be alone on its line (write 'name Klingon'"),
        (plain() + " mll 3", "there is no field 'mll' (did you mean 'ml'?)"),
        (plain() + " ml 3", "line 10: set-up form 1 (Klingon Empire): 'ml' is given twice"),
        (plain(ml="four"), "'ml' takes a whole number, not \"four\""),
        (plain(ml=""), "'ml' takes a whole number, not nothing"),
        (plain(ml="4.5"), "'ml' takes a whole number, not \"4.5\""),
        (PRINTED.replace("Military", "Militery"), "no field 'militery' (did you mean 'military'?)"),
        ("[{", "the set-up forms are no JSON: line 1, column 3"),
        ("{}", "set-up forms in JSON are an array"),
        ("[3]", "set-up form 1: expected an object"),
        ("[]", "there is no set-up form"),
        (as_json(name=7), "'name' takes a text, not 7"),
        (as_json(ml=True), "'tech-ml' takes a whole number, not true"),
        (as_json(ml=10**12), "not so large a one"),
        (as_json(ml=None)[:-2] + ', "tech-ml": [4]}]', "not a list"),
        (as_json(email="nowhere"), "'email' is not an address"),
        (as_json(**{"x-tech-mi": 0}), "'x-tech-mi' is 0 (choose 1 to 999)"),
        (as_json(**{"x-tech-xx": 1}), "there is no field 'x-tech-xx'"),
    ],
)  # fmt: skip
def test_what_is_no_form_is_refused_with_its_place(text, words):
    assert words in str(fault_of(text))


def test_a_game_has_at_most_a_hundred_species():
    forms = "".join(plain(name=f"Species {n}") for n in range(101))
    assert "there are 101 set-up forms" in str(fault_of(forms))


# levels


@pytest.mark.rule("FH-SETUP-002")
@pytest.mark.parametrize("example", examples("FH-SETUP-002"), ids=str)
def test_the_levels_are_fifteen_points(example):
    levels = {tech.lower(): level for tech, level in example.given.items()}
    if example.expect["legal"]:
        assert read_form(plain(**levels)).levels == dict(example.given)
    else:
        assert fault_of(plain(**levels)).hint.startswith(("choose 0 to 15", "distribute exactly"))


@pytest.mark.rule("FH-FORM-002")
@pytest.mark.parametrize("example", examples("FH-FORM-002"), ids=str)
def test_the_points_of_the_form_are_exactly_fifteen(example):
    levels = {tech.lower(): level for tech, level in example.given.items()}
    text = as_json(**levels)
    if example.expect["valid"]:
        assert sum(read_form(text).levels.values()) == 15
    else:
        assert "points" in str(fault_of(text))


@pytest.mark.rule("FH-SETUP-002", "FH-FORM-002")
@pytest.mark.parametrize("level", [-1, 16, "1.5"])
def test_a_level_is_a_whole_number_from_0_to_15(level):
    assert fault_of(plain(ml=level))


@pytest.mark.rule("FH-SETUP-002", "FH-FORM-002")
@pytest.mark.parametrize("text", [plain(ml=None), as_json(ml=None)])
def test_a_level_that_is_left_out_is_nothing(text):
    assert "its levels take 11 points" in str(fault_of(text))


def test_the_engine_takes_fewer_points():
    text = plain(bi=0)
    assert "its levels take 12 points" in str(fault_of(text))
    assert read_form(text, ENGINE_FORMS).levels["BI"] == 0
    assert "take 16 points" in str(fault_of(plain(bi=4), ENGINE_FORMS))


def test_the_engine_mixes_up_keys_of_json():
    text = as_json(ml=4, gv=5, ls=3, bi=3, **{"x-mi-base": 70})
    form = read_form(text, ENGINE_FORMS)
    assert form.levels == {"ML": 3, "GV": 5, "LS": 0, "BI": 3}
    assert form.raised == {"mi-base": 70, "ma-base": 70}
    assert read_form(text).raised == {"mi-base": 70}


@pytest.mark.rule("FH-FORM-003")
def test_a_level_of_nothing_is_warned_of():
    form = read_form(plain(ml=0, bi=7))
    assert warnings([form]) == [
        "Klingon Empire: ML is 0 and cannot be raised unless another species teaches it"
    ]
    assert warnings([read_form(plain())]) == []


# names


@pytest.mark.rule("FH-FORM-004")
@pytest.mark.parametrize("example", examples("FH-FORM-004"), ids=str)
def test_a_species_name_has_seven_characters(example):
    text = plain(name=example.given["name"])
    if example.expect["valid"]:
        assert read_form(text).name == example.given["name"]
    else:
        assert fault_of(text).hint == "choose one of 7 to 31"


@pytest.mark.rule("FH-FORM-004")
def test_a_species_name_of_seven_characters_with_a_blank_will_do():
    assert read_form(plain(name="Ab Cdef")).name == "Ab Cdef"
    assert "has 6 characters" in str(fault_of(plain(name="Ab Cde")))
    assert read_form(plain(name="Human"), ENGINE_FORMS).name == "Human"
    assert "choose one of 5 to 31" in str(fault_of(plain(name="Huma"), ENGINE_FORMS))


@pytest.mark.rule("FH-FORM-005")
@pytest.mark.parametrize("example", examples("FH-FORM-005"), ids=str)
@pytest.mark.parametrize("field", ["homeworld", "govtname", "govttype"])
def test_longer_names_are_cut(example, field):
    form = read_form(plain(**{field: "x" * example.given["length"]}))
    cut = {"homeworld": form.home, "govtname": form.government, "govttype": form.government_type}
    assert cut[field] == "x" * example.expect["kept"]


@pytest.mark.rule("FH-FORM-005", "FH-SETUP-007")
@pytest.mark.parametrize("field", ["homeworld", "govtname", "govttype"])
def test_another_name_has_one_character_at_least(field):
    assert read_form(plain(**{field: "N"}))
    assert fault_of(as_json(**{field: ""}))


def test_the_engine_refuses_longer_and_shorter_names():
    assert "has 32 characters" in str(fault_of(plain(homeworld="x" * 32), ENGINE_FORMS))
    assert "has 4 characters" in str(fault_of(plain(homeworld="Nest"), ENGINE_FORMS))
    assert read_form(plain(homeworld="N")).home == "N"


@pytest.mark.rule("FH-SETUP-007", "FH-NAME-001")
@pytest.mark.parametrize("example", examples("FH-NAME-001"), ids=str)
def test_names_are_cut_after_31_characters(example):
    form = read_form(plain(name=example.given["name"], govttype="x" * 40))
    assert form.name == example.expect["stored"]
    assert form.government_type == "x" * 31


@pytest.mark.rule("FH-SETUP-007", "FH-NAME-003")
@pytest.mark.parametrize("example", examples("FH-NAME-003"), ids=str)
@pytest.mark.parametrize("field", ["name", "homeworld", "govtname"])
def test_names_have_no_comma_semicolon_or_tab(example, field):
    name = f"{example.given['name']} of Old"
    if (
        example.example_is_legal
        if hasattr(example, "example_is_legal")
        else example.expect["legal"]
    ):
        assert read_form(plain(**{field: name}))
    else:
        assert "contains a" in str(fault_of(plain(**{field: name})))
    assert "contains a tab" in str(fault_of(as_json(**{field: "Old\tName"})))


@pytest.mark.rule("FH-SETUP-007")
def test_a_type_of_government_is_free_text():
    assert read_form(plain(govttype="Free, and; easy")).government_type == "Free, and; easy"


@pytest.mark.parametrize("name", ["Smörgås Empire", "Old\x07Name", "Old\u2028Name"])
def test_names_are_printable(name):
    if name.isprintable():
        assert read_form(as_json(name=name)).name == name
    else:
        assert "contains the character" in str(fault_of(as_json(name=name)))


@pytest.mark.parametrize("field", ["name", "homeworld"])
def test_names_that_stand_in_orders_begin_with_no_digit(field):
    assert "begins with a digit" in str(fault_of(plain(**{field: "7th Legion"})))
    assert read_form(plain(**{field: "7th Legion"}), ENGINE_FORMS)
    assert read_form(plain(govtname="7th Council")).government == "7th Council"


@pytest.mark.rule("FH-FORM-006")
@pytest.mark.parametrize("example", examples("FH-FORM-006"), ids=str)
def test_a_list_server_does_not_pass_on_some_signs(example):
    text, server = plain(name=example.given["name"]), example.given["list_server"]
    if example.expect["valid"]:
        (warning,) = warnings([read_form(text, list_server=server)])
        assert "avoid the character ! in a species name" in warning
    else:
        assert "contains !" in str(fault_of(text, list_server=server))


@pytest.mark.rule("FH-FORM-006")
@pytest.mark.parametrize("sign", ["$", "!", '"'])
def test_each_of_the_three_signs_counts(sign):
    text = plain(name=f"Old {sign} Empire")
    assert f"contains {sign}" in str(fault_of(text, list_server=True))
    assert read_form(plain(homeworld=f"Home{sign}"), list_server=True)


@pytest.mark.rule("FH-FORM-007", "FH-SETUP-007", "FH-NAME-002")
def test_species_names_differ_without_regard_to_case():
    text = plain() + plain(name="KLINGON empire")
    fault = fault_of(text)
    assert "set-up form 2 (KLINGON empire): form 1 has the same species name" in str(fault)
    assert len(read_forms(plain() + plain(name="Klingon Empires"))) == 2


@pytest.mark.parametrize(
    ("key", "least", "most"),
    [
        ("x-ship-yards", 0, 1000), ("x-mi-base", 0, 10**6),
        ("x-ma-base", 0, 10**6), ("x-tech-mi", 1, 999), ("x-tech-ma", 1, 999),
        ("x-tech-ml", 0, 999), ("x-tech-gv", 0, 999), ("x-tech-ls", 0, 999), ("x-tech-bi", 0, 999),
    ],
)  # fmt: skip
def test_what_a_gamemaster_raises_has_bounds(key, least, most):
    for value in (least, most):
        assert read_form(as_json(**{key: value})).raised == {key.removeprefix("x-"): value}
    for value in (least - 1, most + 1):
        fault = fault_of(as_json(**{key: value}))
        assert f"'{key}' is {value}" in str(fault)
        assert fault.hint == f"choose {least} to {most}"


def test_money_has_the_bound_of_a_number():
    assert read_form(as_json(**{"x-econ-units": 10**9})).raised == {"econ-units": 10**9}
    assert "not so large a one" in str(fault_of(as_json(**{"x-econ-units": 10**9 + 1})))
