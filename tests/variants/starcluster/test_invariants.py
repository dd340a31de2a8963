"""Invariants of every game, and the detection of violations."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import new_game, run, ship
from variants.starcluster.invariants import faults
from variants.starcluster.model import Relation
from variants.starcluster.model.empires import WAR


def test_a_game_is_sound_and_stays_so():
    game = new_game()
    ship(game, "Ada", "1", "Scouts", "DD", "X (H)x10 (Ic)x5")
    assert faults(game) == []
    assert faults(run(game, 3, Ada="MOVE Scouts 2").game) == []


def _lost_points(game):
    game.units[-1].lost = [99.0] * len(game.units[-1].design.systems)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda g: g.systems.append(g.systems[0]), "2 systems"),
        (lambda g: setattr(g.systems[0], "owner", "Nobody"), "not in the game"),
        (lambda g: setattr(g.systems[0], "pu", 5000), "1000 at most"),
        (lambda g: setattr(g.systems[0], "owner", ""), "no owner"),
        (lambda g: g.empires[0].stock.update(MC=-1), "negative treasury"),
        (lambda g: setattr(g.empires[0], "freighters", -1), "pool"),
        (lambda g: g.empires[0].charts.points["1"].append(0), "does not exist"),
        (
            lambda g: g.empires[0].charts.points["1"].extend(g.empires[0].charts.points["1"]),
            "twice",
        ),
        (lambda g: g.empires[0].relations.update(Brin=Relation(stance=WAR)), "disagree"),
        (lambda g: setattr(g.fleets[0], "at", "999"), "which does not exist"),
        (lambda g: setattr(g.units[0], "fleet", "Ada/F77"), "has no unit"),
        (lambda g: g.fleets[0].path.append(0), "breaks off"),
        (lambda g: setattr(g.fleets[0], "points", -1), "movement points"),
        (lambda g: setattr(g.units[0], "owner", "Brin"), "no fleet of Brin"),
        (lambda g: setattr(g.units[0], "towed_by", "Ada/F77"), "a fleet other than its own"),
        (_lost_points, "has no point left"),
        (lambda g: setattr(g.units[0], "lost", [1.0]), "does not have"),
        (lambda g: g.units[0].surveys.append("7/1/1"), "does not exist"),
        (lambda g: setattr(g.units[0], "shots", -1), "shots or craft"),
    ],
)
def test_a_broken_law_is_told(spoil, words):
    game = new_game()
    spoil(game)

    assert any(words in fault for fault in faults(game))
