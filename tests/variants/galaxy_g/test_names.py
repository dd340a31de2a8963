"""Naming races, planets, ship types and fleets, and conflicts of names (GG-NAM)."""

from __future__ import annotations

import pytest

from horizons_core.model import folded
from tests.variants.galaxy_g.orders_tried import (
    VARIANT,
    ada,
    checked,
    codes,
    developed,
    examples,
    forgotten,
    goes_to,
    group,
    mistakes,
    names,
    orders,
    planet,
    play,
    refuse,
    remarks,
    small,
)

#: An order that names each kind of object, and a function that reads the name.
NAMING = {
    "race": ("C {}", lambda game: ada(game).name),
    "planet": ("N Zzyax_Prime {}", lambda game: game.planet(ada(game).home).name),
    "new type": ("D {} 1 0 0 0 0", lambda game: names(ada(game).types)[-1]),
    "type": ("T Spare {}", lambda game: names(ada(game).types)[-1]),
    "new fleet": ("D FLEET {}", lambda game: names(ada(game).fleets)[-1]),
    "fleet": ("T Empty {}", lambda game: names(ada(game).fleets)[-1]),
}
TWENTY, TWENTY_ONE = "A" * 20, "A" * 21


def named(kind: str, written: str, options: str = "") -> str | None:
    """The name after an order that gives one, or None if it was refused."""
    order, find = NAMING[kind]
    before = developed()
    turn = orders(before, f"{options}\n{order.format(written)}")
    if codes(turn):
        assert codes(turn) in (["bad-name"], ["unreadable"], ["too-many-words"])
        assert find(turn.game) == find(before)
        return None
    return find(turn.game)


every_kind = pytest.mark.parametrize("kind", NAMING)


@pytest.mark.parametrize("case", examples("GG-NAM-001"))
@every_kind
def test_a_name_has_at_most_twenty_characters(kind, case):
    name = case.given["name"]

    assert named(kind, f'"{name}"') == (name if case.expect["valid"] else None)


@pytest.mark.rule("GG-NAM-001")
@every_kind
@pytest.mark.parametrize(
    "name",
    ["X", TWENTY, "Hat's-off!", "R2/D2 (?)", "Æther Ω", "🚀 Rocket", "Ring #3", "A.B:C+D=E",
     "Über", "~", "$%&", "@Home", "<b>"],
)  # fmt: skip
def test_letters_digits_blanks_and_punctuation_make_names(kind, name):
    assert named(kind, f'"{name}"') == name


@pytest.mark.rule("GG-NAM-001")
@every_kind
@pytest.mark.parametrize(
    "written",
    [TWENTY_ONE, f'"{TWENTY_ONE}"', '""', '"   "', "___", "a,b", '"a;b"', '"a\u0007b"', '"a"b"',
     '"\ud83d"'],
)  # fmt: skip
def test_names_that_are_too_long_or_empty_or_break_orders(kind, written):
    assert named(kind, written) in (None, "\ufffd")


@pytest.mark.rule("GG-NAM-001")
@every_kind
@pytest.mark.parametrize("invisible", ["\u200d", "\u202e", "\u00ad"])
def test_characters_that_nobody_sees_are_no_part_of_a_name(kind, invisible):
    assert named(kind, f'"A{invisible}b"') == "Ab"


@pytest.mark.rule("GG-NAM-001", "GG-NAM-002")
@every_kind
def test_blanks_at_the_ends_and_doubled_ones_count_for_nothing(kind):
    assert named(kind, '"  My \t  Name  "') == "My Name"
    assert named(kind, "__my__name_") == "My Name"
    assert named(kind, f'" {TWENTY} "') == TWENTY


@pytest.mark.rule("GG-NAM-001")
@pytest.mark.parametrize("word", ["MAX", "no", "Fleet"])
@pytest.mark.parametrize("kind", ["race", "planet", "new fleet", "fleet"])
def test_keywords_that_stand_where_names_do_are_none(kind, word):
    assert named(kind, word) is None


@pytest.mark.rule("GG-NAM-001")
@pytest.mark.parametrize("kind", ["race", "planet", "fleet"])
@pytest.mark.parametrize("word", ["Cap", "Drive", "War", "Send", "S", "Galaxy", "End", "Maxx"])
def test_other_words_of_orders_are_free(kind, word):
    assert named(kind, word) == word


@pytest.mark.rule("GG-NAM-001")
@pytest.mark.parametrize("kind", ["race", "planet", "new type", "type"])
def test_names_may_begin_with_a_digit_but_for_fleets(kind):
    assert named(kind, "7th_Heaven") == "7th Heaven"


# blanks and underscores


