"""Freighters of the pool: raided and escorted (SC-LOG-008 to SC-LOG-010)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.variants.starcluster.builders import (
    chain,
    colony,
    examples,
    meet,
    remarks,
    run,
    ship,
    texts,
)
from variants.starcluster.model.empires import NEUTRAL, WAR
from variants.starcluster.rules.raids import (
    RATING,
    escort_rating,
    freighters_at,
    freighters_lost,
    raid_rating,
)
from variants.starcluster.rules.sides import enemy_line_at
from variants.starcluster.rules.units import in_line

#: 12 at the Short band, as the worked design, and 60.
RAIDER, CRUISER = "Y K G Mg (I)x6", f"Y {'K ' * 10}(I)x6"


def at_war(*raiders, escorts=(), stance=WAR):
    """A game where Ada's raiders are in a colony of Brin, and Brin's escorts at home."""
    game = chain("1", "2")
    colony(game, "2", "Brin", pu=250)
    meet(game, "Ada", "Brin", stance)
    for number, text in enumerate(raiders):
        ship(game, "Ada", "2", f"R{number}", "DD", text, of_class="Raider")
    for number, text in enumerate(escorts):
        ship(game, "Brin", "26", f"E{number}", "DD", text, of_class="Escort")
    return game


def destroyed(turn):
    """The freighters that raids have destroyed."""
    return sum(event.data["freighters"] for event in turn.events if event.code == "raid.done")


def raid_orders(count):
    return "\n".join(f"RAID R{number} ON" for number in range(count))


@pytest.mark.rule("SC-LOG-008", "SC-LOG-009")
@examples("SC-LOG-008")
def test_an_escort_is_spread_over_all_colonies(example):
    inputs = example.given
    game = chain("1", "2", "3", "4", "5")
    for system in ("2", "3", "4")[: inputs["colonized_systems"] - 1]:
        colony(game, system, "Ada")
    for number in range(inputs["offensive_rating"] // 60):
        ship(game, "Ada", "1", f"E{number}", "DD", CRUISER)
    ada = run(game, Ada="ESCORT E0 ON\nESCORT E1 ON").game.empire("Ada")
    game = run(game, Ada="ESCORT E0 ON\nESCORT E1 ON").game
    ada = game.empire("Ada")
    ada.convoy = inputs["convoy"]

    assert escort_rating(game, ada) == example.expect["escort_rating"]


@pytest.mark.rule("SC-LOG-008", "SC-LOG-013")
def test_logistics_ships_escort_and_do_not_raid_and_fleets_that_left_do_neither():
    game = chain("1", "2", "3")
    q_ship = ship(game, "Ada", "1", "Q", "FT4", f"Bsa Hb {CRUISER}")
    q_ship.train = True
    ada = game.empire("Ada")
    game.fleets[-1].escorts = True
    assert escort_rating(game, ada) == 60
    assert raid_rating(game, ada, game.fleets[-1:]) == 0

    game.fleets[-1].at = "3"
    assert escort_rating(game, ada) == 0


@pytest.mark.rule("SC-LOG-010")
@examples("SC-LOG-010")
def test_forty_points_of_rating_destroy_a_freighter(example):
    inputs = example.given
    lost = freighters_lost(Fraction(inputs["raid_rating"]), Fraction(inputs["escort_rating"]), 99)

    assert lost == example.expect["freighters_lost"]


@pytest.mark.rule("SC-LOG-010")
def test_a_raid_takes_no_more_than_there_are():
    game = at_war(*[CRUISER] * 5)
    ship(game, "Brin", "2", "Yards", "BS2", "(SY)x3 SYM")
    assert freighters_at(game, game.place("2")) == 3 + 4
    assert freighters_lost(Fraction(7 * RATING + RATING), Fraction(0), 7) == 7
    game.units.pop()

    assert destroyed(run(game, Ada=raid_orders(5))) == 3
    few = at_war(*[CRUISER] * 5)
    few.empire("Brin").freighters = 2
    turn = run(few, Ada=raid_orders(5))
    assert (destroyed(turn), turn.game.empire("Brin").freighters) == (2, 0)


@pytest.mark.rule("SC-LOG-010", "SC-ORD-002")
def test_all_raiders_of_an_empire_make_one_raid_and_go_on_until_they_are_stopped():
    turn = run(at_war(RAIDER, RAIDER, RAIDER, RAIDER), Ada=raid_orders(4))
    assert destroyed(turn) == 1
    assert texts(turn, "raid.suffered") == ["Raiders of Race 1 have destroyed 1 freighters at 2."]

    for unit in turn.game.units:
        unit.starving = 0.0
    assert destroyed(run(turn.game)) == 1
    assert destroyed(run(turn.game, Ada="STOP R0")) == 0


@pytest.mark.rule("SC-LOG-018")
def test_magazines_are_closed_to_raiders_out_of_supply():
    game = at_war(RAIDER)
    ada = game.empire("Ada")
    assert raid_rating(game, ada, game.fleets[-1:]) == 12
    game.units[-1].starving = 1.0

    assert raid_rating(game, ada, game.fleets[-1:]) == 6


@pytest.mark.rule("SC-LOG-010")
def test_escorts_fire_back_at_the_largest_first():
    small, large = f"(A)x50 {CRUISER}", f"(A)x60 {CRUISER}"
    game = at_war(small, large, escorts=[CRUISER] * 4)
    for fleet in game.fleets:
        fleet.escorts = fleet.name.startswith("E")
    turn = run(game, Ada=raid_orders(2))

    first, second = turn.game.units_of("Ada")[1:]
    damage = turn.events[[e.code for e in turn.events].index("raid.done")].data["damage"]
    assert 120 * 9 / 14 <= damage <= 120 * 19 / 14
    assert sum(second.lost) / 10 == pytest.approx(min(damage, second.design.points / 10), abs=0.01)
    assert destroyed(turn) == 0
    assert sum(first.lost) == 0 or damage > second.design.points / 10


@pytest.mark.rule("SC-LOG-010")
def test_raiders_that_lose_all_points_are_lost():
    game = at_war("Y K I", escorts=[CRUISER] * 4)
    for fleet in game.fleets:
        fleet.escorts = fleet.name.startswith("E")
    turn = run(game, Ada=raid_orders(1))

    assert texts(turn, "raid.lost") == ["Raider-1 were lost at 2."]
    assert [fleet.name for fleet in turn.game.fleets_of("Ada")] == ["F1"]


@pytest.mark.rule("SC-LOG-010", "SC-CBT-001")
@pytest.mark.parametrize(
    ("hull", "text", "stands"),
    [
        ("DD", "(Ic)x5", False),
        ("FT4", "(H)x40 I", False),
        ("DD", "(I)x5", True),
        ("BS2", "(A)x40", True),
    ],
)
def test_nobody_raids_where_an_enemy_line_stands(hull, text, stands):
    game = at_war(CRUISER)
    ship(game, "Brin", "2", "Guard", hull, text)
    assert enemy_line_at(game, game.empire("Ada"), "2") == stands

    meet(game, "Ada", "Brin", NEUTRAL)
    assert not enemy_line_at(game, game.empire("Ada"), "2")


@pytest.mark.rule("SC-CBT-001", "SC-LOG-013")
@examples("SC-CBT-001")
def test_who_stands_in_the_line(example):
    inputs = example.given
    parts = [f"({inputs['drive'][0:-1]})x2"] if "drive" in inputs else []
    parts += ["K"] * inputs["weapons"] or ["A"]
    unit = ship(chain("1", "2"), "Ada", "1", "Line", inputs["hull"], " ".join(parts))
    assert in_line(unit) == example.expect["in_line"]

    unit.train = True
    assert not in_line(unit) or inputs["hull"].startswith("BS")


@pytest.mark.rule("SC-LOG-010")
def test_nobody_raids_in_peace():
    game = at_war(CRUISER, stance=NEUTRAL)
    assert texts(run(game, Ada=raid_orders(1)), "raid.done") == []


@pytest.mark.rule("SC-LOG-008", "SC-LOG-010")
@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("ESCORT Bare ON", "no-weapons"),
        ("ESCORT R0 ON", "not-your-system"),
        ("ESCORT Nothing ON", "unknown-fleet"),
        ("ESCORT R0 MAYBE", "bad-argument"),
        ("RAID Bare ON", "no-weapons"),
    ],
)
def test_orders_to_escort_and_raid_that_cannot_be_are_refused(orders, code):
    game = at_war(CRUISER)
    ship(game, "Ada", "1", "Bare", "DD", "(I)x5")
    turn = run(game, Ada=orders)

    assert [c for _, c in remarks(turn)] == [code]
    assert not any(fleet.escorts or fleet.raids for fleet in turn.game.fleets)
