"""Starcluster's figures can be made, and each would change with the game."""

from __future__ import annotations

import pytest

import horizons_core as hz
from benchmarks import starcluster_contact as contact
from benchmarks import starcluster_fairness as fairness
from benchmarks import starcluster_figures as figures
from benchmarks import starcluster_fleets as fleets


def new_game(players, seed=1):
    names = [f"Player {number}" for number in range(1, players + 1)]
    return hz.load_variant("starcluster").new_game(names, seed=seed)


def test_the_figures_that_follow_from_the_rules_are_those_of_the_note():
    prices = {name: (note, game) for name, note, game in (*figures.prices(), *figures.research())}

    assert prices["gross and net income at the start"] == ("5000, about 4800", "5000.0, 4800.0")
    assert prices["five worked FGf, upkeep"] == ("1630.50, 16.31",) * 2
    assert prices["turns, MC: knot of a BB, rating 6"] == ("28, 141000", "28.2, 141050")


def test_an_empire_without_surveys_founds_its_first_colony_much_later():
    surveyed, unsurveyed = (figures.career(1, 25, surveyed=known) for known in (True, False))

    assert surveyed.colony < 20
    assert unsurveyed.colony == 25
    assert surveyed.systems[25] >= 1
    assert surveyed.gross[12] == pytest.approx(5000, rel=0.1)


def test_fleets_that_are_compared_cost_the_same_and_can_be_built():
    for hull, (spaces, speed, _) in fleets.HULLS.items():
        alike = fleets.alike(hull, spaces, speed)
        count = sum(unit["count"] for unit in fleets.fleet(alike))
        assert 0.9 * fleets.HULL_FLEET < count * fleets.price(alike) <= fleets.HULL_FLEET
        led = fleets.alike(hull, spaces, speed, center=True)
        assert fleets.price(led) == pytest.approx(fleets.price(alike), rel=0.05)


def test_a_median_counts_who_never_met_as_late():
    assert contact.median([10, None, None]).startswith(f"after {contact.LAST} (")
    assert contact.median([10, 20, 30, 40, 50]).startswith("30 (10 to ")


def test_explorers_survey_and_meet_who_comes_their_way(monkeypatch):
    monkeypatch.setattr(contact, "LAST", 30)
    game = new_game(1)
    (empire,) = game.empires
    contact.send_out(game, empire, contact.GROUPS)

    orders = list(contact.orders_of(game, empire))
    assert len(contact.groups_of(game, empire)) == len(orders) == contact.GROUPS
    assert contact.explore(2, 40, 1) == (None, None)


def test_clusters_are_alike_and_it_would_be_noticed_if_they_were_not():
    game = new_game(3)
    assert fairness.are_alike(game)
    game.place("27").wealth += 1
    assert not fairness.are_alike(game)


def test_the_table_of_starts_tells_what_players_have(capsys):
    assert fairness.main(["--quick"]) == 0
    assert "| 3 | 2 of 2 | 5000 |" in capsys.readouterr().out
