"""Properties of bots: they pay the cost of their orders, and plan what can be executed."""

from __future__ import annotations

import pytest

from tests.variants.starcluster import builders
from tests.variants.starcluster.builders import variant
from tests.variants.starcluster.installing import rich
from variants.starcluster.bots import colonies, navy, races, scouting, war
from variants.starcluster.bots.bot_view import SY_WORK, BotView
from variants.starcluster.bots.races import KnownRace
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.checks import faults
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.tables import WEAPONS
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model.fleets import LONG, SHORT
from variants.starcluster.model.knowledge import SurveyedColony, detailed_survey

FIGHTER = "[(Q)x3][Y][(KKKKKKK)1][(I)x5]"


def board_of(game):
    return BotView.from_view(variant().view(game, "Ada"), variant().economy)


def race(**changes):
    facts = {
        "name": "NPR1", "home": "2", "planets": 1, "counted": True, "people": 300, "ships": 20,
        "seen_turn": 10, "stance": "NEUTRAL", "gas": False, "ion": False,
        "charted": True,
    }  # fmt: skip
    return KnownRace(**{**facts, **changes})


def test_yards_work_where_people_are_and_less_what_they_have_begun():
    game = builders.new_game()
    assert list(board_of(game).free_yard_work.values()) == [
        SY_WORK * board_of(game).view["units"][0]["yards"]
    ]

    builders.ship(game, "Ada", "9", "Far", "BS2", "(SY)x2 (Q)x3", of_class="Lone")
    builders.ship(game, "Ada", "1", "Guard", "DD", FIGHTER)
    assert len(board_of(game).free_yard_work) == 1


def test_freighters_take_no_more_than_half_of_the_money():
    for missing, bought in ((3, 3), (40, 20)):
        bot = board_of(builders.new_game())
        price = bot.economy.freighter_price
        bot.view["pool"].update(needed=bot.view["pool"]["freighters"] + missing)
        bot.cash = 40.0 * price
        colonies.buy_missing_freighters(bot)

        assert bot.lines == [f"FREIGHTERS {bought}"]
        assert bot.cash == (40 - bought) * price
        assert bot.short == missing - bought


def test_groups_of_scouts_are_of_one_place_and_of_two_fleets_at_least():
    fleets = [
        {"name": f"F{number}", "at": at, "units": ["ship"] * ships}
        for number, (at, ships) in enumerate([("1", 1), ("2", 1), ("1", 1), ("1", 2), ("1", 1)])
    ]
    large = [{"name": name, "at": "1", "units": ["ship"] * 2} for name in "AB"]
    groups = scouting._groups(fleets, 3)

    assert scouting._groups(large, 3) == []

    assert [[f["name"] for f in group] for group in groups] == [["F0", "F2"], ["F3", "F4"]]


@pytest.mark.parametrize("weapon", WEAPONS)
def test_the_classes_of_a_navy_are_without_fault_with_any_weapon(weapon):
    for hull, text in navy.navy_classes(weapon, weapon).values():
        design = Design(hull_named(hull), read_systems(text))
        assert not list(faults(design, 1, lambda code, step: step == 1)), (hull, text)
    hull, text = navy.navy_classes(weapon, weapon)[navy.LANCER]
    assert Design(hull_named(hull), read_systems(text)).spaces == navy.DESTROYER_SPACES


def test_more_planets_silos_and_years_take_more_destroyers():
    plain = navy.destroyers_against(race(), 10)
    for harder in (race(planets=2), race(ships=30), race(ion=True), race(charted=False)):
        assert navy.destroyers_against(harder, 10) > plain
    assert navy.destroyers_against(race(), 120) > plain
    assert navy.destroyers_against(race(planets=0, ships=0, people=0), 0) == navy.RESERVE
    assert navy.destroyers_against(race(planets=5, ships=0, people=0), 0) == 18 + navy.RESERVE


def test_nobody_attacks_an_ally_and_the_race_that_takes_fewest_ships_is_first():
    game = builders.new_game()
    game.empire("Ada").stock[TREASURY] = 10_000_000 * MC
    bot = board_of(game)
    docks_of = navy.navy_classes("K", "E")
    for name, (hull, text) in docks_of.items():
        row = {"name": name, "faults": [], "price": 400.0, "prototype": False, "spaces": 30}
        bot.view["classes"].append({**row, "hull": hull, "design": text})
    ally, weak = race(stance="ALLIANCE", ships=1), race(name="NPR2", home="9", ships=9)
    strong = race(name="NPR3", home="8", ships=30)

    assert navy.choose_target(bot, [ally]) is None
    assert navy.choose_target(bot, [strong, ally, weak]) == weak


