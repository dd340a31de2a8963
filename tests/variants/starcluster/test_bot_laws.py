"""Properties of bots: they pay the cost of their orders, and plan what can be executed."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.rng import Stream
from tests.variants.starcluster import builders
from tests.variants.starcluster.builders import variant
from tests.variants.starcluster.installing import rich
from variants.starcluster.bots import (
    armament,
    fleet_whims,
    navy,
    odds,
    races,
    scouting,
    settling,
    study,
    war,
    whims,
)
from variants.starcluster.bots.board import SY_WORK, Board
from variants.starcluster.bots.races import Race
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.checks import faults
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.tables import WEAPONS
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import Planet, Silo
from variants.starcluster.model.fleets import LONG, SHORT
from variants.starcluster.model.knowledge import Colony, detailed_survey

WHIMS = {**whims.WHIMS, **fleet_whims.WHIMS}
#: Whims that change income, or bring money in the same turn, and so do not show their cost.
EARNING = {"_withdraw", "_scrap", "_invest", "_trade", "_transfer", "_settle"}
#: Whims without an opportunity.
IDLE = {"_stop", "_unclaim", "_part", "_peace"}
FIGHTER = "[(Q)x3][Y][(KKKKKKK)1][(I)x5]"


def board_of(game):
    return Board.of(variant().view(game, "Ada"), variant().economy)


def race(**changes):
    facts = {
        "name": "NPR1", "home": "2", "planets": 1, "counted": True, "people": 300, "ships": 20,
        "seen": 10, "stance": "NEUTRAL", "gas": False, "ion": False,
        "charted": True,
    }  # fmt: skip
    return Race(**{**facts, **changes})


@pytest.fixture(scope="module")
def prosperous():
    """Ada has money, colonies, fleets, silos, people abroad, and has met a race and Brin."""
    game = rich(el=2, colonies=("2", "3"))
    ada, native = game.empire("Ada"), game.natives[0].id
    for other in ("Brin", native):
        builders.meet(game, "Ada", other)
    ada.relations[native].talks = True
    for name in ("2", "3"):
        game.place(name).planets = [Planet(), Planet(silos=[Silo(), Silo()])]
    game.place("2").science = 3
    ada.charts.surveys["4"] = detailed_survey(builders.surveyed(game, "4"), 0, ())
    for name in ("Hawks", "Owls"):
        builders.ship(game, "Ada", "1", name, "DD", FIGHTER)
    builders.ship(game, "Ada", "5", "Scouts", "DD", "[(H)x10][(X)x5 1][(Xp)x4 1][(Q)x3][(Ic)x3]")
    ada.deposit = 1_000 * MC
    return hz.run_turn(game, {}, variant=variant()).game


@pytest.fixture(scope="module")
def idle(prosperous):
    """Ada's treasury after a turn without orders."""
    return hz.run_turn(prosperous, {}, variant=variant()).game.empire("Ada").stock[TREASURY]


def test_every_whim_is_had_now_and_then():
    assert all(0 < chance < 1 for chance in WHIMS.values())


@pytest.mark.parametrize("whim", WHIMS, ids=lambda x: x.__name__)
def test_a_whim_is_legal_and_sets_aside_what_its_order_costs(prosperous, idle, whim):
    texts = set()
    for number in range(8):
        board = board_of(prosperous)
        before = board.cash
        whim(board, Stream.from_key("whim", number))
        if board.text() in texts:
            continue
        texts.add(board.text())
        turn = hz.run_turn(prosperous, {"Ada": board.text()}, variant=variant())
        left = turn.game.empire("Ada").stock[TREASURY]
        assert not turn.diagnostics.get("Ada"), (board.text(), turn.diagnostics["Ada"])
        if whim.__name__ not in EARNING:
            assert idle - left == round(MC * (before - board.cash)), board.text()
    assert texts - {""} or whim.__name__ in IDLE


