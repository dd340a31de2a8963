"""War zones that are kept at peace, and powers outside that punish attacks."""

from __future__ import annotations

from collections import Counter

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    fleet,
    remarks,
    run,
    variant,
)
from tests.variants.campaign2e.decreed import Decree, run_decreed
from tests.variants.campaign2e.loaded import load
from variants.campaign2e.model import Allegiance, Campaign, ContactOrder, TaskGroup
from variants.campaign2e.rules.umpire_forces import force_bought_for

RULES = catalogue("campaign2e", "variants.campaign2e")
HERE = (7, 8)


def examples(clause: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(clause), ids=str)


@pytest.fixture
def zone() -> Campaign:
    """Ada's cruiser and two landing ships, with 80 t of dropships, are at a war zone of 5."""
    game = campaign({(7, 7): {"owner": "Ada"}, HERE: {"points": 5}, (12, 12): {"owner": "Brin"}})
    game.world_at(HERE).allegiance = Allegiance.WAR_ZONE
    fleet(game, "Ada", HERE, "g1", CH=1, AL=2)
    return game


@pytest.fixture
def protected() -> Campaign:
    """Ada's battle fleet is at a world of 5 that a power outside protects."""
    game = campaign(
        {
            (7, 7): {"owner": "Ada"},
            (9, 12): {"owner": "Ada"},
            HERE: {"points": 5},
            (1, 1): {"owner": "Brin"},
        }
    )
    game.world_at(HERE).allegiance = Allegiance.PROTECTED
    fleet(game, "Ada", HERE, "g1", SDN=2)
    return game


def group(game: Campaign, owner: str, name: str = "g1") -> TaskGroup:
    return next(g for g in game.groups if (g.owner, g.name) == (owner, name))