def test_a_race_is_attacked_by_armed_ships_of_the_navy_alone():
    game = builders.new_game()
    builders.ship(game, "Ada", "2", "Eyes", "DD", FIGHTER, of_class="Watch")
    builders.ship(game, "Ada", "2", "Trains", "DD", "[(Q)x3][(I)x5]", of_class=navy.TENDER)
    bot = board_of(game)
    assert navy.choose_target(bot, [race(people=10**9)]) is None

    builders.ship(game, "Ada", "2", "Lancers", "DD", FIGHTER, of_class=navy.LANCER)
    assert navy.choose_target(board_of(game), [race(people=10**9)]).home == "2"


def test_of_a_race_that_was_not_surveyed_the_most_is_thought():
    game = builders.chain("1", "9", players=("Ada",))
    builders.meet(game, "Ada", game.natives[0].id)
    assert races.known_races(board_of(game)) == []

    survey = detailed_survey(
        game.place("9"), 0, (), SurveyedColony(owner=game.natives[0].id, pu=70)
    )
    game.empire("Ada").charts.surveys["9"] = survey
    (native,) = races.known_races(board_of(game))
    assert (native.home, native.ships, native.seen_turn, native.people) == ("9", None, 0, 70)

    del game.empire("Ada").charts.surveys["9"]
    game.fleets_of("Ada")[0].name = "Base 9x7t3"
    (native,) = races.known_races(board_of(game))
    assert (native.home, native.ships, native.seen_turn) == ("9", 7, 3)
    assert (native.people, native.planets, native.counted) == (1000, 10, False)


def test_raiders_are_driven_off_by_half_as_many_more_and_not_by_fewer():
    game = builders.new_game()
    builders.colony(game, "2")
    builders.meet(game, stance="WAR")
    bot = board_of(game)
    row = {"system": "2", "owner": bot.names["Brin"], "left_by": "", "units": 2, "hulls": {}}
    bot.view["sightings"][:] = [row, dict(row)]
    ships = [{"in_line": True}] * 6

    assert war._colony_in_need(bot, ships) == "2"
    assert war._colony_in_need(bot, ships[:5]) == ""


def test_troops_of_a_fleet_suffice_for_all_planets(monkeypatch):
    monkeypatch.setattr(war, "chances_to_win", lambda *_: iter([1.0]))
    game = builders.chain("1", "2")
    bot = board_of(game)
    trooper = {"of_class": navy.TROOPER, "troops": 300, "spaces": 80, "at": "1", "in_line": False}
    tender = {"of_class": navy.TENDER, "troops": 0, "spaces": 80, "at": "1", "in_line": False}
    lancer = {
        "of_class": navy.LANCER, "troops": 0, "spaces": 30, "at": "1", "in_line": True,
        "hull": "DD", "design": FIGHTER, "points": 20.0, "points_of": 20.0, "long": 5.0,
        "short": 6.0,
    }  # fmt: skip
    fleet = [trooper] * 2 + [tender] * 40 + [lancer] * 200
    easy = {"ships": 0, "people": 0, "seen_turn": 12}

    assert war._is_ready(bot, race(planets=2, **easy), variant().combat, fleet)
    assert not war._is_ready(bot, race(planets=3, **easy), variant().combat, fleet)
    assert not war._is_ready(bot, race(planets=2, **easy), variant().combat, fleet[:4])


def test_troopers_at_home_get_the_shuttles_that_they_lack():
    trooper = {"of_class": navy.TROOPER, "train": False, "points": 1.0, "points_of": 1.0}
    for missing, ordered in ((0, []), (3, ["BUILD CRAFT Armada 3 ST"])):
        bot = board_of(builders.new_game())
        ship = {**trooper, "name": "Trooper-1", "shuttles": navy.SHUTTLES - missing}
        war._equip(bot, "1", {"name": "Armada"}, [ship])
        assert bot.lines == ordered


def test_odds_count_every_ship_once_and_take_the_band_of_most():
    damaged = {"hull": "DD", "design": FIGHTER, "points": 18.0, "points_of": 20.0, "in_line": True}
    intact = {**damaged, "points": 20.0}
    rows = war._grouped([intact, damaged, intact, intact])
    assert [(row["count"], row["damage"]) for row in rows] == [(3, 0.0), (1, 2.0)]

    near, far = ({**intact, "long": long, "short": 4.0} for long in (1.0, 2.0))
    assert war.band_of([far, far, near]) == LONG
    assert war.band_of([far, near]) == LONG
    assert war.band_of([far, near, near]) == SHORT


def test_terraforming_waits_for_the_project_that_raises_the_level():
    game = rich(el=1, colonies=("2",))
    builders.surveyed(game, "4", habitability=9)
    game.place("2").science = 2
    bot = board_of(game)
    bot.systems["4"].update(level=2, habitable=1, bearable=False, owner="")
    colonies.widen_range(bot)
    assert bot.lines == []

    bot.view["projects"].append(
        {"name": "EL", "kind": "EL", "centers": ["1"], "price": 0.0, "turns": 1}
    )
    colonies.widen_range(bot)
    assert bot.lines == ["RESEARCH 2 COL"]
