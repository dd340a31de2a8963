"""The end of a game, and the final standings (FH-END)."""

from __future__ import annotations

import re

import pytest

import horizons_core as hz
from horizons_core.errors import GameOverError
from tests.effort import THOROUGH
from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.recorded_games import recorded_games
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons import horizons_postpone_end
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Game
from variants.far_horizons.mods.engine_1999.economy import ENGINE_ECONOMY
from variants.far_horizons.rules.victory import FinalStanding, standings, summary
from variants.far_horizons.scenario_state import apply_state
from variants.far_horizons.setup import LAST_TURN

VARIANT = hz.load_variant("far_horizons")
MARS = {"at": "12 13 10 #2"}
#: A line of the statistics of the 1999 engine: number, name, and eleven figures.
STATISTICS = re.compile(r"^ *(\d+) (.{15,31}?)((?: +-?\d+){13})$", re.MULTILINE)


def standing(**fields: object) -> FinalStanding:
    """The standing of the Human species in a situation with these fields."""
    game = game_with({"species": {"Human": fields}})
    return next(s for s in standings(game, RULEBOOK_ECONOMY) if s.name == "Human")


def ending(last_turn: int, **state: object) -> Game:
    """A fresh game that ends after this turn."""
    game: Game = VARIANT.new_game(["Ada", "Brin"], seed=1, options={"last_turn": last_turn})
    apply_state(game, state)
    return game


# figures


@pytest.mark.rule("FH-END-002")
@pytest.mark.parametrize("example", examples("FH-END-002"), ids=str)
def test_power_is_that_of_warships_with_and_without_jump_drives(example):
    names = {
        f"{word} {number}": {"at": "Earth"} for number, word in enumerate(example.given["fleet"])
    }
    score = standing(techs={"ML": example.given["ml"]}, ships=names)
    assert score.offensive_power == example.expect["offensive_power"]
    assert score.defensive_power == example.expect["defensive_power"]


@pytest.mark.rule("FH-END-002")
@pytest.mark.parametrize(
    ("fields", "attack", "defense"),
    [
        ({"ships": {"FF One": {"at": "Earth"}}}, 161, 0),
        ({"ships": {"FFS One": {"at": "Earth"}}}, 0, 161),
        ({"ships": {"BAS One": {"at": "Earth", "tons": 100000}}}, 0, 161),
        ({"ships": {"FF One": {"at": "Earth", "status": "building"}}}, 0, 0),
        ({"ships": {"TR50 One": {"at": "Earth"}}}, 0, 0),
        ({"planets": {"Earth": {"items": {"PD": 2000}}}}, 0, 161),
        ({"planets": {"Earth": {"items": {"PD": 1}}}}, 0, 10),
        ({"planets": {"Earth": {"items": {"PD": 2199}}}}, 0, 161),
        ({"techs": {"ML": 50}, "ships": {"FF One": {"at": "Earth"}}}, 317, 0),
        ({"techs": {"ML": 0}, "ships": {"FF One": {"at": "Earth"}}}, 0, 0),
    ],
)
def test_power_counts_finished_warships_and_planetary_defenses(fields, attack, defense):
    score = standing(**({"techs": {"ML": 1}} | fields))
    assert score.offensive_power == attack
    assert score.defensive_power == defense


@pytest.mark.rule("FH-END-002")
def test_revenue_is_what_all_planets_earn_without_what_is_in_stock():
    assert standing().revenue == 500
    assert standing(planets={"Earth": {"items": {"RM": 900}}}).revenue == 500
    assert standing(planets={"Earth": {"mining_base": 60.0}}).revenue == 300
    assert standing(fleet={"percent": 10.0}).revenue == 450
    mine = {**MARS, "mining_base": 36.0}
    # 10 * 36 / 1.80 = 200 raw materials; life support 6 with level 12 halves it; two thirds count
    assert standing(techs={"LS": 12}, planets={"Mars": mine}).revenue == 500 + 66
    resort = {**MARS, "manufacturing_base": 36.0, "kind": "resort"}
    assert standing(techs={"LS": 12}, planets={"Mars": resort}).revenue == 500 + 120


@pytest.mark.rule("FH-END-002")
def test_the_other_figures_are_counted():
    score = standing(
        treasury=77,
        techs={"MI": 12},
        planets={
            "Earth": {"shipyards": 2},
            "Mars": {**MARS, "population": 10, "shipyards": 1},
            "Bare": {"at": "9 9 9 #1"},
        },
        ships={
            "TR1 One": {"at": "Earth"},
            "BAS Two": {"at": "Earth", "tons": 10000},
            "PB Three": {"at": "Earth", "status": "building", "unpaid": 50},
        },
    )
    assert (score.number, score.levels) == (1, (12, 10, 4, 4, 4, 3))
    assert (score.planets, score.ships, score.shipyards, score.treasury) == (2, 2, 3, 77)