@pytest.mark.parametrize("case", examples("GG-NAM-002"))
def test_blanks_and_underscores_are_the_same(case):
    assert (folded(case.given["given"]) == folded(case.given["stored"])) is case.expect["match"]

    written = f'"{case.given["given"]}"' if case.given.get("quoted") else case.given["given"]
    turn = orders(small(group(1, 1, "Drone", "12")), f"S 1 {written}")
    assert goes_to(turn.game, 1) == case.given["stored"]


@pytest.mark.rule("GG-NAM-002")
@every_kind
def test_underscores_are_stored_as_blanks(kind):
    assert named(kind, "Zzyax_Second") == "Zzyax Second"
    assert named(kind, '"Zzyax_Second"') == "Zzyax Second"


# NAMECASE


@pytest.mark.parametrize("case", examples("GG-ORDO-006"))
def test_namecase_writes_first_letters_large(case):
    if "orders" in case.given:
        game = orders(developed(), "\n".join(case.given["orders"])).game
        assert names(ada(game).types)[-1] == case.expect["stored"]
    else:
        switch = "O NAMECASE" if case.given["on"] else "O NO NAMECASE"
        for kind in NAMING:
            assert named(kind, case.given["given"], switch) == case.expect["stored"]


@pytest.mark.rule("GG-ORDO-006")
@every_kind
@pytest.mark.parametrize(
    ("inputs", "stored"),
    [('"mac arthur III"', "Mac Arthur III"), ('"o\'neill"', "O'neill"), ("éclair", "Éclair"),
     ("ßaint", "ßaint"), ("x-ray", "X-ray"), ("9lives", "9lives"), ("iPod", "IPod")],
)  # fmt: skip
def test_namecase_leaves_the_other_letters_as_typed(kind, inputs, stored):
    if kind in ("fleet", "new fleet") and inputs[0].isdigit():
        stored = None
    assert named(kind, inputs) == stored
    assert named(kind, inputs, "O NO NAMECASE") == (stored and inputs.strip('"'))


@pytest.mark.rule("GG-ORDO-006")
def test_namecase_changes_no_names_of_earlier_turns():
    first = orders(developed(), "O NO NAMECASE\nD scout 1 0 0 0 0\nN 12 terra")
    turn = orders(first.game, "O NAMECASE\nD probe 1 0 0 0 0")

    assert names(ada(turn.game).types)[-2:] == ["scout", "Probe"]
    assert next(p.name for p in turn.game.planets if p.id == "12") == "terra"


# who else is called so


@pytest.mark.parametrize("case", examples("GG-NAM-003"))
def test_names_are_unambiguous(case):
    inputs = case.given
    if "planet_exists" in inputs:
        game = small(planets={inputs["planet_exists"]: {"at": [11, 11]}})
        assert (codes(orders(game, f"N 12 {inputs['new_planet']}")) == []) is case.expect["valid"]
    elif "my_fleet" in inputs:
        game = small(Ada={"types": {inputs["my_type"]: [1, 0, 0, 0, 0]}})
        turn = orders(game, f"D FLEET {inputs['my_fleet']}")
        assert (codes(turn) == []) is case.expect["valid"]
    else:
        game = small(Brin={"types": {inputs["other_players_type"]: [1, 0, 0, 0, 0]}})
        turn = orders(game, f"D {inputs['my_type']} 5 0 0 0 0")
        assert (codes(turn) == []) is case.expect["valid"]


@pytest.mark.rule("GG-NAM-003")
@pytest.mark.parametrize("word", ["DRONE", "drone", "home", "HOME"])
@pytest.mark.parametrize("kind", ["new type", "type", "new fleet", "fleet"])
def test_types_and_fleets_of_a_race_have_names_of_their_own_together(kind, word):
    assert named(kind, word) is None


@pytest.mark.rule("GG-NAM-003")
def test_a_race_may_not_bear_the_name_of_another_or_of_its_player():
    for name in ("drakh", "DRAKH", "blue_men", "Brin", "cato"):
        refuse_real(f"C {name}")
    assert named("race", "ada") == "Ada"  # the player's own name


@pytest.mark.rule("GG-NAM-003", "GG-ORDC-001")
def test_a_race_may_not_bear_the_name_of_the_game_or_the_judge():
    for reserved in ("alpha", "ALPHA", "Judge", "judge", "_judge_"):
        refuse(developed(), f"C {reserved}", ["bad-name"])


@pytest.mark.rule("GG-NAM-003")
def test_the_name_of_a_race_that_is_gone_is_free():
    game = developed()
    game.race("Cato").active = False

    assert codes(orders(game, "C Blue_Men")) == []


