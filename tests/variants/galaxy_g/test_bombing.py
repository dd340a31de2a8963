"""Bombs: the effects of guns on a planet, and the bombers (GG-BOM, GG-VIS-013)."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.exact import harmonic
from tests.variants.galaxy_g.war import events, examples, group, planet, play, ships_at, table
from variants.galaxy_g.combat import RULEBOOK_COMBAT
from variants.galaxy_g.model import Design

EARTH = {"at": [1200, 1200], "owner": "Brin", "size": 2000, "population": 1000, "industry": 800}


def armed_with(weapons: float) -> Design:
    return Design(0, 1, weapons, 0, 0)


def damage(*guns: tuple[float, int], tech: float = 1.0, shields: float = 1.0) -> float:
    """The damage of guns, given as their weapons number and their count."""
    counts = {
        RULEBOOK_COMBAT.bomb(armed_with(weapons), tech, shields): count for weapons, count in guns
    }
    return RULEBOOK_COMBAT.bomb_damage(counts)


@pytest.mark.rule("GG-BOM-002")
@pytest.mark.parametrize("example", examples("GG-BOM-002"), ids=str)
def test_the_kth_gun_does_one_kth_of_its_damage(example):
    shields = example.given["owner_shields_tech"]
    guns = {
        RULEBOOK_COMBAT.bomb(armed_with(gun["weapons"]), gun["tech"], shields): gun["count"]
        for gun in example.given["guns"]
    }
    assert RULEBOOK_COMBAT.bomb_damage(guns) == pytest.approx(example.expect["damage"], abs=1e-6)


def _of_properties(inputs) -> tuple[tuple[float, int], float, float]:
    if "guns_of_30" in inputs:
        return (30, inputs["guns_of_30"]), 1, 1
    if "gun" in inputs:
        return (inputs["gun"], 1), inputs["weapons_tech"], inputs["shields_tech"]
    if "player_A" in inputs:
        return (30, 2), 1, 1
    count, size = inputs["guns"].split(" of ")
    return (float(size), int(count)), 1, 1


@pytest.mark.rule("GG-BOM-003")
@pytest.mark.parametrize("example", examples("GG-BOM-003"), ids=str)
def test_properties_of_bomb_damage(example):
    guns, tech, shields = _of_properties(example.given)
    loss = damage(guns, tech=tech, shields=shields)
    assert loss == pytest.approx(example.expect["damage"], abs=1e-6)


weapons = st.floats(1, 200)
counts = st.integers(1, 5000)
techs = st.floats(1, 10)


@pytest.mark.rule("GG-BOM-003")
@given(weapons, counts, st.integers(2, 50))
def test_few_heavy_guns_do_more_than_many_light_ones(size, count, parts):
    assert damage((size * parts, count)) > damage((size, count * parts))


@pytest.mark.rule("GG-BOM-003")
@given(weapons, counts)
def test_doubling_the_guns_gives_more_damage_but_not_the_double(size, count):
    loss, double = damage((size, count)), damage((size, 2 * count))
    assert loss < double < 2 * loss


@pytest.mark.rule("GG-BOM-003")
@given(weapons, counts, techs, techs)
def test_damage_is_in_proportion_to_the_techs(size, count, tech, shields):
    loss = damage((size, count), tech=tech, shields=shields)
    assert loss == pytest.approx(damage((size, count)) * tech / shields)


@pytest.mark.rule("GG-BOM-003")
@given(st.dictionaries(weapons, counts, min_size=1, max_size=8), st.randoms())
def test_the_order_of_the_guns_does_not_matter(guns, chance):
    shuffled = list(guns.items())
    chance.shuffle(shuffled)
    assert RULEBOOK_COMBAT.bomb_damage(guns) == RULEBOOK_COMBAT.bomb_damage(dict(shuffled))


@pytest.mark.rule("GG-BOM-002")
@given(st.dictionaries(weapons, st.integers(1, 60), min_size=1, max_size=5))
def test_the_sum_is_that_of_all_guns_one_by_one(guns):
    single = sorted((size for size, count in guns.items() for _ in range(count)), reverse=True)
    exact = sum(Fraction(each) / k for k, each in enumerate(single, start=1))
    assert RULEBOOK_COMBAT.bomb_damage(guns) == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.rule("GG-BOM-002")
@pytest.mark.parametrize(
    ("after", "last"), [(0, 1001), (500, 2500), (2000, 5000), (0, 100_000), (99_000, 100_500)]
)
def test_the_short_cut_for_many_equal_guns_is_exact(after, last):
    exact = math.fsum(1 / k for k in range(after + 1, last + 1))
    assert harmonic(after, last) == pytest.approx(exact, rel=1e-12)


@pytest.mark.rule("GG-BOM-002")
def test_a_hundred_million_guns_are_no_more_than_the_rules_say():
    """A loop over the guns would not come to an end here."""
    assert 0 < damage((1.01, 100_000_000), (1, 50_000_000)) < 3


@pytest.mark.rule("GG-BOM-002")
def test_the_same_bits_on_every_machine():
    assert harmonic(0, 1_000_000).hex() == "0x1.cc9137a1df274p+3"


@pytest.mark.rule("GG-BOM-004")
@pytest.mark.parametrize("example", examples("GG-BOM-004"), ids=str)
def test_people_industry_and_colonists_suffer_alike(example):
    expected = example.expect
    facts = {name: example.given.get(name, 0) for name in ("population", "industry", "colonists")}
    game = table(
        group("Ada", "Battleship", "Earth"),
        planets={"Earth": {**EARTH, **facts}},
        Ada={"war": ["Brin"]},
    )
    assert example.given["damage"] == damage((30, 1))
    earth = planet(play(game, only=("bombing",)).game, "Earth")

    assert earth.population == pytest.approx(expected["population"])
    assert earth.industry == pytest.approx(expected["industry"])
    assert earth.colonists == pytest.approx(expected.get("colonists", 0))
    assert (earth.owner or None) == expected.get("owner", "Brin")


@pytest.mark.rule("GG-BOM-004")
def test_stocks_product_and_the_ship_in_progress_stay():
    facts = {"capital": 3, "materials": 4, "product": "Drone", "progress": 5, "routes": {}}
    game = table(
        group("Ada", "Battleship", "Earth"),
        planets={"Earth": {**EARTH, **facts}},
        Ada={"war": ["Brin"]},
    )
    earth = planet(play(game, only=("bombing",)).game, "Earth")

    assert (earth.population, earth.capital, earth.materials) == (910, 3, 4)
    assert (game.race("Brin").types[earth.product].name, earth.progress) == ("Drone", 5)


@pytest.mark.rule("GG-BOM-005")
def test_a_planet_bombed_empty_belongs_to_nobody():
    example = examples("GG-BOM-005")[0]
    stocks = {name: example.given[name] for name in ("capital", "materials")}
    game = table(
        group("Ada", "Battleship", "Earth", ships=3),
        planets={
            "Earth": {**EARTH, **stocks, "population": 50, "industry": 50, "colonists": 7,
                      "product": "Drone", "progress": 5, "routes": {"COL": "Brin Home"}}
        },
        Ada={"war": ["Brin"]},
    )  # fmt: skip
    turn = play(game, only=("bombing",))
    earth = planet(turn.game, "Earth")

    assert (earth.owner or None) == example.expect["owner"]
    assert (earth.capital, earth.materials) == (20, 30)
    assert earth.colonists == example.expect["colonists"]
    assert list(earth.routes) == example.expect["routes"]
    assert (earth.population, earth.industry, earth.product, earth.progress) == (0, 0, "", 0)
    assert events(turn, "planet.bombed_empty", "Brin")


@pytest.mark.rule("GG-BOM-005")
def test_whoever_lands_first_owns_it():
    game = table(
        group("Ada", "Battleship", "Earth", ships=3),
        group("Cato", "Freighter", "Earth", cargo="COL", load=2),
        planets={"Earth": {**EARTH, "population": 50, "industry": 50}},
        players=("Ada", "Brin", "Cato"),
        Ada={"war": ["Brin"]},
    )
    after = play(game, only=("bombing",)).game
    after = play(after, {"Cato": "U 1"}, only=("orders",)).game

    assert planet(after, "Earth").owner == "Cato"
    assert planet(after, "Earth").population == 16


def bombed(kind: str = "Battleship", **ada) -> bool:
    """True if one ship of Ada's bombs Earth."""
    game = table(group("Ada", kind, "Earth"), planets={"Earth": EARTH}, Ada=ada)
    return bool(events(play(game, only=("bombing",)), "planet.bombed"))