@pytest.mark.rule("FH-END-002")
def test_the_species_that_earns_most_stands_first():
    game = game_with({"species": {"Klingon": {"techs": {"MI": 20, "MA": 20}}}})
    first, second = VARIANT.ranking(game)
    assert (first.empire, first.figures["revenue"]) == ("Klingon", 1000)
    assert (second.empire, second.figures["revenue"]) == ("Human", 500)
    assert next(iter(first.figures)) == "revenue"
    assert [rank.empire for rank in VARIANT.ranking(game_with())] == ["Human", "Klingon"]


def test_a_game_with_the_engines_habits_is_ranked_by_them():
    game = game_with({"stars": {"10 10 10": {"planets": {3: {"efficiency": 50}}}}})
    engine = hz.load_variant("far_horizons", mods=["engine_1999"])
    assert [rank.figures["revenue"] for rank in VARIANT.ranking(game)] == [500, 500]
    assert [rank.figures["revenue"] for rank in engine.ranking(game)] == [500, 250]


@pytest.mark.rule("FH-END-002")
def test_the_summary_has_a_line_for_every_species():
    heading, rule, human, klingon = summary(standings(game_with(), RULEBOOK_ECONOMY)).splitlines()
    assert heading.split()[:9] == ["SP", "Species", "MI", "MA", "ML", "GV", "LS", "BI", "Revenue"]
    assert len(heading) == len(rule) == len(human) == len(klingon)
    assert human.split() == [
        "1",
        "Human",
        "10",
        "10",
        "4",
        "4",
        "4",
        "3",
        "500",
        "1",
        "0",
        "1",
        "0",
        "0",
        "0",
    ]


@pytest.mark.recorded
def test_the_figures_are_those_of_the_engines_statistics():
    compared = 0
    for game in recorded_games():
        for turn in game.turns()[:: 1 if THOROUGH else 4]:
            ours = {s.number: s for s in standings(turn.state("after_finish"), ENGINE_ECONOMY)}
            for number, _, figures in STATISTICS.findall((turn.folder / "stats.txt").read_text()):
                row = ours[int(number)]
                row_figures = [*row.levels, row.revenue, row.planets, row.ships, row.shipyards]
                row_figures += [row.offensive_power, row.defensive_power, row.treasury]
                assert row_figures == [int(figure) for figure in figures.split()], (turn, number)
                compared += 1
    assert compared > (200 if THOROUGH else 50)


# the end


@pytest.mark.rule("FH-END-001", "FH-END-002")
def test_after_the_last_turn_the_game_is_over_without_a_winner_and_all_are_told_how_all_stand():
    turn = hz.run_turn(ending(1), {})
    assert turn.game.outcome.winners == ()
    for player in ("Ada", "Brin"):
        text = turn.report(player).text
        assert "The game ends after turn 1. There are no winners." in text
        assert summary(standings(turn.game, RULEBOOK_ECONOMY)) in text
    (event,) = (event for event in turn.events if event.code == "final-summary")
    assert [row["name"] for row in event.data["species"]] == [
        rank.empire for rank in VARIANT.ranking(turn.game)
    ]
    with pytest.raises(GameOverError, match="its last turn was played"):
        hz.run_turn(turn.game, {})


@pytest.mark.rule("FH-END-003")
@pytest.mark.parametrize("example", examples("FH-END-003"), ids=str)
def test_a_game_goes_on_up_to_its_last_turn(example):
    last = example.given["final_turn_drawn"]
    least, most = LAST_TURN
    assert (least, most) == (20, 100)
    assert (least <= last <= most) is example.expect["legal"]
    game = ending(last, turn=last - 2)
    before = hz.run_turn(game, {})
    assert before.game.outcome is None
    assert hz.run_turn(before.game, {}).game.outcome is not None


@pytest.mark.rule("FH-END-003")
def test_nothing_tells_a_player_when_the_last_turn_will_be():
    soon, late = (hz.run_turn(ending(last), {}) for last in (2, 90))
    for player in ("Ada", "Brin"):
        assert soon.report(player).data == late.report(player).data
        assert soon.report(player).text == late.report(player).text
        forecasts = [VARIANT.forecast(turn.game, player, "") for turn in (soon, late)]
        assert forecasts[0] == forecasts[1]


@pytest.mark.rule("FH-END-004")
def test_the_gamemaster_may_put_off_the_end_and_nobody_notices():
    game = ending(5, turn=4)
    extended = ending(5, turn=4)
    apply_state(extended, {"last_turn": 30})
    for player in ("Ada", "Brin"):
        assert VARIANT.view(game, player) == VARIANT.view(extended, player)
    assert hz.run_turn(game, {}).game.outcome is not None
    assert hz.run_turn(extended, {}).game.outcome is None


@pytest.mark.rule("FH-END-004")
@pytest.mark.parametrize(("fixed", "put_off", "last"), [(5, 9, 9), (9, 5, 9), (0, 5, 0)])
def test_the_end_is_put_off_never_brought_forward(fixed, put_off, last):
    game = ending(fixed, turn=4)
    horizons_postpone_end(game, put_off)
    assert game.last_turn == last


@pytest.mark.rule("FH-END-001", "FH-END-003", "FH-END-004")
def test_a_game_without_a_last_turn_ends_only_by_its_gamemaster():
    game = ending(0, turn=250)
    assert hz.run_turn(game, {}).game.outcome is None
