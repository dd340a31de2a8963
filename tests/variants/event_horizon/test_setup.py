"""The map, the homes, the first ships and the first stock (EH-SET, EH-SEQ, EH-CMP)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.errors import OptionError
from horizons_core.rng import Stream
from horizons_core.space import HexGrid
from tests.effort import tries
from tests.variants.event_horizon.table import VARIANT, events, examples, play, ship, table
from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.setup import draw_homes, value_for


def new_game(empires: int, **options: int) -> hz.Game:
    names = [f"Empire {number}" for number in range(1, empires + 1)]
    return VARIANT.new_game(names, seed=5, options=options)


@pytest.mark.rule("EH-SEQ-001")
def test_a_turn_has_the_phases_of_the_table_in_its_order():
    rows = VARIANT.rules["EH-SEQ-001"].rows
    phases = []
    hz.run_turn(new_game(2), {}, watch=lambda phase, game: phases.append(phase.title))

    assert [row["name"] for row in rows] == phases


@pytest.mark.rule("EH-SEQ-001", "EH-SEQ-002")
def test_a_forecast_shows_the_phases_that_other_empires_do_not_decide():
    """The orders of others are unknown: a forecast has no fights and no reports of new sectors."""
    game = table(
        ship("Ada", 1, "3,3", thrusters=1, weapons=1, mothership=True, shields=1, hull=9),
        ship("Ada", 2, "3,3", hull=9, thrusters=1),
        ship("Brin", 1, "3,3", hull=9, weapons=1),
        ship("Brin", 2, "4,3", hull=9, weapons=1),
        sectors={"4,3": {"hull": 5}},
    )
    game = play(game, only=("reports",)).game
    events = VARIANT.forecast(game, "Ada", "BUILD 1 0 1 0 0\nMOVE 2 E")["forecast"]["events"]
    phases = dict.fromkeys(event["phase"] for event in events)
    foreseen = [phase.title for phase in VARIANT.phases if phase.foreseeable]

    assert list(phases) == ["construction", "moves", "shields", "income"]
    assert foreseen == ["Construction", "Moves", "Shield Charging", "Income"]


@pytest.mark.rule("EH-SEQ-002")
def test_sectors_are_worked_in_the_order_of_r_and_then_q():
    places = ["5,1", "1,2", "3,1", "0,2", "9,0", "0,9"]
    ships = [ship("Ada", n, place, thrusters=1) for n, place in enumerate(places, start=1)]
    turn = play(table(*ships, sectors={place: {"hull": 1} for place in places}))

    assert [event.place for event in events(turn, "income.mined")] == [
        "9,0", "3,1", "5,1", "0,2", "1,2", "0,9"
    ]  # fmt: skip


@pytest.mark.rule("EH-SEQ-002")
def test_each_phase_works_for_all_empires_before_the_next_begins():
    game = table(ship("Ada", 1, "3,3", thrusters=1), ship("Brin", 1, "5,5", thrusters=1))
    turn = play(game, {"Ada": "NAME 1 a\nMOVE 1 E", "Brin": "NAME 1 b\nMOVE 1 E"})
    audiences = [
        (e.phase, e.audience[0]) for e in turn.events if e.phase in ("construction", "moves")
    ]

    assert audiences == [
        ("construction", "Ada"), ("construction", "Brin"), ("moves", "Ada"), ("moves", "Brin")
    ]  # fmt: skip


@pytest.mark.rule("EH-SEQ-002")
def test_an_empire_elsewhere_changes_nothing_of_a_battle():
    fleet = [ship(o, n, weapons=2, thrusters=1) for o in ("Ada", "Brin") for n in (1, 2, 3)]
    far = ship("Cato", 1, "8,8", weapons=3, thrusters=2)
    names = ("Ada", "Brin", "Cato")
    quiet = play(table(*fleet, far, players=names))
    busy = play(table(*fleet, far, players=names), {"Cato": "MOVE 1 E\nNAME 1 Loud"})

    assert [s for s in quiet.game.ships if s.owner != "Cato"] == [
        s for s in busy.game.ships if s.owner != "Cato"
    ]


@pytest.mark.rule("EH-SET-001")
@pytest.mark.parametrize("example", examples("EH-SET-001"), ids=str)
def test_the_map_has_side_times_side_sectors(example):
    game = new_game(2, side=example.given["side"])

    assert example.expect["sectors"] == len({sector.at for sector in game.sectors})


@pytest.mark.rule("EH-SET-001")
@pytest.mark.parametrize("side", [6, 7, 15])
def test_the_map_is_a_rhombus_of_coordinates_from_none_up(side):
    game = new_game(2, side=side)

    assert (game.side, game.options["side"]) == (side, side)
    assert [s.at for s in game.sectors] == [(q, r) for r in range(side) for q in range(side)]
    assert [sector.id for sector in game.sectors[:2]] == ["0,0", "1,0"]
    assert all(game.sector(sector.at) is sector for sector in game.sectors)
    assert sorted(game.grid.neighbours((0, 0))) == sorted(
        [(1, 0), (1, side - 1), (0, side - 1), (side - 1, 0), (side - 1, 1), (0, 1)]
    )


@pytest.mark.rule("EH-SET-002")
@pytest.mark.parametrize("row", VARIANT.rules["EH-SET-002"].rows, ids=lambda row: row["direction"])
def test_a_move_changes_q_and_r_as_the_table_says(row):
    turn = play(table(ship("Ada", 1, "4,4", thrusters=1)), {"Ada": f"MOVE 1 {row['direction']}"})

    assert (4 + row["dq"], 4 + row["dr"]) == turn.game.ships[0].at


@pytest.mark.rule("EH-SET-003")
@pytest.mark.parametrize("example", examples("EH-SET-003"), ids=str)
def test_distance_is_the_least_number_of_moves(example):
    grid = new_game(2, side=example.given["side"]).grid
    a, b = (grid.normal(tuple(example.given[end])) for end in "ab")
    reached, moves = {a}, 0
    while b not in reached:
        reached |= {neighbour for place in reached for neighbour in grid.neighbours(place)}
        moves += 1

    assert example.expect["distance"] == grid.distance(a, b) == moves


@pytest.mark.rule("EH-SET-004")
@pytest.mark.parametrize("example", examples("EH-SET-004"), ids=str)
def test_the_map_grows_with_the_number_of_empires(example):
    assert example.expect["side"] == new_game(example.given["empires"]).side


@pytest.mark.rule("EH-SET-004")
@pytest.mark.parametrize("empires", range(2, 13))
def test_the_side_is_twice_the_root_of_nine_empires_rounded_up(empires):
    game = new_game(empires)

    assert game.side == 2 * math.ceil(3 * math.sqrt(empires))
    assert len(game.empires) == empires


@pytest.mark.rule("EH-SET-004")
@pytest.mark.parametrize("empires", [1, 13])
def test_less_than_two_or_more_than_twelve_empires_are_refused(empires):
    with pytest.raises(OptionError, match="2 to 12 players"):
        new_game(empires)


@pytest.mark.rule("EH-SET-004")
@pytest.mark.parametrize("side", [6, 60])
def test_a_host_may_choose_the_side(side):
    assert side == new_game(2, side=side).side


@pytest.mark.rule("EH-SET-004")
@pytest.mark.parametrize("side", [5, 61])
def test_a_side_outside_6_to_60_is_refused(side):
    with pytest.raises(OptionError, match="from 6 to 60"):
        new_game(2, side=side)


@pytest.mark.rule("EH-VIC-003")
@pytest.mark.parametrize("turns", [1, 100_000])
def test_a_host_may_choose_the_turn_limit(turns):
    assert new_game(2, turn_limit=turns).turn_limit == turns


@pytest.mark.rule("EH-VIC-003")
@pytest.mark.parametrize("turns", [0, 100_001])
def test_other_turn_limits_are_refused(turns):
    with pytest.raises(OptionError, match="from 1 to 100000"):
        new_game(2, turn_limit=turns)


@pytest.mark.rule("EH-SET-005")
@pytest.mark.parametrize("example", examples("EH-SET-005"), ids=str)
def test_a_value_is_ten_times_the_cube_of_a_number_below_one(example):
    assert example.expect["value"] == value_for(example.given["u"])


@pytest.mark.rule("EH-SET-005")
@pytest.mark.parametrize("number", range(0, 97, 3))
def test_a_value_is_rounded_down(number):
    assert value_for(number / 97) == 10 * number**3 // 97**3


@pytest.mark.rule("EH-SET-005")
def test_values_follow_the_distribution_and_never_change():
    game = VARIANT.new_game(["Ada", "Brin"], seed=3, options={"side": 60})
    homes = {empire.home for empire in game.empires}
    values = [v for s in game.sectors if s.at not in homes for v in s.values.values()]
    share_of_zero = sum(value == 0 for value in values) / len(values)
    share_of_nine = sum(value == 9 for value in values) / len(values)

    assert set(range(10)) == set(values)
    assert share_of_zero == pytest.approx(0.1 ** (1 / 3), abs=0.02)
    assert share_of_nine == pytest.approx(1 - 0.9 ** (1 / 3), abs=0.01)
    assert game.sectors == play(game).game.sectors


@pytest.mark.rule("EH-SET-005")
def test_the_four_values_of_a_sector_are_drawn_apart():
    game = VARIANT.new_game(["Ada", "Brin"], seed=3, options={"side": 30})

    assert any(len(set(sector.values.values())) == 4 for sector in game.sectors)
    assert set(COMPONENTS) == set(game.sectors[0].values)


@pytest.mark.rule("EH-SET-006")
@settings(max_examples=tries(25))
@given(empires=st.integers(2, 12), seed=st.integers(0, 10**6))
def test_homes_lie_apart_one_move_less_for_every_thousand_failed_draws(empires, seed):
    side = new_game(empires).side
    grid, stream = HexGrid(side, side, wraps=True), Stream.from_key("homes", seed)
    homes = draw_homes(grid, empires, stream)
    failed = stream.drawn // 2 - empires
    apart = min(grid.distance(a, b) for a in homes for b in homes if a is not b)

    assert apart >= side // 2 - 1 - failed // 1000
    assert empires == len(homes)


@pytest.mark.rule("EH-SET-006")
@pytest.mark.parametrize(("side", "count"), [(6, 36), (6, 12), (7, 12), (12, 12), (13, 3), (60, 2)])
def test_a_draw_is_a_home_if_it_is_far_enough_from_the_others(side, count):
    grid, key = HexGrid(side, side, wraps=True), ("homes", side)
    draws, homes, failed = Stream.from_key(*key), [], 0
    while len(homes) < count:
        apart = max(1, side // 2 - 1 - failed // 1000)
        drawn = (draws.below(side), draws.below(side))
        if any(grid.distance(drawn, home) < apart for home in homes):
            failed += 1
        else:
            homes.append(drawn)

    assert draw_homes(grid, count, Stream.from_key(*key)) == homes
    assert (failed >= 1000) == (count == 12 or count == side * side)


@pytest.mark.rule("EH-SET-006")
def test_no_two_homes_are_one_sector():
    grid = HexGrid(6, 6, wraps=True)

    assert len(set(draw_homes(grid, 36, Stream(1)))) == 36
    with pytest.raises(OptionError, match="no room for 37 homes"):
        draw_homes(grid, 37, Stream(1))


@pytest.mark.rule("EH-SET-006")
def test_home_sectors_have_all_values_five():
    game = new_game(12)
    for empire in game.empires:
        assert examples("EH-SET-006")[0].expect == game.sector(empire.home).values


@pytest.mark.rule("EH-SET-006")
def test_two_homes_keep_the_full_distance():
    for seed in range(40):
        game = VARIANT.new_game(["Ada", "Brin"], seed=seed)
        assert game.grid.distance(*(e.home for e in game.empires)) >= 10 // 2 - 1


@pytest.mark.rule("EH-SET-006")
def test_homes_move_together_where_the_map_has_no_room():
    names = [f"E{number}" for number in range(12)]
    game = VARIANT.new_game(names, seed=1, options={"side": 6})

    assert len({empire.home for empire in game.empires}) == 12


@pytest.mark.rule("EH-SET-007")
def test_each_empire_starts_with_one_mothership_at_home():
    expected = examples("EH-SET-007")[0].expect
    game = new_game(3)

    assert [s.owner for s in game.ships] == ["Empire 1", "Empire 2", "Empire 3"]
    assert [s.id for s in game.ships] == ["Empire 1/1", "Empire 2/1", "Empire 3/1"]
    assert {(s.number, s.name, s.built) for s in game.ships} == {(1, "Mothership", 0)}
    for empire, mothership in zip(game.empires, game.ships, strict=True):
        assert mothership.mothership
        assert empire.home == mothership.at
        assert expected == {
            "hull": mothership.hull,
            "thrusters": mothership.thrusters,
            "weapons": mothership.weapons,
            "shields": mothership.shields,
            "hull_needed": VARIANT.economy.least_hull(mothership.design.others),
            "shield_points": mothership.points,
        }


@pytest.mark.rule("EH-SET-007")
def test_a_mothership_cannot_be_built():
    game = new_game(2)
    turn = play(game, {"Empire 1": "BUILD 1 20 4 4 0 Mothership"})

    assert [s.mothership for s in turn.game.ships_of("Empire 1")] == [True, False]


@pytest.mark.rule("EH-SET-008")
def test_the_first_stock_can_be_used_in_turn_one_and_the_home_is_mapped():
    game = new_game(2)
    assert all(examples("EH-SET-008")[0].expect == e.stock for e in game.empires)
    view = VARIANT.view(game, "Empire 1")

    assert [view["home"]] == [sector["sector"] for sector in view["sectors"]]
    turn = play(game, {"Empire 1": "BUILD 8 0 1 0 0"})
    assert [s.number for s in turn.game.ships_of("Empire 1")] == list(range(1, 10))
    assert [sector["mapped"] for sector in view["sectors"]] == [0]


@pytest.mark.rule("EH-CMP-001")
def test_there_are_four_component_types_with_a_resource_each():
    expected = examples("EH-CMP-001")[0].expect["types"]

    assert expected == list(VARIANT.economy.accounts)
    assert sorted(expected) == list(new_game(2).sectors[0].values)  # in the order of a save


@pytest.mark.rule("EH-CMP-002")
def test_building_takes_its_components_from_the_stock():
    example = examples("EH-CMP-002")[0]
    build = example.given["build"]
    game = table(
        ship("Ada", 1, mothership=True, thrusters=1), stock={"Ada": example.given["stock"]}
    )
    order = f"BUILD 1 {build['hull']} {build['thruster']} {build['weapon']} {build['shield']}"

    assert example.expect["stock"] == play(game, {"Ada": order}).game.empire("Ada").stock


@pytest.mark.rule("EH-CMP-002")
def test_the_stock_has_no_upkeep_and_serves_wherever_the_mothership_is():
    game = table(
        ship("Ada", 1, "7,2", mothership=True, thrusters=1), stock={"Ada": {"thruster": 1}}
    )
    before = dict(game.empire("Ada").stock)
    assert before == play(game).game.empire("Ada").stock
    built = play(game, {"Ada": "BUILD 1 0 1 0 0"}).game

    assert built.ships_of("Ada")[1].at == (7, 2)
