"""The growth of non-player races, and the use of their ships (SC-NPR-002 to SC-NPR-004)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import context, new_game, run, ship, variant
from tests.variants.starcluster.decreed import met
from variants.starcluster.designs.tables import WEAPONS
from variants.starcluster.model import Race, WarpLink
from variants.starcluster.model.empires import ALLIANCE, HOSTILE, NEUTRAL, TRADE, WAR
from variants.starcluster.model.systems import NEXUS
from variants.starcluster.rules import exploration, natives
from variants.starcluster.rules.fleets import Deployment
from variants.starcluster.rules.movement import TRANSITS, Transit
from variants.starcluster.rules.sides import are_opponents
from variants.starcluster.rules.units import most_expensive_first
from variants.starcluster.setup.empires import DESTROYER, STARBASE, native_design
from variants.starcluster.technologies import LONG_RANGE, SHORT_RANGE

CLAUSES = catalogue("starcluster", "variants.starcluster")
ARMED = "L1 L1 Q Y (I)x5"


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def worth(units):
    return sum(unit.list_price for unit in units)


# growth


@pytest.mark.rule("SC-NPR-003")
@examples("SC-NPR-003")
def test_the_el_of_a_race_rises_every_forty_turns(example):
    game = new_game()
    game.turn = example.given["turn"] - 1
    native = run(game).game.power("NPR1")

    assert native.el == example.expect["el"]
    design = native.classes["Destroyer"].design
    assert {
        system.generation for system in design.systems if system.code in ("S", "A", "Q", "Y")
    } == {native.el}
    assert all(native.has(f"{code}{native.el}") for code in ("S", "A", "Q", "Y", "Qt"))
    assert native.has(f"{native.race.short_range}{native.el}")
    assert {system.generation for system in design.systems if system.drive} == {1}


@pytest.mark.rule("SC-NPR-002", "SC-NPR-003")
def test_a_race_spends_a_quarter_of_its_gross_income_until_upkeep_is_a_fifth():
    game = new_game()
    native = game.power("NPR1")
    economy = variant().economy
    home = game.place(native.home)
    home.pu = home.most_pu
    gross = economy.system_income(home, native.race, 1)
    before = len(game.units_of("NPR1"))
    turn = run(game, 12)
    native = turn.game.power("NPR1")
    new = turn.game.units_of("NPR1")[before:]

    price = economy.unit_price(native.classes["Destroyer"].design, native.race)
    assert len(new) == 12 * (gross // 4) // price
    assert native.ship_fund == 12 * (gross // 4) - len(new) * price
    assert {turn.game.fleet(u.fleet).at for u in new} == {native.home}

    for number in range(60):
        ship(turn.game, "NPR1", native.home, f"More{number}", "DD", ARMED)
    for unit in turn.game.units_of("NPR1")[:1]:
        unit.list_price += 20 * gross
    after = run(turn.game).game
    assert after.power("NPR1").ship_fund == native.ship_fund
    assert len(after.units_of("NPR1")) == len(turn.game.units_of("NPR1"))


@pytest.mark.rule("SC-NPR-002")
def test_a_race_builds_no_more_than_its_treasury_pays():
    game = new_game()
    native = game.power("NPR1")
    game.place(native.home).pu, native.ship_fund = 300, 10_000_000
    game.units = [unit for unit in game.units if unit.owner != "NPR1"]
    after = run(game).game

    price = after.units_of("NPR1")[0].price
    assert 0 <= after.power("NPR1").stock["MC"] < price


# its enemies


class _Dice:
    """A context with fixed dice."""

    def __init__(self, roll):
        self.roll = roll

    def stream(self, *_subject):
        return self

    def die(self, _sides):
        return self.roll


@pytest.mark.rule("SC-NPR-004")
@pytest.mark.parametrize(
    ("stance", "armed", "roll", "fights"),
    [
        (WAR, False, 100, True),
        (HOSTILE, True, 100, True),
        (HOSTILE, False, 33, True),
        (HOSTILE, False, 34, False),
        (NEUTRAL, True, 1, False),
        (TRADE, True, 1, False),
        (ALLIANCE, True, 1, False),
    ],
)
def test_whom_a_race_fires_at(stance, armed, roll, fights):
    game = met(stance)
    native = game.power("NPR1")
    native.race = type(native.race)(array=(66, 66, 33), traits=())

    assert natives.race_fights(_Dice(roll), native, game.empire("Ada"), armed=armed) is fights
    assert not natives.race_fights(_Dice(1), native, game.power("NPR2"), armed=True)


# attacks


def frontier(transits, *, sighted=0.0, stance=WAR):
    """A war in which Ada's homeworld is some transits away from NPR1, along a chain."""
    game = met(stance, since=1, turn=1)
    native = game.power("NPR1")
    chain = [native.home, *(name for name in ("2", "3", "4") if name != native.home)][:transits]
    game.links = [WarpLink(number=n, a=a, b=b) for n, (a, b) in enumerate(pairwise([*chain, "1"]))]
    half = most_expensive_first(mobile(game))[::2]
    native.relations["Ada"].seen["1"] = int(sighted * worth(half))
    return game


