"""Battles in text files: valid specifications, and errors with their places."""

from pathlib import Path

import pytest
import yaml

from horizons_core.errors import BattleError
from variants.campaign2e.battle import spec as reading
from variants.campaign2e.battle.fleets import DEFAULTS
from variants.campaign2e.combat import Resolver

RESOLVER = Resolver()
PAGE = Path(__file__).parents[3] / "docs" / "campaign2e.md"
OTHER = [{"design": "Heron"}]
LANCE = "TYPE DD MASS 32 HULL 10 ARMOUR 1 THRUST 5 FTL WITH B2/3 x2, B1/6, PT/1, FC"


def spec(ship, **more):
    return {"sides": {"Ada": [ship], "Brin": OTHER}, **more}


def first(ship, **more):
    return RESOLVER.battle(spec(ship, **more)).fleets[0]


def test_a_ship_is_of_the_market_by_name_or_type_or_of_the_battle_s_own_designs():
    side = RESOLVER.battle(
        {
            "sides": {
                "Ada": [{"design": "Argent"}, {"design": "BB"}, {"design": "Lance", "count": 2}],
                "Brin": [{"design": LANCE, "name": "Spear"}],
            },
            "designs": {"Lance": LANCE},
        }
    )

    assert [ship.name for ship in side.ships] == [
        "Argent",
        "Bastion",
        "Lance 1",
        "Lance 2",
        "Spear",
    ]
    assert [ship.design.points for ship in side.ships] == [302, 421, 107, 107, 107]
    assert len({ship.ship.id for ship in side.ships}) == 5


@pytest.mark.rule("C2E-14.1-03")
def test_a_ship_may_be_damaged_as_results_say_it():
    damage = {
        "armour_lost": 2, "hull_lost": 9, "systems_out": ["beam3_1", "pds_1"], "drive": "halved",
        "ftl": "out", "core_out": ["bridge"], "second_hand": ["fc_1"], "out_of_supply": True,
        "weaponry_unmet": True,
    }  # fmt: skip
    (each,) = first({"design": "Argent", **damage}).ships
    ship = each.ship

    assert (ship.armour_left, ship.hull_left, ship.drive, ship.ftl) == (4, 18, "halved", "out")
    assert (ship.out, ship.core_out) == (["beam3_1", "pds_1"], ["bridge"])
    assert (ship.second_hand, ship.in_supply, ship.weaponry_due) == (["fc_1"], False, 1)


def test_fighters_and_salvoes_may_be_spent():
    (carrier,) = first({"design": "Rookery", "fighters_left": 8}).ships
    (other,) = first({"design": "Rookery", "fighters_left": [0, 3]}).ships
    (launcher,) = first({"design": "Tempest", "salvoes_left": 1}).ships

    assert (carrier.ship.fighters, other.ship.fighters) == ([6, 2], [0, 3])
    assert launcher.ship.salvoes == 1


def test_supply_ships_stand_in_the_rear_line_unless_told_otherwise():
    lines = [
        first({"design": design, **message}).ships[0].rear
        for design, message in [
            ("Packhorse", {}), ("Argent", {}), ("AX", {"line": "main"}), ("CH", {"line": "rear"}),
        ]
    ]  # fmt: skip

    assert lines == [True, False, False, True]


@pytest.mark.rule("C2E-17.6-01")
def test_an_order_that_is_not_given_is_the_rulebook_s():
    side = first({"design": "Argent"})

    assert (side.speed, side.formation, side.intent) == (6, "open", "optimal")
    assert (side.breakoff, side.exit, side.entry) == (50, "ftl", ())
    assert Resolver().defaults == DEFAULTS


@pytest.mark.rule("C2E-17.8-01")
def test_a_side_without_an_edge_stands_opposite_to_the_strongest_that_has_one():
    both = RESOLVER.battle(spec({"design": "Argent"}))
    battle = RESOLVER.battle(spec({"design": "Argent"}, orders={"Brin": {"edge": "NE"}}))

    assert [side.edge for side in both.fleets] == ["N", "S"]
    assert [side.edge for side in battle.fleets] == ["SW", "NE"]


def test_an_order_says_how_a_side_comes_and_fights():
    order = {
        "speed": 0, "formation": "tight", "intent": "close", "breakoff": 100, "exit": "run",
        "entry": ["NEARER", "EDGE NE"], "by_lane": True, "present": True,
    }  # fmt: skip
    side = first({"design": "Argent"}, orders={"Ada": order})

    assert {name: getattr(side, name) for name in order} == {
        **order,
        "entry": tuple(order["entry"]),
    }


