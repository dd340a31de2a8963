"""Expeditions, and the colonies that they found (SC-COL)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    colony,
    context,
    examples,
    ledger,
    lone_way,
    meet,
    remarks,
    run,
    ship,
)
from tests.variants.starcluster.settling import frontier, known
from variants.starcluster.model import Expedition, Planet, Race, SurveyedColony
from variants.starcluster.model.empires import WAR
from variants.starcluster.model.knowledge import BASIC
from variants.starcluster.model.systems import SHEAR
from variants.starcluster.rules import colonies
from variants.starcluster.rules.colonies import obstacles, turns_between


def until(game, turns, **orders):
    """The game after some turns of colonization alone, the orders given in the first."""
    turn = run(game, **orders)
    game = turn.game
    for _ in range(turns - 1):
        colonies.advance_expeditions(context(game, "colonization"))
        colonies.found_colonies(context(game, "reports"))
    return game


def sent(game):
    expedition = Expedition(origin="1", target="7", pu=10, travel=9, work=5)
    game.empire("Ada").expeditions.append(expedition)


@pytest.mark.rule("SC-COL-001", "SC-COL-003", "SC-COL-008", "SC-LOG-002")
def test_an_expedition_takes_people_and_a_freighter_at_once():
    game = frontier(planets=2, growth=2)
    turn = run(game, Ada="COLONIZE 7 FROM 1")
    ada = turn.game.empire("Ada")

    assert remarks(turn) == []
    assert [(e.target, e.travel, e.work) for e in ada.expeditions] == [("7", 10, 7)]
    assert ledger(turn)["income of 1"] == 500 * (1000 - 20)
    assert turn.game.place("1").pu - 980 in range(103)


@pytest.mark.rule("SC-COL-003")
@examples("SC-COL-003")
def test_planets_need_ten_or_twenty_colonists(example):
    inputs = example.given
    planets = [Planet()] * inputs["T"] + [Planet(kind="ST")] * inputs["ST"]
    game = frontier()
    game.place("7").planets = planets
    game.empire("Ada").freighters = 20 + example.expect["freighters"]
    turn = run(game, Ada="COLONIZE 7 FROM 1")

    assert turn.game.empire("Ada").expeditions[0].pu == example.expect["pu"]
    game.empire("Ada").freighters -= 1
    assert remarks(run(game, Ada="COLONIZE 7 FROM 1")) == [(1, "no-freighters")]


@pytest.mark.rule("SC-COL-004")
@examples("SC-COL-004")
def test_expeditions_travel_ten_turns_a_transit_and_generation(example):
    inputs = example.given
    path = [str(n) for n in range(1, inputs["transits"] + 2)]
    game = frontier(*path)
    ada = game.empire("Ada")
    ada.developed += [f"Ic{n}" for n in range(2, inputs["ic"] + 1)]
    start, goal = game.place("1"), game.place(path[-1])

    assert turns_between(context(game), ada, start, goal) == example.expect["turns"]


@pytest.mark.rule("SC-ANO-004")
def test_freighters_take_twice_as_long_out_of_a_gravity_shear():
    game = frontier("1", "5", "7")
    game.place("5").anomaly = SHEAR
    ada = game.empire("Ada")

    assert turns_between(context(game), ada, game.place("1"), game.place("7")) == 30
    assert turns_between(context(game), ada, game.place("7"), game.place("5")) == 10


@pytest.mark.rule("SC-COL-005", "SC-COL-006", "SC-GRO-003", "SC-LOG-003", "SC-PDC-001")
def test_a_colony_is_born_after_travel_landing_and_initialization():
    example = CLAUSES.examples("SC-COL-005")[3]
    inputs, total = example.given, example.expect["total_turns"]
    game = frontier("1", "5", "7", planets=3, growth=inputs["growth_modifier"])
    ada = game.empire("Ada")
    ada.developed += [f"Ic{n}" for n in range(2, inputs["ic"] + 1)]
    game = until(game, total, Ada="COLONIZE 7 FROM 1")
    assert not game.place("7").owner
    game = run(game).game

    place, ada = game.place("7"), game.empire("Ada")
    assert (place.owner, place.pu) == ("Ada", 3)
    assert all(planet.pdc and planet.garrison == 100 for planet in place.planets)
    assert (ada.freighters, ada.expeditions) == (99, [])
    earned = ledger(run(game))["income of 7"]
    assert earned == 300 * place.wealth


@pytest.mark.rule("SC-COL-006")
@examples("SC-COL-006")
def test_a_newborn_colony_has_a_unit_and_a_pdc_a_planet(example):
    inputs, expect = example.given, example.expect
    game = frontier()
    game.place("7").planets = [Planet()] * inputs["T"] + [Planet(kind="ST")] * inputs["ST"]
    ada = game.empire("Ada")
    ada.expeditions = [Expedition(origin="1", target="7", pu=70, travel=0, work=1)]
    after = run(game).game
    place = after.place("7")

    assert (place.pu, sum(planet.pdc for planet in place.planets)) == (expect["pu"], expect["pdc"])
    assert after.empire("Ada").freighters == 100 - expect["freighters_lost"]


@pytest.mark.rule("SC-COL-006")
def test_an_armed_enemy_destroys_an_expedition_that_lands_and_none_that_travels():
    game = frontier()
    meet(game, stance=WAR)
    ship(game, "Brin", "7", "Wolves", "DD", "(LLLL)1 Q Q Q (I)x5")
    ada = game.empire("Ada")
    for travel, left in ((5, 1), (1, 0), (0, 0)):
        ada.expeditions = [Expedition(origin="1", target="7", pu=10, travel=travel, work=5)]
        turn = run(game)
        assert len(turn.game.empire("Ada").expeditions) == left
        assert turn.game.empire("Ada").freighters == 99 + left
    game.units[-1].design = game.units[0].design
    assert len(run(game).game.empire("Ada").expeditions) == 1


@pytest.mark.rule("SC-COL-006")
def test_of_two_expeditions_the_first_to_land_stays_and_of_equals_one_by_lot():
    game = frontier()
    for name, travel in (("Ada", 1), ("Brin", 2)):
        expedition = Expedition(
            origin=game.empire(name).home, target="7", pu=10, travel=travel, work=5
        )
        game.empire(name).expeditions = [expedition]
        game.empire(name).freighters = 50
        game.place(game.empire(name).home).pu = 900
    first = run(run(game).game).game
    assert len(first.empire("Ada").expeditions) == 1
    assert first.empire("Brin").expeditions == []
    assert first.empire("Brin").freighters == 50
    assert first.place(first.empire("Brin").home).pu >= 910

    game.empire("Brin").expeditions[0].travel = 1
    winners = set()
    for turn in range(12):
        game.turn = turn
        after = run(game).game
        winners.add(tuple(len(after.empire(name).expeditions) for name in ("Ada", "Brin")))
    assert winners == {(1, 0), (0, 1)}


@pytest.mark.rule("SC-COL-006")
def test_people_who_return_find_their_home_or_the_nearest_colony():
    game = frontier("1", "5", "7")
    colony(game, "5", pu=60)
    ada = game.empire("Ada")
    ada.expeditions = [Expedition(origin="9", target="7", pu=50, travel=1, work=5)]
    game.place("7").owner = "Brin"
    lone_way(game, "9", "5", "1")
    ctx = context(game, "colonization")
    colonies.advance_expeditions(ctx)

    assert game.place("5").pu == 100  # no more than it holds
    assert ada.expeditions == []
    assert [event.code for event in ctx.events] == ["colony.returned"]


@pytest.mark.rule("SC-COL-007", "SC-ECO-005")
@examples("SC-COL-007")
def test_expeditions_beyond_the_el_cost_assistance(example):
    inputs = example.given
    game = frontier()
    ada = game.empire("Ada")
    ada.el = inputs["el"]
    ada.expeditions = [
        Expedition(origin="1", target=str(n), pu=10, travel=9, work=5)
        for n in range(10, 10 + inputs["expeditions"])
    ]
    turn = run(game)

    assert -ledger(turn).get("colonial assistance", 0) == 100 * example.expect["mc_per_turn"]


@pytest.mark.rule("SC-COL-002")
@examples("SC-COL-002")
def test_only_habitable_systems_are_colonized(example):
    from variants.starcluster.economy import StarclusterEconomy

    inputs = example.given
    game = frontier(habitability=inputs["hi"])
    ada = game.empire("Ada")
    ada.el, ada.levels = inputs["el"], {"COL": inputs["col_sl"]}
    arrays = {0: (), 1: ("Adaptable",), -2: ("Specialized",)}
    array = (33, 66, 66) if inputs["modifier"] == -2 else (66, 66, 33)
    ada.race = Race(array=array, traits=arrays[inputs["modifier"]])

    assert (not obstacles(StarclusterEconomy(), ada, game.place("7"))) == example.expect["allowed"]


@pytest.mark.rule("SC-COL-001", "SC-COL-002", "SC-COL-008")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda game: game.empire("Ada").charts.surveys.clear(), "not-surveyed"),
        (lambda game: known(game, level=BASIC), "not-surveyed"),
        (lambda game: known(game, colony=SurveyedColony(owner="Brin")), "colonized"),
        (lambda game: game.place("7").planets.clear(), "not-habitable"),
        (lambda game: setattr(game.place("7"), "habitability", 2), "not-habitable"),
        (lambda game: setattr(game.place("1"), "pu", 10), "too-few-people"),
        (lambda game: game.empire("Ada").charts.probed.clear(), "no-path"),
        (sent, "colonized"),
    ],
)
def test_what_cannot_be_colonized_is_refused(change, code):
    game = frontier()
    change(game)
    turn = run(game, Ada="COLONIZE 7 FROM 1")

    assert [c for _, c in remarks(turn)] == [code]


@pytest.mark.rule("SC-COL-001")
def test_who_has_colonized_a_system_unseen_is_not_betrayed_by_a_refusal():
    game = frontier()
    game.place("7").owner, game.place("7").pu = "Brin", 50

    assert remarks(run(game, Ada="COLONIZE 7 FROM 1")) == []
