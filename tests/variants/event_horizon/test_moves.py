"""Moves and attacks of opportunity (EH-MOV, EH-OPP, EH-ORD-003)."""

from __future__ import annotations

import pytest

from tests.variants.event_horizon.table import (
    at,
    codes,
    events,
    examples,
    find_ship,
    play,
    ship,
    table,
)


@pytest.mark.rule("EH-MOV-001")
@pytest.mark.parametrize("example", examples("EH-MOV-001"), ids=str)
def test_only_ships_with_a_thruster_move(example):
    game = table(ship("Ada", 1, "3,3", thrusters=example.given["thrusters"], weapons=1))
    turn = play(game, {"Ada": "MOVE 1 E"})
    moves = example.expect["can_move"]

    assert ([4, 3] if moves else [3, 3]) == at(turn.game, "Ada", 1)
    assert ([] if moves else ["no-thruster"]) == codes(turn, "Ada")


@pytest.mark.rule("EH-MOV-002", "EH-SET-001")
@pytest.mark.parametrize(
    "example", [e for e in examples("EH-MOV-002") if "direction" in e.given], ids=str
)
def test_a_ship_goes_to_the_neighbouring_sector_and_round_the_edge(example):
    q, r = example.given["at"]
    game = table(ship("Ada", 1, f"{q},{r}", thrusters=1), side=example.given["side"])

    turn = play(game, {"Ada": f"MOVE 1 {example.given['direction']}"})
    assert example.expect["at"] == at(turn.game, "Ada", 1)


@pytest.mark.rule("EH-MOV-002")
def test_many_thrusters_carry_no_farther_and_no_order_means_to_stay():
    example = next(e for e in examples("EH-MOV-002") if "thrusters" in e.given)
    game = table(
        ship("Ada", 1, "3,3", thrusters=example.given["thrusters"]),
        ship("Ada", 2, "5,5", thrusters=example.given["thrusters"]),
    )
    after = play(game, {"Ada": "MOVE 1 E"}).game

    assert example.expect["hexes"] == game.grid.distance((3, 3), tuple(at(after, "Ada", 1)))
    assert at(after, "Ada", 2) == [5, 5]


@pytest.mark.rule("EH-MOV-003")
def test_ships_that_exchange_sectors_do_not_meet():
    example = examples("EH-MOV-003")[0]
    game = table(
        ship("Ada", 1, "0,0", thrusters=1, weapons=1),
        ship("Brin", 1, "1,0", thrusters=1, weapons=1),
    )
    turn = play(game, {"Ada": "MOVE 1 E", "Brin": "MOVE 1 W"})

    assert (example.expect["A_at"], example.expect["B_at"]) == (
        at(turn.game, "Ada", 1),
        at(turn.game, "Brin", 1),
    )
    assert example.expect["combat"] == bool(events(turn, "battle.fought"))


@pytest.mark.rule("EH-MOV-003")
def test_any_number_of_ships_may_share_a_sector():
    ships = [ship(owner, n, thrusters=1) for owner in ("Ada", "Brin") for n in range(1, 60)]

    assert sum(s.at == (3, 3) for s in play(table(*ships)).game.ships) == 118


@pytest.mark.rule("EH-MOV-004")
def test_orders_are_given_ship_by_ship():
    game = table(*(ship("Ada", n, "3,3", thrusters=1) for n in (1, 2, 3)))
    turn = play(game, {"Ada": "MOVE 2 E"})

    assert [at(turn.game, "Ada", n) for n in (1, 2, 3)] == [[3, 3], [4, 3], [3, 3]]


@pytest.mark.rule("EH-ORD-003")
def test_move_takes_a_ship_by_number_and_a_direction():
    example = examples("EH-ORD-003")[0]
    q, r = example.given["at"]
    turn = play(table(ship("Ada", 12, f"{q},{r}", thrusters=1)), {"Ada": example.given["order"]})

    assert example.expect["at"] == at(turn.game, "Ada", 12)
    assert len(events(turn, "ship.moved", "Ada")) == 1


