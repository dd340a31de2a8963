"""ALLY, ENEMY and NEUTRAL: attitudes towards other species."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AFTER,
    AS_IN_1999,
    BEFORE,
    before,
    refused,
    warned,
)
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.orders.sections import SECTIONS_OF

PLAYERS = ("Human", "Klingon", "Vulcan", "Bajoran")


def people(**human):
    return game_with({"species": {"Human": human}}, PLAYERS)


def attitudes(result, name="Human"):
    """A species' attitudes to all others."""
    species = result.species(name)
    ids = [other.id for other in result.game.empires if other is not species]
    assert not set(species.allies) & set(species.enemies)
    return {
        other: "ALLY"
        if other in species.allies
        else "ENEMY"
        if other in species.enemies
        else "NEUTRAL"
        for other in ids
    }


@pytest.mark.rule("FH-DIPLO-001")
def test_everybody_is_neutral_until_declared_otherwise_and_each_way_by_itself():
    result = before(people(met=["Klingon"]), "ALLY SP Klingon")
    assert attitudes(result) == {"Klingon": "ALLY", "Vulcan": "NEUTRAL", "Bajoran": "NEUTRAL"}
    assert attitudes(result, "Klingon")["Human"] == "NEUTRAL"


@pytest.mark.rule("FH-DIPLO-002")
@pytest.mark.parametrize("example", examples("FH-DIPLO-002"), ids=str)
def test_a_species_or_all_are_declared_enemies(example):
    result = before(people(), example.given["order"])
    stances = attitudes(result)
    everybody = example.expect.get("all_species")
    if everybody:
        assert set(stances.values()) == {everybody}
        assert result.log("Human").endswith("    Enmity was declared towards ALL species.")
    else:
        assert stances == {"Klingon": "ENEMY", "Vulcan": "NEUTRAL", "Bajoran": "NEUTRAL"}
        assert result.log("Human").endswith("    Enmity was declared towards SP Klingon.")


@pytest.mark.rule("FH-DIPLO-003")
def test_a_number_of_any_value_makes_everybody_neutral():
    [example] = examples("FH-DIPLO-003")
    game = people(allies=["Bajoran"], enemies=["Klingon"], met=["Bajoran", "Klingon"])
    result = before(game, example.given["order"])
    assert set(attitudes(result).values()) == set(example.expect.values())
    assert result.log("Human").endswith("    Neutrality was declared towards ALL species.")


@pytest.mark.rule("FH-DIPLO-002", "FH-DIPLO-003", "FH-DIPLO-007")
def test_the_last_declaration_towards_all_is_kept():
    hostile = before(people(), "ENEMY 0")
    assert hostile.species("Human").all_enemies
    assert hostile.species("Human").enemies == ["Klingon", "Vulcan", "Bajoran"]
    peaceful = before(hostile.game, "NEUTRAL 0").species("Human")
    assert (peaceful.all_enemies, peaceful.enemies) == (False, [])


@pytest.mark.rule("FH-DIPLO-003", "FH-DIPLO-002")
@pytest.mark.parametrize("order", ["NEUTRAL SP Klingon", "ENEMY SP Klingon"])
def test_one_declaration_replaces_another_with_contact_or_without(order):
    expected = order.split()[0]
    for earlier in ({"allies": ["Klingon"]}, {"enemies": ["Klingon"]}, {}):
        assert attitudes(before(people(**earlier), order))["Klingon"] == expected


@pytest.mark.rule("FH-DIPLO-004")
def test_one_species_that_was_met_becomes_an_ally_and_others_by_other_orders():
    game = people(met=["Klingon", "Vulcan"], enemies=["Klingon"])
    result = before(game, "ALLY SP Klingon\nALLY SP Vulcan\nALLY SP Vulcan")
    assert attitudes(result) == {"Klingon": "ALLY", "Vulcan": "ALLY", "Bajoran": "NEUTRAL"}
    assert len(result.species("Human").allies) == 2
    assert "    Alliance was declared with SP Klingon." in result.log("Human")


