"""Attacks on planets: conditions, and strikes of heavy weapons."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    add_ship,
    run,
)
from tests.variants.campaign2e.loaded import load
from tests.variants.campaign2e.offensives import (
    ENGAGE,
    HERE,
    beginning,
    codes,
    events,
    group,
    hold,
)
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import Campaign
from variants.campaign2e.rules import offensive_operations

RULES = catalogue("campaign2e", "variants.campaign2e")


def examples(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(clause), ids=str)


@pytest.fixture
def game() -> Campaign:
    return beginning()


# conditions of planetary attacks


@pytest.mark.rule("C2E-7.1-01", "C2E-7.4-01", "C2E-7.6-01")
@pytest.mark.parametrize("order", ["BOMBARD g1", "LAND g1"])
def test_planets_are_attacked_only_under_control(game, order) -> None:
    add_ship(game, group(game, "Ada"), "BM")
    for _ in range(2):
        add_ship(game, group(game, "Ada"), "AL")
    assert codes(run(game, Ada=order)) == ["no-control"]
    assert codes(run(game, Ada=f"{ENGAGE}\n{order}")) == []


@pytest.mark.rule("C2E-7.4-01")
@examples("C2E-7.4-01")
def test_which_ships_attack_planets(example) -> None:
    ship = example.given["ships"][0]
    beams = f"B{ship['max_beam_class']}/6 x{ship.get('mounts_of_class_4', 2)}"
    words = f"TYPE SDN MASS 200 HULL 40 ARMOUR 0 THRUST 2 FTL WITH {beams}, FC x3"
    design = design_from("Sample", words)
    assert any(part.bombards for part in design.parts) == example.expect["bombard"]
    assert design.lander == example.expect["land"]


# bombardment


@pytest.fixture
def bombers(game) -> Campaign:
    """The same under Ada's control, with a bombarding ship of five weapons."""
    add_ship(game, group(game, "Ada"), "BM")
    hold(game)
    return game


@pytest.mark.rule("C2E-7.5-01", "C2E-7.5-02")
@pytest.mark.parametrize(
    ("ships", "strikes"), [({}, 0), ({"BM": 1}, 1), ({"BM": 2}, 2), ({"SDN": 2, "BM": 1}, 1)]
)
def test_five_weapons_make_a_strike(game, monkeypatch, ships, strikes) -> None:
    """A superdreadnought has two beams of class 4: four and five make one strike, not two."""
    load(monkeypatch, "strikes", [3] * strikes)
    hold(game)
    for code, count in ships.items():
        for _ in range(count):
            add_ship(game, group(game, "Ada"), code)
    turn = run(game, Ada="BOMBARD g1")
    thrown = [event.data["thrown"] for event in events(turn, "world.struck")]
    assert thrown == ([", ".join(["3"] * strikes)] if strikes else [])
    assert codes(turn) == ([] if strikes else ["too-few-weapons"])


@pytest.mark.rule("C2E-7.5-02")
def test_weapons_out_of_order_do_not_count_and_each_fires_once(bombers, monkeypatch) -> None:
    load(monkeypatch, "strikes", [3])
    assert codes(run(bombers, Ada="BOMBARD g1\nBOMBARD g1")) == ["too-few-weapons"]
    bombers.ships[1].out = ["ortillery_3"]
    assert codes(run(bombers, Ada="BOMBARD g1")) == ["too-few-weapons"]


@pytest.mark.rule("C2E-7.5-02")
def test_fewer_strikes_may_be_ordered_but_not_more(bombers, monkeypatch) -> None:
    load(monkeypatch, "strikes", [3])
    add_ship(bombers, group(bombers, "Ada"), "BM")
    assert codes(run(bombers, Ada="BOMBARD g1 STRIKES 3")) == ["too-many-strikes"]
    assert codes(run(bombers, Ada="BOMBARD g1 STRIKES 1")) == []
    assert codes(run(bombers, Ada="BOMBARD g1 STRIKES 0")) == ["bad-argument"]