def test_silos_and_claims_stop_at_what_a_whim_allows(prosperous):
    board = board_of(prosperous)
    for planet in board.colonies[board.home]["planets"]:
        planet["silos"] = whims.SILOS
    whims._silo(board, Stream.from_key("silo"))
    assert board.lines == []

    for transits, claimed, ordered in ((2, False, True), (3, False, False), (None, False, False),
                                       (1, True, False)):  # fmt: skip
        board = board_of(prosperous)
        board.view["systems"][:] = [
            {**board.systems["4"], "transits": transits, "claimed": claimed, "owner": ""}
        ]
        whims._claim(board, Stream.from_key("claim"))
        assert board.lines == (["CLAIM 4"] if ordered else [])


def test_people_move_only_to_where_a_way_leads():
    game = rich(colonies=("9",))
    board = board_of(game)
    whims._transfer(board, Stream.from_key("transfer"))
    assert board.lines == []

    board.links["1"].append("9")
    whims._transfer(board, Stream.from_key("transfer"))
    assert board.lines == ["TRANSFER 5 FROM 1 TO 9"]


def test_yards_work_where_people_are_and_less_what_they_have_begun():
    game = builders.new_game()
    assert list(board_of(game).slips.values()) == [
        SY_WORK * board_of(game).view["units"][0]["yards"]
    ]

    builders.ship(game, "Ada", "9", "Far", "BS2", "(SY)x2 (Q)x3", of_class="Lone")
    builders.ship(game, "Ada", "1", "Guard", "DD", FIGHTER)
    assert len(board_of(game).slips) == 1


def test_freighters_take_no_more_than_half_of_the_money():
    for missing, bought in ((3, 3), (40, 20)):
        board = board_of(builders.new_game())
        price = board.economy.freighter_price
        board.view["pool"].update(needed=board.view["pool"]["freighters"] + missing)
        board.cash = 40.0 * price
        settling.serve(board)

        assert board.lines == [f"FREIGHTERS {bought}"]
        assert board.cash == (40 - bought) * price
        assert board.short == missing - bought


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
    for hull, text in navy.classes(weapon, weapon).values():
        design = Design(hull_named(hull), read_systems(text))
        assert not list(faults(design, 1, lambda code, step: step == 1)), (hull, text)
    hull, text = navy.classes(weapon, weapon)[navy.LANCER]
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
    board = board_of(game)
    docks_of = navy.classes("K", "E")
    for name, (hull, text) in docks_of.items():
        row = {"name": name, "faults": [], "price": 400.0, "prototype": False, "spaces": 30}
        board.view["classes"].append({**row, "hull": hull, "design": text})
    ally, weak = race(stance="ALLIANCE", ships=1), race(name="NPR2", home="9", ships=9)
    strong = race(name="NPR3", home="8", ships=30)

    assert armament.target(board, [ally]) is None
    assert armament.target(board, [strong, ally, weak]) == weak


def test_a_race_is_attacked_by_armed_ships_of_the_navy_alone():
    game = builders.new_game()
    builders.ship(game, "Ada", "2", "Eyes", "DD", FIGHTER, of_class="Watch")
    builders.ship(game, "Ada", "2", "Trains", "DD", "[(Q)x3][(I)x5]", of_class=navy.TENDER)
    board = board_of(game)
    assert armament.target(board, [race(people=10**9)]) is None

    builders.ship(game, "Ada", "2", "Lancers", "DD", FIGHTER, of_class=navy.LANCER)
    assert armament.target(board_of(game), [race(people=10**9)]).home == "2"


def test_of_a_race_that_was_not_surveyed_the_most_is_thought():
    game = builders.chain("1", "9", players=("Ada",))
    builders.meet(game, "Ada", game.natives[0].id)
    assert races.known(board_of(game)) == []

    survey = detailed_survey(game.place("9"), 0, (), Colony(owner=game.natives[0].id, pu=70))
    game.empire("Ada").charts.surveys["9"] = survey
    (native,) = races.known(board_of(game))
    assert (native.home, native.ships, native.seen, native.people) == ("9", None, 0, 70)

    del game.empire("Ada").charts.surveys["9"]
    game.fleets_of("Ada")[0].name = "Base 9x7t3"
    (native,) = races.known(board_of(game))
    assert (native.home, native.ships, native.seen) == ("9", 7, 3)
    assert (native.people, native.planets, native.counted) == (1000, 10, False)


