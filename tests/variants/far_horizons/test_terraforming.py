"""TERRAFORM: plants make a planet more like home."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import dice_for, examples
from tests.variants.far_horizons.order_steps import (
    AFTER,
    AS_IN_1999,
    after,
    humans,
    misplaced,
    refused,
    warned,
)
from tests.variants.far_horizons.single_steps import Fair, Falls, game_with, step
from variants.far_horizons.constants import GASES
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import Gas
from variants.far_horizons.rules.terraforming import TargetAtmosphere, balance, improve
from variants.far_horizons.scenario_state import apply_state

PLACE = "12 13 10 #1"
AIR = {"N2": 75, "O2": 25}
#: Planets that need this much life support of every species whose home has class 10, 10 and oxygen.
NEEDING = {
    9: {"temperature": 12, "pressure": 9, "gases": AIR},
    0: {"temperature": 10, "pressure": 10, "gases": AIR},
}


def barren(planet, plants, klingons=None, biology=40, **colony):
    """A colony on a planet, with this many plants."""
    stars = {"12 13 10": {"planets": [planet, {}]}}
    items = {"TP": plants} if plants else {}
    mars = {"at": PLACE, "mining_base": 5.0, "items": items, **colony}
    state = {
        "Human": {"techs": {"LS": 99, "BI": biology}, "planets": {"Epsilon Eridani IV": mars}},
        "Klingon": klingons or {},
    }
    return game_with({"stars": stars, "species": state})


def planet_of(result):
    return result.game.star_at((12, 13, 10)).planets[0]


def lsn(game):
    human = game.empire("Human")
    home = game.planet_at(human.home)
    return RULEBOOK_ECONOMY.lsn(game.star_at((12, 13, 10)).planets[0], home, human.atmosphere)


@pytest.mark.rule("FH-TERRA-004", "FH-TERRA-003", "FH-ZERO-001")
@pytest.mark.parametrize("example", examples("FH-TERRA-004"), ids=str)
def test_plants_are_used_in_threes_up_to_what_is_needed(example):
    inputs, expected = example.given, example.expect
    game = barren(NEEDING[inputs["lsn"]], inputs["plants"])
    assert lsn(game) == inputs["lsn"]
    if expected.get("rejected"):
        refused(
            game,
            inputs["order"],
            "no-items" if " 6 " in inputs["order"] else "too-few-plants",
            AFTER,
        )
        return
    result = after(game, inputs["order"])
    left = result.colony("Human", "Epsilon Eridani IV").items.get("TP", 0)
    assert (left, inputs["plants"] - left) == (expected["plants_left"], expected["plants_used"])
    assert lsn(result.game) == expected["lsn_after"]


@pytest.mark.rule("FH-TERRA-003")
@pytest.mark.parametrize("example", examples("FH-TERRA-003"), ids=str)
def test_a_planet_takes_as_many_plants_as_it_needs_life_support(example):
    game = barren(NEEDING[example.given["lsn"]], 50)
    if not example.expect["plants"]:
        refused(game, "TERRAFORM PL Epsilon Eridani IV", "not-needed", AFTER)
        return
    result = after(game, "TERRAFORM PL Epsilon Eridani IV")
    assert result.colony("Human", "Epsilon Eridani IV").items == {
        "TP": 50 - example.expect["plants"]
    }
    assert lsn(result.game) == 0


@pytest.mark.rule("FH-TERRA-003", "FH-TERRA-004", "FH-TERRA-009", "FH-TERRA-011")
@pytest.mark.parametrize(
    ("order", "plants", "used", "noted"),
    [
        ("TERRAFORM 3 PL", 3, 3, False),
        ("TERRAFORM 5 PL", 6, 3, True),
        ("TERRAFORM 6 PL", 9, 6, False),
        ("TERRAFORM 9 PL", 9, 9, False),
        ("TERRAFORM 10 PL", 12, 9, True),
        ("TERRAFORM 12 PL", 12, 9, True),
        ("TERRAFORM 0 PL", 5, 3, False),
        ("TERRAFORM 0 PL", 12, 9, False),
        ("TERRAFORM PL", 3, 3, False),
        ("TERRAFORM PL", 8, 6, False),
    ],
)
def test_each_three_plants_take_three_off_what_is_needed_of_life_support(
    order, plants, used, noted
):
    """Nine are needed; only a number that differs is remarked on."""
    result = after(barren(NEEDING[9], plants), f"{order} Epsilon Eridani IV")
    colony = result.colony("Human", "Epsilon Eridani IV")
    assert colony.items.get("TP", 0) == plants - used
    assert lsn(result.game) == 9 - used
    assert result.codes("Human") == (["plants-reduced"] if noted else [])


@pytest.mark.rule("FH-TERRA-003", "FH-TERRA-004", "FH-TERRA-005")
@pytest.mark.parametrize(
    ("order", "plants", "hint"),
    [
        ("TERRAFORM PL", 0, "there are 0 on PL Epsilon Eridani IV"),
        ("TERRAFORM 0 PL", 2, "there are 2 on PL Epsilon Eridani IV"),
        ("TERRAFORM 2 PL", 9, "there are 9 on PL Epsilon Eridani IV"),
        ("TERRAFORM 3 PL", 0, "there are 0 of 3"),
        ("TERRAFORM 3 PL", 2, "there are 2 of 3"),
        ("TERRAFORM 12 PL", 8, "there are 8 of 9"),
    ],
)
def test_too_few_plants_are_refused_though_a_ship_has_more(order, plants, hint):
    game = barren(NEEDING[9], plants)
    ship = {"TR30 Big Boy": {"at": PLACE, "cargo": {"TP": 3}}}
    apply_state(game, {"species": {"Human": {"ships": ship}}})
    code = "no-items" if " of " in hint else "too-few-plants"
    result = refused(game, f"{order} Epsilon Eridani IV", code, AFTER)
    assert [remark.hint for remark in result.remarks("Human")] == [hint]


@pytest.mark.rule("FH-TERRA-006")
@pytest.mark.parametrize("example", examples("FH-TERRA-006"), ids=str)
@pytest.mark.parametrize("key", range(5))
def test_air_comes_before_warmth_and_warmth_before_pressure(example, key):
    inputs, expected = example.given, example.expect
    gases = dict([("Cl2", 30), ("H2S", 10)][: inputs["poison_gases"]])
    gases |= {"N2": 60} if inputs["required_gas_missing"] else {"O2": 25, "N2": 45}
    gases["N2"] += 100 - sum(gases.values())
    planet = {
        "temperature": 10 + inputs["temperature_difference"],
        "pressure": 10 - inputs["pressure_difference"], "gases": gases,
    }  # fmt: skip
    result = after(
        barren(planet, inputs["plants"]), "TERRAFORM PL Epsilon Eridani IV", chance=Fair(key)
    )
    world = planet_of(result)
    shares = {GASES[gas.code]: gas.percent for gas in world.gases if gas.percent}
    assert sum(name in shares for name in ("Cl2", "H2S")) == expected["poison_gases"]
    assert 12 <= shares["O2"] <= 50
    assert sum(shares.values()) == 100
    assert world.temperature - 10 == expected["temperature_difference"]
    if "pressure_difference" in expected:
        assert 10 - world.pressure == expected["pressure_difference"]
    assert lsn(result.game) == expected["lsn_after"]


@pytest.mark.rule("FH-TERRA-006")
def test_the_classes_come_from_both_sides():
    for start in (7, 13):
        planet = {"temperature": start, "pressure": start, "gases": AIR}
        world = planet_of(after(barren(planet, 18), "TERRAFORM PL Epsilon Eridani IV"))
        assert (world.temperature, world.pressure) == (10, 10)


@pytest.mark.rule("FH-TERRA-007")
@pytest.mark.parametrize("key", range(5))
def test_a_bare_planet_gets_an_atmosphere(key):
    planet = {"temperature": 10, "pressure": 10, "gases": {}}
    result = after(barren(planet, 3), "TERRAFORM PL Epsilon Eridani IV", chance=Fair(key))
    neutral = result.species("Human").atmosphere.neutral
    required, other = [gas for gas in planet_of(result).gases if gas.percent]
    assert GASES[required.code] == "O2"
    assert 12 <= required.percent <= 50
    assert other.code in neutral
    assert required.percent + other.percent == 100


@pytest.mark.rule("FH-TERRA-005", "FH-TERRA-008", "FH-TERRA-009")
def test_plants_are_brought_used_and_seen_in_a_scan_of_the_same_section():
    game = barren(NEEDING[9], 0)
    ship = {"TR30 Big Boy": {"at": "12 13 10 #1", "cargo": {"TP": 6}}}
    stars = {"12 13 10": {"planets": [NEEDING[9], {}]}}
    colony = {"Epsilon Eridani IV": {"at": PLACE, "mining_base": 5.0}}
    game = game_with(
        {
            "stars": stars,
            "species": {"Human": {"techs": {"LS": 99, "BI": 40}, "planets": colony, "ships": ship}},
        }
    )
    orders = """Tran 6 tp TR30 Big Boy, PL Epsilon Eridani IV
        Terraform 6 PL Epsilon Eridani IV
        SCAN TR30 Big Boy"""
    result = after(game, orders)
    log = result.log("Human")
    assert "    PL Epsilon Eridani IV was terraformed using 6 Terraforming Units." in log
    assert "  1    5  0.50  10     9    2.00    3" in log
    assert not result.colony("Human", "Epsilon Eridani IV").items
    early = after(game, "\n".join(reversed(orders.splitlines())))
    assert early.codes("Human") == ["no-items"]


@pytest.mark.rule("FH-TERRA-008")
def test_the_need_of_life_support_changes_for_all_species():
    result = after(barren(NEEDING[9], 9), "TERRAFORM PL Epsilon Eridani IV")
    klingon = result.species("Klingon")
    home = result.game.planet_at(klingon.home)
    assert RULEBOOK_ECONOMY.lsn(planet_of(result), home, klingon.atmosphere) == 0


@pytest.mark.rule("FH-TERRA-004", "FH-CMD-004")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("TERRAFORM PL Earth", "home-planet"),
        ("TERRAFORM 3 PL Earth", "home-planet"),
        ("TERRAFORM 2 PL Epsilon Eridani IV", "too-few-plants"),
        ("TERRAFORM 9 PL Epsilon Eridani IV", "no-items"),
        ("TERRAFORM 99999999999999999999 PL Epsilon Eridani IV", "no-items"),
        ("TERRAFORM -3 PL Epsilon Eridani IV", "negative-number"),
        ("TERRAFORM PL Nowhere at all", "unknown-planet"),
        ("TERRAFORM 3", "unknown-planet"),
        ("TERRAFORM", "unknown-planet"),
    ],
)
def test_planets_that_cannot_be_terraformed_stay(order, code):
    refused(barren(NEEDING[9], 6), order, code, AFTER)


@pytest.mark.rule("FH-TERRA-004")
def test_a_planet_without_own_people_is_not_terraformed_but_was_in_1999():
    game = barren(NEEDING[9], 6, mining_base=0)
    refused(game, "TERRAFORM PL Epsilon Eridani IV", "not-populated", AFTER)
    assert lsn(after(game, "TERRAFORM PL Epsilon Eridani IV", **AS_IN_1999).game) == 3


@pytest.mark.rule("FH-TERRA-012")
@pytest.mark.parametrize("example", examples("FH-TERRA-012"), ids=str)
def test_terraforming_takes_biology_40_but_did_not_in_1999(example):
    game = barren(NEEDING[9], 6, biology=example.given["bi"])
    order = "TERRAFORM PL Epsilon Eridani IV"
    if example.expect["terraformed"]:
        assert lsn(after(game, order).game) == 3
        return
    refused(game, order, "biology-too-low", AFTER)
    assert lsn(after(game, order, **AS_IN_1999).game) == 3


@pytest.mark.rule("FH-TERRA-010")
@pytest.mark.parametrize(
    ("attitude", "people", "allowed"),
    [
        ({}, 1.0, False),
        ({"enemies": ["Human"]}, 1.0, False),
        ({"allies": ["Human"]}, 1.0, True),
        ({}, 0, True),
    ],
)
def test_other_inhabitants_must_agree(attitude, people, allowed):
    klingons = {"planets": {"Rock": {"at": PLACE, "mining_base": people}}, **attitude}
    game = barren(NEEDING[9], 6, klingons)
    order = "TERRAFORM PL Epsilon Eridani IV"
    if allowed:
        assert lsn(after(game, order).game) == 3
    else:
        refused(game, order, "no-consent", AFTER)
        assert lsn(after(game, order, **AS_IN_1999).game) == 3


@pytest.mark.rule("FH-TERRA-004")
def test_a_number_that_is_cut_is_noted():
    assert warned(after(barren(NEEDING[9], 50), "TERRAFORM 20 PL Epsilon Eridani IV")) == [
        "plants-reduced"
    ]
    assert not warned(after(barren(NEEDING[9], 50), "TERRAFORM 9 PL Epsilon Eridani IV"))


@pytest.mark.rule("FH-TERRA-004", "FH-ORDER-008")
def test_there_is_no_terraforming_before_departure():
    misplaced("TERRAFORM PL Mars", "pre-departure")


@pytest.mark.rule("FH-TERRA-011")
def test_the_change_lasts_until_somebody_else_terraforms_the_planet():
    klingons = {
        "planets": {"Rock": {"at": PLACE, "mining_base": 1.0, "items": {"TP": 9}}},
        "techs": {"LS": 99, "BI": 40}, "allies": ["Human"],
    }  # fmt: skip
    game = after(barren(NEEDING[9], 9, klingons), "TERRAFORM PL Epsilon Eridani IV").game
    game.empire("Human").allies.append("Klingon")
    assert lsn(step("finish", game).game) == 0
    kronos = game.planet_at(game.empire("Klingon").home)
    kronos.temperature = 13
    cooled = step(AFTER, game, {"Klingon": "TERRAFORM 9 PL Rock"})
    assert planet_of(cooled).temperature == 13
    assert lsn(cooled.game) == 9


# --- the air --------------------------------------------------------------------------------------


def air_of(gases):
    return [Gas(code, percent) for code, percent in gases] + [Gas()] * (4 - len(gases))


@pytest.mark.rule("FH-TERRA-006")
@pytest.mark.parametrize(
    "gases",
    [
        [(7, 50), (5, 2), (6, 2), (3, 48)],
        [(7, 98), (5, 2), (6, 2)],
        [(7, 99), (5, 1), (6, 1)],
        [(7, 100), (5, 40), (6, 30), (3, 30)],
        [(7, 100), (5, 1), (6, 1), (3, 1)],
        [(7, 20), (5, 1)],
        [(7, 20), (5, 1), (6, 99)],
        [(7, 20)],
        [(5, 0), (6, 0)],
        [],
    ],
    ids=str,
)
@pytest.mark.parametrize("key", range(4))
def test_the_shares_always_come_to_a_hundred(gases, key):
    species = humans().empire("Human")
    air = air_of(gases)
    balance(air, species, dice_for("air", key))
    assert sum(gas.percent for gas in air) == 100
    assert all(gas.percent >= 0 for gas in air)
    assert len(air) == 4


@pytest.mark.rule("FH-TERRA-006")
@pytest.mark.parametrize(
    ("gases", "falls", "sides", "expected"),
    [
        # missing: the required gas is passed over, others gain what the die says, or the last two
        ([(7, 20), (5, 30), (6, 30)], (1, 2, 5, 3, 15), [4, 4, 20, 4, 15], [20, 35, 45, 0]),
        ([(7, 20), (5, 40), (6, 37)], (4, 3, 1, 2), [4, 4, 3, 4], [20, 42, 38, 0]),
        ([(7, 20), (5, 40), (6, 39)], (3,), [4], [20, 40, 40, 0]),
        # excess: a gas loses less than its share or nothing
        ([(7, 50), (5, 30), (6, 40)], (2, 20), [4, 20], [50, 10, 40, 0]),
        ([(7, 90), (5, 5), (6, 25)], (2, 7, 2, 5, 3, 20), [4, 20, 4, 20, 4, 20], [90, 5, 5, 0]),
        ([(7, 90), (5, 5), (6, 7)], (2,), [4], [90, 3, 7, 0]),
        # nothing to do
        ([(7, 20), (5, 80)], (), [], [20, 80, 0, 0]),
        ([(7, 100)], (), [], [100, 0, 0, 0]),
    ],
)
def test_the_rest_goes_to_gases_that_the_dice_choose(gases, falls, sides, expected):
    dice = Falls(*falls)
    air = air_of(gases)
    balance(air, humans().empire("Human"), dice.dice())
    assert [gas.percent for gas in air] == expected
    assert dice.sides == sides
    assert [gas.code for gas in air if gas.percent] == [code for code, _ in gases]


@pytest.mark.rule("FH-TERRA-006", "FH-TERRA-007")
@pytest.mark.parametrize("fall", [1, 4, 6])
def test_without_another_gas_a_neutral_one_gets_all_that_is_missing(fall):
    species = humans().empire("Human")
    for gases, place in (([(7, 40)], 1), ([(5, 0), (7, 40)], 0), ([], 0)):
        air, dice = air_of(gases), Falls(fall)
        balance(air, species, dice.dice())
        missing = 60 if gases else 100
        assert air[place] == Gas(species.atmosphere.neutral[fall - 1], missing)
        assert dice.sides == [6]


@pytest.mark.rule("FH-TERRA-006")
@pytest.mark.parametrize(("fall", "percent"), [(1, 13), (38, 50)])
@pytest.mark.parametrize("share", [0, 11, 51])
def test_the_required_gas_gets_a_share_within_its_range(fall, percent, share):
    game = humans()
    human = game.empire("Human")
    [planet] = game.star_at((9, 9, 9)).planets
    planet.gases = air_of([(5, 100 - share), (7, share)])
    dice = Falls(fall, 1, 1)
    improve(planet, TargetAtmosphere(human, game.planet_at(human.home)), dice.dice())
    assert planet.gases[1] == Gas(7, percent)
    assert dice.sides[0] == human.atmosphere.most - human.atmosphere.least == 38


@pytest.mark.rule("FH-TERRA-006")
@pytest.mark.parametrize("share", [12, 50])
def test_a_required_gas_within_its_range_is_left_alone(share):
    game = humans()
    human = game.empire("Human")
    [planet] = game.star_at((9, 9, 9)).planets
    planet.gases, planet.temperature = air_of([(5, 100 - share), (7, share)]), 12
    improve(planet, TargetAtmosphere(human, game.planet_at(human.home)), Falls().dice())
    assert (planet.gases[1], planet.temperature) == (Gas(7, share), 11)


@pytest.mark.rule("FH-TERRA-006")
def test_the_required_gas_takes_its_own_place_an_empty_one_or_the_first():
    game = humans()
    human, home = game.empire("Human"), game.planet_at(game.empire("Human").home)
    places = []
    for gases in ([(5, 30), (7, 70)], [(5, 0), (6, 100)], [(5, 40), (6, 30), (3, 20), (11, 10)]):
        [planet] = game.star_at((9, 9, 9)).planets
        planet.gases = air_of(gases)
        improve(planet, TargetAtmosphere(human, home), dice_for("places"))
        places.append([gas.code for gas in planet.gases].index(7))
    assert places == [1, 0, 0]


def test_a_gas_without_a_share_is_left_alone_except_in_1999():
    planet = {"temperature": 12, "pressure": 10, "gases": {"N2": 75, "O2": 25}}
    game = barren(planet, 6)
    game.star_at((12, 13, 10)).planets[0].gases[2] = Gas(9, 0)
    order = "TERRAFORM PL Epsilon Eridani IV"
    assert lsn(after(game, order).game) == 0
    assert lsn(after(game, order, **AS_IN_1999, chance=Falls()).game) == 3
