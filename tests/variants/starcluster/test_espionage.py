"""Intelligence ratings, operations and their exposure (SC-ESP)."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import ledger, remarks, run, ship, texts
from tests.variants.starcluster.decreed import met, run_decreed
from variants.starcluster.intelligence import (
    OPERATIONS,
    POOL,
    STEAL,
    Intelligence,
)
from variants.starcluster.model import Project, Survey, SurveyedColony
from variants.starcluster.model.empires import HOSTILE, NEUTRAL
from variants.starcluster.rules.espionage import rating_of

CLAUSES = catalogue("starcluster", "variants.starcluster")
SUCCESS = {"succeeds": True}
FAILURE = {"succeeds": False}


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def rich():
    """A game where Ada can pay for anything."""
    game = met()
    game.empire("Ada").stock["MC"] = 100_000_000
    return game


def spy_codes(turn, player):
    """A player's messages about spies."""
    return [e.code for e in turn.events if player in e.audience and e.code.startswith("spy.")]


# the rating


@pytest.mark.rule("SC-ESP-001")
@examples("SC-ESP-001")
def test_a_step_of_the_rating_has_its_price(example):
    game = rich()
    game.empire("Ada").intelligence = example.given["ir"]
    turn = run(game, Ada="INTELLIGENCE\nINTELLIGENCE")

    assert turn.game.empire("Ada").intelligence == example.expect["ir_after"]
    assert sum(cost for reason, cost in ledger(turn).items() if "Rating" in reason) == (
        -100 * example.expect["mc"]
    )
    assert remarks(turn) == [(2, "already-raised")]
    assert remarks(run(turn.game, Ada="INTELLIGENCE")) == [(1, "rating-too-high")]


@pytest.mark.rule("SC-ESP-001")
def test_the_rating_of_a_race_is_its_el():
    game = met()
    native = game.power("NPR1")
    native.el, native.intelligence = 4, 9

    assert rating_of(native) == 4
    assert rating_of(game.empire("Ada")) == 1


# chances


@pytest.mark.rule("SC-ESP-002")
@examples("SC-ESP-002")
def test_the_chance_of_an_operation(example):
    inputs = example.given
    rules = Intelligence(operations={**OPERATIONS, POOL: (0, inputs["base"])})
    chance = rules.chance(
        POOL, inputs["own_ir"], inputs["target_ir"], inputs["target_rc"], guarded=inputs["guard"]
    )

    assert chance == example.expect["chance"]


@pytest.mark.rule("SC-ESP-002", "SC-ESP-004")
def test_a_roll_up_to_the_chance_succeeds_but_never_one_of_the_last_five():
    rules = Intelligence()

    assert rules.succeeds(40, 40)
    assert not rules.succeeds(41, 40)
    assert not rules.succeeds(96, 100)


@pytest.mark.rule("SC-ESP-003")
def test_guard_is_noticed_by_operations_of_the_turn_alone():
    guards = []

    def chance(*_args, guarded):
        guards.append(guarded)
        return 5

    game = rich()
    game.empire("Brin").stock["MC"] = 10_000_000
    turn = run_decreed(
        game, "intelligence", {"chance": chance}, Ada="SPY Brin REPORT", Brin="SPY GUARD\nSPY GUARD"
    )
    assert remarks(turn, "Brin") == [(2, "on-guard")]
    assert ledger(turn, "Brin")["guard against spies"] == -100_000
    run_decreed(turn.game, "intelligence", {"chance": chance}, Ada="SPY Brin REPORT")
    assert guards == [True, False]


# operations


@pytest.mark.rule("SC-ESP-003")
def test_the_table_of_operations_is_that_of_the_rulebook():
    rows = {row["op"]: row for row in CLAUSES["SC-ESP-003"].rows}
    rules = Intelligence()

    assert rules.guard_price() == 100 * rows.pop("GUARD")["mc"]
    assert {op: row["base"] for op, row in rows.items()} == {
        op: base for op, (_, base) in OPERATIONS.items()
    }
    assert rules.price(STEAL, 3) == 100 * 5000 * 3
    del rows[STEAL]
    assert {op: 100 * row["mc"] for op, row in rows.items()} == {op: rules.price(op) for op in rows}


