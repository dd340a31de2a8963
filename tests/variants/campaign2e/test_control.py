"""Control of systems: engaged defences, holding and contesting."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    fleet,
    run,
    ship,
    variant,
)
from tests.variants.campaign2e.decreed import Decree, ShipFate, run_decreed
from tests.variants.campaign2e.offensives import (
    ENGAGE,
    HERE,
    ally,
    beginning,
    codes,
    defended,
    events,
    group,
    hold,
)
from variants.campaign2e.model import Campaign, ContactOrder

RULES = catalogue("campaign2e", "variants.campaign2e")


def examples(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(clause), ids=str)


@pytest.fixture
def game() -> Campaign:
    return beginning()


@pytest.mark.rule("C2E-7.2-01", "C2E-15.3-02")
@examples("C2E-7.2-01")
def test_when_a_system_is_controlled(game, example, monkeypatch) -> None:
    inputs = example.given
    monkeypatch.setattr(
        type(variant().economy), "force", lambda _, power: inputs["own_armed_points"]
    )
    if inputs["working_defence_points"]:
        defended(game, FORT=1)
    turn = run_decreed(game, Decree(), Ada=ENGAGE if inputs["order"] != "none" else "")
    assert (turn.game.world_at(HERE).controlled == "Ada") == example.expect["control"]
    assert [event.audience for event in events(turn, "world.controlled")] == (
        [("*",)] if example.expect["control"] else []
    )


@pytest.mark.rule("C2E-7.2-01")
def test_the_cap_on_hulls_without_guns_holds_for_control(game) -> None:
    """An assault ship of 513 points has 19 points of guns: it counts 95."""
    game.ships.clear()
    for _ in range(3):
        add_ship(game, group(game, "Ada"), "AL")
    assert not run(game, Ada=ENGAGE).game.world_at(HERE).controlled
    add_ship(game, group(game, "Ada"), "CT")
    assert run(game, Ada=ENGAGE).game.world_at(HERE).controlled == "Ada"


@pytest.mark.rule("C2E-7.2-01", "C2E-7.2-02")
def test_control_stands_until_it_is_switched_off_or_the_group_leaves(game) -> None:
    first = run(game, Ada=ENGAGE)
    assert first.game.empire("Brin").income == {"7,8": 0, "9,9": 600}
    second = run(first.game).game
    assert second.world_at(HERE).controlled == "Ada"
    assert not events(run(first.game), "world.controlled"), "nothing has changed"
    off = run(second, Ada="ENGAGE DEFENCES g1 OFF")
    assert off.game.world_at(HERE).controlled == ""
    assert [event.text for event in events(off, "world.freed")] == [
        "7,8 is no longer under hostile control."
    ]
    gone = run(second, Ada="MOVE g1 TO 7,7").game
    assert (gone.world_at(HERE).controlled, group(gone, "Ada").engage) == ("", False)


@pytest.mark.rule("C2E-7.2-01")
def test_allies_control_together_and_the_strongest_leads(game) -> None:
    start = campaign({HERE: {"owner": "Brin"}}, players=("Ada", "Brin", "Cato"))
    for owner, ships in (("Ada", {"DD": 2}), ("Cato", {"DD": 1, "CT": 1})):
        fleet(start, owner, HERE, "g1", **ships)
    ally(start, "Ada", "Cato")
    assert run(start, Ada=ENGAGE, Cato=ENGAGE).game.world_at(HERE).controlled == "Ada"
    assert not run(start, Ada=ENGAGE).game.world_at(HERE).controlled
    add_ship(start, group(start, "Cato"), "SDN")
    start.world_at(HERE).controlled = "Ada"
    stays = run(start, Ada=ENGAGE, Cato=ENGAGE).game
    assert stays.world_at(HERE).controlled == "Ada", "who leads does so until he leaves"


@pytest.mark.rule("C2E-7.2-01")
@pytest.mark.parametrize("armed", [True, False])
def test_what_contests_control(game, armed) -> None:
    """At the beginning any fleet that is left, later only one with guns."""
    fleet(game, "Brin", HERE, "g1", **{"FF" if armed else "FR": 1})
    game.ships[-1].ftl = "out"
    group(game, "Ada").contact = ContactOrder(attack="ANY")
    held = run_decreed(game, Decree(), Ada=ENGAGE).game
    assert held.world_at(HERE).controlled == ""
    hold(game)
    lasting = run_decreed(game, Decree()).game
    assert lasting.world_at(HERE).controlled == ("" if armed else "Ada")


@pytest.mark.rule("C2E-7.2-01")
def test_the_groups_that_engage_fight_all_defence_units_in_one_battle(game) -> None:
    defended(game, FORT=1, MON=1)
    fleet(game, "Ada", HERE, "g2", FF=1, AX=1)
    fleet(game, "Ada", HERE, "g3", FF=1)
    decree = Decree("Ada", lost=ShipFate("destroyed"))
    turn = run_decreed(game, decree, Ada=f"{ENGAGE}\nENGAGE DEFENCES g2")
    (forces,) = decree.forces
    assert [[s.design.type for s in force.ships] for force in forces] == [
        ["CH", "FF", "AX"],
        ["FORT", "MON"],
    ]
    assert (forces[0].present, forces[1].present) == (True, True)
    assert turn.game.world_at(HERE).controlled == "Ada"
    assert not turn.game.groups_of("Brin")


@pytest.mark.rule("C2E-7.2-01", "C2E-12.1-01")
def test_defences_that_still_work_keep_control_away(game) -> None:
    defended(game, FORT=1)
    assert not run_decreed(game, Decree("Ada"), Ada=ENGAGE).game.world_at(HERE).controlled
    ship(game, "Rampart-1").out = ["fc_1"]
    decree = Decree("Ada")
    turn = run_decreed(game, decree, Ada=ENGAGE)
    assert not decree.forces, "there is nothing left to fight"
    assert turn.game.world_at(HERE).controlled == "Ada"


@pytest.mark.rule("C2E-7.2-01", "C2E-6.1-04")
def test_defences_that_fought_at_contact_do_not_fight_twice(game) -> None:
    defended(game, FORT=1)
    fleet(game, "Brin", HERE, "g1", FF=1).contact = ContactOrder(attack="ANY")
    group(game, "Ada").contact = ContactOrder(attack="ANY")
    decree = Decree("Ada", fates={"Heron-1": ShipFate("destroyed")})
    run_decreed(game, decree, Ada=ENGAGE)
    assert len(decree.forces) == 1


@pytest.mark.rule("C2E-7.2-01", "C2E-17.1-02")
def test_an_alliance_ends_control_without_an_order(game) -> None:
    held = run(game, Ada=ENGAGE).game
    ally(held, "Ada", "Brin")
    assert not run(held).game.world_at(HERE).controlled


@pytest.mark.rule("C2E-1.6-11", "C2E-7.2-01", "C2E-6.1-01")
@pytest.mark.parametrize("against", ["Ada", "Brin"])
def test_a_punitive_force_is_hostile_to_one_player_alone(game, against) -> None:
    """At Brin's world it engages and interdicts if it was sent against him."""
    force = fleet(defended(game, FORT=1), "Ada", HERE, "g9", SDN=2)
    force.owner, force.against, force.until = "", against, 9
    force.engage, force.posture = True, "interdict"
    for vessel in game.ships[-2:]:
        vessel.owner = ""
    group(game, "Ada").at = (7, 7)
    decree = Decree()
    turn = run_decreed(game, decree)
    assert bool(decree.forces) == (against == "Brin")
    assert turn.game.world_at(HERE).interdicted == ([""] if against == "Brin" else [])
    assert not turn.game.world_at(HERE).controlled, "the umpire controls nothing"


