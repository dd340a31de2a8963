"""RESEARCH with and without knowledge, and ESTIMATE (FH-TECH, FH-TEACH, FH-ESTIMATE)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.productions import (
    VEGA,
    produce,
    reasons,
    spending,
    spent,
    warnings,
)
from tests.variants.far_horizons.single_steps import Fair
from variants.far_horizons.constants import TECH_NAMES, TECHS
from variants.far_horizons.economy import RULEBOOK_ECONOMY


def tech(result, name):
    return result.species("Human").techs[name]


@pytest.mark.rule("FH-TECH-003")
def test_research_is_paid_like_any_product():
    example = examples("FH-TECH-003")[0]
    orders = "\n".join(f"Research {n} {name}" for name, n in example.given["spend"].items())
    result = produce(orders, 500)
    assert spent(result) == example.expect["rm_used"]
    assert (tech(result, "ML").points, tech(result, "BI").points) == (25, 433)


@pytest.mark.rule("FH-TECH-006")
@pytest.mark.parametrize("example", examples("FH-TECH-006"), ids=str)
def test_the_research_order(example):
    result = produce(example.given["order"], 5000)
    assert tech(result, example.expect["tech"]).points == example.expect["spent"]
    name = TECH_NAMES[example.expect["tech"]]
    assert f"    Spent {example.expect['spent']} on {name} research." in result.log("Human")


@pytest.mark.rule("FH-TECH-006")
def test_several_orders_add_up_from_all_planets():
    vega = spending(50, at=VEGA, kind="normal")
    orders = "Research 20 GV\nResearch 5 GV\nPRODUCTION PL Vega\nResearch 7 GV"
    assert tech(produce(orders, 25, planets={"Vega": vega}), "GV").points == 32


@pytest.mark.rule("FH-TECH-006", "FH-TECH-007")
@pytest.mark.parametrize("name", TECHS)
@pytest.mark.parametrize("written", [str.upper, str.lower, str.title])
def test_all_technologies_by_their_abbreviations(name, written):
    result = produce(f"Research 5 {written(name)}")
    assert tech(result, name).points == 5


@pytest.mark.rule("FH-TECH-006")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("Research 5 XX", "Invalid or missing technology."),
        ("Research 5", "Invalid or missing technology."),
        ("Research MI", "Invalid or missing amount."),
        ("Research MI 5", "Invalid or missing amount."),
        ("Research -5 MI", "Invalid or missing amount."),
        ("Research 5 BI", "Biology cannot be researched without transferred knowledge."),
    ],
)
def test_research_that_is_refused(order, reason):
    result = produce(order, techs={"BI": 0})
    assert (reasons(result), spent(result)) == ([reason], 0)


@pytest.mark.rule("FH-TECH-006")
def test_too_much_is_cut_to_what_can_be_spent():
    result = produce("Research 500 MI", 320)
    assert (tech(result, "MI").points, spent(result)) == (320, 320)
    assert warnings(result) == ["Insufficient funds. Substituting 320 for 500."]


@pytest.mark.rule("FH-TECH-003", "FH-TECH-006", "FH-BUILD-003", "FH-CMD-004")
@pytest.mark.parametrize(("amount", "paid"), [(0, 30), (1, 1), (30, 30), (31, 30)])
def test_research_of_0_takes_the_balance_and_too_much_is_cut(amount, paid):
    result = produce(f"Research {amount} MI", 30)
    assert (reasons(result), spent(result)) == ([], paid)
    assert result.species("Human").techs["MI"].points == paid


@pytest.mark.rule("FH-TECH-006", "FH-HIDE-004")
def test_a_mining_colony_does_no_research():
    vega = {"at": VEGA, "mining_base": 50}
    result = produce("Research 5 MI", opened="Vega", planets={"Vega": vega}, treasury=100)
    assert reasons(result) == ["You may not RESEARCH on a mining colony."]


# knowledge


@pytest.mark.rule("FH-TEACH-005")
@pytest.mark.parametrize("example", examples("FH-TEACH-005"), ids=str)
def test_what_a_level_costs_that_knowledge_covers(example):
    level, cost = example.given["level"], example.expect["cost"]
    assert RULEBOOK_ECONOMY.taught_level_cost(level) == cost
    known = {"GV": {"level": level, "knowledge": level + 1}}
    assert tech(produce(f"Research {cost} GV", 999, techs=known), "GV").level == level + 1
    if cost > 1:
        less = produce(f"Research {cost - 1} GV", 999, techs=known)
        assert (tech(less, "GV").level, tech(less, "GV").points) == (level, cost - 1)


@pytest.mark.rule("FH-TEACH-006", "FH-TEACH-007")
@pytest.mark.parametrize("example", examples("FH-TEACH-006", "FH-TEACH-007"), ids=str)
def test_knowledge_is_used_first_and_the_rest_is_research(example):
    inputs, expected = example.given, example.expect
    known = {"GV": {"level": inputs["level"], "knowledge": inputs["knowledge"]}}
    result = produce(f"Research {inputs['spent']} GV", 999, techs=known)
    after, cost = expected["level_after_purchase"], inputs["spent"] - tech(result, "GV").points
    assert tech(result, "GV").level == after
    assert tech(result, "GV").points == expected["left_for_normal_research"]
    assert cost == expected.get("cost", inputs["spent"] - expected["left_for_normal_research"])
    message = (
        f"Spent {cost} raising Gravitics tech level from {inputs['level']} to {after} using"
        " transferred knowledge."
    )
    assert (message in " ".join(result.log("Human").split())) is (after > inputs["level"])


@pytest.mark.rule("FH-TEACH-007")
def test_the_first_level_is_free_with_any_research():
    known = {"GV": {"level": 0, "knowledge": 1}}
    result = produce("Research 1 GV", techs=known)
    assert (tech(result, "GV").level, tech(result, "GV").points) == (1, 1)


@pytest.mark.rule("FH-TECH-005", "FH-TEACH-006")
def test_a_level_from_knowledge_counts_at_once_everywhere():
    known = {"MA": {"level": 39, "knowledge": 40}}
    vega = {"at": VEGA, "mining_base": 900, "manufacturing_base": 10, "kind": "normal"}
    result = produce("Research 1141 MA\nBuild CL Big\nPRODUCTION PL Vega", 9000, techs=known,
                  planets={"Vega": vega})  # fmt: skip
    assert reasons(result) == []
    begun = [event.data["balance"] for event in result.events("Human", "production-start")]
    assert begun[1] == 400


# estimates


@pytest.mark.rule("FH-ESTIMATE-001")
@pytest.mark.parametrize("example", examples("FH-ESTIMATE-001"), ids=str)
def test_an_estimate_costs_25(example):
    inputs = example.given
    result = produce(
        inputs["order"],
        inputs["planet_balance"],
        treasury=inputs.get("treasury", 0),
        met=["Klingon"],
    )
    left = inputs["planet_balance"] - spent(result)
    assert left == example.expect["planet_balance_after"]
    refused = example.expect.get("rejected", False)
    assert bool(reasons(result)) is refused
    if not refused:
        (event,) = result.events("Human", "levels-estimated")
        assert list(event.data) == list(TECHS)


@pytest.mark.rule("FH-ESTIMATE-001")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("Estimate SP Romulan", "You can't estimate the technology of a species you haven't met."),
        ("Estimate SP Nobody at all", "Invalid species name in ESTIMATE command."),
        ("Estimate SP Human", "Invalid species name in ESTIMATE command."),
        ("Estimate", "Invalid species name in ESTIMATE command."),
    ],
)
def test_estimates_that_are_refused(order, reason):
    result = produce(order, met=["Klingon"])
    assert (reasons(result), spent(result)) == ([reason], 0)


def test_a_refused_estimate_does_not_name_who_was_not_met():
    result = produce("Estimate SP Romulna Empire", met=["Klingon"])
    assert "Romulan" not in str(result.remarks("Human"))


@pytest.mark.rule("FH-ESTIMATE-002")
@pytest.mark.parametrize("example", examples("FH-ESTIMATE-002"), ids=str)
def test_an_estimate_is_within_its_error_and_uniform(example):
    inputs, expected = example.given, example.expect
    orders = "Estimate SP Klingon\n" * 40
    counts = Counter()
    for key in range(25):
        result = produce(
            orders, 1000, met=["Klingon"], techs={"ML": inputs["own"]}, chance=Fair(key),
            aliens={"Klingon": {"techs": {"ML": inputs["theirs"]}}},
        )  # fmt: skip
        counts.update(event.data["ML"] for event in result.events("Human", "levels-estimated"))
    lowest, highest = expected["lowest"], expected["highest"]
    assert min(counts) == lowest
    assert max(counts) == highest
    error = max(1, inputs["theirs"] - inputs["own"])
    wrong = [counts[n] for n in range(max(1, inputs["theirs"] - error), highest + 1)]
    if inputs["theirs"]:
        fair = 1000 / (2 * error + 1)
        assert all(fair / 3 < count < 2.5 * fair for count in wrong)


def test_the_log_of_an_estimate():
    log = produce("Estimate SP Klingon", met=["Klingon"], techs={"ML": 9}).log("Human")
    head = (
        "Estimate of the technology of SP Klingon (government name 'The Council', government type"
        " 'Republic'):"
    )
    assert head in " ".join(log.split())
    assert any(line.startswith("      MI = ") for line in log.splitlines())
