"""Drones that carry scans home (SC-EXP-011)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import chain, examples, remarks, run, ship, texts
from variants.starcluster.model import Survey
from variants.starcluster.rules.charts import take_aboard


def out_there(*stops, drones=2, technology="CD"):
    """A game with Ada's scouts at the last stop, with a basic and a detailed scan of it."""
    game = chain(*stops)
    ada = game.empire("Ada")
    ada.developed.append(technology)
    unit = ship(game, "Ada", stops[-1], "Scouts", "DD", "X (Ic)x5")
    unit.drones = drones
    for level in (1, 2):
        take_aboard(ada, unit, Survey(system=stops[-1], level=level, turn=0))
    return game


def levels(game):
    return {key: survey.level for key, survey in game.empire("Ada").charts.surveys.items()}


@pytest.mark.rule("SC-EXP-011")
@examples("SC-EXP-011")
def test_a_drone_takes_two_turns_for_each_transit(example):
    stops = ["1", "20", "21", "22"][: example.given["transits"] + 1]
    turn = run(out_there(*stops), example.expect["turns"] - 1, Ada="COURIER Scouts")
    assert stops[-1] not in levels(turn.game)

    turn = run(turn.game)
    assert levels(turn.game)[stops[-1]] == 2
    assert texts(turn, "survey.delivered") == [f"The detailed scan of {stops[-1]} has arrived."]
    assert turn.game.empire("Ada").couriers == []


@pytest.mark.rule("SC-EXP-011")
def test_each_drone_carries_one_scan_and_none_that_tells_less():
    turn = run(out_there("1", "20"), Ada="COURIER Scouts\nCOURIER Scouts")
    assert remarks(turn) == [(2, "nothing-to-send")]
    assert turn.game.units_of("Ada")[-1].drones == 1
    assert turn.game.units_of("Ada")[-1].surveys == ["20/1/0", "20/2/0"]

    game = out_there("1", "20")
    take_aboard(game.empire("Ada"), game.units[-1], Survey(system="21", level=1, turn=0))
    turn = run(game, 2, Ada="COURIER Scouts\nCOURIER Scouts")
    assert (levels(turn.game)["20"], levels(turn.game)["21"]) == (2, 1)


@pytest.mark.rule("SC-EXP-011")
@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"drones": 0}, "no-drone"),
        ({"technology": "MS"}, "no-drone"),
    ],
)
def test_without_drones_nothing_is_sent(inputs, code):
    turn = run(out_there("1", "20", **inputs), Ada="COURIER Scouts")
    assert [c for _, c in remarks(turn)] == [code]
    assert turn.game.empire("Ada").couriers == []


@pytest.mark.rule("SC-EXP-011")
def test_without_a_known_way_home_nothing_is_sent():
    game = out_there("1", "20")
    game.empire("Ada").charts.points["20"] = []
    turn = run(game, Ada="COURIER Scouts")

    assert [c for _, c in remarks(turn)] == ["no-path"]
    assert turn.game.units_of("Ada")[-1].drones == 2
