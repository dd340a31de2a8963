"""A, W and K: peace, war, ATTACK, GUARD and coalitions by order (GG-ORDA, GG-ORDW, GG-ORDK)."""

from __future__ import annotations

import pytest

from tests.variants.galaxy_g.orders_tried import (
    VARIANT,
    ada,
    checked,
    codes,
    developed,
    events,
    example,
    examples,
    forgotten,
    group,
    mistakes,
    orders,
    planet,
    play,
    refuse,
    remarks,
    ships,
    small,
)

#: Meanings of the catalogue's letters.
NAMES = {"X": "Drakh", "Y": "Blue_Men"}
IDS = {"X": "Brin", "Y": "Cato"}


def status_of(game, name: str) -> str:
    """Ada's declaration on a planet: GUARD, ATTACK or none."""
    number = planet(game, name).id
    race = ada(game)
    assert not (number in race.guard and number in race.attack)
    return "GUARD" if number in race.guard else "ATTACK" if number in race.attack else ""


@pytest.mark.rule("GG-DIP-001", "GG-SET-005")
def test_all_are_at_peace_until_an_order_says_otherwise():
    game = VARIANT.new_game(["Ada", "Brin", "Cato"], seed=3)
    turn = play(game)

    for race in turn.game.empires:
        assert (race.war, race.attack, race.guard, race.allies, race.allied_planets) == ([],) * 5


@pytest.mark.parametrize("case", examples("GG-DIP-001"))
def test_a_status_stays_until_peace_is_declared(case):
    text = f"W {NAMES['X']}" if "war_on" in case.given else ""
    turn = play(developed(), text)
    for _ in range(case.given.get("turns_later", 1)):
        turn = play(turn.game)

    assert ada(turn.game).war == ([IDS[case.expect["war_on"]]] if "war_on" in case.expect else [])


# W


@pytest.mark.parametrize("case", examples("GG-ORDW-001"))
def test_war_on_a_race(case):
    turn = orders(developed(), case.given["order"].replace("X", NAMES["X"]))

    assert codes(turn) == []
    assert ada(turn.game).war == [IDS[name] for name in case.expect["war_on"]]
    assert turn.game.race("Brin").war == []


@pytest.mark.rule("GG-ORDW-001", "GG-DIP-004", "GG-FMT-007", "GG-FMT-008")
@pytest.mark.parametrize(
    ("line", "war"),
    [("W Zzyaxians", "Ada"), ("w ADA", "Ada"), ("War drakh", "Brin"), ("W Blue_Men", "Cato"),
     ('W "blue men"', "Cato")],
)  # fmt: skip
def test_war_by_any_name_and_on_oneself(line, war):
    turn = orders(developed(), line)

    assert (codes(turn), ada(turn.game).war) == ([], [war])


@pytest.mark.parametrize(
    "line", ["A Brin", "F Brin", "K Brin", "K NO Brin", "W Brin", "@ Brin\nHi\n@"]
)
def test_orders_do_not_tell_who_plays_a_race(line):
    assert codes(orders(developed(), line)) == ["unknown-name"]


@pytest.mark.rule("GG-DIP-005", "GG-DIP-006")
@pytest.mark.parametrize("case", examples("GG-ORDW-002"))
def test_war_on_a_planet_is_guard_or_attack(case):
    owner = {"me": "Ada", "B": "Brin", None: None}[case.given["owner"]]
    size = case.given.get("size", 300)
    game = small(group(1, 1, "Drone", "13"), planets={"13": {"size": size, "owner": owner}})
    turn = orders(game, "W 13")

    assert (codes(turn), status_of(turn.game, "13")) == ([], case.expect["status"])


@pytest.mark.rule("GG-ORDW-002", "GG-VIS-004")
def test_attack_on_a_planet_out_of_sight():
    turn = orders(developed(), "W Blueworld\nW Far_Away")

    assert codes(turn) == []
    assert status_of(turn.game, "Blueworld") == status_of(turn.game, "Far Away") == "ATTACK"
    assert checked(developed(), "W Blueworld") == ["unseen"]


@pytest.mark.rule("GG-ORDW-002", "GG-VIS-005", "GG-DIP-005", "GG-DIP-006")
def test_a_check_does_not_tell_the_size_of_an_object_that_is_only_located():
    near = {"At": {"at": [12, 12], "size": 0}, "Ax": {"at": [12, 13], "size": 50}}
    game = small(group(1, 1, "Drone"), planets=near)

    def foreseen(name: str) -> tuple[list[str], ...]:
        view = VARIANT.forecast(game, "Ada", f"W {name}")
        return view["guarded"], [n.replace(name, "*") for n in view["attacked"]]

    assert foreseen("At") == foreseen("Ax") == ([], ["*"])
    assert status_of(orders(game, "W At").game, "At") == "GUARD"