@pytest.mark.rule("SC-ESP-003", "SC-ESP-004")
@pytest.mark.parametrize(
    ("order", "price"),
    [
        ("SURVEY 26", 500),
        ("REPORT", 1000),
        ("STEAL G1", 5000),
        ("POOL", 2000),
        ("PROJECT 26", 3000),
        ("INCITE 26", 3000),
    ],
)
def test_an_operation_is_paid_and_a_failure_changes_nothing(order, price):
    game = rich()
    game.empire("Brin").developed.append("G1")
    turn = run_decreed(game, "intelligence", FAILURE, Ada=f"SPY Brin {order}\nSPY Brin REPORT")
    operation = order.split()[0]

    assert ledger(turn)[f"{operation} against Race 2"] == -100 * price
    assert remarks(turn) == [(2, "second-operation")]
    assert spy_codes(turn, "Ada")[0] == "spy.failed"
    assert turn.game.empire("Brin").freighters == 20
    assert not turn.game.place("26").revolt
    assert "26" not in turn.game.empire("Ada").charts.surveys
    assert not turn.game.empire("Ada").has("G1")


@pytest.mark.rule("SC-ESP-003")
def test_survey_brings_what_the_target_knows_of_a_system():
    game = rich()
    links = tuple(link.number for link in game.links_at("28"))
    game.empire("Brin").charts.surveys["28"] = Survey(system="28", level=2, turn=0, links=links)
    far = run_decreed(game, "intelligence", SUCCESS, Ada="SPY Brin SURVEY 28")
    assert far.game.empire("Ada").charts.surveys["28"].links == links
    assert far.game.empire("Ada").charts.points["28"] == list(links)

    home = run_decreed(game, "intelligence", SUCCESS, Ada="SPY Brin SURVEY 26")
    survey = home.game.empire("Ada").charts.surveys["26"]
    assert (survey.turn, survey.colony) == (1, SurveyedColony(owner="Brin", pu=1000))
    race = run_decreed(
        game, "intelligence", SUCCESS, Ada=f"SPY NPR1 SURVEY {game.power('NPR1').home}"
    )
    assert race.game.empire("Ada").charts.surveys[game.power("NPR1").home].colony.owner == "NPR1"


@pytest.mark.rule("SC-ESP-003")
def test_report_tells_what_the_target_has():
    game = rich()
    brin = game.empire("Brin")
    brin.projects["CON"] = Project(name="CON", centers=["26"])
    brin.levels["CON"] = 2
    ship(game, "Brin", "26", "Guards", "DD", "L1 L1 Q Y (I)x5")
    turn = run_decreed(game, "intelligence", SUCCESS, Ada="SPY Brin REPORT")
    (event,) = (e for e in turn.events if e.code == "spy.report")

    assert event.audience == ("Ada",)
    assert (event.data["treasury"], event.data["income"]) == (10_000, 5_000)
    assert "treasury 10,000.00 MC, gross income 5,000.00 MC, EL " in event.text
    assert (event.data["units"], event.data["spaces"]) == (2, 60 + 15)
    assert "CON 2" in event.data["levels"]
    assert event.data["projects"] == "CON"


@pytest.mark.rule("SC-ESP-003", "SC-RND-003")
def test_steal_brings_a_technology_with_its_lower_versions():
    game = rich()
    game.empire("Brin").developed += ["S2", "S3"]
    turn = run_decreed(game, "intelligence", SUCCESS, Ada="SPY Brin STEAL s3")

    assert ledger(turn)["STEAL against Race 2"] == -1_500_000
    assert turn.game.empire("Ada").has("S2")
    assert turn.game.empire("Ada").has("S3")
    assert turn.game.empire("Brin").has("S3")
    assert spy_codes(turn, "Brin") == []


