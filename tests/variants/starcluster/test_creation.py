"""Starting possessions of empires and non-player races (SC-START, SC-NPR, SC-SET)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.effort import tries
from tests.variants.starcluster.builders import new_game, variant
from variants.starcluster.constants import TREASURY
from variants.starcluster.designs.checks import faults
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Race
from variants.starcluster.model.races import ARRAYS
from variants.starcluster.setup.creation import create_game
from variants.starcluster.setup.empires import DESTROYER, STARBASE, native_design
from variants.starcluster.technologies import LONG_RANGE, SHORT_RANGE

CLAUSES = catalogue("starcluster", "variants.starcluster")
ECONOMY = StarclusterEconomy()


def created(*players, key=1):
    variant = SimpleNamespace(economy=ECONOMY)
    return create_game(players, {}, Stream.from_key("creation", key), variant)


@pytest.mark.rule("SC-START-001", "SC-START-003", "SC-START-007", "SC-START-008", "SC-START-009")
def test_a_player_begins_with_a_homeworld_a_yard_and_ten_thousand():
    game = created("Ada", "Brin")
    ada = game.empire("Ada")
    home = game.system(ada.home)
    (yard,) = [unit for unit in game.units if unit.owner == "Ada"]

    assert (ada.el, ada.level("CON"), ada.intelligence) == (1, 1, 1)
    assert (ada.stock[TREASURY], ada.freighters, ada.deposit, ada.projects) == (
        1_000_000,
        20,
        0,
        {},
    )
    assert (home.id, home.owner, home.pu) == ("1", "Ada", 1000)
    assert (home.science, home.generic, home.dedicated) == (1, 1, 0)
    assert [(planet.pdc, planet.garrison) for planet in home.planets] == [(True, 100)]
    assert (yard.name, yard.design.spaces, yard.design.count("SY")) == ("Yard-1", 60, 10)
    assert (yard.price, yard.list_price) == (0, 0)
    assert set(ada.hulls) == {row["hull"] for row in CLAUSES["SC-START-003"].rows}
    needed = ECONOMY.freighters_needed(home.pu, 10, 0, 0, 0)
    assert needed == ada.freighters


@pytest.mark.rule("SC-START-010")
def test_a_player_knows_the_homeworld_and_the_three_systems_next_to_it():
    game = created("Ada")
    charts = game.empire("Ada").charts

    assert set(charts.surveys) == set(charts.points) == {"1", "2", "3", "4"}
    assert len(charts.points["1"]) == 3
    assert set(charts.probed) == {
        f"{s}/{n}" for n in charts.points["1"] for s in self_and_far(game, n)
    }
    for system, numbers in charts.points.items():
        assert not any(game.links[n].hidden(system) for n in numbers)
        open_ends = [link for link in game.links_at(system) if not link.hidden(system)]
        assert len(numbers) == len(open_ends)


def self_and_far(game, number):
    return (game.links[number].a, game.links[number].b)


@pytest.mark.rule("SC-RACE-018", "SC-START-004", "SC-START-005")
def test_a_race_is_the_default_until_it_is_ordered_otherwise():
    ada = created("Ada").empire("Ada")

    assert ada.race == Race(array=(66, 66, 33), traits=("Industrialist",))
    assert ada.has("L1")
    assert ada.has("K1")
    assert not ada.has("Mg")


@pytest.mark.rule("SC-NPR-002")
def test_the_rulebooks_destroyer_is_built():
    example = CLAUSES.examples("SC-NPR-002")[0]
    race = Race(short_range=example.given["srw"], long_range=example.given["lrw"], traits=())
    ship = native_design(DESTROYER, race, 1)

    weapons = {code: ship.count(code) for code in example.expect["weapons"]}
    assert weapons == example.expect["weapons"]
    assert (ship.count("A"), ship.spaces) == (example.expect["armor"], example.expect["hs"])
    assert ship.list_price == round(100 * example.expect["price"])


@pytest.mark.rule("SC-NPR-002", "SC-NPR-003")
@pytest.mark.parametrize("short", SHORT_RANGE)
@pytest.mark.parametrize("long", LONG_RANGE)
@pytest.mark.parametrize(("of_class", "spaces"), [(DESTROYER, 30), (STARBASE, 60)])
def test_natives_fill_their_hulls_and_break_no_rule(short, long, of_class, spaces):
    race = Race(short_range=short, long_range=long, traits=())
    for generation in (1, 4):
        ship = native_design(of_class, race, generation)
        assert ship.spaces == spaces
        assert list(faults(ship, 1, lambda _code, _generation: True)) == []
        grown = {w.generation for w in ship.with_code("S", "A", "Q", "Y", short, long)}
        assert grown == {generation}
        rest = ship.with_code("I", "Mg", "Bsa", "CIC")
        assert {part.generation for part in rest} == {1}


@pytest.mark.rule("SC-SET-009", "SC-SET-010", "SC-NPR-001", "SC-NPR-002", "SC-ORD-003")
@settings(max_examples=tries(15))
@given(st.integers(0, 1 << 30))
def test_all_clusters_hold_the_same_race_with_the_same_forces(key):
    game = created("Ada", "Brin", "Cleo", key=key)
    first = game.natives[0]
    home = game.system(first.home)

    assert [native.id for native in game.natives] == ["NPR1", "NPR2", "NPR3"]
    assert first.race.array in ARRAYS
    assert (home.wealth, home.habitability, home.science) == (5, 0, 1)
    assert home.pu == min(1000, home.most_pu) >= 300
    assert all(planet.pdc and planet.garrison == 100 for planet in home.planets)
    assert all(planet.ground_bases == [50] for planet in home.planets)
    assert all(len(planet.silos) == 3 for planet in home.planets)
    worth = {}
    for native in game.natives:
        units = [unit for unit in game.units if unit.owner == native.id]
        worth[native.id] = [(unit.name, unit.list_price) for unit in units]
        assert native.race == first.race
        assert game.system(native.home).position == home.position
    assert len({str(value) for value in worth.values()}) == 1
    prices = [price for _, price in worth["NPR1"]]
    expected = 4 * ECONOMY.system_income(home, first.race, 1)
    assert sum(prices) >= expected
    assert len(prices) == 6 or sum(prices) - prices[-1] < expected


@pytest.mark.rule("SC-SET-006", "SC-SET-009")
def test_a_players_cluster_does_not_depend_on_how_many_others_there_are():
    alone, among = created("Ada", key=5), created("Ada", "Brin", "Cleo", key=5)

    assert alone.systems[:25] == among.systems[:25]
    assert alone.systems[25:] == among.systems[75:]
    assert alone.empire("Ada") == among.empire("Ada")


@pytest.mark.rule("SC-RACE-001")
def test_a_race_record_has_the_fields_of_the_rulebook():
    view = variant().view(new_game(), "Ada")
    race = view["race"]
    record = {
        "Race Name": race["name"],
        "Racial Determination": race["determination"],
        "Racial Chauvinism": race["chauvinism"],
        "Racial Militancy": race["militancy"],
        "Racial Bonuses": race["traits"],
        "Race Homeworld System ID": view["home"],
        "Colonized Planets": [colony["id"] for colony in view["colonies"]],
        "Claimed Systems": view["claims"],
    }

    assert list(record) == [row["field"] for row in CLAUSES["SC-RACE-001"].rows]
    assert list(record.values()) == [
        "Race 1", 66, 66, 33, ["Industrialist"], "1", ["1"], [],
    ]  # fmt: skip


@pytest.mark.rule("SC-SET-001")
def test_whatever_the_text_leaves_open_is_decided():
    assert [clause.id for clause in CLAUSES if clause.open and not clause.decision] == []