@pytest.mark.rule("GG-ORDW-001", "GG-ORDW-002", "GG-ORDA-001", "GG-ORDK-001")
@pytest.mark.parametrize("letter", "WAK")
def test_a_name_of_both_a_race_and_a_planet_means_the_race(letter):
    both = {"Drakh": {"at": [11, 11], "size": 9}}
    game = small(planets=both, Ada={"war": ["Brin"] if letter == "A" else [], "attack": ["Drakh"]})
    turn = orders(game, f"{letter} drakh")

    assert ada(turn.game).war == (["Brin"] if letter == "W" else [])
    assert ada(turn.game).allies == (["Brin"] if letter == "K" else [])
    assert (status_of(turn.game, "Drakh"), ada(turn.game).allied_planets) == ("ATTACK", [])


@pytest.mark.rule("GG-ORDW-001", "GG-ORDW-002")
def test_declaring_again_is_only_noted():
    text = "W Drakh\nW 12\nW 13\nW Zzyaxians\n"
    turn = orders(developed(), text + text)

    assert codes(turn) == ["no-change"] * 4
    assert {remark.severity for remark in remarks(turn)} == {"note"}
    assert turn.game == orders(developed(), text).game


# A


@pytest.mark.parametrize("case", examples("GG-ORDA-001"))
def test_peace_with_a_race(case):
    war = [IDS[name] for name in case.given["war_on"]]
    turn = orders(developed(Ada={"war": war}), case.given["order"].replace("X", NAMES["X"]))

    assert codes(turn) == []
    assert ada(turn.game).war == [IDS[name] for name in case.expect["war_on"]]


@pytest.mark.rule("GG-ORDA-001", "GG-DIP-004")
def test_peace_with_oneself_leaves_other_wars_and_coalitions_alone():
    before = {"war": ["Ada", "Brin"], "allies": ["Brin"], "attack": ["13"], "guard": ["12"]}
    turn = orders(developed(Ada=before), "A zzyaxians\nA Drakh")
    race = ada(turn.game)

    assert codes(turn) == []
    assert (race.war, race.allies, race.attack, race.guard) == ([], ["Brin"], ["13"], ["12"])


@pytest.mark.parametrize("case", examples("GG-ORDA-002"))
def test_peace_on_a_planet(case):
    for status in ("attack", "guard"):
        game = developed(Ada={status: case.given["attack_on"], "allied_planets": ["12"]})
        turn = orders(game, case.given["order"])
        assert codes(turn) == []
        assert getattr(ada(turn.game), status) == case.expect["attack_on"]
        assert ada(turn.game).allied_planets == ["12"]


@pytest.mark.rule("GG-ORDA-001", "GG-ORDA-002")
@pytest.mark.parametrize("line", ["A Drakh", "A 12", "A Zzyaxians", "A Far_Away"])
def test_peace_where_there_is_no_war_is_only_noted(line):
    turn = orders(developed(Ada={"allies": ["Brin"]}), line)

    assert [(r.code, r.severity) for r in remarks(turn)] == [("no-change", "note")]
    assert ada(turn.game).allies == ["Brin"]


# K


@pytest.mark.parametrize("case", examples("GG-ORDK-001"))
def test_coalitions(case):
    before = [IDS[name] for name in case.given["list"]]
    turn = orders(developed(Ada={"allies": before}), case.given["order"].replace("X", NAMES["X"]))

    assert codes(turn) == []
    assert ada(turn.game).allies == [IDS[name] for name in case.expect["list"]]


@pytest.mark.rule("GG-ORDK-001", "GG-DIP-010")
def test_coalitions_with_planets_and_oneself():
    turn = orders(developed(), "K 12\nK Drakhnor\nk ada\nK 12\nK no drakhnor\nK Far_Away\nW Drakh")
    race = ada(turn.game)

    assert codes(turn) == []
    assert race.allies == ["Ada"]
    assert [turn.game.planet(p).name for p in race.allied_planets] == ["12", "Far Away"]
    assert race.war == ["Brin"]


# when it takes effect


@pytest.mark.rule("GG-DIP-002", "GG-SEQ-001", "GG-ORDW-001")
def test_war_takes_effect_in_the_battles_of_the_same_turn():
    assert example("GG-DIP-002", 1).expect["first_effect"].startswith("step 3")
    guests = {"owner": "Brin", "number": 1, "ships": 2, "type": "Drone", "at": "12"}
    game = small(group(1, 5, "Gunship", "12"), guests)
    assert ships(play(game).game, "Brin") == {1: 2}

    turn = play(game, "W Drakh", Brin="S 1 Drakhnor")
    assert ships(turn.game, "Brin") == {}  # they were shot before they could leave in step 7


