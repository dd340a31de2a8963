"""Science Centers: permitted research, its cost and its duration (SC-RES, SC-EL)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    context,
    examples,
    ledger,
    remarks,
    run,
    texts,
)
from tests.variants.starcluster.researching import begun, rich, work
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Project, Race
from variants.starcluster.rules import breakthroughs
from variants.starcluster.rules.breakthroughs import chance_next, project_requirements
from variants.starcluster.rules.projects import end_projects_at, project_price

# levels


@pytest.mark.rule("SC-RES-002")
@examples("SC-RES-002")
def test_a_center_researches_the_next_level_up_to_its_rating(example):
    inputs = example.given
    game = rich(el=3, ratings=(inputs["rating"],))
    game.empire("Ada").levels["ARM"] = inputs["present_sl"]
    turn = run(game, Ada="RESEARCH 1 ARM")
    next_one = inputs["present_sl"] + 1 == inputs["target_sl"]

    assert (next_one and begun(turn) == ["ARM"]) == example.expect["allowed"]
    if next_one:
        assert remarks(turn) == ([] if example.expect["allowed"] else [(1, "center-too-low")])


@pytest.mark.rule("SC-RES-003", "SC-RES-007", "SC-ECO-005")
@examples("SC-RES-003")
def test_a_level_is_paid_turn_by_turn(example):
    target = example.given["target_sl"]
    game = rich(el=9, ratings=(10,))
    game.empire("Ada").levels["SHD"] = target - 1
    turn = run(game, Ada="RESEARCH 1 SHD")
    turn.game.empire("Ada").projects["SHD"].chances = -1_000

    assert ledger(turn)["project SHD"] == -100 * example.expect["mc_per_turn"]
    assert ledger(run(turn.game))["project SHD"] == -100 * example.expect["mc_per_turn"]


@pytest.mark.rule("SC-RES-004", "SC-RES-005")
def test_the_chance_of_a_level_grows_from_its_minimum_on():
    game = rich(el=3, ratings=(4,))
    ada = game.empire("Ada")
    ada.levels["CON"] = 2
    project = ada.projects["CON"] = Project(name="CON", centers=["1"])

    assert project_requirements(game, StarclusterEconomy(), ada, project).turns == 2
    assert chance_next(game, StarclusterEconomy(), ada, project) == 0
    project.turns = 1
    assert chance_next(game, StarclusterEconomy(), ada, project) == 5
    project.turns, project.chances = 2, 1
    assert chance_next(game, StarclusterEconomy(), ada, project) == 10


@pytest.mark.rule("SC-RES-006", "SC-RES-005")
def test_levels_break_through_as_often_as_their_chance_says():
    wins = 0
    game = rich(ratings=(2,))
    ada = game.empire("Ada")
    for turn in range(200):
        game.turn, ada.levels = turn, {}  # other dice
        ada.projects["ARM"] = Project(name="ARM", centers=["1"], turns=9, chances=9)
        wins += work(game, "ARM").level("ARM") == 2
    assert 45 <= wins <= 75  # of 200 with a chance of 30 percent


@pytest.mark.rule("SC-RES-006")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-RES-006"), ids=str)
def test_a_draw_below_the_chance_breaks_through(example, monkeypatch):
    draw = Fraction(str(example.given["draw"]))
    game = rich(ratings=(11,))
    ada = game.empire("Ada")
    ada.race = Race(traits=("Creative",))
    ada.levels["ARM"] = 3  # to the fourth, which is a knot
    ada.projects["ARM"] = Project(name="ARM", centers=["1"], turns=9)
    assert chance_next(game, StarclusterEconomy(), ada, ada.projects["ARM"]) == Fraction(
        str(example.given["chance"])
    )
    monkeypatch.setattr(breakthroughs, "_draw", lambda *_: draw)
    work(game, "ARM")

    assert (ada.level("ARM") == 4) == example.expect["breakthrough"]


@pytest.mark.rule("SC-RES-006", "SC-ESP-003")
def test_a_turn_that_is_not_paid_or_is_hindered_gives_no_progress():
    game = rich()
    ada = game.empire("Ada")
    ada.projects["ARM"] = Project(name="ARM", centers=["1"], chances=-100)
    work(game)
    assert ada.projects["ARM"].turns == 0
    ctx = context(game, "research", paid={("Ada", "ARM"): 1}, sabotaged={"1"})
    breakthroughs.work_on_projects(ctx)
    assert ada.projects["ARM"].turns == 0
    work(game, "ARM")
    assert ada.projects["ARM"].turns == 1


@pytest.mark.rule("SC-RES-001", "SC-RES-007", "SC-HULL-010")
@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("RESEARCH 1 XYZ", "unknown-tree"),
        ("RESEARCH 1 ARM\nRESEARCH 1 SHD", "busy"),
        ("RESEARCH 1 ARM\nRESEARCH 2 ARM", "in-research"),
        ("RESEARCH 3 ARM", "no-center"),
        ("RESEARCH 1 STOP", "no-project"),
        ("RESEARCH 1 HULL DD", "no-knot"),
        ("RESEARCH 1 HULL BB", "el-too-low"),
        ("RESEARCH EL STOP", "no-project"),
        ("DEVELOP E1 1", "no-center"),
        ("DEVELOP E1 3:G", "no-center"),
        ("DEVELOP Z2 1:G", "unknown-technology"),
        ("DEVELOP A1 1:G", "already-known"),
        ("DEVELOP A2 1:G", "missing-prerequisite"),
        ("DEVELOP S2 1:G", "center-too-low"),
        ("DEVELOP G1 1:G\nDEVELOP E1 1:G", "busy"),
        ("DEVELOP G1 1:G\nRESEARCH 1 ARM\nDEVELOP G1 STOP", "no-project"),
        ("DEVELOP TUNER 1:G", "unknown-technology"),
    ],
)
def test_wrong_projects_are_refused(orders, code):
    game = rich(ratings=(2, 2, 0))
    game.place("3").science = 0
    game.empire("Ada").levels["SHD"] = 2

    assert [c for _, c in remarks(run(game, Ada=orders))] == [code]


@pytest.mark.rule("SC-RES-007", "SC-RND-007")
def test_a_stopped_project_is_not_paid_any_more_and_its_progress_lost():
    game = rich(ratings=(2,))
    ada = game.empire("Ada")
    ada.projects["ARM"] = Project(name="ARM", centers=["1"], turns=3)
    ada.projects["G1"] = Project(name="G1", centers=["1:G"], turns=3)
    turn = run(game, Ada="RESEARCH 1 SHD\nRESEARCH 1 STOP\nDEVELOP G1 STOP")

    assert begun(turn) == ["SHD"]
    assert remarks(turn) == []
    assert not {"project ARM", "project G1"} & set(ledger(turn))
    assert len(texts(turn, "project.ended")) == 2


# the EL


@pytest.mark.rule("SC-EL-001", "SC-SCI-003")
@examples("SC-EL-001")
def test_an_el_needs_as_many_top_centers(example):
    el, needed = example.given["el"], example.expect["centers"]
    names = [str(n) for n in range(1, needed + 1)]
    game = rich(el, ratings=(example.expect["rating"],) * needed)
    few = run(game, Ada="RESEARCH EL " + " ".join(names[:-1]))
    assert [code for _, code in remarks(few)] == ["too-few-centers"]
    twice = run(game, Ada="RESEARCH EL " + " ".join([*names[:-1], names[0]]))
    assert [code for _, code in remarks(twice)] == ["too-few-centers"]
    assert begun(run(game, Ada="RESEARCH EL " + " ".join(names))) == ["EL"]


@pytest.mark.rule("SC-SCI-003")
@examples("SC-SCI-003")
def test_no_center_may_be_below_the_top(example):
    game = rich(example.given["el"], ratings=(2, 2, *example.given["ratings"]))
    turn = run(game, Ada="RESEARCH EL 1 2")

    assert (begun(turn) == ["EL"]) == example.expect["may_start"]


@pytest.mark.rule("SC-SCI-003")
def test_systems_without_a_center_do_not_matter():
    assert begun(run(rich(1, ratings=(2, 2, 0)), Ada="RESEARCH EL 1 2")) == ["EL"]


@pytest.mark.rule("SC-EL-002")
@examples("SC-EL-002")
def test_an_el_project_is_paid_turn_by_turn(example):
    el = example.given["el"]
    game = rich(el, ratings=(el + 1,) * (el + 1))
    turn = run(game, Ada="RESEARCH EL " + " ".join(str(n) for n in range(1, el + 2)))

    assert ledger(turn)["project EL"] == -100 * example.expect["mc_per_turn"]


@pytest.mark.rule("SC-EL-001", "SC-EL-003")
@examples("SC-EL-003")
def test_the_el_rises_after_its_time_without_a_roll(example):
    number = 2 + example.given["centers_over_minimum"]
    game = rich(1, ratings=(2,) * number)
    ada = game.empire("Ada")
    ada.projects["EL"] = Project(name="EL", centers=[str(n) for n in range(1, number + 1)])
    turns = example.expect["turns"]
    work(game, "EL", turns=turns - 1)
    assert ada.el == 1
    work(game, "EL")
    assert (ada.el, ada.projects) == (2, {})


@pytest.mark.rule("SC-EL-004")
@examples("SC-EL-004")
def test_el_projects_begin_with_a_pause_between_them(example):
    game = rich(1, ratings=(2, 2))
    game.turn = example.given["turn"] - 1
    game.empire("Ada").last_el = example.given["last_start"]
    turn = run(game, Ada="RESEARCH EL 1 2")

    assert (begun(turn) == ["EL"]) == example.expect["may_start"]
    if example.expect["may_start"]:
        assert turn.game.empire("Ada").last_el == example.given["turn"]
    else:
        assert remarks(turn) == [(1, "too-soon")]


@pytest.mark.rule("SC-EL-001", "SC-EL-004", "SC-RES-007")
def test_centers_of_an_el_project_do_nothing_else_and_there_is_one_at_a_time():
    game = rich(1, ratings=(2, 2, 2))
    turn = run(game, Ada="RESEARCH EL 1 2\nRESEARCH 1 ARM\nRESEARCH EL 2 3\nRESEARCH 3 ARM")
    assert remarks(turn) == [(2, "busy"), (3, "in-research")]
    turn = run(turn.game, Ada="RESEARCH 1 STOP")
    assert remarks(turn) == [(1, "busy")]
    assert "EL" not in begun(run(turn.game, Ada="RESEARCH EL STOP"))
    turn = run(rich(1, ratings=(2, 2, 2)), Ada="RESEARCH 1 ARM\nRESEARCH EL 1 2")
    assert remarks(turn) == [(2, "busy")]


@pytest.mark.rule("SC-RES-008")
@examples("SC-RES-008")
def test_projects_go_on_with_the_centers_that_are_left(example):
    inputs, expect = example.given, example.expect
    game = rich(inputs.get("el", 1), ratings=(2,) * max(2, inputs["centers_at_start"]))
    ada = game.empire("Ada")
    names = [str(n) for n in range(1, inputs["centers_at_start"] + 1)]
    name = "EL" if inputs["project"] == "EL" else "G1"
    centers = names if name == "EL" else [f"{name}:G" for name in names]
    project = ada.projects[name] = Project(name=name, centers=list(centers))
    for center in centers[inputs["centers_left"] :]:
        end_projects_at(context(game), ada, center)
    if expect.get("project") == "ended":
        assert ada.projects == {}
    elif "turns" in expect:
        assert (
            project_requirements(game, StarclusterEconomy(), ada, project).turns == expect["turns"]
        )
    else:
        assert project_price(StarclusterEconomy(), ada, project) == expect["cost"]
        turn = run(game)
        assert turn.game.empire("Ada").projects["EL"].turns == 0


@pytest.mark.rule("SC-RES-008")
def test_centers_in_systems_of_others_are_lost_before_anything_is_paid():
    game = rich(ratings=(2, 2, 2))
    ada = game.empire("Ada")
    ada.projects["ARM"] = Project(name="ARM", centers=["2"])
    ada.projects["G1"] = Project(name="G1", centers=["1:G", "2:G", "3:G"], chances=-100)
    game.place("2").generic, game.place("2").owner = 1, "Brin"
    turn = run(game)  # 3 has no R&D Center

    assert turn.game.empire("Ada").projects["G1"].centers == ["1:G"]
    assert begun(turn) == ["G1"]
    assert "project ARM" not in ledger(turn)


@pytest.mark.rule("SC-RES-008")
def test_a_raised_center_counts_from_the_turn_in_which_it_works():
    game = rich(1, ratings=(1,))
    game.place("1").science = 1
    ada = game.empire("Ada")
    ada.levels["CON"] = 0
    ada.projects["CON"] = Project(name="CON", centers=["1"], chances=-100)
    turn = run(game, Ada="UPGRADE SCIENCE 1")
    ada = turn.game.empire("Ada")

    assert ada.projects["CON"].turns == 1
    assert project_requirements(turn.game, StarclusterEconomy(), ada, ada.projects["CON"]).step == 3