def codes(turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


def events(turn, code: str) -> list:
    return [event for event in turn.events if event.code == code]


# peacekeeping


@pytest.mark.rule("C2E-1.6-09", "C2E-1.6-10")
@pytest.mark.parametrize(
    ("die", "allegiance", "power"),
    [(1, 5, ""), (2, 5, ""), (3, 4, ""), (4, 1, ""), (5, 1, ""), (6, 2, "Ada")],
)
def test_after_four_weeks_a_die_says_what_the_world_stands_for(
    zone, monkeypatch, die, allegiance, power
) -> None:
    load(monkeypatch, "peacekeeping", [die])
    third = run(zone, weeks=3, Ada="PEACEKEEP g1").game
    assert third.world_at(HERE).allegiance is Allegiance.WAR_ZONE
    turn = run(third)
    world = turn.game.world_at(HERE)
    assert (world.allegiance, world.power) == (Allegiance(allegiance), power)
    assert (world.peacekeepers, group(turn.game, "Ada").peacekeep) == ({}, False)
    assert events(turn, "world.stabilised")[0].audience == ("Ada",)


@pytest.mark.rule("C2E-1.6-10")
@examples("C2E-1.6-10")
def test_what_a_mission_takes(zone, example, monkeypatch) -> None:
    inputs = example.given
    load(monkeypatch, "peacekeeping", [inputs.get("d6", 1)])
    armed = {"Argent-1": inputs["armed_points"]}
    monkeypatch.setattr(type(variant().economy), "force", lambda _, world: armed.get(world.name, 0))
    zone.ships[1].dropships, zone.ships[2].dropships = inputs["dropship_tonnes"], 0
    turn = run(zone, weeks=inputs.get("weeks", 1), Ada="PEACEKEEP g1")
    if example.expect.get("mission") == "not_possible":
        assert codes(turn) == ["too-weak"]
        assert not turn.game.world_at(HERE).peacekeepers
    else:
        assert turn.game.world_at(HERE).allegiance == example.expect["allegiance"]
        assert turn.game.world_at(HERE).power == "Ada"


@pytest.mark.rule("C2E-1.6-10")
def test_missions_need_dropships_and_all_groups_with_the_order_count(zone) -> None:
    zone.ships[1].dropships = 0
    assert codes(run(zone, Ada="PEACEKEEP g1")) == ["too-weak"]
    fleet(zone, "Ada", HERE, "g2", AL=1, CT=1)
    turn = run(zone, Ada="PEACEKEEP g1\nPEACEKEEP g2")
    assert codes(turn) == []
    assert turn.game.world_at(HERE).peacekeepers == {"Ada": 1}


@pytest.mark.rule("C2E-1.6-10")
@pytest.mark.parametrize("trouble", ["leaves", "fights", "too weak"])
def test_leaving_or_fighting_begins_the_mission_anew(zone, trouble) -> None:
    second = run(zone, weeks=2, Ada="PEACEKEEP g1").game
    assert second.world_at(HERE).peacekeepers == {"Ada": 2}
    if trouble == "leaves":
        turn = run(second, Ada="MOVE g1 TO 7,7")
    elif trouble == "fights":
        fleet(second, "Brin", HERE, "g1", CH=1).contact = ContactOrder(attack="ANY")
        turn = run_decreed(second, Decree("Ada"), Ada="CONTACT g1 ATTACK")
        assert group(turn.game, "Ada").peacekeep, "the order stands"
    else:
        second.ships[0].out = ["fc_1", "fc_2"]
        for ship in second.ships[1:]:
            ship.out = ["fc_1"]
        turn = run(second)
    assert not turn.game.world_at(HERE).peacekeepers
    assert len(events(turn, "peace.broken")) == 1


@pytest.mark.rule("C2E-1.6-09", "C2E-1.6-10")
@pytest.mark.parametrize(
    ("at", "code"), [((3, 3), "no-world"), ((7, 7), "not-a-war-zone"), (HERE, "not-a-war-zone")]
)
def test_peace_is_kept_in_war_zones_alone(zone, at, code) -> None:
    group(zone, "Ada").at = at
    zone.world_at(HERE).allegiance = Allegiance.INDEPENDENT
    assert codes(run(zone, Ada="PEACEKEEP g1")) == [code]


# punitive forces


@pytest.mark.rule("C2E-1.6-11")
@pytest.mark.parametrize(
    "example", [e for e in RULES.examples("C2E-1.6-11") if "attacking_points" in e.given], ids=str
)
def test_what_comes(example) -> None:
    force = force_bought_for(example.given["attacking_points"])
    assert Counter(design.type for design in force) == example.expect["force"]
    assert sum(design.points for design in force) == example.expect["points"]


@pytest.mark.rule("C2E-1.6-07", "C2E-1.6-11")
def test_who_attacks_a_protected_world_is_visited_four_weeks_later_for_five(
    protected, monkeypatch
) -> None:
    load(monkeypatch, "attack", [3])
    turn = run(protected, Ada="ATTACK WORLD g1")
    assert [(due.against, due.points, due.week) for due in turn.game.punitive] == [("Ada", 1406, 6)]
    places = {}
    for _ in range(9):
        turn = run(turn.game)
        places[turn.game.week] = [g.at for g in turn.game.groups if g.against == "Ada"]
    assert {week for week, places in places.items() if places} == {6, 7, 8, 9, 10}
    assert places[6] == [(7, 7)], "the attacker's world nearest to the one attacked"


@pytest.mark.rule("C2E-1.6-11")
def test_the_force_interdicts_and_attacks_the_attacker_alone(protected, monkeypatch) -> None:
    load(monkeypatch, "attack", [3])
    attacked = run(protected, weeks=4, Ada="ATTACK WORLD g1").game
    fleet(attacked, "Ada", (7, 7), "home", FF=1).contact = ContactOrder(attack="")
    attacked.ships[-1].ftl = "out"
    fort = fleet(attacked, "Ada", (7, 7), "DEF-7-7", FORT=1)
    fort.defence = True
    fleet(attacked, "Brin", (7, 7), "g9", CH=1).contact = ContactOrder(attack="")
    decree = Decree()
    turn = run_decreed(attacked, decree)
    world = turn.game.world("7,7")
    assert (world.interdicted, world.controlled) == ([""], "")
    fought = [sorted(force.name for force in forces) for forces in decree.forces]
    assert ["Ada", "umpire"] in fought
    assert not any("Brin" in force for forces in fought for force in forces)
    units = {ship.design.type for forces in decree.forces for f in forces for ship in f.ships}
    assert "FORT" in units, "it engages the defences"


@pytest.mark.rule("C2E-1.6-11")
def test_further_attacks_bring_no_second_force_but_the_largest_counts(
    protected, monkeypatch
) -> None:
    load(monkeypatch, "attack", [3, 3, 3])
    first = run(protected, Ada="ATTACK WORLD g1").game
    add_ship(first, group(first, "Ada"), "SDN")
    second = run(first, Ada="ATTACK WORLD g1").game
    assert [(due.points, due.week) for due in second.punitive] == [(3 * 703, 6)]
    present = run(second, weeks=3).game
    assert not present.punitive
    for ship in present.ships_of("Ada"):
        ship.endurance, ship.out_of_supply, ship.owed = 4, False, 0
    game = run(present, Ada="ATTACK WORLD g1").game
    assert not game.punitive


@pytest.mark.rule("C2E-1.6-11")
def test_against_an_attacker_without_a_world_nothing_comes(protected, monkeypatch) -> None:
    load(monkeypatch, "attack", [3])
    attacked = run(protected, Ada="ATTACK WORLD g1").game
    for world in attacked.worlds_of("Ada"):
        world.owner = "Brin"
    after = run(attacked, weeks=4).game
    assert (after.punitive, [g for g in after.groups if not g.owner]) == ([], [])


@pytest.mark.rule("C2E-1.6-07")
def test_other_worlds_bring_no_force(protected, monkeypatch) -> None:
    load(monkeypatch, "attack", [3])
    protected.world_at(HERE).allegiance = Allegiance.INDEPENDENT
    assert not run(protected, Ada="ATTACK WORLD g1").game.punitive