@pytest.mark.rule("C2E-7.2-01", "C2E-3.6-07")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("own", "own-world"),
        ("nobody", "no-owner"),
        ("ally", "ally"),
        ("unarmed", "unarmed"),
        ("hungry", "out-of-supply"),
        ("nowhere", "no-world"),
    ],
)
def test_engagements_that_cannot_be(game, change, code) -> None:
    world = game.world_at(HERE)
    if change == "own":
        world.owner = "Ada"
    elif change == "nobody":
        world.owner = ""
    elif change == "ally":
        ally(game, "Ada", "Brin")
    elif change == "unarmed":
        game.ships[0].out = ["fc_1", "fc_2"]
    elif change == "hungry":
        game.ships[0].out_of_supply = True
    else:
        group(game, "Ada").at = (3, 3)
    turn = run(game, Ada=ENGAGE)
    assert codes(turn) == [code]
    assert not group(turn.game, "Ada").engage


# effects of the week's events


@pytest.mark.rule("C2E-7.2-01", "C2E-1.5-05")
def test_what_battles_have_made_impossible_is_no_error(game) -> None:
    """Ada's cruiser is lost at contact, or disarmed, before it could engage."""
    fleet(game, "Brin", HERE, "g1", CH=1).contact = ContactOrder(attack="ANY")
    group(game, "Ada").contact = ContactOrder(attack="ANY")
    lost = run_decreed(game, Decree("Brin", lost=ShipFate("destroyed")), Ada=ENGAGE)
    assert [(r.code, r.severity) for r in lost.diagnostics["Ada"]] == [("group-lost", "warning")]
    game.ships[0].out = ["fc_1"]  # one of two
    game.ships[0].out_of_supply = False
    beaten = run_decreed(game, Decree("Brin", lost=ShipFate("disengaged")), Ada=ENGAGE)
    assert [(remark.code, remark.severity) for remark in beaten.diagnostics["Ada"]] == [
        ("withdrawn", "warning")
    ]
    assert run(game, Ada="ENGAGE DEFENCES g7").diagnostics["Ada"][0].severity == "error"


@pytest.mark.rule("C2E-7.1-01", "C2E-15.3-02")
def test_checks_of_orders_foresee_nothing_that_is_hidden(game) -> None:
    """Facts about other players make no difference to a check; the player's own facts do."""
    group(game, "Ada").at = (7, 7)
    for code in ("BM", "AL", "AL"):
        add_ship(game, group(game, "Ada"), code)
    orders = "MOVE g1 TO 7,8\nENGAGE DEFENCES g1\nBOMBARD g1\nLAND g1\nRAID g1"
    hidden = [game, defended(beginning(), FORT=2), beginning()]
    hidden[1].groups[0], hidden[1].ships[:1] = game.groups[0], game.ships
    hidden[2].groups, hidden[2].ships = game.groups, game.ships
    hidden[2].world_at(HERE).partner, hidden[2].world_at(HERE).defences = "9,9", 300
    hidden[2].world_at(HERE).abstract = 1
    for forecast in hidden:
        assert variant().check_orders(forecast, "Ada", orders) == []
    (remark,) = variant().check_orders(game, "Ada", "MOVE g1 TO 7,8\nLAND g1")
    assert remark.code == "no-control"
