"""False alarms and power, by simulation: 2,000 studies each, on fixed dice.

`python -m benchmarks.lab_statistics` prints the table of these rates.
"""

import pytest
from attrs import evolve

from benchmarks import lab_statistics as simulated
from tests.effort import first

STUDIES = 2_000
some_or_all = pytest.mark.parametrize("studies", [150, pytest.param(2_000, marks=pytest.mark.slow)])


@pytest.mark.parametrize(
    "false_alarms",
    first(
        [
            simulated.sprt_false_alarms,
            simulated.share_at_every_look,
            simulated.mean_at_every_look,
            simulated.wilson,
            simulated.paired_share,
            simulated.share_until_narrow,
        ],
        3,
    ),
)
def test_a_study_without_effect_decides_wrongly_at_most_as_often_as_stated(false_alarms):
    rate = false_alarms(STUDIES)
    assert rate.studies == STUDIES
    assert rate.stated == 0.05
    assert rate.count <= rate.most


@some_or_all
@pytest.mark.parametrize("paired", [False, True])
def test_so_does_the_comparison_of_distributions_though_many_values_are_equal(paired, studies):
    rate = simulated.distributions(studies, paired=paired)
    assert rate.count <= rate.most


@some_or_all
@pytest.mark.parametrize("false_alarms", [simulated.bootstrap, simulated.paired_mean])
def test_so_do_the_intervals_of_means(false_alarms, studies):
    rate = false_alarms(studies)
    assert rate.count <= rate.most


@pytest.mark.parametrize(
    "false_alarms",
    [
        lambda studies: simulated.share_at_every_look(studies, truth=0.05),
        lambda studies: simulated.share_until_narrow(studies, truth=0.95),
    ],
)
def test_rare_wins_and_rare_losses_make_no_difference(false_alarms):
    rate = false_alarms(STUDIES)
    assert rate.count <= rate.most


def test_an_interval_for_a_fixed_number_of_games_fails_who_looks_again_and_again():
    rate = simulated.wilson_at_every_look(STUDIES)
    assert rate.share > 0.3


@pytest.mark.slow
def test_the_ratio_test_finds_what_it_is_for_as_often_as_stated_and_in_fewer_games():
    rate = simulated.sprt_power(STUDIES)
    assert rate.stated == 0.9
    assert rate.count >= rate.least
    # For the same two rates a fixed number of games needs (1.645 * 0.5 + 1.282 * 0.49)**2 / 0.1**2.
    assert max(simulated.sprt_games(STUDIES, truth) for truth in (0.5, 0.6)) < 211


@some_or_all
@pytest.mark.parametrize(
    ("power", "stated"),
    [
        (lambda studies: simulated.paired_mean(studies, effect=simulated.EFFECT), 0.8),
        (lambda studies: simulated.paired_share(studies, effect=0.15), 0.74),
        (lambda studies: simulated.distributions(studies, worse=0.3), 0.73),
        (lambda studies: simulated.distributions(studies, paired=True, worse=0.3), 0.93),
        (lambda studies: simulated.mean_at_every_look(studies, truth=0.4), 0.76),
    ],
    ids=["means", "shares", "distributions", "distributions of pairs", "mean at any time"],
)
def test_an_effect_is_found_as_often_as_the_table_says(power, stated, studies):
    rate = evolve(power(studies), stated=stated)
    assert rate.least <= rate.count <= rate.most


def test_the_bounds_of_a_rate_are_those_of_chance():
    rate = simulated.Rate(100, 2_000, 0.05)
    assert rate.share == 0.05
    assert (rate.least, rate.most) == (71, 131)
    assert str(rate) == "5.00% (4.13% to 6.04%)"


def test_the_table_has_a_row_for_each_procedure(capsys):
    assert simulated.main(["--studies", "3"]) == 0
    table = capsys.readouterr().out.splitlines()
    rows = [line.split("|")[1].strip() for line in table if line.startswith("|")]
    assert rows[2:] == [row.name for row in simulated.ROWS]
