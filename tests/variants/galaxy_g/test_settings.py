"""C, F, M, O, Q, Y and Z, and the order in which orders are executed (GG-ORD*, GG-SEQ)."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core import opening
from tests.variants.galaxy_g.orders_tried import (
    VARIANT,
    ada,
    checked,
    codes,
    developed,
    events,
    examples,
    forgotten,
    goes_to,
    group,
    group_of,
    mistakes,
    orders,
    planet,
    play,
    refuse,
    remarks,
    small,
)
from variants.galaxy_g.constants import OPTIONS

# M


@pytest.mark.parametrize("case", examples("GG-ORDM-001"))
def test_the_map_area(case):
    turn = play(developed(), case.given["order"])
    area = VARIANT.view(turn.game, "Ada")["area"]

    assert [area["x"], area["y"]] == case.expect["top_left"]
    assert [area["x"] + area["size"], area["y"] + area["size"]] == case.expect["bottom_right"]
    later = play(play(turn.game).game)
    assert VARIANT.view(later.game, "Ada")["area"] == area
    assert later.report("Ada").data["view"]["area"] == area


@pytest.mark.rule("GG-ORDM-001")
@pytest.mark.parametrize(
    ("words", "area"),
    [("0 0 1", (0, 0, 1)), ("-10 -20.5 300", (-10, -20.5, 300)), ("1000 5 1.5", (1000, 5, 1.5)),
     ("+3 .5 7.", (3, 0.5, 7))],
)  # fmt: skip
def test_corners_may_lie_outside_of_the_galaxy(words, area):
    turn = orders(developed(), f"M {words}")

    assert codes(turn) == []
    assert (ada(turn.game).area.x, ada(turn.game).area.y, ada(turn.game).area.size) == area


# O


@pytest.mark.parametrize("case", examples("GG-ORDO-001"))
def test_one_option_in_one_order(case):
    turn = orders(developed(Ada={"options": {"UNDERSCORES": True}}), case.given["order"])

    if "accepted" in case.expect:
        assert (codes(turn) == []) is case.expect["accepted"]
        assert not ada(turn.game).options["TWOCOL"]
    else:
        assert ada(turn.game).options["UNDERSCORES"] is case.expect["UNDERSCORES"]


@pytest.mark.rule("GG-ORDO-002")
@pytest.mark.parametrize("row", VARIANT.rules["GG-ORDO-002"].rows, ids=lambda row: row["option"])
def test_the_options_of_a_new_player(row):
    game = VARIANT.new_game(["Ada", "Brin"], seed=1)

    for race in game.empires:
        assert race.options[row["option"]] is (row["default"] == "on")
        assert len(race.options) == len(VARIANT.rules["GG-ORDO-002"].rows)
    assert opening(game).report("Ada").data["view"]["options"] == game.empires[0].options


@pytest.mark.rule(
    "GG-ORDO-001", "GG-ORDO-003", "GG-ORDO-004", "GG-ORDO-005", "GG-ORDO-009", "GG-FLO-010"
)
@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_is_switched_on_and_off_and_stays(option):
    on = play(developed(), f"O {option}").game
    assert ada(on).options == OPTIONS | {option: True}
    assert ada(play(on).game).options[option]
    off = play(on, f"o no {option.lower()}").game
    assert ada(off).options == OPTIONS | {option: False}
    assert not ada(play(off).game).options[option]
    assert off.race("Brin").options == OPTIONS


@pytest.mark.rule("GG-ORDO-001")
def test_the_last_of_several_orders_on_an_option_counts():
    turn = orders(developed(), "O TWOCOL\nO NO TWOCOL\nO NO GALAXYTV\nO GALAXYTV")

    assert ada(turn.game).options == OPTIONS


# C


@pytest.mark.parametrize("case", examples("GG-ORDC-001"))
def test_a_new_name_of_the_race(case):
    turn = play(developed(), case.given["order"])

    assert codes(turn) == []
    assert ada(turn.game).name == case.expect["name"]
    assert turn.report("Ada").data["view"]["race"] == case.expect["name"]
    assert case.expect["name"] in turn.report("Ada").text


@pytest.mark.rule("GG-ORDC-001", "GG-FMT-001")
def test_the_next_header_uses_the_new_name():
    game = play(developed(), "C Camels").game

    for name, area in (("camels", 10), ("Ada", 10), ("Zzyaxians", 0)):
        turn = orders(game, f"#GALAXY alpha {name}\nM 10 20 50\n#END")
        assert ada(turn.game).area.x == area


@pytest.mark.rule("GG-ORDC-001", "GG-SEQ-003")
def test_in_the_turn_of_the_renaming_all_use_the_old_name():
    turn = orders(developed(), "C Camels\nW Zzyaxians", Brin="W Camels\nW Zzyaxians")

    assert (codes(turn), codes(turn, "Brin")) == ([], ["unknown-name"])
    assert (ada(turn.game).war, turn.game.race("Brin").war) == (["Ada"], ["Ada"])


@pytest.mark.rule("GG-ORDC-001", "GG-VIS-010")
def test_others_see_the_new_name():
    turn = play(
        small({"owner": "Brin", "number": 1, "ships": 1, "type": "Drone", "at": "12"}), "C Camels"
    )

    assert [race["name"] for race in VARIANT.view(turn.game, "Brin")["races"]] == ["Camels"]


# F and Z


@pytest.mark.parametrize("case", examples("GG-ORDF-001"))
def test_the_report_gives_an_address(case):
    game = developed()
    game.race("Cato").address = case.given["address"] or ""
    turn = play(game, "F Blue_Men")
    report = " ".join(turn.report("Ada").text.split())

    assert codes(turn) == []
    if case.given["address"]:
        assert f"The address of Blue Men is {case.expect['report']}." in report
    else:
        assert "No address of Blue Men is known." in report
    assert "address of Blue Men" not in turn.report("Brin").text
    assert "address of Blue Men" not in turn.report("Cato").text


@pytest.mark.rule("GG-ORDF-001", "GG-VIS-010")
def test_a_check_gives_no_address():
    game = developed()
    game.race("Brin").address = "brin@example.org"

    assert checked(game, "F Drakh") == []
    assert "brin@example.org" not in str(VARIANT.forecast(game, "Ada", "F Drakh").data)
    assert checked(game, "F Blue_Men") == ["unseen"]


@pytest.mark.rule("GG-ORDZ-001")
@pytest.mark.parametrize("address", ["ada@example.com", '"a+b@x"', "ADA@Example.COM", "a;b@x"])
def test_reports_go_to_the_new_address_from_this_turn_on(address):
    turn = play(developed(), f"Z {address}")
    expected = {"a;b@x": ""}.get(address, address.strip('"'))

    assert ada(turn.game).address == expected
    assert "example.com" not in turn.report("Brin").text


@pytest.mark.rule("GG-ORDZ-001", "GG-ORDF-001", "GG-SEQ-002")
def test_whoever_asks_later_in_the_list_gets_the_new_address():
    turn = orders(developed(), "Z ada@new.example\nF Drakh", Brin="F Zzyaxians\nZ brin@new.example")

    assert [event.data["address"] for event in events(turn, "address.found", "Brin")] == [
        "ada@new.example"
    ]
    assert events(turn, "address.found", "Ada") == []


# Q


@pytest.mark.parametrize("case", examples("GG-ORDQ-001"))
def test_leaving_the_game_needs_ones_own_name(case):
    name = {"X": "zzyaxians", "Y": "Drakh"}[case.given["order"].split()[1]]
    turn = play(developed(), f"Q {name}")

    assert (not ada(turn.game).active) is case.expect["leaves"]
    assert turn.game.race("Brin").active
    assert ("Ada" in turn.unreported) is case.expect["leaves"]


@pytest.mark.rule("GG-ORDQ-001", "GG-IDL-003")
def test_the_turn_is_played_to_its_end_first():
    guests = {"owner": "Brin", "number": 1, "ships": 2, "type": "Drone", "at": "12"}
    turn = play(small(group(1, 5, "Gunship", "12"), guests), "Q Zzyaxians\nW Drakh\nV 99 Drakh")

    assert turn.game.race("Brin").groups == []
    assert (ada(turn.game).groups, ada(turn.game).active) == ([], False)
    assert planet(turn.game, "12").owner == planet(turn.game, "Zzyax Prime").owner == ""
    assert VARIANT.invariants(turn.game) == []


@pytest.mark.rule("GG-ORDQ-001")
def test_whoever_has_left_gives_no_more_orders():
    gone = play(developed(), "Q Zzyaxians").game
    turn = play(gone, "M 10 20 50\nW Drakh")

    assert codes(turn) == ["eliminated"] * 2
    assert ada(turn.game).area.x == 0


def test_a_check_of_leaving_does_not_leave():
    game = developed()

    assert checked(game, "Q Zzyaxians") == []
    assert ada(game).active


# Y


@pytest.mark.parametrize("case", examples("GG-ORDY-001"))
def test_the_password_of_the_next_turns(case):
    game = developed()
    ada(game).password = "old"
    turn = play(game, case.given["order"])

    assert codes(turn) == []
    assert (ada(turn.game).password or None) == case.expect["password"]
    code = "password.set" if case.expect["password"] else "password.ended"
    assert len(events(turn, code, "Ada")) == 1
    assert events(turn, code, "Brin") == []


@pytest.mark.rule("GG-ORDY-001")
def test_nobody_else_sees_the_password():
    turn = play(developed(), "Y swordfish")

    assert ada(turn.game).password == "swordfish"
    for player in ("Brin", "Cato"):
        assert "swordfish" not in str(turn.report(player).data)
    assert "swordfish" not in str(VARIANT.view(turn.game, "Ada").data)


@pytest.mark.rule("GG-ORDY-001")
@pytest.mark.parametrize("word", ["a", "A" * 20, "p@ss-w0rd!", '"quoted"', "Ünïcödé"])
def test_words_that_make_passwords(word):
    assert codes(orders(developed(), f"Y {word}")) == []


@pytest.mark.rule("GG-ORDY-001")
@pytest.mark.parametrize(
    ("line", "code"),
    [('Y "two words"', "bad-password"), (f"Y {'A' * 21}", "bad-password"),
     ("Y two words", "too-many-words")],
)  # fmt: skip
def test_words_that_make_none(line, code):
    refuse(developed(), line, [code])


# N, and the order of orders


@pytest.mark.parametrize("case", examples("GG-ORDN-001"))
def test_a_planet_gets_a_new_name_for_all(case):
    nest = {"Nest": {"at": [30, 10], "owner": "Ada", "population": 1, "size": 5}}
    game = small(
        {"owner": "Brin", "number": 1, "ships": 1, "type": "Drone", "at": "Nest"}, planets=nest
    )
    planet(game, "12").name = "Twelfth"
    planet(game, "Nest").name = "12"
    planet(game, "Zzyax Prime").name = "Home"
    turn = play(game, case.given["order"])

    assert codes(turn) == []
    assert planet(turn.game, case.expect["name"]).at == (30, 10)
    names = [p["name"] for p in VARIANT.view(turn.game, "Brin")["alien_planets"]]
    assert names == [case.expect["name"]]
    assert turn.game.planet_named("12") is None


@pytest.mark.parametrize("case", examples("GG-SEQ-002"))
@pytest.mark.parametrize(("first", "second"), [("Ada", "Brin"), ("Brin", "Cato"), ("Ada", "Cato")])
def test_of_two_that_colonize_a_planet_the_first_in_the_list_owns_it(case, first, second):
    settlers = {"type": "Freighter", "at": "12", "cargo": "COL", "load": 2, "number": 9}
    types = {"types": {"Freighter": [8, 0, 0, 2, 10]}}
    game = small(
        {"owner": first, **settlers}, {"owner": second, **settlers},
        planets={"12": {"owner": None}}, **dict.fromkeys((first, second), types),
    )  # fmt: skip
    turn = hz.run_turn(game, {second: "U 9", first: "U 9"})
    owner = dict(zip(case.given["order_of_players"], (first, second), strict=True))

    assert planet(turn.game, "12").owner == owner[case.expect["owner"]]
    (joined,) = events(turn, "planet.joined")  # the second landed on a planet of the first
    assert joined.data["people"] == 16


@pytest.mark.rule("GG-SEQ-002")
def test_orders_are_carried_out_from_top_to_bottom():
    moved_on = orders(small(group(1, 5, "Drone")), "S 1 12\nH 1\nS 1 13\nB 1 2")
    assert {goes_to(moved_on.game, n) for n in (1,)} == {"13"}
    refused = orders(small(group(1, 5, "Drone")), "J 1 Pack\nD FLEET Pack\nJ 1 Pack")

    assert [(r.line, r.code) for r in remarks(refused)] == [(1, "unknown-fleet")]
    assert group_of(refused.game, 1).fleet != ""


@pytest.mark.parametrize("case", examples("GG-SEQ-003"))
def test_old_names_hold_for_the_rest_of_the_turn(case):
    turn = play(developed(), "\n".join(case.given["orders"]))

    assert len(remarks(turn)) == case.expect["mistakes"]
    assert planet(turn.game, "Terra").product == "CAP"


@pytest.mark.rule("GG-SEQ-003", "GG-ORDN-001")
def test_everything_goes_by_the_old_name_of_a_planet():
    text = "N 12 Terra\nS 1 12\nR 12 COL 13\nW 12\nK 12\nN Terra Sol\nS 3 Terra"
    turn = orders(developed(), text)

    assert [(r.line, r.code) for r in remarks(turn)] == [(6, "unknown-name"), (7, "unknown-name")]
    assert goes_to(turn.game, 1) == "Terra"
    assert checked(developed(), text) == ["unseen", "unseen"]


@pytest.mark.rule("GG-SEQ-003", "GG-SEQ-001")
def test_upgrades_come_before_renames_and_after_all_other_orders():
    game = small(group(1, 1, "Drone", "12", techs={"drive": 1}), Ada={"techs": {"drive": 2}})
    turn = orders(game, "G 1\nS 1 13")
    assert codes(turn) == ["under-way"]

    turn = orders(game, "N 12 Terra\nT Drone Probe\nG 1")
    assert codes(turn) == []
    assert events(turn, "group.upgraded")[0].text.startswith("12 upgraded 1 Drone")


MISTAKES = [
    ("GG-ORDM-001", 1, "M 10 20 0.99", "bad-argument"),
    ("GG-ORDM-001", 1, "M 10 20 0", "bad-argument"),
    ("GG-ORDM-001", 1, "M 10 20 -5", "bad-argument"),
    ("GG-ORDM-001", 2, "M 10 20", "too-few-words"),
    ("GG-ORDM-001", 2, "M 10 20 30 40", "too-many-words"),
    ("GG-ORDM-001", 2, "M ten 20 30", "bad-argument"),
    ("GG-ORDM-001", 2, "M 10 nan 30", "bad-argument"),
    ("GG-ORDM-001", 2, "M 10 20 1e3", "bad-argument"),
    ("GG-ORDO-001", 1, "O COLOURS", "unknown-option"),
    ("GG-ORDO-001", 1, "O NO COLOURS", "unknown-option"),
    ("GG-ORDO-001", 1, "O TWO", "unknown-option"),
    ("GG-ORDO-001", 2, "O TWOCOL UNDERSCORES", "one-option"),
    ("GG-ORDO-001", 2, "O NO TWOCOL UNDERSCORES", "too-many-words"),
    ("GG-ORDC-001", 1, "C", "too-few-words"),
    ("GG-ORDC-001", 1, f"C {'A' * 21}", "bad-name"),
    ("GG-ORDC-001", 2, "C drakh", "bad-name"),
    ("GG-ORDC-001", 3, "C Alpha", "bad-name"),
    ("GG-ORDC-001", 3, "C JUDGE", "bad-name"),
    ("GG-ORDF-001", 1, "F Nobody_at_all", "unknown-name"),
    ("GG-ORDF-001", 1, "F 12", "unknown-name"),
    ("GG-ORDQ-001", 1, "Q", "too-few-words"),
    ("GG-ORDQ-001", 1, "Q Drakh", "not-your-race"),
    ("GG-ORDQ-001", 1, "Q Nobody_at_all", "not-your-race"),
    ("GG-ORDZ-001", 1, "Z", "too-few-words"),
    ("GG-ORDN-001", 1, "N Nowhere Terra", "unknown-name"),
    ("GG-ORDN-001", 2, "N 12", "too-few-words"),
    ("GG-ORDN-001", 2, f"N 12 {'A' * 21}", "bad-name"),
    ("GG-ORDN-001", 2, "N 12 zzyax_prime", "bad-name"),
    ("GG-ORDN-001", 3, "N Drakhnor Terra", "not-your-planet"),
    ("GG-ORDN-001", 3, "N 13 Terra", "not-your-planet"),
]


@pytest.mark.parametrize(("text", "expected"), mistakes(MISTAKES))
def test_a_mistake_is_told_and_changes_nothing(text, expected):
    refuse(developed(), text, expected)


@pytest.mark.rule("GG-ORDZ-001", "GG-ORDO-001", "GG-ORDC-001")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("Z ada", "bad-address"), ("Z a@b@c", "bad-address"), ('Z "a b@c"', "bad-address"),
     ("Z @", "bad-address"), (f"Z {'a' * 250}@b.de", "bad-address"), ('Z "a\a@b"', "bad-address"),
     ("O", "too-few-words"), ("O NO", "one-option"), ("C Mutant Camels", "too-many-words"),
     ("Y a b", "too-many-words")],
)  # fmt: skip
def test_further_mistakes(text, expected):
    refuse(developed(), text, [expected])


def test_every_mistake_of_the_clauses_is_made():
    assert forgotten(MISTAKES) == []
