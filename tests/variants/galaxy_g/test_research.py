"""Technology: the cost of a level, and discounts by other races (GG-TEC)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import tries
from tests.variants.galaxy_g.war import (
    VARIANT,
    codes,
    events,
    examples,
    group,
    planet,
    play,
    race,
    table,
)
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Techs
from variants.galaxy_g.rules.technology import highest_visible_levels

STEP_10 = ("production",)
AREAS = ("drive", "weapons", "shields", "cargo")


def lab(*products, points=1000, techs=None):
    """A game where Ada's planets Lab 1, Lab 2 and so on work on these products."""
    each = points if isinstance(points, list) else [points] * len(products)
    planets = {
        f"Lab {place}": {
            "at": [10 * place, 10], "owner": "Ada", "product": product, "resources": 10,
            "size": 5000, "population": amount, "industry": amount,
        }
        for place, (product, amount) in enumerate(zip(products, each, strict=True), start=1)
    }  # fmt: skip
    game = table(planets=planets, Ada={"techs": techs or {}})
    planet(game, "Ada Home").product = "MAT"
    return game


def gains(game, orders=""):
    """The rise of each of Ada's levels in a turn."""
    before = race(game, "Ada").techs
    now = race(play(game, {"Ada": orders}, only=("orders", *STEP_10)).game, "Ada").techs
    return {area: getattr(now, area) - getattr(before, area) for area in AREAS}


def of_sum(total, **levels):
    """Levels with this tech sum: some given, the rest spread over the other areas."""
    areas = [area for area in AREAS if area not in levels]
    each = (total - sum(levels.values())) / len(areas)
    return {**levels, **dict.fromkeys(areas, each)}


WATCHING = {
    "Ada": {"types": {"Watcher": [30, 0, 0, 0, 0]}},
    "Brin": {"types": {"Alien": [20, 1, 10, 10, 10]}},
}


def watched(*products, techs=None, theirs=None):
    """As `lab`, but Ada sees a ship of Brin with these levels."""
    game = table(
        group("Ada", "Watcher", "Star"),
        group("Brin", "Alien", "Star", techs=theirs or {}),
        planets={
            "Star": {"at": [50, 50], "size": 0},
            **{
                f"Lab {n}": {
                    "at": [10 * n, 10], "owner": "Ada", "size": 5000, "population": 1000,
                    "industry": 1000, "product": product,
                }
                for n, product in enumerate(products, start=1)
            },
        },
        Ada={**WATCHING["Ada"], "techs": techs or {}},
        Brin=WATCHING["Brin"],
    )  # fmt: skip
    planet(game, "Ada Home").product = "MAT"
    return game


@pytest.mark.rule("GG-TEC-001")
@pytest.mark.parametrize("example", examples("GG-TEC-001"), ids=str)
def test_there_are_four_areas_common_to_all_planets(example):
    for product in example.expect["areas"]:
        gained = gains(lab(product, product))

        assert [area for area in AREAS if gained[area]] == [product.lower()]
        assert gained[product.lower()] == pytest.approx(0.2 if product == "DRIVE" else 0.4)


@pytest.mark.rule("GG-TEC-002")
@pytest.mark.parametrize("example", examples("GG-TEC-002"), ids=str)
def test_the_tech_sum_is_that_of_all_areas(example):
    gained = gains(lab("WEAPONS", techs=example.given))["weapons"]

    assert example.expect["sum"] == pytest.approx(1000 / gained / 1250)


@pytest.mark.rule("GG-TEC-003", "GG-TEC-004")
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("place", [0, 1])
def test_what_a_level_costs(area, place):
    example = examples("GG-TEC-003" if area == "drive" else "GG-TEC-004")[place]
    inputs = example.given
    game = watched(
        area.upper(),
        techs=of_sum(inputs["sum"], **{area: inputs["own"]}),
        theirs={area: inputs["highest"]},
    )
    gained = gains(game)[area]

    assert example.expect["gain_for_1000"] == pytest.approx(gained, abs=1e-6)
    assert example.expect["cost_per_level"] == pytest.approx(1000 / gained)


@pytest.mark.rule("GG-TEC-005")
@pytest.mark.parametrize("example", examples("GG-TEC-005"), ids=str)
@pytest.mark.parametrize("other", ["weapons", "shields", "cargo"])
def test_a_point_buys_half_as_much_drive(example, other):
    levels = {"drive": 1, other: 1} if "own" in example.given else dict.fromkeys(AREAS, 1)
    techs = of_sum(example.given["sum"], **levels) if len(levels) < 4 else levels
    gained = gains(lab("DRIVE", other.upper(), techs=techs))

    assert gained[other] == pytest.approx(2 * gained["drive"])
    if "drive_gain" in example.expect:
        assert example.expect["drive_gain"] == pytest.approx(gained["drive"])
        assert example.expect["weapons_gain"] == pytest.approx(gained[other])
    else:
        assert example.expect["drive_cost"] == pytest.approx(1000 / gained["drive"])
        assert example.expect["weapons_cost"] == pytest.approx(1000 / gained[other])