@pytest.mark.rule("SC-ESP-003", "SC-ESP-004")
def test_pool_destroys_freighters_and_leaves_no_name():
    turn = run_decreed(rich(), "intelligence", SUCCESS, Ada="SPY Brin POOL")
    (lost,) = (e for e in turn.events if e.code == "spy.pool_lost")

    assert 1 <= lost.data["number"] <= 6
    assert turn.game.empire("Brin").freighters == 20 - lost.data["number"]
    assert spy_codes(turn, "Brin") == ["spy.pool_lost"]
    assert "Ada" not in lost.text
    assert "Race 1" not in lost.text
    few = rich()
    few.empire("Brin").freighters = 0
    after = run_decreed(few, "intelligence", SUCCESS, Ada="SPY Brin POOL").game
    assert after.empire("Brin").freighters == 0


@pytest.mark.rule("SC-ESP-003", "SC-RACE-006")
def test_incite_lowers_the_income_of_the_same_turn():
    turn = run_decreed(rich(), "intelligence", SUCCESS, Ada="SPY Brin INCITE 26")
    (revolt,) = (e for e in turn.events if e.code == "spy.revolt")

    assert revolt.audience == ("Brin",)
    assert 10 <= revolt.data["pu"] <= 100
    assert revolt.data["pu"] % 5 == 0
    assert 1 <= revolt.data["turns"] <= 4
    assert ledger(turn, "Brin")["income of 26"] == 500_000 - 500 * revolt.data["pu"]


@pytest.mark.rule("SC-RACE-005", "SC-ESP-003")
def test_incite_adds_nothing_to_a_revolt():
    game = rich()
    game.place("26").revolt, game.place("26").revolt_turns = 7, 3
    turn = run_decreed(game, "intelligence", SUCCESS, Ada="SPY Brin INCITE 26")

    assert (turn.game.place("26").revolt, turn.game.place("26").revolt_turns) == (7, 2)


@pytest.mark.rule("SC-ESP-003")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SPY NPR2 REPORT", "unknown-empire"),
        ("SPY NPR1 POOL", "nothing-to-hit"),
        ("SPY NPR1 PROJECT 26", "nothing-to-hit"),
        ("SPY Brin STEAL S2", "unknown-to-target"),
        ("SPY Brin STEAL S1", "already-known"),
        ("SPY Brin STEAL Z1", "unknown-technology"),
        ("SPY Brin STEAL", "too-little"),
        ("SPY Brin REPORT 26", "too-much"),
        ("SPY Brin SURVEY 9", "unknown-to-target"),
        ("SPY Brin SURVEY 9999", "unknown-to-target"),
        ("SPY Brin INCITE 1", "unknown-to-target"),
        ("SPY Brin PROJECT C001", "unknown-to-target"),
    ],
)
def test_operations_without_sense_are_refused_and_cost_nothing(order, code):
    turn = run(rich(), Ada=order)

    assert remarks(turn) == [(1, code)]
    assert not any("against" in reason for reason in ledger(turn))


# exposure


@pytest.mark.rule("SC-ESP-004", "SC-DIP-004")
@pytest.mark.parametrize(
    ("exposed", "betrayed", "known"), [(0, 101, False), (100, 101, True), (0, 1, True)]
)
def test_a_failure_may_expose_its_author_which_a_race_resents(exposed, betrayed, known):
    rules = {"succeeds": False, "exposed": exposed, "betrayed": betrayed}
    turn = run_decreed(rich(), "intelligence", rules, Ada="SPY NPR1 REPORT\nSPY Brin REPORT")

    assert spy_codes(turn, "Brin") == (["spy.exposed"] if known else [])
    assert ("spy.caught" in spy_codes(turn, "Ada")) == known
    assert all("Race 1" in text for text in texts(turn, "spy.exposed"))
    stance = turn.game.empire("Ada").relations["NPR1"].stance
    assert stance == (HOSTILE if known else NEUTRAL)


@pytest.mark.rule("SC-VIS-001")
def test_nobody_but_the_two_is_told_of_an_operation():
    turn = run(rich(), Ada="SPY Brin REPORT\nSPY NPR1 INCITE 9")
    spied = [e for e in turn.events if e.code.startswith("spy.")]

    assert spied
    assert all(set(e.audience) <= {"Ada", "Brin"} for e in spied)
    assert not any(dice for e in spied for dice in e.dice)
