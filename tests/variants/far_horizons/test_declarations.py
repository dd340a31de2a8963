"""ALLY, ENEMY and NEUTRAL in all sections that accept them (FH-DIPLO-001 to FH-DIPLO-008)."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.single_steps import game_with, step

PLAYERS = ("Human", "Klingon", "Romulan", "Vulcan", "Bajoran", "Tholian")
SECTIONS = ("pre-departure", "production", "post-arrival")


def declare(orders, section="production", in_1999=False, **human):
    fields = {"met": ["Klingon", "Romulan", "Vulcan", "Bajoran", "Tholian"], **human}
    game = game_with({"species": {"Human": fields}}, PLAYERS)
    if section == "production":  # declarations need no planet
        orders = f"{orders}\nPRODUCTION PL Earth"
    return step(section, game, {"Human": orders}, in_1999=in_1999)


def attitude(result, other):
    species = result.species("Human")
    if other in species.allies:
        assert other not in species.enemies
        return "ALLY"
    return "ENEMY" if other in species.enemies else "NEUTRAL"


def reasons(result):
    return [event.data["reason"] for event in result.events("Human", "order-ignored")]


@pytest.mark.rule("FH-DIPLO-001")
def test_all_are_neutral_until_declared_otherwise_and_the_others_decide_for_themselves():
    result = declare("Ally SP Vulcan\nEnemy SP Klingon")
    stances = {name: attitude(result, name) for name in PLAYERS[1:]}
    assert stances == {
        "Klingon": "ENEMY", "Romulan": "NEUTRAL", "Vulcan": "ALLY", "Bajoran": "NEUTRAL",
        "Tholian": "NEUTRAL",
    }  # fmt: skip
    assert result.species("Vulcan").allies == result.species("Klingon").enemies == []


@pytest.mark.rule("FH-DIPLO-002", "FH-DIPLO-003", "FH-DIPLO-004")
@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("before", ["allies", "enemies", "met"])
@pytest.mark.parametrize(
    ("order", "after", "line"),
    [
        ("Ally SP Vulcan", "ALLY", "Alliance was declared with SP Vulcan."),
        ("Enemy SP Vulcan", "ENEMY", "Enmity was declared towards SP Vulcan."),
        ("Neutral SP Vulcan", "NEUTRAL", "Neutrality was declared towards SP Vulcan."),
    ],
)
def test_a_declaration_replaces_the_one_before(section, before, order, after, line):
    earlier = {before: ["Vulcan"], **({} if before == "met" else {"met": ["Vulcan"]})}
    result = declare(order, section, **earlier)
    assert attitude(result, "Vulcan") == after
    assert f"    {line}" in result.log("Human").splitlines()


@pytest.mark.rule("FH-DIPLO-002")
@pytest.mark.parametrize("example", examples("FH-DIPLO-002"), ids=str)
def test_enemy_by_name_or_all(example):
    result = declare(example.given["order"], met=[])
    stances = dict.fromkeys(PLAYERS[1:], example.expect.get("all_species", "NEUTRAL"))
    stances |= {name: value for name, value in example.expect.items() if name in PLAYERS}
    assert {name: attitude(result, name) for name in PLAYERS[1:]} == stances
    assert attitude(result, "Human") == "NEUTRAL"


@pytest.mark.rule("FH-DIPLO-003")
@pytest.mark.parametrize("order", ["Neutral 7", "Neutral 0"])
def test_neutral_to_all(order):
    result = declare(order, enemies=["Klingon"], allies=["Vulcan"])
    assert {attitude(result, name) for name in PLAYERS[1:]} == {"NEUTRAL"}
    assert "    Neutrality was declared towards ALL species." in result.log("Human")


@pytest.mark.rule("FH-DIPLO-002", "FH-DIPLO-003")
@pytest.mark.parametrize("keyword", ["Enemy", "Neutral"])
def test_no_contact_is_needed_for_these(keyword):
    assert reasons(declare(f"{keyword} SP Klingon", met=[])) == []


@pytest.mark.rule("FH-DIPLO-002", "FH-DIPLO-003", "FH-DIPLO-004")
@pytest.mark.parametrize("keyword", ["Ally", "Enemy", "Neutral"])
@pytest.mark.parametrize("argument", ["", "Klingon", "SP Nobody at all", "SP Human", "PL Earth"])
def test_declarations_that_are_refused(keyword, argument):
    result = declare(f"{keyword} {argument}")
    assert reasons(result) == [f"Invalid or missing argument in {keyword.upper()} command."]
    assert {attitude(result, name) for name in PLAYERS[1:]} == {"NEUTRAL"}


@pytest.mark.rule("FH-DIPLO-004")
@pytest.mark.parametrize(
    ("argument", "reason"),
    [
        ("5", "Invalid or missing argument in ALLY command."),
        ("SP Klingon, SP Vulcan", "Surplus words in ALLY command: SP Vulcan."),
    ],
)
def test_an_alliance_is_with_one_species(argument, reason):
    result = declare(f"Ally {argument}")
    assert reasons(result) == [reason]
    assert result.species("Human").allies == []


@pytest.mark.rule("FH-DIPLO-004")
def test_an_ally_must_have_been_met():
    result = declare("Ally SP Klingon", met=["Vulcan"])
    assert reasons(result) == ["You can't declare an alliance with a species you haven't met."]
    assert attitude(result, "Klingon") == "NEUTRAL"


@pytest.mark.rule("FH-DIPLO-002")
@pytest.mark.parametrize("section", ["COMBAT", "JUMPS", "STRIKES"])
def test_sections_without_declarations(section):
    game = game_with()
    result = step("production", game, {"Human": f"START {section}\nEnemy SP Klingon\nEND"})
    assert result.codes("Human") == ["wrong-section"]


@pytest.mark.rule("FH-DIPLO-005")
def test_declarations_last():
    result = declare("Ally SP Vulcan\nEnemy SP Klingon")
    later = step("finish", step("post-arrival", result.game).game)
    assert (attitude(later, "Vulcan"), attitude(later, "Klingon")) == ("ALLY", "ENEMY")


@pytest.mark.rule("FH-DIPLO-006", "FH-DIPLO-008")
@pytest.mark.parametrize("example", examples("FH-DIPLO-006"), ids=str)
def test_the_order_of_declarations_counts(example):
    result = declare("\n".join(example.given["orders"]), met=example.given["known"])
    assert {name: attitude(result, name) for name in example.expect} == example.expect


@pytest.mark.rule("FH-DIPLO-007")
@pytest.mark.parametrize("example", examples("FH-DIPLO-007"), ids=str)
def test_the_attitude_towards_species_met_later(example):
    result = declare("\n".join(example.given["earlier"]), met=[])
    assert attitude(result, "Klingon") == example.expect["new_species"]


@pytest.mark.rule("FH-DIPLO-008")
def test_neutral_for_a_moment():
    example = examples("FH-DIPLO-008")[0]
    inputs, expected = example.given, example.expect
    result = declare("\n".join(inputs["orders"]), "post-arrival", treasury=inputs["treasury"],
                     enemies=["Tholian"])  # fmt: skip
    assert result.species("Human").treasury == expected["treasury_after"]
    assert attitude(result, "Tholian") == expected["final"]


def test_a_misspelt_species_is_refused_with_a_hint():
    result = declare("Enemy SP Romuln")
    assert attitude(result, "Romulan") == "NEUTRAL"
    [remark] = result.remarks("Human")
    assert (remark.code, remark.hint) == ("unknown-species", "did you mean 'SP Romulan'?")


def test_hints_name_only_species_that_were_met():
    result = declare("Ally SP Klingonian Empire", met=["Vulcan"])
    assert "Klingon'" not in str(result.remarks("Human"))


def test_an_enemy_of_itself_is_a_habit_of_the_engine():
    assert "Human" not in declare("Enemy 1").species("Human").enemies
    assert "Human" in declare("Enemy 1", in_1999=True).species("Human").enemies