@pytest.mark.rule("GG-TEC-005")
@given(levels=st.tuples(*[st.floats(1, 30)] * 4), moved=st.floats(0, 1))
def test_the_sum_counts_whatever_area_it_comes_from(levels, moved):
    cost = VARIANT.economy.research_cost
    techs = Techs(**dict(zip(AREAS, levels, strict=True)))
    shifted = Techs(drive=techs.drive + moved, weapons=techs.weapons - moved,
                    shields=techs.shields, cargo=techs.cargo)  # fmt: skip

    assert cost("cargo", shifted, shifted.cargo) == pytest.approx(cost("cargo", techs, techs.cargo))
    assert cost("drive", techs, techs.drive) == pytest.approx(2500 * sum(levels))


@pytest.mark.rule("GG-TEC-006")
@pytest.mark.parametrize("example", examples("GG-TEC-006"), ids=str)
@pytest.mark.parametrize("area", AREAS)
def test_the_highest_level_seen_makes_research_cheaper(example, area):
    level, aliens = example.given["own"], example.given["aliens"]
    groups = [group("Brin", "Alien", "Star", techs={area: level}) for level in aliens]
    game = table(
        group("Ada", "Watcher", "Star"),
        *groups,
        planets={"Star": {"at": [50, 50], "size": 0}},
        Ada={**WATCHING["Ada"], "techs": of_sum(6, **{area: level})},
        Brin=WATCHING["Brin"],
    )
    planet(game, "Ada Home").product = area.upper()
    cost = 1000 / gains(game)[area]
    full = (2500 if area == "drive" else 1250) * 6

    assert (
        getattr(highest_visible_levels(RULEBOOK_ECONOMY, game)["Ada"], area)
        == example.expect["highest"]
    )
    assert example.expect["ratio"] == pytest.approx(cost / full)


@pytest.mark.rule("GG-TEC-006")
def test_the_ships_count_and_not_what_their_race_knows():
    game = watched("WEAPONS", theirs={"weapons": 1})
    race(game, "Brin").techs = Techs(weapons=9.0)

    assert gains(game)["weapons"] == pytest.approx(1000 / 5000)


@pytest.mark.rule("GG-TEC-006")
def test_what_is_built_this_turn_is_not_seen_yet():
    game = table(
        group("Ada", "Watcher", "Brin Home"), Ada=WATCHING["Ada"],
        Brin={**WATCHING["Brin"], "techs": {"weapons": 4}},
    )  # fmt: skip
    planet(game, "Brin Home").product = race(game, "Brin").type_named("Alien").id
    planet(game, "Ada Home").product = "WEAPONS"
    turn = play(game, only=STEP_10)
    first = race(turn.game, "Ada").techs.weapons - 1
    second = race(play(turn.game, only=STEP_10).game, "Ada").techs.weapons - 1 - first

    assert race(turn.game, "Brin").groups
    assert first == pytest.approx(0.2)
    assert second > 2 * first


@pytest.mark.rule("GG-TEC-007")
@pytest.mark.parametrize("example", examples("GG-TEC-007")[:4], ids=str)
def test_who_shares(example):
    inputs = example.given
    place = "Star" if inputs["same_planet"] else "Brin Home"
    game = table(
        group("Ada", "Mine", "Star"),
        group("Brin", "Theirs", place, techs={"drive": 5}),
        planets={"Star": {"at": [50, 50], "size": 0}},
        Ada={"types": {"Mine": [inputs["own_mass"], 0, 0, 0, 0]}},
        Brin={"types": {"Theirs": [inputs["alien_mass"], 0, 0, 0, 0]}},
    )

    assert example.expect["shares"] == (
        highest_visible_levels(RULEBOOK_ECONOMY, game)["Ada"].drive == 5
    )


@pytest.mark.rule("GG-TEC-007")
def test_sharing_gives_no_level_away():
    example = examples("GG-TEC-007")[4]
    game = watched(techs={"drive": example.given["own"]}, theirs={"drive": example.given["alien"]})
    after = race(play(game, only=STEP_10).game, "Ada").techs

    assert highest_visible_levels(RULEBOOK_ECONOMY, game)["Ada"].drive == example.given["alien"]
    assert after.drive == example.expect["own_after"]


@pytest.mark.rule("GG-TEC-007")
def test_ships_in_hyperspace_share_nothing_nor_does_cargo_make_a_ship_heavier():
    for ours, theirs in (({"to": "Star"}, {}), ({}, {"to": "Star"})):
        game = table(
            group("Ada", "Watcher", "Brin Home", **ours),
            group("Brin", "Alien", "Brin Home", techs={"drive": 5}, **theirs),
            planets={"Star": {"at": [50, 50], "size": 0}},
            **WATCHING,
        )
        assert highest_visible_levels(RULEBOOK_ECONOMY, game)["Ada"].drive == 1
    game = table(
        group("Ada", "Freighter", "Brin Home", cargo="MAT", load=20),
        group("Brin", "Alien", "Brin Home", techs={"drive": 5}),
        **WATCHING,
    )
    assert highest_visible_levels(RULEBOOK_ECONOMY, game)["Ada"].drive == 1