@pytest.mark.rule("EH-ORD-003")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("MOVE 9 E", "unknown-ship"),
        ("MOVE 5 E", "unknown-ship"),
        ("MOVE 0 E", "unknown-ship"),
        ("MOVE -1 E", "unknown-ship"),
        ("MOVE Scout E", "unknown-ship"),
        ("MOVE 1 NORTH", "bad-argument"),
        ("MOVE 1", "too-few-words"),
        ("MOVE 1 E E", "too-many-words"),
    ],
)
def test_move_refuses_other_ships_and_other_directions(order, code):
    game = table(ship("Ada", 1, "3,3", name="Scout", thrusters=1), ship("Brin", 5, thrusters=1))
    turn = play(game, {"Ada": order})

    assert [code] == codes(turn, "Ada")
    assert game.ships == turn.game.ships


@pytest.mark.rule("EH-ORD-003")
def test_a_ship_named_by_name_gets_its_number_as_a_hint():
    game = table(ship("Ada", 12, name="Scout", thrusters=1))
    (fault,) = play(game, {"Ada": "MOVE scout E"}).diagnostics["Ada"]

    assert "Scout is ship 12" in fault.hint


@pytest.mark.rule("EH-ORD-003")
def test_of_several_moves_of_a_ship_the_last_counts():
    turn = play(table(ship("Ada", 1, "3,3", thrusters=1)), {"Ada": "MOVE 1 E\nMOVE 1 W"})

    assert at(turn.game, "Ada", 1) == [2, 3]
    assert [(d.code, d.line, d.severity) for d in turn.diagnostics["Ada"]] == [
        ("moved-twice", 1, "warning")
    ]


@pytest.mark.rule("EH-ORD-003", "EH-MOV-004")
def test_moves_of_several_ships_do_not_meddle_with_each_other():
    game = table(*(ship("Ada", n, "3,3", thrusters=1) for n in (1, 2, 3)))
    turn = play(game, {"Ada": "MOVE 1 E\nMOVE 2 W\nMOVE 3 SE\nMOVE 1 NW"})

    assert [at(turn.game, "Ada", n) for n in (1, 2, 3)] == [[3, 2], [2, 3], [3, 4]]
    assert [(d.code, d.line) for d in turn.diagnostics["Ada"]] == [("moved-twice", 1)]


def attacked(turn, empire="Ada"):
    """True if attacks of opportunity were made in a turn."""
    return bool(events(turn, "battle.opportunity", empire))


@pytest.mark.rule("EH-OPP-001")
@pytest.mark.parametrize(
    ("example", "enemy", "enemy_orders"),
    list(
        zip(
            examples("EH-OPP-001"),
            [{"weapons": 1}, {"weapons": 1, "thrusters": 1}, {"thrusters": 1}],
            ["", "MOVE 1 W", ""],
            strict=True,
        )
    ),
)
def test_ships_that_leave_armed_enemies_behind_are_fired_upon(example, enemy, enemy_orders):
    game = table(ship("Ada", 1, "3,3", hull=50, thrusters=1), ship("Brin", 1, "3,3", **enemy))
    turn = play(game, {"Ada": "MOVE 1 E", "Brin": enemy_orders})

    assert example.expect["may_be_fired_upon"] == attacked(turn)
    assert example.expect["may_be_fired_upon"] == (find_ship(turn.game, "Ada", 1).components < 51)


@pytest.mark.rule("EH-OPP-001")
def test_who_only_stays_is_not_fired_upon_in_this_phase():
    game = table(ship("Ada", 1, hull=50, thrusters=1), ship("Brin", 1, weapons=1))

    assert not attacked(play(game))


@pytest.mark.rule("EH-OPP-001")
def test_an_enemy_that_arrives_does_not_fire_at_those_who_leave():
    game = table(
        ship("Ada", 1, "3,3", hull=50, thrusters=1),
        ship("Brin", 1, "2,3", weapons=1, thrusters=1),
    )

    assert not attacked(play(game, {"Ada": "MOVE 1 E", "Brin": "MOVE 1 E"}))


