"""Offensives: defences engaged, control of systems, bombardment, and ground assaults."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    fleet,
    remarks,
    run,
    ship,
    variant,
)
from tests.variants.campaign2e.decreed import Decree, Fate, run_decreed
from tests.variants.campaign2e.loaded import load
from variants.campaign2e.designs.reading import design_from
from variants.campaign2e.model import Campaign, ContactOrder, Group, Keel
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.model.works import Job
from variants.campaign2e.rules import bombardment

RULES = catalogue("campaign2e", "variants.campaign2e")
HERE = (7, 8)


def examples(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(clause), ids=str)


@pytest.fixture
def game() -> Campaign:
    """Ada's cruiser, worth 302 points, is at Brin's world 7,8, of 6 income points."""
    made = campaign({(7, 7): {"owner": "Ada"}, HERE: {"owner": "Brin"}, (9, 9): {"owner": "Brin"}})
    fleet(made, "Ada", HERE, "g1", CH=1)
    return made


def group(game: Campaign, owner: str, name: str = "g1") -> Group:
    return next(one for one in game.groups if (one.owner, one.name) == (owner, name))


def codes(turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


def events(turn, code: str) -> list:
    return [event for event in turn.events if event.code == code]


def ally(game: Campaign, one: str, other: str) -> None:
    game.empire(one).stances[other] = game.empire(other).stances[one] = ALLY


def defended(game: Campaign, **units: int) -> Campaign:
    """The same with defence units of Brin's at 7,8."""
    fort = fleet(game, "Brin", HERE, "DEF-7-8", **units)
    fort.defence = True
    for unit in game.ships_in(fort.id):
        unit.defence = True
    return game


ENGAGE = "ENGAGE DEFENCES g1"


def attacks_of_a_week(game: Campaign) -> Campaign:
    """A week of step 5 alone, and what stands before it."""
    phases = ("orders", "system_actions")
    return hz.run_turn(game, {}, variant=variant(), only=phases).game


# control


@pytest.mark.rule("C2E-7.2-01", "C2E-15.3-02")
@examples("C2E-7.2-01")
def test_when_a_system_is_controlled(game, example, monkeypatch) -> None:
    given = example.given
    monkeypatch.setattr(type(variant().economy), "force", lambda _, one: given["own_armed_points"])
    if given["working_defence_points"]:
        defended(game, FORT=1)
    turn = run_decreed(game, Decree(), Ada=ENGAGE if given["order"] != "none" else "")
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
    made = campaign({HERE: {"owner": "Brin"}}, players=("Ada", "Brin", "Cato"))
    for owner, ships in (("Ada", {"DD": 2}), ("Cato", {"DD": 1, "CT": 1})):
        fleet(made, owner, HERE, "g1", **ships)
    ally(made, "Ada", "Cato")
    assert run(made, Ada=ENGAGE, Cato=ENGAGE).game.world_at(HERE).controlled == "Ada"
    assert not run(made, Ada=ENGAGE).game.world_at(HERE).controlled
    add_ship(made, group(made, "Cato"), "SDN")
    made.world_at(HERE).controlled = "Ada"
    stays = run(made, Ada=ENGAGE, Cato=ENGAGE).game
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
    game.world_at(HERE).controlled = "Ada"
    group(game, "Ada").engage = True
    lasting = run_decreed(game, Decree()).game
    assert lasting.world_at(HERE).controlled == ("" if armed else "Ada")