@pytest.mark.rule("GG-TEC-007")
@settings(max_examples=tries(60))
@given(
    groups=st.lists(
        st.tuples(
            st.sampled_from(["Ada", "Brin", "Cato"]),
            st.sampled_from(["Probe", "Middling", "Heavy"]),
            st.sampled_from(["Star", "Moon"]),
            st.floats(0.1, 9),
        ),
        max_size=8,
    )
)
def test_what_each_sees_is_the_best_of_the_others_beside_its_heavy_ships(groups):
    masses = {"Probe": 5, "Middling": 15, "Heavy": 30}
    types = {"types": {name: [mass, 0, 0, 0, 0] for name, mass in masses.items()}}
    players = ("Ada", "Brin", "Cato")
    game = table(
        *(group(owner, kind, at, techs={"drive": d}) for owner, kind, at, d in groups),
        planets={"Star": {"at": [50, 50], "size": 0}, "Moon": {"at": [60, 50], "size": 0}},
        players=players,
        **dict.fromkeys(players, types),
    )
    highest = highest_visible_levels(RULEBOOK_ECONOMY, game)
    for me in players:
        places = {at for owner, kind, at, _ in groups if owner == me and kind == "Heavy"}
        levels = [d for owner, kind, at, d in groups
                  if owner != me and kind != "Probe" and at in places]  # fmt: skip

        assert highest[me].drive == max([1.0, *levels])


@pytest.mark.rule("GG-TEC-008")
@pytest.mark.parametrize("example", examples("GG-TEC-008"), ids=str)
def test_the_smallest_gain_counts_at_once_and_nothing_is_rounded(example):
    points = float(example.given["gain"]) * 5000
    game = lab("SHIELDS", "Fighter", points=[points, 1000])
    turn = play(game)
    later = play(turn.game)

    assert example.expect["level"] == pytest.approx(race(turn.game, "Ada").techs.shields, abs=1e-12)
    newest = max(race(later.game, "Ada").groups, key=lambda g: g.techs.shields)
    assert newest.techs.shields == race(turn.game, "Ada").techs.shields > 1


@pytest.mark.rule("GG-TEC-009")
@pytest.mark.parametrize("example", examples("GG-TEC-009"), ids=str)
def test_the_research_of_all_planets_has_one_cost(example):
    points, area = example.given["planets"], example.given["area"]
    game = lab(*[area] * len(points), points=points)
    turn = play(game, only=STEP_10)

    assert gains(game)[area.lower()] == pytest.approx(example.expect["gain"])
    (event,) = events(turn, "race.researched", "Ada")
    assert event.data["points"] == sum(points)
    assert event.audience == ("Ada",)


@pytest.mark.rule("GG-TEC-009")
def test_one_area_does_not_make_another_dearer_in_the_same_turn():
    both = gains(lab("WEAPONS", "SHIELDS"))

    assert both["shields"] == pytest.approx(gains(lab("SHIELDS"))["shields"])


@pytest.mark.rule("GG-TEC-010", "GG-ORDP-001")
@pytest.mark.parametrize("example", [*examples("GG-TEC-010"), *examples("GG-ORDP-001")], ids=str)
def test_research_takes_points_alone(example):
    game = lab("CAP", points=1000)
    lab_1 = planet(game, "Lab 1")
    lab_1.resources = lab_1.materials = 0.0
    turn = play(game, {"Ada": "P Lab_1 DRIVE"}, only=("orders", *STEP_10))
    (event,) = events(turn, "race.researched", "Ada")

    assert codes(turn, "Ada") == []
    assert event.data["points"] == 1000 == example.expect.get("points_used_for_research", 1000)
    assert event.data["area"] == "drive"


@pytest.mark.rule("GG-TEC-003", "GG-TEC-004", "GG-TEC-005", "GG-TEC-006")
@pytest.mark.parametrize(
    ("area", "highest", "cost"),
    [("drive", 2, 25_000), ("drive", 4, 12_500), ("weapons", 1, 12_500), ("shields", 5, 10_000),
     ("cargo", 12, 3_125), ("cargo", 0, 0)],
)  # fmt: skip
def test_a_level_costs_by_the_tech_sum_and_the_highest_level_in_sight(area, highest, cost):
    """The levels are 2, 1, 4 and 3, in sum 10."""
    techs = Techs(drive=2, weapons=1, shields=4, cargo=3)

    assert VARIANT.economy.research_cost(area, techs, highest) == cost
