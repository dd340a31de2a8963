"""Ancient ruins, and the lessons of a detailed scan of them (SC-ANO-005)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import chain, run, ship, texts
from variants.starcluster.model import Survey
from variants.starcluster.model.systems import RUINS
from variants.starcluster.rules.charts import take_aboard
from variants.starcluster.rules.exploration import _lowest
from variants.starcluster.technologies import technology


def coming_home(*players, level=2, seed=1):
    """A game where these bring home a scan of the ruins in 20."""
    game = chain("1", "20", seed=seed)
    game.place("20").anomaly = RUINS
    for player in players:
        empire = game.empire(player)
        unit = ship(game, player, empire.home, "Scouts", "DD", "X (Ic)x5")
        take_aboard(empire, unit, Survey(system="20", level=level, turn=0))
    return game


def gained(game, after, player="Ada"):
    before = game.empire(player).developed
    return [name for name in after.empire(player).developed if name not in before]


@pytest.mark.rule("SC-ANO-005")
def test_the_first_detailed_scan_teaches_one_technology_and_the_ruins_are_spent():
    game = coming_home("Ada")
    turn = run(game)
    (name,) = gained(game, turn.game)
    tech = technology(name)

    assert turn.game.place("20").spent
    assert turn.game.empire("Ada").level(tech.tree) == tech.level
    assert texts(turn, "ruins.found") == [f"The ruins of 20 have taught us {name}."]
    assert gained(turn.game, run(turn.game).game) == []


@pytest.mark.rule("SC-ANO-005")
def test_a_basic_scan_teaches_nothing_nor_do_spent_ruins():
    basic = coming_home("Ada", level=1)
    assert gained(basic, run(basic).game) == []
    spent = coming_home("Ada")
    spent.place("20").spent = True
    assert gained(spent, run(spent).game) == []


@pytest.mark.rule("SC-ANO-005", "SC-TURN-001")
def test_of_two_who_come_home_together_one_is_drawn():
    finders = set()
    for seed in (1, 2, 3, 4):
        game = coming_home("Ada", "Brin", seed=seed)
        after = run(game).game
        finders.update(player for player in ("Ada", "Brin") if gained(game, after, player))
        assert len(gained(game, after, "Ada") + gained(game, after, "Brin")) == 1
    assert finders == {"Ada", "Brin"}


@pytest.mark.rule("SC-ANO-005")
def test_the_lowest_technology_of_a_tree_at_its_level_or_the_next():
    ada = chain("1", "2").empire("Ada")
    assert _lowest(ada, "SHD").name == "S2"
    assert _lowest(ada, "ENB").name == "E1"
    assert _lowest(ada, "COL") is None
    assert _lowest(ada, "ENI") is None
    ada.levels["ENI"] = 3
    assert _lowest(ada, "ENI").name == "I2"
    ada.levels["ENI"] = ada.levels["SCI"] = 4
    assert _lowest(ada, "ENI").name == "I2"
    ada.developed += ["I2"]
    assert _lowest(ada, "ENI").name == "ENI:MODULATION"
    ada.developed += ["ENI:MODULATION"]
    assert _lowest(ada, "ENI") is None
    ada.levels["ELC"] = 5
    assert _lowest(ada, "ENI").name == "ENI:STEALTH"