@pytest.mark.rule("EH-OPP-002", "EH-OPP-001")
@pytest.mark.parametrize(
    ("example", "enemy_at", "enemy_orders"),
    list(zip(examples("EH-OPP-002"), ["3,3", "2,3"], ["", "MOVE 1 E"], strict=True)),
)
def test_new_ships_are_fired_upon_by_enemies_that_were_there(example, enemy_at, enemy_orders):
    game = table(
        ship("Ada", 1, "3,3", hull=99, mothership=True, thrusters=1),
        ship("Brin", 1, enemy_at, weapons=1, thrusters=1),
        stock={"Ada": {"thruster": 1}},
    )
    turn = play(game, {"Ada": "BUILD 1 0 1 0 0", "Brin": enemy_orders})

    assert example.expect["may_be_fired_upon"] == attacked(turn)
    if attacked(turn):
        assert (
            find_ship(turn.game, "Ada", 2) is None
        )  # the only target: the mothership is no new ship


def volleys(turn, number):
    """The number of shots of Brin's ship in the two phases, from the gamemaster's events."""
    counts = []
    for code in ("battle.opportunity", "battle.fought"):
        data = [e.data for e in turn.events if e.code == code and not e.audience]
        counts.append(
            sum(
                told_one["units"][shot["shooter"]]["name"].endswith(f"(#{number})")
                and told_one["units"][shot["shooter"]]["side"] == told_one["sides"].index("Brin")
                for told_one in data
                for shot in told_one["shots"]
            )
        )
    return counts


@pytest.mark.rule("EH-OPP-003")
def test_an_armed_ship_that_stayed_fires_one_more_volley():
    expected = examples("EH-OPP-003")[0].expect
    game = table(
        ship("Ada", 1, "3,3", hull=50, thrusters=1),
        ship("Ada", 2, "3,3", hull=50, thrusters=1),
        ship("Brin", 1, "3,3", weapons=3),
    )
    turn = play(game, {"Ada": "MOVE 1 E"})

    assert [3 * expected["volleys_now"], 3 * expected["volleys_in_Combat"]] == volleys(turn, 1)
    assert 51 - find_ship(turn.game, "Ada", 1).components == 3


@pytest.mark.rule("EH-OPP-003")
def test_ships_that_moved_or_are_new_fire_in_combat_alone():
    moved, new = examples("EH-OPP-003")[1:]
    game = table(
        ship("Ada", 1, "3,3", hull=50, thrusters=1),
        ship("Ada", 2, "3,3", hull=50, thrusters=1),
        ship("Brin", 1, "3,3", hull=90, mothership=True, thrusters=1),
        ship("Brin", 2, "2,3", weapons=1, thrusters=1),
        stock={"Brin": {"weapon": 1}},
    )
    turn = play(game, {"Ada": "MOVE 1 E", "Brin": "MOVE 2 E\nBUILD 1 0 0 1 0"})

    assert not attacked(turn)
    assert [moved.expect["volleys_now"], moved.expect["volleys_in_Combat"]] == volleys(turn, 2)
    assert [new.expect["volleys_now"], new.expect["volleys_in_Combat"]] == volleys(turn, 3)


def shots_of(turn, code):
    """Shooters and targets by owner, for every fight in the gamemaster's events, by sector."""
    fights = {}
    for event in turn.events:
        if event.code == code and not event.audience:
            units, sides = event.data["units"], event.data["sides"]
            fights[event.place] = {
                tuple(sides[units[shot[role]]["side"]] for role in ("shooter", "target"))
                for shot in event.data["shots"]
            }
    return fights


@pytest.mark.rule("EH-OPP-001", "EH-OPP-003")
def test_who_retreats_is_fired_upon_in_the_sector_that_was_left():
    """Two sectors at once; ships that stay fire, but not at ships of the same empire."""
    names = ("Ada", "Brin", "Cato")
    fleet = {"hull": 90, "thrusters": 1, "weapons": 3}
    game = table(
        ship("Ada", 1, "3,3", **fleet),
        ship("Ada", 2, "3,3", **fleet),
        ship("Brin", 1, "3,3", **fleet),
        ship("Brin", 2, "6,6", **fleet),
        ship("Cato", 1, "6,6", **fleet),
        ship("Cato", 2, "8,8", **fleet),
        players=names,
    )
    turn = play(game, {"Ada": "MOVE 1 E", "Brin": "MOVE 2 E", "Cato": "MOVE 2 E"})

    assert shots_of(turn, "battle.opportunity") == {
        "3,3": {("Brin", "Ada")}, "6,6": {("Cato", "Brin")}
    }  # fmt: skip
    parts = {(s.owner, s.number): s.components for s in turn.game.ships}
    assert parts["Cato", 2] == 94