@pytest.mark.rule("GG-NAM-003")
def test_a_thing_may_be_given_its_own_name_in_other_letters():
    turn = orders(
        developed(), 'O NO NAMECASE\nC ZZYAXIANS\nN Zzyax_Prime "ZZYAX prime"\nT Drone DRONE'
    )

    assert codes(turn) == []
    assert (ada(turn.game).name, names(ada(turn.game).types)[0]) == ("ZZYAXIANS", "DRONE")
    assert planet(turn.game, "zzyax prime").name == "ZZYAX prime"


@pytest.mark.rule("GG-NAM-003", "GG-SEQ-003")
def test_names_cannot_be_swapped_in_one_turn():
    text = "N 12 Zzyax_Prime\nN Zzyax_Prime 12\nT Drone Fort\nT Fort Drone\nC Drakh"
    turn = orders(developed(), text, Brin="C Zzyaxians")

    assert codes(turn) == ["bad-name"] * 5
    assert codes(turn, "Brin") == ["bad-name"]
    assert turn.game.empires == orders(developed()).game.empires


@pytest.mark.rule("GG-NAM-003", "GG-SEQ-002")
def test_of_two_races_that_want_one_name_the_first_in_the_list_gets_it():
    turn = orders(developed(), "C Terrans", Brin="C TERRANS", Cato="C Zzyaxians")

    assert [race.name for race in turn.game.empires] == ["Terrans", "Drakh", "Zzyaxians"]
    assert codes(turn, "Brin") == ["bad-name"]


@pytest.mark.rule("GG-NAM-003")
def test_a_race_and_a_planet_may_have_one_name():
    turn = orders(developed(), "N 12 Drakh\nC Zzyax_Prime")

    assert codes(turn) == []
    assert turn.game.planet_named("drakh").id == "12"


def refuse_real(text: str) -> None:
    """Assert that a turn refuses the name, and that a check does not know of it."""
    game = developed()
    turn = orders(game, text)
    assert codes(turn) == ["bad-name"]
    assert turn.game.empires == orders(game).game.empires


@pytest.mark.rule("GG-NAM-003", "GG-VIS-010")
@pytest.mark.parametrize("order", ["C {}", "N 12 {}"])
def test_a_check_of_a_new_name_does_not_tell_what_is_out_of_sight(order):
    game = developed()

    for name in ("Blue_Men", "Far_Away", "Blueworld", "Nobody_at_all"):
        assert checked(game, order.format(name)) == []
    assert checked(game, "C Drakh") == checked(game, "N 12 Drakhnor") == ["bad-name"]


@pytest.mark.rule("GG-NAM-001")
def test_others_see_a_type_under_the_name_that_its_designer_gave():
    game = small({"owner": "Brin", "number": 1, "ships": 2, "type": "Drone", "at": "12"})
    turn = play(game, Brin='T Drone "Secret Eye"')
    view = VARIANT.view(turn.game, "Ada")

    assert [ships["type"] for ships in view["alien_groups"]] == ["Secret Eye"]
    assert [type_["name"] for type_ in view["alien_types"]] == ["Secret Eye"]
    assert "Secret Eye" in turn.report("Ada").text


MISTAKES = [
    ("GG-NAM-001", 1, f"D {TWENTY_ONE} 1 0 0 0 0", "bad-name"),
    ("GG-NAM-001", 1, f"N 12 {TWENTY_ONE}", "bad-name"),
    ("GG-NAM-001", 2, 'D "" 1 0 0 0 0', "bad-name"),
    ("GG-NAM-001", 2, 'C " "', "bad-name"),
    ("GG-NAM-001", 3, "C Max", "bad-name"),
    ("GG-NAM-001", 3, "N 12 no", "bad-name"),
    ("GG-NAM-001", 3, "D FLEET FLEET", "bad-name"),
    ("GG-NAM-003", 1, "N 12 13", "bad-name"),
    ("GG-NAM-003", 1, "N Zzyax_Prime drakhnor", "bad-name"),
    ("GG-NAM-003", 2, "C Drakh", "bad-name"),
    ("GG-NAM-003", 3, "D gunship 1 0 0 0 0", "bad-name"),
    ("GG-NAM-003", 3, "D home 1 0 0 0 0", "bad-name"),
    ("GG-NAM-003", 4, "D FLEET 1st_Fleet", "bad-name"),
    ("GG-NAM-003", 4, "T Home 2nd_Fleet", "bad-name"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == []


@pytest.mark.rule("GG-NAM-001")
def test_the_reason_says_how_long_the_name_is():
    (fault,) = remarks(orders(developed(), f"C {TWENTY_ONE}"))

    assert fault.message == f"C: '{TWENTY_ONE}' has 21 characters: at most 20"