@pytest.mark.rule("FH-DIPLO-002", "FH-DIPLO-003", "FH-DIPLO-004")
@pytest.mark.parametrize(
    "order",
    [
        "ALLY", "ENEMY", "NEUTRAL", "ALLY Klingon", "ENEMY Klingon", "NEUTRAL Klingon",
        "ALLY SP Nobody at all", "ENEMY SP Nobody at all", "ALLY SP Human", "ALLY SP Vulcan",
        "ALLY SP Klingon, SP Vulcan", "ALLY 1",
    ],
)  # fmt: skip
def test_declarations_that_cannot_be_made_are_refused(order):
    game = people(met=["Klingon"])
    for phase in (BEFORE, AFTER):
        result = step(phase, game, {"Human": order})
        assert [r.severity for r in result.remarks("Human")] == ["error"]
        assert result.game == game


@pytest.mark.rule("FH-DIPLO-004")
def test_a_stranger_is_no_ally():
    refused(people(), "ALLY SP Klingon", "species-not-met")


@pytest.mark.rule("FH-DIPLO-002", "FH-DIPLO-004", "FH-ORDER-008")
@pytest.mark.parametrize("order", ["ALLY SP Klingon", "ENEMY 1", "NEUTRAL 1"])
def test_declarations_belong_to_three_sections(order):
    keyword = order.split()[0]
    assert SECTIONS_OF[keyword] == ("PRE-DEPARTURE", "PRODUCTION", "POST-ARRIVAL")
    result = step("jumps", people(met=["Klingon"]), {"Human": order})
    assert result.codes("Human") == ["wrong-section"]
    for phase in (BEFORE, AFTER, "production"):
        result = step(phase, people(met=["Klingon"]), {"Human": order})
        assert "declared" in result.log("Human")


@pytest.mark.rule("FH-DIPLO-005")
def test_a_declaration_lasts():
    result = before(people(met=["Klingon"]), "ALLY SP Klingon\nENEMY SP Vulcan")
    for phase in (AFTER, BEFORE):
        result = step(phase, result.game, {"Human": ""})
    assert attitudes(result) == {"Klingon": "ALLY", "Vulcan": "ENEMY", "Bajoran": "NEUTRAL"}


@pytest.mark.rule("FH-DIPLO-006")
@pytest.mark.parametrize("example", examples("FH-DIPLO-006"), ids=str)
def test_declarations_take_effect_line_by_line(example):
    game = people(met=example.given["known"] + (["Bajoran"] if "Bajoran" in example.expect else []))
    result = before(game, "\n".join(example.given["orders"]))
    stances = attitudes(result)
    assert {name: stances[name] for name in example.expect} == example.expect


@pytest.mark.rule("FH-DIPLO-007")
@pytest.mark.parametrize("example", examples("FH-DIPLO-007"), ids=str)
def test_a_species_met_later_is_what_the_last_number_said(example):
    result = before(people(), "\n".join(example.given["earlier"]))
    assert "Vulcan" not in result.species("Human").met
    assert attitudes(result)["Vulcan"] == example.expect["new_species"]


def test_in_1999_class_words_were_forgiven():
    assert attitudes(before(people(), "ENEMY Klingon", **AS_IN_1999))["Klingon"] == "ENEMY"


@pytest.mark.rule("FH-DIPLO-004")
@pytest.mark.parametrize(
    ("order", "hint"),
    [("ALLY SP Klingonn", "did you mean 'SP Klingon'?"),
     ("ALLY SP Klingon please", "nothing may follow 'SP Klingon'"),
     ("ENEMY SP Bajorann", "write SP and the name of a species"),
     ("NEUTRAL SP Klingon, SP Vulcan",
      "declare one species an order, and each in a line of its own")],
)  # fmt: skip
def test_hints_name_species_that_were_met_and_no_comma(order, hint):
    [remark] = before(people(met=["Klingon"]), order).remarks("Human")
    assert remark.hint == hint


@pytest.mark.rule("FH-DIPLO-002", "FH-DIPLO-004")
def test_in_1999_a_misspelt_name_was_noted_of_strangers_who_became_enemies():
    assert warned(before(people(), "ENEMY SP Klingonn", **AS_IN_1999)) == ["misspelt-name"]
    result = refused(people(), "ALLY SP Klingonn", "species-not-met", **AS_IN_1999)
    assert result.codes("Human") == ["species-not-met"]