@pytest.mark.rule("EH-OPP-002", "EH-OPP-003")
def test_new_ships_are_targets_and_old_ones_that_stay_are_none():
    game = table(
        ship("Ada", 1, "3,3", hull=90, mothership=True, thrusters=1, weapons=1),
        ship("Brin", 1, "3,3", hull=90, weapons=5),
        stock={"Ada": {"hull": 50, "thruster": 10}},
    )
    game.turn = 4
    orders = {"Ada": "BUILD 2 25 5 0 0"}
    turn = play(game, orders, only=("construction", "moves", "opportunity"))
    left = [find_ship(turn.game, "Ada", number).components for number in (1, 2, 3)]

    assert shots_of(turn, "battle.opportunity") == {"3,3": {("Brin", "Ada")}}
    assert (left[0], sum(left[1:])) == (92, 60 - 5)
    later = play(turn.game, only=("construction", "moves", "opportunity"))
    assert not attacked(later)


@pytest.mark.rule("EH-OPP-003")
def test_targets_of_opportunity_do_not_fire_back_now():
    game = table(
        ship("Ada", 1, "3,3", hull=90, thrusters=1, weapons=5), ship("Brin", 1, "3,3", weapons=1)
    )
    turn = play(game, {"Ada": "MOVE 1 E"})

    assert find_ship(turn.game, "Brin", 1) is not None
    assert 96 - find_ship(turn.game, "Ada", 1).components == 1


@pytest.mark.rule("EH-OPP-003")
def test_a_third_empire_that_stays_is_no_target_of_opportunity():
    game = table(
        ship("Ada", 1, "3,3", hull=90, thrusters=1),
        ship("Brin", 1, "3,3", weapons=2),
        ship("Cato", 1, "3,3", hull=90, thrusters=1),
        players=("Ada", "Brin", "Cato"),
    )
    turn = play(game, {"Ada": "MOVE 1 E"}, only=("moves", "opportunity"))

    assert (
        find_ship(turn.game, "Ada", 1).components,
        find_ship(turn.game, "Cato", 1).components,
    ) == (
        89,
        91,
    )


@pytest.mark.rule("EH-OPP-004")
def test_shields_are_charged_only_after_attacks_of_opportunity():
    new, veteran = examples("EH-OPP-004")
    game = table(
        ship("Ada", 1, "3,3", hull=90, mothership=True, thrusters=1),
        ship(
            "Ada", 2, "5,5", hull=90, thrusters=1, shields=4, points=veteran.given["veteran_points"]
        ),
        ship("Brin", 1, "3,3", weapons=1),
        ship("Brin", 2, "5,5", weapons=1),
        stock={"Ada": {"hull": 90, "thruster": 1, "shield": 9}},
    )
    order = f"BUILD 1 60 1 0 {new.given['new_ship_shields']}\nMOVE 2 E"
    turn = play(game, {"Ada": order}, only=("construction", "moves", "opportunity"))
    built, moved = find_ship(turn.game, "Ada", 3), find_ship(turn.game, "Ada", 2)

    assert new.expect["shield_points_in_this_phase"] == built.points
    assert 65 - built.components == 1  # nothing absorbed the hit
    assert veteran.expect["shield_points_in_this_phase"] - 1 == moved.points
    assert moved.components == 95


@pytest.mark.rule("EH-OPP-004")
def test_what_is_destroyed_by_opportunity_takes_no_part_in_combat():
    game = table(
        ship("Ada", 1, "3,3", thrusters=1),
        ship("Brin", 1, "3,3", weapons=1),
        ship("Brin", 2, "4,3", weapons=1),
    )
    turn = play(game, {"Ada": "MOVE 1 E"})

    assert find_ship(turn.game, "Ada", 1) is None
    assert not events(turn, "battle.fought")
    assert [s.id for s in turn.game.ships] == ["Brin/1", "Brin/2"]