def mobile(game):
    return [unit for unit in game.units_of("NPR1") if unit.design.hull.code != "BS2"]


def out(game):
    """The units of the race that are on their way."""
    native = game.power("NPR1")
    return [unit for unit in game.units_of("NPR1") if unit.fleet in native.sorties]


@pytest.mark.rule("SC-NPR-004")
@pytest.mark.parametrize(
    ("transits", "expected", "stance", "attacks"),
    [
        (3, 0.0, WAR, True),
        (4, 0.0, WAR, False),
        (1, 0.79, WAR, True),
        (1, 0.81, WAR, False),
        (1, 0.0, HOSTILE, False),
    ],
)
def test_half_of_the_ships_attack_the_nearest_enemy_if_they_are_strong_enough(
    transits, expected, stance, attacks
):
    game = frontier(transits, sighted=expected, stance=stance)
    after = run(game).game

    assert len(out(after)) == (-(-len(mobile(game)) // 2) if attacks else 0)


@pytest.mark.rule("SC-NPR-004")
@pytest.mark.parametrize(("stance", "fight"), [(WAR, True), (HOSTILE, True), (NEUTRAL, False)])
def test_a_race_fights_armed_intruders_in_its_home_whoever_is_asked_first(stance, fight):
    game = met(stance)
    native, ada = game.power("NPR1"), game.empire("Ada")
    ship(game, "Ada", native.home, "Raiders", "DD", ARMED)
    home, away = game.place(native.home), game.place("1")
    about = context(game, "space_combat"), Deployment(game)
    assert (
        are_opponents(*about, home, native, ada)
        == are_opponents(*about, home, ada, native)
        == fight
    )
    assert are_opponents(*about, away, native, ada) == (stance == WAR)


@pytest.mark.rule("SC-NPR-004")
@examples("SC-NPR-004")
def test_the_rulebooks_cases_of_attacks(example):
    inputs = example.given
    if "own_mobile_price" not in inputs:
        return
    game = frontier(inputs["transits"])
    ships = mobile(game)
    for unit in ships:
        unit.list_price = 100 * inputs["own_mobile_price"] // len(ships)
    game.power("NPR1").relations["Ada"].seen["1"] = 100 * inputs["enemy_units_last_seen"]
    sent = out(run(game).game)

    if "attacks_with_price_about" in example.expect:
        assert worth(sent) == pytest.approx(100 * 8000, rel=0.2)
    else:
        assert not sent


@pytest.mark.rule("SC-NPR-004")
def test_an_attack_arrives_raids_bombards_defences_and_goes_home_after_six_quiet_turns():
    game = frontier(1)
    game.units = [unit for unit in game.units if unit.owner != "Ada"]
    game.fleets = [fleet for fleet in game.fleets if fleet.owner != "Ada"]
    turn = run(game)
    (name,) = turn.game.power("NPR1").sorties
    places = []
    for _ in range(16):
        turn = run(turn.game)
        if name not in turn.game.power("NPR1").sorties:
            break
        fleet = turn.game.fleet(name)
        places.append(fleet.at)
        if fleet.at == "1" and places.count("1") == 2:
            assert fleet.raids
            assert fleet.bombards == (1, "PDC")
        if turn.game.power("NPR1").sorties[name].home:
            assert (fleet.raids, fleet.bombards) == (False, None)
    assert places.count("1") == 6 + 3  # it is still there in the first three turns of the way home
    assert name not in turn.game.power("NPR1").sorties


@pytest.mark.rule("SC-NPR-004")
def test_a_race_that_has_lost_its_home_attacks_nobody():
    game = frontier(1)
    game.place(game.power("NPR1").home).owner = ""
    game.place("5").owner, game.place("5").pu = "NPR1", 10

    assert not out(run(game).game)


@pytest.mark.rule("SC-NPR-004")
def test_a_fleet_that_was_stopped_or_has_no_enemy_any_more_goes_home():
    game = run(frontier(3)).game
    (name,) = game.power("NPR1").sorties
    stopped = run(game, 5).game
    fleet = stopped.fleet(name)
    assert fleet.at not in ("1", game.power("NPR1").home)
    fleet.path = []
    back = run(stopped).game
    assert back.power("NPR1").sorties[name].home
    assert back.fleet(name).path

    for a, b in (("Ada", "NPR1"), ("NPR1", "Ada")):
        game.power(a).relations[b].stance = HOSTILE
    home = run(game, 2).game
    assert home.power("NPR1").sorties == {}
    assert not any(fleet.id == name for fleet in home.fleets)


@pytest.mark.rule("SC-NPR-004")
def test_a_race_remembers_whom_it_saw_where():
    game = met(WAR)
    home = game.power("NPR1").home
    game.units = [unit for unit in game.units if unit.owner != "NPR1"]
    for planet in game.place(home).planets:
        planet.silos = []
    unit = ship(game, "Ada", home, "Visitors", "DD", ARMED)
    after = run(game).game
    assert after.power("NPR1").relations["Ada"].seen[home] == unit.list_price

    after.units = [u for u in after.units if u.id != unit.id]
    after.fleets = [fleet for fleet in after.fleets if fleet.name != "Visitors"]
    assert run(after).game.power("NPR1").relations["Ada"].seen[home] == 0


@pytest.mark.rule("SC-NPR-002", "SC-NPR-003")
@pytest.mark.parametrize("short_range", SHORT_RANGE)
@pytest.mark.parametrize("long_range", LONG_RANGE)
def test_ships_of_a_race_are_full_and_have_what_is_ruled(long_range, short_range):
    weapons = Race(long_range=long_range, short_range=short_range)
    ammo = any(WEAPONS[code].ammo for code in (long_range, short_range))
    for name, spaces, has in (
        (DESTROYER, 30, {"S": 2, "Q": 3, "Y": 1, "CIC": 0, "Bsa": 1, "I": 5, "Mg": ammo}),
        (STARBASE, 60, {"S": 3, "Q": 3, "Y": 1, "CIC": 1, "Bsa": 0, "I": 0, "Mg": 2 * ammo}),
    ):
        design = native_design(name, weapons, 3)
        assert {code: design.count(code) for code in has} == has
        assert design.count(long_range) == (2 if name == STARBASE else 1)
        assert design.count("A") >= (10 if name == STARBASE else 4)
        assert design.spaces == spaces
        steps = {system.code: system.generation for system in design.systems}
        grown = {"S", "A", "Q", "Y", long_range, short_range}
        assert steps == {code: 3 if code in grown else 1 for code in steps}


@pytest.mark.rule("SC-EXP-006", "SC-NPR-003")
def test_races_learn_nothing_where_they_arrive():
    """A nexus reveals its type only to players who come there."""
    for owner, carried in (("Ada", ["9"]), ("NPR1", [])):
        game = new_game()
        game.place("9").kind = NEXUS
        unit = ship(game, owner, "9", "Comers", "DD", "(H)x10 (Ic)x5")
        passed = Transit(unit.fleet, owner, 0, "1", "9", {"DD": 1}, 0)
        exploration.complete_scans_on_arrival(context(game, "movement", **{TRANSITS: [passed]}))

        assert [s.system for s in game.power(owner).carried.values()] == carried