@pytest.mark.rule("GG-DIP-002", "GG-ORDA-001", "GG-ORDK-001")
def test_peace_and_coalitions_too():
    guests = {"owner": "Brin", "number": 1, "ships": 2, "type": "Drone", "at": "12"}
    game = small(group(1, 5, "Gunship", "12"), guests, Ada={"war": ["Brin"], "guard": ["12"]})

    assert ships(play(game).game, "Brin") == {}
    assert ships(play(game, "A Drakh").game, "Brin") == {}  # the guard shoots at all
    assert ships(play(game, "A Drakh\nK Drakh").game, "Brin") == {1: 2}
    assert ships(play(game, "A Drakh\nA 12").game, "Brin") == {1: 2}


@pytest.mark.rule("GG-DIP-002", "GG-SEQ-002")
def test_the_orders_of_all_are_in_force_before_the_first_shot():
    mine = group(1, 5, "Gunship", "12")
    theirs = {"owner": "Cato", "number": 1, "ships": 50, "type": "Drone", "at": "12"}
    turn = play(small(mine, theirs), "W Blue_Men\nA Blue_Men", Cato="W Zzyaxians")

    assert ships(turn.game, "Cato") == {1: 50}  # unarmed, they start no fight themselves


@pytest.mark.rule("GG-VIS-011", "GG-DIP-001")
def test_nobody_is_told_of_a_declaration():
    guests = {"owner": "Brin", "number": 1, "ships": 2, "type": "Drone", "at": "12"}
    game = small(group(1, 3, "Drone", "12"), guests)
    text = "W Drakh\nW Blue_Men\nW Drakhnor\nK 12\nW 12\nW Zzyaxians\nK Drakh\nA Drakhnor"
    quiet, loud = play(game), play(game, text)

    for player in ("Brin", "Cato"):
        assert loud.report(player).text == quiet.report(player).text
        assert loud.report(player).data == quiet.report(player).data


@pytest.mark.parametrize("case", examples("GG-DIP-013"))
def test_attack_ends_when_the_owner_is_destroyed_there_before_ones_eyes(case):
    mine = [group(1, 1, "Drone", "13")] if case.given["my_ships_there"] else []
    landing = {"owner": "Cato", "number": 2, "ships": 1, "type": "Freighter", "at": "13"}
    game = small(
        *mine, {**landing, "cargo": "COL", "load": 5},
        planets={"13": {"owner": "Brin", "population": 1}}, Ada={"attack": ["13"]},
        Cato={"war": ["Brin"], "types": {"Freighter": [8, 0, 0, 2, 10]}},
    )  # fmt: skip
    turn = orders(game, Cato="U 2")

    assert planet(turn.game, "13").owner == "Cato"
    assert (status_of(turn.game, "13") == "ATTACK") is case.expect["attack"]


@pytest.mark.rule("GG-DIP-013")
def test_attack_ends_and_guard_begins_anew_with_ones_own_colony():
    settlers = group(1, 1, "Freighter", "13", cargo="COL", load=5)
    game = small(settlers, Ada={"attack": ["13"], "guard": ["12"]})
    turn = orders(game, "U 1\nW 13")

    assert codes(turn) == []
    assert status_of(turn.game, "13") == "GUARD"
    assert status_of(turn.game, "12") == "GUARD"


MISTAKES = [
    ("GG-ORDA-001", 1, "A Nobody_at_all", "unknown-name"),
    ("GG-ORDA-002", 1, "A 77", "unknown-name"),
    ("GG-ORDW-001", 1, "W Nobody_at_all", "unknown-name"),
    ("GG-ORDW-002", 1, "W 77", "unknown-name"),
    ("GG-ORDK-001", 1, "K Nobody_at_all", "unknown-name"),
    ("GG-ORDK-001", 1, "K NO 77", "unknown-name"),
    ("GG-ORDK-001", 2, "K NO Drakh", "not-on-list"),
    ("GG-ORDK-001", 2, "K NO 12", "not-on-list"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


@pytest.mark.rule("GG-ORDA-001", "GG-ORDW-001", "GG-ORDK-001", "GG-FMT-008")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("W Blue Men", "too-many-words"), ("A Blue Men", "too-many-words"),
     ("K Blue Men", "too-many-words"), ("K YES Drakh", "too-many-words"), ("W", "too-few-words"),
     ("K NO Blue Men", "too-many-words"), ("K NO", "unknown-name"),
     ("W Drakh Blue_Men", "too-many-words")],
)  # fmt: skip
def test_further_mistakes(text, expected):
    refuse(developed(), text, [expected])


@pytest.mark.rule("GG-ORDW-001")
def test_a_race_that_is_gone_is_recognized_no_more():
    game = developed()
    game.race("Brin").active = False

    assert codes(orders(game, "W Drakh\nA Brin\nK Drakh")) == ["unknown-name"] * 3
    assert events(orders(game, "@ Drakh\nhi\n@"), "message") == []


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == []
