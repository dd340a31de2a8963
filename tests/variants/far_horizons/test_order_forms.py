"""Every form of an order works as in the table, and other forms are refused."""

from __future__ import annotations

import re

import pytest

from horizons_core.orders import MAX_REMARKS
from horizons_core.rules import catalogue
from tests.variants.far_horizons.order_steps import AS_IN_1999
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.model import ShipLocation
from variants.far_horizons.report.classic import order_form
from variants.far_horizons.view.model import FarHorizonsView

CATALOGUE = catalogue("far_horizons", "variants.far_horizons")

HOME, NEXT_DOOR = "10 10 10 #3", "10 10 10 #4"
STATE = {
    "species": {
        "Human": {
            "treasury": 20_000,
            "techs": {"MI": 30, "MA": 60, "ML": 30, "GV": 40, "LS": 30, "BI": 50},
            "met": ["Klingon"],
            "planets": {
                "Earth": {"items": {"CU": 40, "IU": 20, "AU": 20, "SU": 10}, "mining_base": 900.0,
                          "manufacturing_base": 900.0},
                "Kithera": {"at": "12 13 10 #1"},
                "Mars": {"at": NEXT_DOOR, "mining_base": 1.0, "manufacturing_base": 1.0},
            },
            "ships": {
                "CA USS Enterprise": {"at": HOME, "cargo": {"JP": 1}},
                "CT Laughing Dog": {"at": HOME},
                "FFS Sloth": {"at": HOME},
                "TR7 Love Dove": {"at": NEXT_DOOR, "cargo": {"CU": 6, "IU": 2, "AU": 1}},
                "BAS Guardian": {"at": HOME, "tons": 40_000},
                "DD Old Tub": {"at": HOME, "age": 10},
            },
        },
        "Klingon": {"met": ["Human"]},
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def game():
    return game_with(STATE)


def after(game, name, text, **options):
    return step(name, game, {"Human": text}, **options)


def refused(result) -> list[str]:
    """The hints or codes of the orders that were not carried out."""
    return [event.data["reason"] for event in result.events("Human", "order-ignored")]


def errors(result) -> list[str]:
    return [remark.code for remark in result.remarks("Human") if remark.severity == "error"]


def with_ship(word: str, place: str, **cargo: int) -> dict:
    """A ship, or a starbase of 90,000 tons."""
    size = {"tons": 90_000} if word.startswith("BAS") else {}
    return {word: {"at": place, "cargo": cargo, **size}}


def building(text: str) -> str:
    return f"PRODUCTION PL Earth\n{text}"


# orders outside blocks


@pytest.mark.rule("FH-ORDER-001")
def test_orders_reach_every_ship_however_far():
    far = {"species": {"Human": {"ships": {
        "CT Near": {"at": HOME}, "CT Far": {"at": "38 38 38 #1"}, "CT Nowhere": {"at": "0 39 0"},
    }}}}  # fmt: skip
    text = "Deep CT Near\nDeep CT Far\nScan CT Nowhere"
    result = step("pre-departure", game_with(far), {"Human": text})
    assert errors(result) == []
    assert {result.ship("Human", name).where for name in ("Near", "Far")} == {
        ShipLocation.DEEP_SPACE
    }


@pytest.mark.rule("FH-ORDER-022")
def test_a_faulty_order_changes_nothing_and_the_next_is_carried_out(game):
    text = "Deep CT Laughing Cat\nFoo\nJump CT Laughing Dog, 1 2 3\nDeep CT Laughing Dog"
    result = after(game, "pre-departure", text)
    alone = after(game, "pre-departure", "Deep CT Laughing Dog")
    assert result.game.empires == alone.game.empires
    assert refused(result) == [
        "Invalid ship name in DEEP command.",
        "Unknown or missing command.",
        "Invalid pre-departure command.",
    ]
    assert errors(result) == ["unknown-order", "wrong-section", "unknown-ship"]
    assert "!!! Order ignored:\n!!! Foo\n!!! Unknown or missing command." in result.log("Human")


@pytest.mark.rule("FH-ORDER-022")
def test_a_number_that_is_too_large_is_executed_as_far_as_possible_with_a_warning(game):
    line = "Transfer 99 CU PL Earth, CT Laughing Dog"
    moved = after(game, "pre-departure", line)
    assert {(r.severity, r.line) for r in moved.remarks("Human")} == {("warning", 2)}
    assert moved.ship("Human", "Laughing Dog").cargo == {"CU": 2}
    assert f"! WARNING: {line}" in moved.log("Human")


def test_a_misspelt_name_is_an_error(game):
    result = after(game, "pre-departure", "Deep CT Laughign Dog")
    (error,) = result.remarks("Human")
    assert (error.severity, error.code, error.words) == ("error", "unknown-ship", "CT Laughign Dog")
    assert error.hint == "did you mean 'CT Laughing Dog'?"


def test_by_the_engines_habit_a_misspelt_name_is_told_once_as_a_warning(game):
    result = after(game, "pre-departure", "Deep CT Laughign Dog", **AS_IN_1999)
    (warning,) = result.remarks("Human")
    assert (warning.severity, warning.code) == ("warning", "misspelt-name")
    assert "'Laughign Dog' was read as" in warning.message
    assert "Laughing Dog" in warning.message
    assert (warning.words, warning.column) == ("Laughign Dog", 9)


def test_of_very_many_faulty_orders_the_last_are_counted(game):
    result = after(game, "pre-departure", "Deep CT Laugh Dogs\n" * (MAX_REMARKS + 1))
    hints = [remark.hint for remark in result.remarks("Human")]
    assert hints[0] == "did you mean 'CT Laughing Dog'?"
    assert len(hints) == MAX_REMARKS
    assert result.context.left_out == {"Human": 1}


# names


@pytest.mark.rule("FH-NAME-004")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-NAME-004"), ids=str)
def test_a_name_needs_its_abbreviation(example):
    state = {"species": {"Human": {
        "techs": {"GV": 60}, "ships": {"CA Enterprise": {"at": HOME}}, "treasury": 900,
    }}}  # fmt: skip
    order = example.given["order"].replace("12 3 9 4", "12 13 10 2")
    name = {"B": "production", "N": "pre-departure", "S": "pre-departure"}[order[0]]
    result = step(
        name, game_with(state), {"Human": building(order) if name == "production" else order}
    )
    assert (errors(result) == []) == example.expect["accepted"]


@pytest.mark.rule("FH-NAME-004")
@pytest.mark.parametrize(
    "order", ["Deep FF Laughing Dog", "Deep FF Sloth", "Deep CTS Laughing Dog"]
)
def test_another_ships_abbreviation_is_rejected(game, order):
    result = after(game, "pre-departure", order)
    assert errors(result) == ["unknown-ship"]
    assert errors(after(game, "pre-departure", order, forgiving=True)) == []


@pytest.mark.rule("FH-ORDER-018")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-ORDER-018"), ids=str)
def test_a_name_that_is_not_the_last_needs_a_comma(example):
    planets, ships = {"Shangri La": {"at": "12 13 10 #2"}}, {"CT Laughing Dog": {"at": HOME}}
    state = {"species": {"Human": {"planets": planets, "ships": ships}}}
    game = game_with(state)
    result = step("jumps", game, {"Human": example.given["line"]})
    assert (errors(result) == []) == example.expect.get("accepted", True)
    if errors(result):
        hints = [remark.hint for remark in result.remarks("Human")]
        assert hints == ["put a comma after 'CT Laughing Dog'"]
        guessed = step("jumps", game, {"Human": example.given["line"]}, forgiving=True)
        assert errors(guessed) == []


@pytest.mark.rule("FH-NAME-006")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-NAME-006"), ids=str)
def test_a_name_is_shown_as_it_was_first_written(game, example):
    result = after(game, "pre-departure", f"Deep {example.given['later']}")
    name = example.expect["shown"].partition(" ")[2]
    assert result.ship("Human", name).where == ShipLocation.DEEP_SPACE
    assert name in result.log("Human")
    assert example.given["later"].partition(" ")[2] not in result.log("Human")


@pytest.mark.rule("FH-NAME-007")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-NAME-007"), ids=str)
@pytest.mark.parametrize("section", ["pre-departure", "post-arrival"])
def test_name_names_a_planet_for_later_orders_too(example, section):
    expected = example.expect
    sector = f"{expected['x']} {expected['y']} {expected['z']}"
    state = {
        "stars": {sector: {"planets": {expected["planet"]: {}}}},
        "species": {"Human": {"ships": {"CT Dog": {"at": sector}}}},
    }
    text = f"{example.given['order']}\nOrbit CT Dog, PL {expected['name']}"
    result = step(section, game_with(state), {"Human": text})
    assert result.codes("Human") == []
    place = f"{sector} #{expected['planet']}"
    assert str(result.colony("Human", expected["name"]).place) == place
    assert str(result.ship("Human", "Dog").place) == place
    assert [c.name for c in result.species("Klingon").living_colonies()] == ["Kronos"]


@pytest.mark.rule("FH-NAME-007")
@pytest.mark.parametrize(
    "order",
    [
        "Name 12 13 10 2 Eden",  # PL missing
        "Name 12 13 11 2 PL Eden",  # no star
        "Name 12 13 10 3 PL Eden",  # no such planet
        "Name 12 13 10 0 PL Eden",
        "Name 12 13 10 PL Eden",
        "Name 12 13 10 2 PL",  # no name
        "Name 12 13 10 2 PL 7 of Nine",  # not a legal one
        "Name 10 10 10 4 PL Eden",  # it has a name already
        "Name 12 13 10 2 PL mars",  # another planet has the name
    ],
)
def test_a_faulty_name_is_rejected(game, order):
    result = after(game, "pre-departure", order)
    assert len(errors(result)) == 1
    assert result.game.empires[0].colonies == game.empires[0].colonies


@pytest.mark.rule("FH-NAME-001")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-NAME-001"), ids=str)
def test_a_long_name_is_cut_when_it_is_given_and_when_it_is_used(example):
    state = {"species": {"Human": {"ships": {"CT Dog": {"at": "12 13 10"}}}}}
    name = example.given["name"]
    text = f"Name 12 13 10 2 PL {name}\nOrbit CT Dog, PL {name}"
    result = step("pre-departure", game_with(state), {"Human": text})
    assert result.codes("Human") == []
    assert result.colony("Human", example.expect["stored"])
    assert str(result.ship("Human", "Dog").place) == "12 13 10 #2"


@pytest.mark.rule("FH-CMD-003")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-CMD-003"), ids=str)
@pytest.mark.parametrize("order", ["Name 12 13 10 2 PL {}", "Build PB {}", "Build BAS {}, 100"])
def test_a_name_may_not_begin_with_a_digit(game, example, order):
    line = order.format(example.given["name"])
    name = "pre-departure" if line.startswith("Name") else "production"
    text = line if name == "pre-departure" else building(line)
    assert (errors(after(game, name, text)) == []) == example.expect["valid"]


# numbers


@pytest.mark.rule("FH-CMD-004")
@pytest.mark.parametrize("number", ["-5", "1.5", "-1"])
@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("pre-departure", "Transfer {} CU PL Earth, PL Mars"),
        ("pre-departure", "Install {} IU PL Earth"),
        ("pre-departure", "Send {} SP Klingon"),
        ("production", "Build {} PD"),
        ("production", "Research {} BI"),
        ("production", "Recycle {} IU"),
        ("production", "Ambush {}"),
        ("production", "Intercept {}"),
    ],
)
def test_numbers_are_whole_and_not_negative(game, name, order, number):
    line = order.format(number)
    plain = after(game, name, building("") if name == "production" else "")
    result = after(game, name, building(line) if name == "production" else line)
    assert len(errors(result)) == 1, line
    assert result.game.empires == plain.game.empires


# DEEP, INSTALL, UNLOAD


@pytest.mark.rule("FH-CMD-006")
@pytest.mark.parametrize("section", ["pre-departure", "post-arrival"])
def test_deep_takes_a_ship_into_deep_space_but_no_starbase(game, section):
    result = after(game, section, "Deep CT Laughing Dog\nDeep FFS Sloth\nDeep BAS Guardian")
    for name in ("Laughing Dog", "Sloth"):
        ship = result.ship("Human", name)
        assert (ship.where, ship.place.sector, ship.place.orbit) == (
            ShipLocation.DEEP_SPACE, (10, 10, 10), 0,
        )  # fmt: skip
    assert result.ship("Human", "Guardian").where == ShipLocation.ORBIT
    assert len(errors(result)) == 1


@pytest.mark.rule("FH-CMD-007")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-CMD-007"), ids=str)
def test_install_without_numbers_installs_all_that_can_be(example):
    items = {item: example.given[item] for item in ("CU", "IU", "AU")}
    state = {"species": {"Human": {"planets": {"Mars": {"at": NEXT_DOOR, "items": items}}}}}
    result = step("pre-departure", game_with(state), {"Human": example.given["order"]})
    mars, expected = result.colony("Human", "Mars"), example.expect
    assert mars.mining_units.installing == expected["mining_base_gain"] * 10
    assert mars.manufacturing_units.installing == expected["manufacturing_base_gain"] * 10
    assert mars.items.get("CU", 0) == expected["CU_left"]
    assert mars.items.get("AU", 0) == expected.get("AU_left", 0)


@pytest.mark.rule("FH-CMD-008")
@pytest.mark.parametrize("word", ["TR7 Love Dove", "BAS Depot"])
def test_unload_moves_everything_and_installs_what_it_can(word):
    state = {"species": {"Human": {
        "planets": {"Mars": {"at": NEXT_DOOR}},
        "ships": with_ship(word, NEXT_DOOR, CU=6, IU=2, AU=1),
    }}}  # fmt: skip
    result = step("pre-departure", game_with(state), {"Human": f"Unload {word}"})
    mars = result.colony("Human", "Mars")
    assert not any(result.ship("Human", word.partition(" ")[2]).cargo.values())
    assert (mars.mining_units.installing, mars.manufacturing_units.installing) == (2, 1)
    assert mars.items.get("CU") == 3


@pytest.mark.rule("FH-CMD-008")
@pytest.mark.parametrize("word", ["TR7 Dove", "BAS Depot"])
def test_in_deep_space_nothing_is_unloaded(word):
    state = {"species": {"Human": {"ships": with_ship(word, "10 10 10", CU=6)}}}
    result = step("pre-departure", game_with(state), {"Human": f"Unload {word}"})
    assert len(errors(result)) == 1
    assert result.ship("Human", word.partition(" ")[2]).cargo == {"CU": 6}


# journeys


@pytest.mark.rule("FH-CMD-009")
@pytest.mark.parametrize("word", ["CT Dog", "BAS Fort"])
@pytest.mark.parametrize(("planet", "place"), [("", "38 38 38"), (", PL End", "38 38 38 #1")])
def test_ships_and_starbases_go_through_a_wormhole(word, planet, place):
    state = {"species": {"Human": {
        "ships": with_ship(word, "2 2 2"), "planets": {"End": {"at": "38 38 38 #1"}},
    }}}  # fmt: skip
    result = step("jumps", game_with(state), {"Human": f"Wormhole {word}{planet}"})
    assert errors(result) == []
    assert str(result.ship("Human", word.partition(" ")[2]).place) == place


@pytest.mark.rule("FH-CMD-010")
@pytest.mark.parametrize("word", ["FFS Dog", "BAS Fort"])
@pytest.mark.parametrize(("to", "moves"), [("10 10 11", True), ("10 10 12", False)])
def test_ships_and_starbases_move_by_one_parsec(word, to, moves):
    game = game_with({"species": {"Human": {"ships": with_ship(word, "10 10 10")}}})
    result = step("jumps", game, {"Human": f"Move {word}, {to}"})
    assert (errors(result) == []) == moves
    assert str(result.ship("Human", word.partition(" ")[2]).place) == (to if moves else "10 10 10")


# production


@pytest.mark.rule("FH-CMD-011")
@pytest.mark.parametrize(
    ("order", "built"),
    [
        ("Build 3 PD", None),
        ("Build 3 CU TR7 Love Dove", None),
        ("Build DD Dawson", "Dawson"),
        ("Build DD Dawson, 500", "Dawson"),
        ("Build BAS Fort, 300", "Fort"),
        ("Continue BAS Guardian, 300", "Guardian"),
    ],
)
def test_build_has_these_forms(game, order, built):
    ships_of = {"species": {"Human": {"ships": {"TR7 Love Dove": {"at": HOME, "cargo": {}}}}}}
    result = step("production", game_with(_merged(STATE, ships_of)), {"Human": building(order)})
    assert errors(result) == []
    if built:
        assert result.ship("Human", built) is not None


@pytest.mark.rule("FH-CMD-011")
@pytest.mark.parametrize(("amount", "unpaid"), [("", 0), (", 200", 500)])
def test_continue_goes_on_with_a_ship(amount, unpaid):
    ships = {"DD Half": {"at": HOME, "status": "building", "unpaid": 700}}
    state = _merged(STATE, {"species": {"Human": {"ships": ships}}})
    result = step("production", game_with(state), {"Human": building(f"Continue DD Half{amount}")})
    assert errors(result) == []
    assert result.ship("Human", "Half").unpaid == unpaid


@pytest.mark.rule("FH-CMD-011")
@pytest.mark.parametrize("order", ["Build BAS Fort", "Continue BAS Guardian"])
def test_a_starbases_amount_must_be_given(game, order):
    result = after(game, "production", building(order))
    assert len(errors(result)) == 1
    assert result.ship("Human", "Guardian").tonnage == 4
    assert result.ship("Human", "Fort") is None


@pytest.mark.rule("FH-CMD-012")
@pytest.mark.parametrize(
    ("order", "name", "age"),
    [
        ("Upgrade DD Old Tub", "Old Tub", 0),
        ("Upgrade DD Old Tub, 0", "Old Tub", 0),
        ("Upgrade DD Old Tub, 150", "Old Tub", 6),
        ("Upgrade BAS Older", "Older", 0),
        ("Upgrade BAS Older, 40", "Older", 6),
    ],
)
def test_upgrade_has_these_forms(order, name, age):
    more = {"BAS Older": {"at": HOME, "tons": 40_000, "age": 10}}
    state = _merged(STATE, {"species": {"Human": {"ships": more}}})
    result = step("production", game_with(state), {"Human": building(order)})
    assert errors(result) == []
    assert result.ship("Human", name).age == age


@pytest.mark.rule("FH-CMD-013")
def test_recycle_has_these_forms(game):
    text = building("Recycle 20 IU\nRecycle CT Laughing Dog\nRecycle BAS Guardian")
    result = after(game, "production", text)
    assert errors(result) == []
    assert result.colony("Human", "Earth").items.get("IU", 0) == 0
    assert result.ship("Human", "Laughing Dog") is None
    assert result.ship("Human", "Guardian") is None


@pytest.mark.rule("FH-CMD-015")
def test_orders_without_arguments_are_refused_with_words_behind_them(game):
    other = after(game, "production", building("Shipyard please, now"))
    assert errors(other) == ["too-many-words"]
    assert other.colony("Human", "Earth").shipyards == 1
    auto = after(game, "post-arrival", "Auto if you can")
    assert (errors(auto), auto.species("Human").auto) == (["too-many-words"], False)


@pytest.mark.rule("FH-CMD-016")
@pytest.mark.parametrize("example", CATALOGUE.examples("FH-CMD-016"), ids=str)
def test_a_comma_stands_behind_a_name_that_is_followed_by_more(game, example):
    order = example.given["order"]
    name = "production" if order.startswith("IBUILD") else "post-arrival"
    result = after(game, name, building(order) if name == "production" else order)
    assert (errors(result) == []) == example.expect["valid"]


@pytest.mark.rule("FH-CMD-016")
@pytest.mark.parametrize("order", ["Install 3 IU PL Mars", "Install 3 IU, PL Mars"])
def test_in_install_a_comma_behind_the_class_is_accepted(order):
    items = {"CU": 9, "IU": 9}
    state = {"species": {"Human": {"planets": {"Mars": {"at": NEXT_DOOR, "items": items}}}}}
    result = step("pre-departure", game_with(state), {"Human": order})
    assert (errors(result), result.colony("Human", "Mars").mining_units.installing) == ([], 3)


@pytest.mark.rule("FH-CMD-017")
def test_hide_takes_no_ship_in_production_and_needs_one_in_battles():
    state = _merged(STATE, {"species": {"Human": {"ships": {
        "CT Laughing Dog": {"at": HOME, "status": "landed"}}}}})  # fmt: skip
    game = game_with(state)
    text = "PRODUCTION PL Mars\nHide{}"
    assert errors(step("production", game, {"Human": text.format("")})) == []
    assert step("production", game, {"Human": text.format("")}).colony("Human", "Mars").hiding
    assert len(errors(step("production", game, {"Human": text.format(" CT Laughing Dog")}))) == 1


# meanings of the table's letters


@pytest.mark.rule("FH-CMD-002")
@pytest.mark.parametrize(
    ("name", "orders"),
    [
        # ab, n, s, d: a class, a number from 0, and ships, starbases or planets of one's own
        ("pre-departure", "Transfer 0 CU PL Earth, CT Laughing Dog"),
        ("pre-departure", "Transfer 1 CU PL Earth, BAS Guardian"),
        ("pre-departure", "Transfer 1 CU TR7 Love Dove, PL Mars"),
        # [n]: an optional number, or 0
        ("pre-departure", "Base 0 PL Earth, BAS Fort"),
        ("pre-departure", "Base PL Earth, BAS Fort"),
        ("production", "PRODUCTION PL Mars\nDevelop 0"),
        ("post-arrival", "Teach BI 0 SP Klingon"),
        ("post-arrival", "Teach BI SP Klingon"),
        # loc, x y z: coordinates or a named planet
        ("jumps", "Jump CT Laughing Dog, PL Kithera"),
        ("jumps", "Jump CT Laughing Dog, 9 9 9"),
        # p: the number of a planet, or its name
        ("pre-departure", "Orbit CT Laughing Dog, 2\nOrbit FFS Sloth, PL Mars"),
    ],
)  # fmt: skip
def test_an_argument_may_be_what_its_sign_stands_for(game, name, orders):
    assert errors(after(game, name, orders)) == []


@pytest.mark.rule("FH-CMD-002")
@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("pre-departure", "Transfer 1 XX PL Earth, TR7 Love Dove"),
        ("pre-departure", "Transfer CU PL Earth, TR7 Love Dove"),
        ("pre-departure", "Transfer 1 CU SP Klingon, TR7 Love Dove"),
        ("pre-departure", "Unload PL Mars"),
        ("pre-departure", "Install 1 IU TR7 Love Dove"),
        ("pre-departure", "Orbit CT Laughing Dog, 0"),
        ("pre-departure", "Send 5 PL Kronos"),
        ("jumps", "Jump CT Laughing Dog, PL Kronos"),
        ("jumps", "Jump CT Laughing Dog, 9 9"),
        ("production", "PRODUCTION PL Earth\nResearch 5 CU"),
        ("production", "PRODUCTION BAS Guardian"),
        ("post-arrival", "Teach PD SP Klingon"),
        ("post-arrival", "Telescope CT Laughing Dog"),
    ],
)
def test_an_argument_of_another_kind_is_refused(game, name, order):
    assert len(errors(after(game, name, order))) == 1


# the order form


@pytest.mark.rule("FH-ORDER-007")
def test_in_the_form_all_producing_planets_are_listed_the_home_planet_last():
    far, bases = "12 13 10", {"mining_base": 5.0, "manufacturing_base": 5.0}
    state = {"species": {"Human": {"planets": {
        "First": {"at": "10 10 10 #1", **bases},
        "Mine": {"at": f"{far} #1", "mining_base": 5.0},
        "Name Only": {"at": f"{far} #2"},
        "Resort": {"at": "9 9 9 #1", "manufacturing_base": 5.0, "kind": "resort"},
        "Last": {"at": NEXT_DOOR, **bases},
        "No Mine": {"at": "38 38 38 #1", "mining_base": 5.0, "kind": "normal"},
        "No Resort": {"at": "2 2 2 #1", "manufacturing_base": 5.0, "kind": "normal"},
    }}}}  # fmt: skip
    form = order_form(FarHorizonsView().of_every_species(game_with(state))["Human"])
    listed = re.findall(r"^ *PRODUCTION PL (.*)$", form, re.MULTILINE)
    assert listed == ["Last", "Resort", "Mine", "First", "Earth"]


@pytest.mark.rule("FH-ORDER-015")
def test_below_each_planet_in_the_form_a_comment_says_where_its_orders_go():
    form = order_form(FarHorizonsView().of_every_species(game_with(STATE))["Human"])
    lines = [line.strip() for line in form.splitlines()]
    for planet in ("Earth", "Mars"):
        below = lines[lines.index(f"PRODUCTION PL {planet}") + 1]
        assert below.startswith(f"; Place production orders here for planet {planet} (")


@pytest.mark.rule("FH-ORDER-007", "FH-ORDER-015")
def test_below_a_mining_colony_and_a_resort_in_the_form_a_comment_says_what_they_earn():
    state = {"species": {"Human": {"techs": {"LS": 40}, "planets": {
        "Mine": {"at": "12 13 10 #2", "mining_base": 5.0},
        "Resort": {"at": "9 9 9 #1", "manufacturing_base": 5.0, "kind": "resort"},
    }}}}  # fmt: skip
    view = FarHorizonsView().of_every_species(game_with(state))["Human"]
    income = {colony["name"]: colony["to_spend"] for colony in view["colonies"]}
    assert income["Mine"] > 0
    form = order_form(view)
    template = "    PRODUCTION PL {0}\n    ; The above PRODUCTION order is required for this {1}"
    assert (
        template.format("Resort", "resort colony, even\n")
        + "    ;  though no other production orders can be given for it.  This resort\n"
        + f"    ;  colony will generate {income['Resort']} economic units this turn.\n"
    ) in form
    assert (
        template.format("Mine", "mining colony, even\n")
        + "    ;  if no other production orders are given for it. This mining colony\n"
        + f"    ;  will generate {income['Mine']} economic units this turn.\n"
    ) in form


def _merged(left, other):
    """A state with another's entries in it."""
    if not isinstance(left, dict) or not isinstance(other, dict):
        return other
    return {
        key: _merged(left[key], other[key]) if key in left and key in other
        else other.get(key, left.get(key))
        for key in [*left, *(k for k in other if k not in left)]
    }  # fmt: skip