@pytest.mark.rule("GG-BOM-001")
@pytest.mark.parametrize("example", examples("GG-BOM-001"), ids=str)
def test_armed_ships_bomb_the_planets_of_enemies(example):
    kind = "Battleship" if example.given["armed"] else "Drone"
    war = ["Brin"] if example.given["status"] == "war" else []
    assert bombed(kind, war=war) == example.expect["bombs"]


@pytest.mark.rule("GG-BOM-001", "GG-DIP-004", "GG-DIP-005")
def test_attack_and_war_on_oneself_count_as_war():
    assert bombed(attack=["Earth"])
    assert bombed(war=["Ada"])
    assert not bombed(attack=["Brin Home"])


@pytest.mark.rule("GG-BOM-001")
def test_helpers_of_a_coalition_do_not_bomb():
    game = table(
        group("Ada", "Battleship", "Earth"),
        group("Cato", "Battleship", "Earth"),
        planets={"Earth": EARTH},
        players=("Ada", "Brin", "Cato"),
        Ada={"war": ["Brin"]},
        Cato={"allies": ["Ada"]},
    )
    (event,) = events(play(game, only=("bombing",)), "planet.bombed")

    assert event.data["bombers"] == "Ada"
    assert event.data["damage"] == pytest.approx(90)


@pytest.mark.rule("GG-BOM-001")
def test_a_drawn_battle_does_not_prevent_bombing():
    """Neither side is able to hurt the other: 100 shields against guns of 1."""
    game = table(
        group("Ada", "Wall", "Earth"),
        group("Brin", "Wall", "Earth"),
        planets={"Earth": EARTH},
        Ada={"war": ["Brin"], "types": {"Wall": [1, 1, 1, 100, 0]}},
        Brin={"types": {"Wall": [1, 1, 1, 100, 0]}},
    )
    turn = play(game, only=("battles", "bombing"))

    assert events(turn, "battle.fought", "Ada")
    assert ships_at(turn.game, "Ada", "Earth") == ships_at(turn.game, "Brin", "Earth") == 1
    assert events(turn, "planet.bombed", "Brin")


