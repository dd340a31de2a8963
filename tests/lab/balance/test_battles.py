"""More ships never hurt: both battles are fought until it is certain."""

import pytest
from attrs import frozen

import horizons_core as hz
from horizons_core.combat import BattleStatistics
from horizons_core.errors import BattleError
from horizons_lab.balance import NotBalancedError, UndecidedError, assert_never_hurts, limited_to
from horizons_lab.statistics import StatisticsError
from horizons_lab.statistics.dice import uniforms

RAID = {
    "sides": {
        "Ada": [{"count": 2, "hull": 4, "thrusters": 1, "weapons": 2, "shields": 1}],
        "Brin": [{"count": 3, "hull": 2, "thrusters": 1, "weapons": 2}],
    }
}


@frozen
class Chance(hz.Battle):
    """A battle that the first side wins with a chance."""

    chance: float = 0.5


class Chances:
    """Battles with fixed chances, in place of a variant and its resolver."""

    def __init__(self):
        self.combat = self
        self.runs = []

    def battle(self, spec):
        return Chance(("Ada", "Brin"), **spec)

    def simulate(self, battle, runs, key):
        self.runs.append(runs)
        lost = (uniforms(key, range(1), runs)[0] >= battle.chance).astype(int)
        return BattleStatistics(battle.sides, lost, lost, lost)


def check(before, after, **settings):
    return assert_never_hurts(
        Chances(), {"chance": before}, {"chance": after}, "Ada", **{"key": 7, **settings}
    )


def test_what_helps_passes_as_soon_as_it_is_clear():
    variant = Chances()
    was, now = assert_never_hurts(variant, {"chance": 0.3}, {"chance": 0.6}, "Ada", key=7)
    assert variant.runs == [500, 500]
    assert (was.n, now.n, was.confidence) == (500, 500, 0.995)
    assert (was.value, now.value) == (pytest.approx(0.3, abs=0.06), pytest.approx(0.6, abs=0.06))


def test_what_hurts_fails_with_the_evidence():
    with pytest.raises(NotBalancedError) as failure:
        check(0.6, 0.4)
    message = str(failure.value)
    assert message.startswith("side 'Ada' is worse off: its share of battles won goes from 0.")
    assert "(99.5% interval" in message
    assert message.endswith("n = 500) (key 7)")


def test_the_other_side_is_hurt_by_what_helps_the_one():
    with pytest.raises(NotBalancedError, match="side 1 is worse off"):
        assert_never_hurts(Chances(), {"chance": 0.4}, {"chance": 0.6}, 1, key=7)


def test_the_runs_double_until_it_is_decided():
    variant = Chances()
    assert_never_hurts(variant, {"chance": 0.5}, {"chance": 0.5}, "Ada", key=7, margin=0.1)
    assert (
        variant.runs[::2] == variant.runs[1::2] == [500, 1000, 2000, 4000][: len(variant.runs) // 2]
    )
    assert len(variant.runs) > 2


def test_runs_that_do_not_decide_fail_unless_they_need_not():
    with pytest.raises(
        UndecidedError, match="undecided whether side 'Ada' is worse off: its share"
    ) as error:
        check(0.5, 0.5, runs=1_200)
    assert "n = 1,200) (key 7)" in str(error.value)
    assert check(0.5, 0.5, runs=1_200, if_undecided="pass")[0].n == 1_200
    with limited_to(100):
        assert check(0.5, 0.5, if_undecided="pass")[0].n == 100


@pytest.mark.parametrize("alpha", [0.01, 0.2])
def test_alpha_is_divided_between_the_two_battles(alpha):
    was, now = check(0.3, 0.6, alpha=alpha)
    assert was.confidence == now.confidence == 1 - alpha / 2


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"side": "Ad"}, "no side 'Ad' (did you mean 'Ada'?)"),
        ({"side": 2}, "there is no side 2 (choose one from 0 to 1)"),
        ({"side": -1}, "there is no side -1"),
        ({"margin": 0}, "margin is 0"),
        ({"margin": 2}, "margin is 2"),
        ({"runs": 0}, "runs is 0 (use a whole number above 0)"),
        ({"alpha": 7}, "alpha is 7"),
    ],
)
def test_what_cannot_be_tested_is_refused_in_words(settings, words):
    with pytest.raises(StatisticsError) as refusal:
        assert_never_hurts(
            Chances(), {"chance": 0.5}, {"chance": 0.5}, **{"side": "Ada", "key": 7, **settings}
        )
    assert words in str(refusal.value)


def test_a_third_lancer_never_hurts_and_one_that_is_gone_does():
    variant = hz.load_variant("event_horizon")
    ada, brin = RAID["sides"].values()
    more = {"sides": {"Ada": [{**ada[0], "count": 3}], "Brin": brin}}
    was, now = assert_never_hurts(variant, RAID, more, "Ada")
    assert was.high < now.low
    with pytest.raises(NotBalancedError, match="side 'Ada' is worse off"):
        assert_never_hurts(variant, more, RAID, "Ada")


def test_a_battle_that_cannot_be_fought_is_refused_by_its_place():
    with pytest.raises(BattleError, match="sides.Ada is not a list of ships"):
        assert_never_hurts(
            hz.load_variant("event_horizon"), RAID, {"sides": {"Ada": [], "Brin": []}}, "Ada"
        )