@pytest.mark.rule("C2E-7.2-01")
def test_the_groups_that_engage_fight_all_defence_units_in_one_battle(game) -> None:
    defended(game, FORT=1, MON=1)
    fleet(game, "Ada", HERE, "g2", FF=1, AX=1)
    fleet(game, "Ada", HERE, "g3", FF=1)
    decree = Decree("Ada", lost=Fate("destroyed"))
    turn = run_decreed(game, decree, Ada=f"{ENGAGE}\nENGAGE DEFENCES g2")
    (forces,) = decree.forces
    assert [[one.design.type for one in force.ships] for force in forces] == [
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
    decree = Decree("Ada", fates={"Heron-1": Fate("destroyed")})
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
    for one in game.ships[-2:]:
        one.owner = ""
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


# planetary attacks: who may


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
    said = example.given["ships"][0]
    beams = f"B{said['max_beam_class']}/6 x{said.get('mounts_of_class_4', 2)}"
    words = f"TYPE SDN MASS 200 HULL 40 ARMOUR 0 THRUST 2 FTL WITH {beams}, FC x3"
    design = design_from("Sample", words)
    assert any(part.bombards for part in design.parts) == example.expect["bombard"]
    assert design.lander == example.expect["land"]


# bombardment


@pytest.fixture
def bombers(game) -> Campaign:
    """The same under Ada's control, with a bombarding ship of five weapons."""
    add_ship(game, group(game, "Ada"), "BM")
    game.world_at(HERE).controlled = "Ada"
    group(game, "Ada").engage = True
    return game


@pytest.mark.rule("C2E-7.5-01", "C2E-7.5-02")
@pytest.mark.parametrize(
    ("ships", "strikes"), [({}, 0), ({"BM": 1}, 1), ({"BM": 2}, 2), ({"SDN": 2, "BM": 1}, 1)]
)
def test_five_weapons_make_a_strike(game, monkeypatch, ships, strikes) -> None:
    """A superdreadnought has two beams of class 4: four and five make one strike, not two."""
    load(monkeypatch, "strikes", [3] * strikes)
    game.world_at(HERE).controlled = "Ada"
    group(game, "Ada").engage = True
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
    for one in bombers.ships:
        one.endurance = 3
    after = run(bombers, Ada="BOMBARD g1").game
    assert [one.endurance for one in after.ships] == [2, 1, 1], "and one for the week away"
    assert [one.weaponry_due > 0 for one in after.ships] == [False, True, True]
    for one in after.ships[1:]:
        one.endurance = 0
    assert codes(run(after, Ada="BOMBARD g1")) == ["no-endurance"]


@pytest.mark.rule("C2E-7.5-04")
@examples("C2E-7.5-04")
def test_what_the_die_of_a_strike_does(bombers, monkeypatch, example) -> None:
    given = example.given
    dice = given.get("dice", [given.get("d6")])
    load(monkeypatch, "strikes", dice)
    dealt = []
    monkeypatch.setattr(bombardment, "damage_ship", lambda _c, one, *rest: dealt.append(rest[0]))
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
    monkeypatch.setattr(bombardment, "damage_ship", lambda _c, one, *rest: dealt.append(one.name))
    game.world_at(HERE).controlled = "Ada"
    group(game, "Ada").engage = True
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


# ground assaults


@pytest.fixture
def landers(game) -> Campaign:
    """The same under Ada's control, with two landing ships of 40 tonnes of dropships each."""
    for _ in range(2):
        add_ship(game, group(game, "Ada"), "AL")
    game.world_at(HERE).controlled = "Ada"
    group(game, "Ada").engage = True
    return game


@pytest.mark.rule("C2E-7.6-01", "C2E-7.6-03")
def test_every_ten_tonnes_of_dropships_throw_a_die(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [1, 2, 3, 4, 5, 6, 6, 4])
    turn = run(landers, Ada="LAND g1")
    world = turn.game.world_at(HERE)
    assert (world.owner, world.points, world.assault.taken) == ("Brin", 5, 2)
    assert sum(one.dropships for one in turn.game.ships) == 60
    (fought,) = events(turn, "assault.fought")
    assert set(fought.audience) == {"Ada", "Brin"}
    assert fought.data["standing"] == 3


@pytest.mark.rule("C2E-7.6-03")
def test_odd_tonnes_throw_no_die_and_surplus_successes_are_lost(landers, monkeypatch) -> None:
    coming = load(monkeypatch, "assault", [1, 1, 1, 1, 1, 1, 3])
    landers.ships[1].dropships, landers.ships[2].dropships = 36, 39
    world = run(landers, Ada="LAND g1").game.world_at(HERE)
    assert not coming
    assert (world.owner, world.points) == ("Ada", 6)


@pytest.mark.rule("C2E-7.6-02")
@pytest.mark.parametrize(
    ("tonnes", "points", "legal"), [(60, 6, True), (59, 6, False), (10, 0, True), (9, 0, False)]
)
def test_ten_tonnes_for_each_point_at_the_beginning(landers, tonnes, points, legal) -> None:
    landers.world_at(HERE).points = points
    landers.ships[1].dropships, landers.ships[2].dropships = tonnes, 0
    turn = run(landers, Ada="LAND g1")
    assert codes(turn) == ([] if legal else ["too-few-dropships" if tonnes else "no-landing-ship"])
    assert bool(events(turn, "assault.fought") or events(turn, "world.taken")) == legal
    assert group(turn.game, "Ada").land == (legal and turn.game.world_at(HERE).owner == "Brin")


@pytest.mark.rule("C2E-7.6-02")
def test_a_world_without_a_standing_point_is_subdued_without_a_die(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [])
    landers.world_at(HERE).points = 0
    assert run(landers, Ada="LAND g1").game.world_at(HERE).owner == "Ada"


@pytest.mark.rule("C2E-7.6-04")
def test_an_assault_goes_on_without_orders_and_without_the_minimum(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [6, 6, 6, 4, 4, 4, 4, 4, 1, 2, 3, 1, 1])
    first = run(landers, Ada="LAND g1").game
    assert first.world_at(HERE).assault is not None
    second = run(first).game
    world = second.world_at(HERE)
    assert (world.points, world.assault.taken, world.assault.destroyed) == (5, 4, 1)


@pytest.mark.rule("C2E-7.6-04")
def test_without_dropships_the_assault_ends_and_taken_points_return(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [1, 3, 6, 6, 6, 6, 6, 6, 6, 6])
    turn = run(run(landers, Ada="LAND g1").game)
    world = turn.game.world_at(HERE)
    assert (world.owner, world.points, world.assault) == ("Brin", 5, None)
    assert not group(turn.game, "Ada").land
    assert events(turn, "assault.ended")[0].text.endswith("no dropships are left.")


@pytest.mark.rule("C2E-7.6-04")
def test_dropships_are_lost_with_control_and_embark_if_the_group_leaves(
    landers, monkeypatch
) -> None:
    load(monkeypatch, "assault", [1, 4, 4, 4, 4, 4, 4, 4])
    first = run(landers, Ada="LAND g1").game
    left = run(first, Ada="MOVE g1 TO 7,7").game
    assert [one.dropships for one in left.ships] == [0, 40, 40]
    assert (left.world_at(HERE).assault, left.world_at(HERE).points) == (None, 6)
    first.ships[0].out = ["fc_1", "fc_2"]  # nothing holds the system any more
    for one in first.ships[1:]:
        one.out = ["fc_1"]
    lost = run(first)
    assert [one.dropships for one in lost.game.ships] == [0, 0, 0]
    assert (lost.game.world_at(HERE).assault, lost.game.world_at(HERE).points) == (None, 6)
    assert "control is lost" in events(lost, "assault.ended")[0].text


@pytest.mark.rule("C2E-7.6-05")
@examples("C2E-7.6-05")
def test_a_subdued_planet_has_the_taken_points(landers, monkeypatch, example) -> None:
    given = example.given
    dice = [1] * given["taken"] + [3] * given["destroyed"] + [4, 4]
    load(monkeypatch, "assault", dice)
    world = run(landers, Ada="LAND g1").game.world_at(HERE)
    assert (world.owner, world.points, world.full - world.points) == (
        "Ada",
        example.expect["base_income"],
        example.expect["recoverable"],
    )
    assert (world.controlled, world.assault, world.taken_in) == ("", None, 0)


@pytest.mark.rule("C2E-7.6-05", "C2E-12.2-01")
def test_what_passes_with_a_planet_and_what_is_lost(landers, monkeypatch) -> None:
    load(monkeypatch, "assault", [1] * 8)
    defended(landers, FORT=1, MON=1)
    for one in landers.ships_of("Brin"):
        one.out = [key for key in one.design.system_keys if key.startswith("fc")]
    brin, world = landers.empire("Brin"), landers.world_at(HERE)
    fleet(landers, "Brin", HERE, "yard", FF=2)
    for one in landers.ships[-2:]:
        one.out = ["fc_1"]  # without guns they do not contest control
    brin.jobs = [Job(ship=landers.ships[-1].id)]
    world.keels = [Keel(name="Ark", mass=18, type="FF")]
    world.resource, world.partner, landers.world("9,9").partner = "Fuel", "9,9", "7,8"
    world.lane_off, world.abstract = True, 0
    brin.store("7,8").spares = {"FC": 2}
    brin.store("7,8").used = {"B3/3": 1}
    turn = run_decreed(landers, Decree(), Ada="LAND g1")
    after = turn.game.world_at(HERE)
    assert (after.owner, after.resource, after.partner, after.lane_off) == (
        "Ada",
        "Fuel",
        "",
        False,
    )
    assert turn.game.world("9,9").partner == ""
    assert (after.keels, turn.game.empire("Brin").jobs) == ([], [])
    assert [one.name for one in turn.game.ships_of("Brin")] == ["Heron-1"]
    store = turn.game.empire("Ada").store("7,8")
    assert (store.spares, store.used) == ({"FC": 2}, {"B3/3": 1})
    assert "7,8" not in turn.game.empire("Brin").stores
    taken = [one for one in turn.game.ships_of("Ada") if one.captured]
    assert sorted(one.design.type for one in taken) == ["FORT", "MON"]
    assert not any(one.defence for one in taken)
    assert "Heron-2" in events(turn, "world.work_lost")[0].text
    assert variant().invariants(turn.game) == []


@pytest.mark.rule("C2E-7.6-05")
@pytest.mark.parametrize(
    ("cato", "winner"), [({"AL": 1, "SDN": 3}, "Ada"), ({"AL": 3}, "Cato"), ({"AL": 2}, "tie")]
)
def test_of_allies_the_one_with_most_dropships_at_the_start_gets_the_world(
    monkeypatch, cato, winner
) -> None:
    made = campaign({HERE: {"owner": "Brin", "controlled": "Ada"}}, ("Ada", "Brin", "Cato"))
    fleet(made, "Ada", HERE, "g1", CH=1, AL=2).engage = True
    fleet(made, "Cato", HERE, "g1", **cato)
    ally(made, "Ada", "Cato")
    if winner == "tie":
        winner = "Cato"
        add_ship(made, next(one for one in made.groups if one.owner == "Cato"), "SDN")
    load(monkeypatch, "assault", [1] * 20)
    turn = run(made, Ada="LAND g1", Cato="LAND g1")
    assert turn.game.world_at(HERE).owner == winner


@pytest.mark.rule("C2E-7.6-03", "C2E-7.6-04", "C2E-N.7-01")
@pytest.mark.parametrize(
    "example", [e for e in RULES.examples("C2E-7.6-04") if "trials" in e.given], ids=str
)
def test_how_long_assaults_take(example) -> None:
    """Of a hundred at once, within what chance may do to so many."""
    given, expect = example.given, example.expect
    places = [(x, y) for x in range(1, 40, 4) for y in range(1, 40, 4)]
    points = given["income_points"]
    made = campaign({at: {"owner": "Brin", "points": points} for at in places}, money=90_000)
    made.explored = [f"{x},{y}" for x in range(-3, 45) for y in range(-3, 45)]
    ships = -(-given["dropship_tonnes"] // 40)
    for number, at in enumerate(places):
        force = fleet(made, "Ada", at, f"f{number}", CH=1, AL=ships)
        force.engage = force.land = True
        for one in made.ships[-ships:]:
            one.dropships = given["dropship_tonnes"] // ships
    weeks: dict[str, int] = {}
    for week in range(1, 15):
        for one in made.ships:
            one.endurance, one.out_of_supply, one.owed = 1, False, 0
        made = attacks_of_a_week(made)
        weeks |= {w.id: week for w in made.worlds_of("Ada") if w.id not in weeks}
    won = [world for world in made.worlds if world.id in weeks]
    assert len(won) / len(places) == pytest.approx(expect["success_rate"], abs=0.06)
    assert sum(weeks.values()) / len(won) == pytest.approx(expect["mean_weeks"], abs=0.5)
    if "mean_taken" in expect:
        taken = sum(world.points for world in won) / len(won)
        assert taken == pytest.approx(expect["mean_taken"], abs=0.4)


@pytest.mark.rule("C2E-7.3-01")
def test_bombs_fall_before_troops_land(landers, monkeypatch) -> None:
    load(monkeypatch, "strikes", [1])
    load(monkeypatch, "assault", [1] * 8)
    add_ship(landers, group(landers, "Ada"), "BM")
    turn = run(landers, Ada="LAND g1\nBOMBARD g1")
    kinds = [e.code for e in turn.events if e.code in ("world.struck", "assault.fought")]
    assert kinds == ["world.struck", "assault.fought"]
    world = turn.game.world_at(HERE)
    assert (world.owner, world.points) == ("Ada", 5)
    assert world.rebuilding == 0, "a week of bombardment does not count (C2E-9.1-01)"


@pytest.mark.rule("C2E-7.6-01")
def test_ships_without_bays_for_assaults_land_nothing(game) -> None:
    game.world_at(HERE).controlled = "Ada"
    group(game, "Ada").engage = True
    assert codes(run(game, Ada="LAND g1")) == ["no-landing-ship"]
    words = "TYPE AL MASS 120 HULL 24 ARMOUR 0 THRUST 2 FTL WITH BAY 40, FC CRAFT DROPSHIPS 10 x4"
    carrier = new_ship("Ada/99", "Ada", "Ferry", design_from("Ferry", words), "Ada/g1")
    carrier.endurance = 1
    game.ships.append(carrier)
    assert carrier.dropships == 40
    assert codes(run(game, Ada="LAND g1")) == ["no-landing-ship"], "its bays are not for assaults"


# what the week's events change


@pytest.mark.rule("C2E-7.2-01", "C2E-1.5-05")
def test_what_battles_have_made_impossible_is_no_error(game) -> None:
    """Ada's cruiser is lost at contact, or disarmed, before it could engage."""
    fleet(game, "Brin", HERE, "g1", CH=1).contact = ContactOrder(attack="ANY")
    group(game, "Ada").contact = ContactOrder(attack="ANY")
    lost = run_decreed(game, Decree("Brin", lost=Fate("destroyed")), Ada=ENGAGE)
    assert [(one.code, one.severity) for one in lost.diagnostics["Ada"]] == [
        ("group-lost", "warning")
    ]
    game.ships[0].out = ["fc_1"]  # one of two
    game.ships[0].out_of_supply = False
    beaten = run_decreed(game, Decree("Brin", lost=Fate("disengaged")), Ada=ENGAGE)
    assert [(one.code, one.severity) for one in beaten.diagnostics["Ada"]] == [
        ("withdrawn", "warning")
    ]
    assert run(game, Ada="ENGAGE DEFENCES g7").diagnostics["Ada"][0].severity == "error"
