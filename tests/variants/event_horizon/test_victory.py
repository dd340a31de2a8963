"""Winning, losing, and the turn limit (EH-VIC)."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.errors import GameOverError
from tests.variants.event_horizon.table import events, examples, play, ship, table

NAMES = ("A", "B", "C")


@pytest.mark.rule("EH-VIC-001")
@pytest.mark.parametrize("example", examples("EH-VIC-001"), ids=str)
def test_the_last_empire_with_ships_wins_and_none_is_a_draw(example):
    left = example.given["empires_with_ships"]
    game = table(
        *(ship(name, 1, f"{i},{i}", thrusters=1) for i, name in enumerate(left)), players=NAMES
    )
    outcome = play(game).game.outcome

    if "winner" in example.expect:
        assert (example.expect["winner"],) == outcome.winners
    else:
        assert outcome.winners == NAMES


@pytest.mark.rule("EH-VIC-001")
def test_while_two_empires_have_ships_the_game_goes_on():
    game = table(ship("A", 1, "1,1", thrusters=1), ship("B", 1, "5,5", thrusters=1), players=NAMES)
    turn = play(game)

    assert turn.game.outcome is None
    assert [empire.active for empire in turn.game.empires] == [True, True, False]
    assert [e.text for e in events(turn, "empire.eliminated", "A")] == [
        "C has no ships left and is out of the game."
    ]


@pytest.mark.rule("EH-VIC-001")
def test_a_draw_is_between_those_who_perish_together():
    """C was out before; A and B lose their last ships in one turn."""
    game = table(ship("A", 1, "1,1", thrusters=1), ship("B", 1, "5,5", thrusters=1), players=NAMES)
    game = play(game).game
    game.ships = []

    assert play(game).game.outcome.winners == ("A", "B")


@pytest.mark.rule("EH-VIC-001")
def test_after_the_end_no_turn_is_run():
    game = play(table(ship("A", 1, thrusters=1), players=NAMES)).game

    with pytest.raises(GameOverError, match="ended in turn 1"):
        hz.run_turn(game, {})


@pytest.mark.rule("EH-VIC-002")
def test_an_empire_without_mothership_plays_on_and_mines_but_cannot_build():
    example = examples("EH-VIC-002")[0]
    ships = [
        ship("A", n, f"{n},{n}", thrusters=4) for n in range(2, 2 + example.given["other_ships"])
    ]
    game = table(
        *ships, ship("B", 1, "8,1", thrusters=1), players=("A", "B"),
        sectors={"2,2": {"hull": 5}},
    )  # fmt: skip
    before = game.empire("A").stock["hull"]
    turn = play(game, {"A": "BUILD 1 0 1 0 0\nMOVE 3 E"})

    assert example.expect["eliminated"] == (not turn.game.empire("A").active)
    assert example.expect["can_build"] == bool(events(turn, "ship.built"))
    assert before + 10 == turn.game.empire("A").stock["hull"]


def at_the_limit(a: int, b: int, stocks=(0, 0)):
    example = examples("EH-VIC-003")[0]
    stock = {
        name: {"hull": value, "thruster": 0, "weapon": 0, "shield": 0}
        for name, value in zip(("A", "B"), stocks, strict=True)
    }
    game = table(
        ship("A", 1, "1,1", thrusters=1, hull=a - 1),
        ship("B", 1, "5,5", thrusters=1, hull=b - 1),
        players=("A", "B"), turn_limit=example.given["turn"], stock=stock,
    )  # fmt: skip
    game.turn = example.given["turn"] - 1
    return game


@pytest.mark.rule("EH-VIC-003")
def test_at_the_limit_the_most_components_in_ships_win():
    example = examples("EH-VIC-003")[0]
    components = example.given["components"]
    outcome = play(at_the_limit(components["A"], components["B"], (0, 99))).game.outcome

    assert (example.expect["winner"],) == outcome.winners
    assert example.given["turn"] == outcome.turn


@pytest.mark.rule("EH-VIC-003")
@pytest.mark.parametrize(
    ("stocks", "winners"), [((5, 6), ("B",)), ((6, 5), ("A",)), ((5, 5), ("A", "B"))]
)
def test_a_tie_at_the_limit_goes_by_the_stock_and_then_is_a_draw(stocks, winners):
    assert winners == play(at_the_limit(50, 50, stocks)).game.outcome.winners


@pytest.mark.rule("EH-VIC-003")
def test_before_the_limit_nothing_ends_and_the_limit_is_200_unless_set():
    game = at_the_limit(120, 90)
    game.turn -= 1
    assert play(game).game.outcome is None

    fresh = hz.load_variant("event_horizon").new_game(["A", "B"], seed=1)
    assert fresh.turn_limit == 200


@pytest.mark.rule("EH-VIC-003")
@pytest.mark.parametrize("late", [0, 1, 5])
def test_the_game_ends_at_the_limit_or_after_it(late):
    game = at_the_limit(120, 90)
    game.turn += late

    assert play(game).game.outcome.winners == ("A",)


@pytest.mark.rule("EH-VIC-001")
def test_who_is_out_is_told_to_all_once_and_the_end_as_well():
    game = play(table(ship("A", 1, thrusters=1), ship("B", 1, "5,5", thrusters=1), players=NAMES))
    game.game.ships.pop()
    turn = play(game.game)

    assert [e.text for e in events(game, "empire.eliminated", "C")] == [
        "C has no ships left and is out of the game."
    ]
    assert [(e.code, e.text) for e in turn.events if e.phase == "reports"] == [
        ("empire.eliminated", "B has no ships left and is out of the game."),
        ("game.won", "A has won: the last empire with ships."),
    ]
    assert [empire.active for empire in turn.game.empires] == [True, False, False]


@pytest.mark.rule("EH-VIC-003")
def test_the_ranking_goes_by_components_in_ships_and_then_in_stock():
    game = table(
        ship("A", 1, "1,1", thrusters=1),
        ship("B", 1, "5,5", hull=2, thrusters=2),
        ship("C", 1, "7,7", thrusters=1),
        players=NAMES,
    )
    game.empire("C").stock["hull"] = 1 + sum(game.empire("A").stock.values())
    ranks = hz.load_variant("event_horizon").ranking(game)

    assert [rank.empire for rank in ranks] == ["B", "C", "A"]
    assert [rank.figures["components in ships"] for rank in ranks] == [4, 1, 1]