@pytest.mark.parametrize(
    ("ship", "message"),
    [
        ("Argent", r"sides.Ada\[1\] is not a ship"),
        ({}, r"sides.Ada\[1\].design is missing"),
        ({"design": "Argnt"}, "no design 'Argnt'"),
        ({"design": "TYPE CH MASS 90 HULL 1 ARMOUR 0 THRUST 4 FTL"}, "needs at least 9 hull boxes"),
        ({"design": "Argent", "colour": 1}, "unknown field 'colour'"),
        ({"design": "Argent", "count": 0}, r"sides.Ada\[1\].count is 0"),
        ({"design": "Argent", "count": True}, r"sides.Ada\[1\].count is True"),
        ({"design": "Argent", "line": "front"}, "line is 'front'"),
        ({"design": "Argent", "armour_lost": 7}, "armour_lost is 7"),
        ({"design": "Argent", "hull_lost": -1}, "hull_lost is -1"),
        ({"design": "Argent", "hull_lost": 27}, "Argent has no hull box left"),
        ({"design": "Argent", "systems_out": ["beam4_1"]}, "the ship has no 'beam4_1'"),
        ({"design": "Argent", "systems_out": ["fc_1", "fc_1"]}, "lists fc_1 twice"),
        ({"design": "Argent", "systems_out": "fc_1"}, "systems_out is 'fc_1'"),
        ({"design": "Argent", "drive": "none"}, "drive is 'none'"),
        ({"design": "Rampart", "drive": "out"}, "no main drive"),
        ({"design": "Rampart", "ftl": "out"}, "no FTL drive"),
        ({"design": "Argent", "core_out": ["bar"]}, "no core system 'bar'"),
        ({"design": "Rookery", "fighters_left": 13}, "fighters_left is 13"),
        ({"design": "Rookery", "fighters_left": [6]}, "lists 1 groups, but the ship has 2"),
        ({"design": "Argent", "salvoes_left": 1}, "salvoes_left is 1"),
        ({"design": "Argent", "second_hand": ["x"]}, "the ship has no 'x'"),
        ({"design": "Argent", "out_of_supply": "yes"}, "out_of_supply is 'yes'"),
    ],
)
def test_what_is_no_ship_is_refused_with_its_place(ship, message):
    with pytest.raises(BattleError, match=message):
        RESOLVER.battle(spec(ship))


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"orders": {"Carl": {}}}, "orders: no side 'Carl'"),
        ({"orders": {"Ada": {"sped": 6}}}, "orders.Ada: unknown field 'sped'"),
        ({"orders": {"Ada": {"speed": 25}}}, "orders.Ada.speed is 25"),
        ({"orders": {"Ada": {"breakoff": 0}}}, "orders.Ada.breakoff is 0"),
        ({"orders": {"Ada": {"formation": "loose"}}}, "orders.Ada.formation is 'loose'"),
        ({"orders": {"Ada": {"entry": ["INSIDE"]}}}, r"orders.Ada.entry\[1\] is 'INSIDE'"),
        ({"orders": {"Ada": {"entry": "NEARER"}}}, "orders.Ada.entry is 'NEARER'"),
        ({"orders": {"Ada": 3}}, "orders.Ada is not an order"),
        ({"orders": []}, "'orders' must be a mapping"),
        ({"designs": []}, "'designs' must be a mapping"),
        ({"designs": {"X": 3}}, "designs.X is 3"),
        ({"designs": {"X": "TYPE"}}, "designs.X: write a design as"),
        ({"side": {}}, "the battle: unknown field 'side'"),
        ({"sides": {"Ada": OTHER}}, "'sides' must name 2 to 8 sides"),
        ({"sides": {"Ada": [], "Brin": OTHER}}, "sides.Ada is not a list of ships"),
        ({"sides": {"Ada": [{"design": "CH", "count": 5000}], "Brin": OTHER}}, "5,001 ships"),
    ],
)
def test_what_is_no_battle_is_refused_with_its_place(more, message):
    with pytest.raises(BattleError, match=message):
        RESOLVER.battle({**spec({"design": "Argent"}), **more})


@pytest.mark.parametrize("text", [reading.__doc__, PAGE.read_text()], ids=["module", "page"])
def test_the_examples_of_the_docs_are_battles(text):
    data = yaml.safe_load(text.split("```yaml")[1].split("```")[0])
    assert data.pop("variant") == "campaign2e"
    battle = RESOLVER.battle(data)

    assert battle.sides == ("Ada", "Brin")
    assert len(battle.ships) in (7, 8)


def test_a_battle_is_told_ship_by_ship():
    record = RESOLVER.resolve(RESOLVER.battle(spec({"design": "Argent", "armour_lost": 6})), 1)
    unit = record.units[0]

    assert (unit.name, unit.side, unit.mark) == ("Argent", 0, "CH")
    assert unit.before == {"damage points": 27, "armour": 0, "hull": 27}
    assert record.winner == 0
    assert [unit.destroyed for unit in record.units] == [False, True]