@pytest.mark.rule("GG-BOM-006", "GG-CBT-002", "GG-SEQ-001")
def test_the_same_ship_bombs_two_planets_in_a_turn():
    example = examples("GG-BOM-006")[0]
    game = table(
        group("Ada", "Battleship", "X"),
        planets={"X": EARTH, "Y": {**EARTH, "at": [1203, 1204]}},
        Ada={"war": ["Brin"]},
    )
    turn = play(game, {"Ada": "S 1 Y"})
    bombs = events(turn, "planet.bombed", "Ada")

    assert [event.data["planet"] for event in bombs] == example.expect["bombs"]
    assert [event.phase for event in bombs] == ["bombing", "later_bombing"]


@pytest.mark.rule("GG-BOM-006")
def test_ships_that_stay_bomb_twice():
    game = table(group("Ada", "Battleship", "X"), planets={"X": EARTH}, Ada={"war": ["Brin"]})
    assert planet(play(game, only=("bombing", "later_bombing")).game, "X").population == 820


@pytest.mark.rule("GG-BOM-002", "GG-BOM-003")
def test_guns_of_several_players_form_one_list():
    def population(*order: str) -> float:
        game = table(
            group("Ada", "Battleship", "Earth", ships=2),
            group("Cato", "Fighter", "Earth", ships=30),
            planets={"Earth": EARTH},
            players=order,
            Ada={"war": ["Brin"]},
            Cato={"war": ["Brin"]},
        )
        return planet(play(game, only=("bombing",)).game, "Earth").population

    guns = [90.0, 90.0, *[0.1] * 30]
    expected = 1000 - sum(gun / k for k, gun in enumerate(guns, start=1))
    assert population("Ada", "Brin", "Cato") == pytest.approx(expected)
    assert population("Ada", "Brin", "Cato") == population("Cato", "Brin", "Ada")


@pytest.mark.rule("GG-VIS-013")
def test_a_bombing_is_told_to_bombers_owner_and_those_with_ships_there():
    game = table(
        group("Ada", "Battleship", "Earth"),
        group("Cato", "Drone", "Earth"),
        planets={"Earth": EARTH},
        players=("Ada", "Brin", "Cato", "Dora"),
        Ada={"war": ["Brin"]},
    )
    (event,) = events(play(game, only=("bombing",)), "planet.bombed")
    assert sorted(event.audience) == ["Ada", "Brin", "Cato"]
    assert event.text == (
        "Ada bombed Earth of Brin: population 1000.00 to 910.00, industry 800.00 to 728.00."
    )