def test_raiders_are_driven_off_by_half_as_many_more_and_not_by_fewer():
    game = builders.new_game()
    builders.colony(game, "2")
    builders.meet(game, stance="WAR")
    board = board_of(game)
    row = {"system": "2", "owner": board.names["Brin"], "left_by": "", "units": 2, "hulls": {}}
    board.view["sightings"][:] = [row, dict(row)]
    ships = [{"in_line": True}] * 6

    assert war._colony_in_need(board, ships) == "2"
    assert war._colony_in_need(board, ships[:5]) == ""


def test_troops_of_a_fleet_suffice_for_all_planets(monkeypatch):
    monkeypatch.setattr(odds, "chances_to_win", lambda *_: iter([1.0]))
    game = builders.chain("1", "2")
    board = board_of(game)
    trooper = {"of_class": navy.TROOPER, "troops": 300, "spaces": 80, "at": "1", "in_line": False}
    tender = {"of_class": navy.TENDER, "troops": 0, "spaces": 80, "at": "1", "in_line": False}
    lancer = {
        "of_class": navy.LANCER, "troops": 0, "spaces": 30, "at": "1", "in_line": True,
        "hull": "DD", "design": FIGHTER, "points": 20.0, "points_of": 20.0, "long": 5.0,
        "short": 6.0,
    }  # fmt: skip
    fleet = [trooper] * 2 + [tender] * 40 + [lancer] * 200
    easy = {"ships": 0, "people": 0, "seen": 12}

    assert war._is_ready(board, race(planets=2, **easy), variant().combat, fleet)
    assert not war._is_ready(board, race(planets=3, **easy), variant().combat, fleet)
    assert not war._is_ready(board, race(planets=2, **easy), variant().combat, fleet[:4])


def test_troopers_at_home_get_the_shuttles_that_they_lack():
    trooper = {"of_class": navy.TROOPER, "train": False, "points": 1.0, "points_of": 1.0}
    for missing, ordered in ((0, []), (3, ["BUILD CRAFT Armada 3 ST"])):
        board = board_of(builders.new_game())
        ship = {**trooper, "name": "Trooper-1", "shuttles": navy.SHUTTLES - missing}
        war._equip(board, "1", {"name": "Armada"}, [ship])
        assert board.lines == ordered


def test_odds_count_every_ship_once_and_take_the_band_of_most():
    damaged = {"hull": "DD", "design": FIGHTER, "points": 18.0, "points_of": 20.0, "in_line": True}
    intact = {**damaged, "points": 20.0}
    rows = odds._grouped([intact, damaged, intact, intact])
    assert [(row["count"], row["damage"]) for row in rows] == [(3, 0.0), (1, 2.0)]

    near, far = ({**intact, "long": long, "short": 4.0} for long in (1.0, 2.0))
    assert odds.band_of([far, far, near]) == LONG
    assert odds.band_of([far, near]) == LONG
    assert odds.band_of([far, near, near]) == SHORT


def test_terraforming_waits_for_the_project_that_raises_the_level():
    game = rich(el=1, colonies=("2",))
    builders.surveyed(game, "4", habitability=9)
    game.place("2").science = 2
    board = board_of(game)
    board.systems["4"].update(level=2, habitable=1, bearable=False, owner="")
    study.widen_range(board)
    assert board.lines == []

    board.view["projects"].append(
        {"name": "EL", "kind": "EL", "centers": ["1"], "price": 0.0, "turns": 1}
    )
    study.widen_range(board)
    assert board.lines == ["RESEARCH 2 COL"]