@pytest.mark.rule("C2E-7.5-03", "C2E-3.7-02")
def test_a_strike_costs_a_week_and_weaponry(bombers, monkeypatch) -> None:
    load(monkeypatch, "strikes", [3, 3])
    add_ship(bombers, group(bombers, "Ada"), "BM")
    for ship in bombers.ships:
        ship.endurance = 3
    after = run(bombers, Ada="BOMBARD g1").game
    assert [vessel.endurance for vessel in after.ships] == [2, 1, 1], "and one for the week away"
    assert [vessel.weaponry_due > 0 for vessel in after.ships] == [False, True, True]
    assert [vessel.combat_turns for vessel in after.ships] == [0, 0, 0]
    for ship in after.ships[1:]:
        ship.endurance = 0
    assert codes(run(after, Ada="BOMBARD g1")) == ["no-endurance"]


@pytest.mark.rule("C2E-7.5-04")
@examples("C2E-7.5-04")
def test_what_the_die_of_a_strike_does(bombers, monkeypatch, example) -> None:
    inputs = example.given
    dice = inputs.get("dice", [inputs.get("d6")])
    load(monkeypatch, "strikes", dice)
    dealt = []
    monkeypatch.setattr(
        offensive_operations, "damage_ship", lambda _c, _ship, *rest: dealt.append(rest[0])
    )
    for _ in dice[1:]:
        add_ship(bombers, group(bombers, "Ada"), "BM")
    after = run(bombers, Ada="BOMBARD g1").game
    assert after.world_at(HERE).points == example.expect["income_points"]
    assert sum(dealt) == example.expect["damage"]


@pytest.mark.rule("C2E-7.5-02", "C2E-7.5-04")
@pytest.mark.parametrize(
    ("ships", "hit"), [(("BM", "SDN", "SDN"), "Leviathan-1"), (("BM", "SDN"), "Hammerfall-1")]
)
def test_the_ship_that_gave_most_weapons_is_hit_and_of_equals_the_dearest(
    game, monkeypatch, ships, hit
) -> None:
    """Strikes take weapons by the points of ships: two of each superdreadnought come first."""
    load(monkeypatch, "strikes", [6])
    dealt = []
    monkeypatch.setattr(
        offensive_operations, "damage_ship", lambda _c, ship, *rest: dealt.append(ship.name)
    )
    hold(game)
    for code in ships:
        add_ship(game, group(game, "Ada"), code)
    run(game, Ada="BOMBARD g1 STRIKES 1")
    assert dealt == [hit]


@pytest.mark.rule("C2E-7.5-02", "C2E-7.5-04")
def test_a_planet_without_points_is_not_struck(bombers, monkeypatch) -> None:
    load(monkeypatch, "strikes", [1])
    world = bombers.world_at(HERE)
    world.points = 1
    add_ship(bombers, group(bombers, "Ada"), "BM")
    turn = run(bombers, Ada="BOMBARD g1 STRIKES 2")
    assert turn.game.world_at(HERE).points == 0, "the second strike finds nothing"
    assert codes(run(turn.game, Ada="BOMBARD g1")) == ["nothing-left"]


@pytest.mark.rule("C2E-7.5-04")
@pytest.mark.parametrize(
    ("die", "points", "damage"),
    [(1, 5, []), (2, 5, []), (3, 6, []), (4, 6, []), (5, 6, [30]), (6, 6, [30])],
)
def test_a_strike_destroys_a_point_or_the_planet_hits_back(
    bombers, monkeypatch, die, points, damage
) -> None:
    load(monkeypatch, "strikes", [die])
    dealt = []
    monkeypatch.setattr(
        offensive_operations, "damage_ship", lambda _c, _ship, *rest: dealt.append(rest[0])
    )
    turn = run(bombers, Ada="BOMBARD g1")
    assert (turn.game.world_at(HERE).points, dealt) == (points, damage)
    assert events(turn, "world.struck")[0].data["destroyed"] == 6 - points
