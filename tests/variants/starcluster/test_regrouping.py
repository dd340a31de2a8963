"""Regrouping gains nothing: units keep their state in any fleet (SC-MOV-004)."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.variants.starcluster.builders import (
    chain,
    colony,
    meet,
    place_of,
    run,
    ship,
    texts,
    variant,
)
from variants.starcluster.model import ExplorationWork, Planet, UnitConstruction
from variants.starcluster.model.empires import WAR
from variants.starcluster.model.fleets import Fleet
from variants.starcluster.rules.logistics import needs_train
from variants.starcluster.rules.movement import unit_speed

SCOUT = "(X)x5 (Q)x3 (Ic)x5"
HAWK = "(A)x10 (QQQ)1 (KKKKKKK)1 (I)x5"
TRAIN = "Bsa Hb (H)x20 (QQ)1 (I)x8"
HULK = "(A)x20 (QQ)1"
#: The phases in which regrouped fleets act.
PHASES = ("orders", "movement", "exploration")
#: Fleet, class, hull and design of the ships used for regrouping, far from any colony.
SHIPS = (
    ("Scouts", "Scout", "DD", SCOUT),
    ("Scouts", "Scout", "DD", SCOUT),
    ("Surveyor", "Surveyor", "DD", "(X)x2 (Xp)x2 (Q)x3 (Ic)x5 (A)x8"),
    ("Fast", "Hawk", "DD", HAWK),
    ("Fast", "Hawk", "DD", HAWK),
    ("Tuned", "Hawk", "DD", HAWK),
    ("Hungry", "Hawk", "DD", HAWK),
    ("Hungry", "Train", "FT1", TRAIN),
    ("Tug", "Tug", "DD", "(T)x2 (A)x8 (QQQ)1 (I)x5"),
    ("Hulk", "Hulk", "BS1", HULK),
)


def fleet(game, name) -> Fleet:
    return next(f for f in game.fleets if f.name == name)


def unit(game, name):
    return next(u for u in game.units if u.name == name)


def afield():
    """Ships of Ada in system 7, away from her colonies, each fleet with something of its own."""
    game = chain("1", "5", "7", "9")
    names = []
    for fleet_name, of_class, hull, text in SHIPS:
        vessel = ship(game, "Ada", "7", "New", hull, text, of_class)
        if fleet_name in names:
            vessel.fleet = fleet(game, fleet_name).id
            game.fleets.pop()
        else:
            names.append(fleet_name)
            game.fleets[-1].name = fleet_name
    for name, points in (("Fast", 900), ("Surveyor", 700)):
        fleet(game, name).points = points
        fleet(game, name).path = [2]
    fleet(game, "Tuned").detuned = True
    fleet(game, "Surveyor").came_by = 1
    for u in game.units_in(fleet(game, "Hungry")):
        u.train = u.of_class == "Train"
        u.starving = 0.0 if u.train else 50.0
    for u in game.units_in(fleet(game, "Fast")):
        u.starving = 20.0
    return game


def regroupings(number):
    """Random orders that form, join and tow fleets, and some that use the results."""
    stream = hz.Stream.from_key("regrouping", number)
    units = [
        f"{of_class}-{sum(s[1] == of_class for s in SHIPS[: place + 1])}"
        for place, (_, of_class, *_) in enumerate(SHIPS)
    ]
    fleets = [*dict.fromkeys(s[0] for s in SHIPS), "N1", "N2", "N3"]
    for _ in range(16):
        fleet, other = stream.choice(fleets), stream.choice(fleets)
        new, some = stream.choice(fleets[-3:]), {stream.choice(units) for _ in range(3)}
        yield stream.choice([
            f"FLEET {new} {' '.join(sorted(some))}",
            f"JOIN {fleet} {other}",
            f"JOIN {fleet} {other}",
            f"TOW {fleet} {stream.choice(['Hulk-1', 'OFF'])}",
            f"TRAIN {stream.choice(units)} {stream.choice(['ON', 'OFF'])}",
            f"PROBE {fleet} {stream.choice(['W1', 'W2'])}",
            f"MOVE {fleet} 9",
        ])  # fmt: skip


@pytest.mark.rule("SC-MOV-001", "SC-MOV-003", "SC-MOV-004", "SC-EXP-002", "SC-LOG-017")
@pytest.mark.parametrize("number", range(40))
def test_no_regrouping_lets_a_ship_do_what_it_could_not_do_without(number):
    game, orders = afield(), list(regroupings(number))
    ada, ships = game.empire("Ada"), game.units_of("Ada")
    fleets = {s.id: game.fleet(s.fleet) for s in ships}
    speeds = {s.id: unit_speed(ada, fleets[s.id], s) for s in ships}
    train = unit(game, "Train-1").id
    served = [u.id for u in game.units_in(fleet(game, "Hungry")) if needs_train(u)]
    phases = {}

    def watch(phase, now):
        phases[phase.name] = {u.id: (u.fleet, u.starving) for u in now.units_of("Ada")}

    turn = hz.run_turn(
        game, {"Ada": "\n".join(orders)}, variant=variant(), only=PHASES, watch=watch
    )
    for vessel in turn.game.units_of("Ada"):  # none goes farther
        now, before = turn.game.fleet(vessel.fleet), fleets[vessel.id]
        distance = now.points + 1000 * (now.at != before.at)
        assert vessel.towed_by or distance <= before.points + 100 * speeds[vessel.id], (
            vessel.name,
            orders,
        )

    scouts = {u.fleet for u in turn.game.units if u.design.count("X")}
    assert len(texts(turn, "point.probed")) <= len(scouts), orders

    joined = {u: now for u, (now, _) in phases["orders"].items()}
    fed = [s.id for s in ships if s.starving and not phases["movement"][s.id][1]]
    if any(joined[u] == joined[train] for u in fed):  # the train has left no ship behind
        assert {joined[u] for u in served} == {joined[train]}, orders


def seven(*ships):
    """Fleets of Ada in system 7, each of one ship: its name, which is its class too, and design."""
    game = chain("1", "5", "7", "9")
    for name, text in ships:
        ship(game, "Ada", "7", name, "DD", text, name)
    return game


@pytest.mark.rule("SC-MOV-001")
def test_a_fleet_under_way_waits_for_what_joins_it():
    game = seven(("Fast", HAWK), ("Slow", HAWK))
    fleet(game, "Fast").points, fleet(game, "Fast").path = 900, [2]
    assert place_of(run(game), "Fast") == "9"

    turn = run(game, Ada="JOIN Slow Fast")
    assert place_of(turn, "Fast") == "7"
    assert fleet(turn.game, "Fast").points == 250


def points_made(game, orders):
    """By ship of Ada, the movement points that its fleet has after a turn of these orders."""
    after = run(game, Ada=orders).game
    return {
        u.name: after.fleet(u.fleet).points for u in after.units_of("Ada") if u.of_class != "Yard"
    }


@pytest.mark.rule("SC-MOV-003")
@pytest.mark.parametrize(("first", "second"), [("Fast", "Slow"), ("Slow", "Fast")])
def test_drives_stay_as_they_are_tuned_in_the_turn_in_which_fleets_are_regrouped(first, second):
    game = seven(("Fast", HAWK), ("Slow", HAWK))
    fleet(game, "Fast").detuned = True
    assert points_made(game, "MOVE Fast 9\nMOVE Slow 9") == {"Fast-1": 450, "Slow-1": 250}

    joined = f"JOIN {first} {second}\nMOVE {second} 9"
    assert set(points_made(game, joined).values()) == {250}
    parted = f"{joined}\nFLEET New Fast-1\nMOVE New 9"
    assert points_made(game, parted) == {"Fast-1": 450, "Slow-1": 250}


@pytest.mark.rule("SC-MOV-003")
def test_a_ship_takes_its_tuning_and_what_was_ordered_for_it_to_a_new_fleet():
    game = seven(("Fast", HAWK))
    fleet(game, "Fast").detuned = True
    assert fleet(run(game, Ada="FLEET New Fast-1").game, "New").detuned
    turn = run(game, Ada="DETUNE Fast OFF\nFLEET New Fast-1")
    assert not fleet(turn.game, "New").detuned


@pytest.mark.rule("SC-MOV-003", "SC-CBT-005")
@pytest.mark.parametrize("orders", ["JOIN Fast Slow", "JOIN Slow Fast", "FLEET New Slow-1 Fast-1"])
def test_ships_fight_as_they_are_tuned_whatever_fleet_they_have_joined(orders):
    game = seven(("Fast", HAWK), ("Slow", HAWK))
    fleet(game, "Fast").detuned = True
    meet(game, stance=WAR)
    ship(game, "Brin", "7", "Wolves", "DD", HAWK, "Wolf")
    (battle,) = run(game, Ada=orders).battles

    fighters = {u.name: u.detuned for u in battle.battle.units}
    assert fighters == {"Fast-1": True, "Slow-1": False, "Wolf-1": False}


@pytest.mark.rule("SC-EXP-002", "SC-EXP-013")
def test_a_scout_probes_one_point_a_turn_whatever_fleets_it_begins_in():
    game = seven(("Scouts", SCOUT), ("Hawks", HAWK))
    orders = "JOIN Hawks Scouts\nPROBE Scouts W1\nFLEET New Scouts-1\nPROBE New W2"
    turn = run(game, Ada=orders)

    assert len(texts(turn, "point.probed")) == 1
    assert texts(turn, "scan.idle") == ["Scouts lacks the instruments for its work at 7."]


@pytest.mark.rule("SC-EXP-007", "SC-EXP-013")
def test_a_detailed_scan_goes_on_only_with_both_kinds_of_instruments():
    game = seven(("Scouts", SCOUT), ("Surveyor", "(Xp)x2 (A)x8 (QQQ)1 (Ic)x5"))
    game.power("Ada").charts.surveys["7"] = game.power("Ada").charts.surveys["1"]
    turn = run(game, Ada="JOIN Surveyor Scouts\nSURVEY Scouts\nFLEET New Surveyor-1")

    assert fleet(turn.game, "Scouts").scan.turns == 0
    assert (
        fleet(run(game, Ada="JOIN Surveyor Scouts\nSURVEY Scouts").game, "Scouts").scan.turns == 1
    )


@pytest.mark.rule("SC-EXP-004", "SC-EXP-013")
def test_ships_that_join_a_scan_shorten_only_what_is_left_of_it():
    game = seven(("One", "X (A)x18 (QQQ)1 (Ic)x5"), ("Many", "(X)x9 (A)x8 (QQQ)1 (Ic)x5"))
    fleet(game, "One").scan = ExplorationWork(kind="SCAN", system="7", turns=10, last=0)
    turn = run(game, Ada="JOIN Many One")

    # 10 of 19 turns were done: of the 10 turns that ten instruments need, 5
    assert fleet(turn.game, "One").scan.turns == 5 + 1


@pytest.mark.rule("SC-CBT-010", "SC-MOV-004")
def test_ships_that_leave_a_fleet_know_the_way_they_came():
    game = seven(("One", HAWK), ("Two", HAWK))
    fleet(game, "One").came_by = fleet(game, "Two").came_by = 1
    assert fleet(run(game, Ada="FLEET New One-1 Two-1").game, "New").came_by == 1
    fleet(game, "Two").came_by = 2
    assert fleet(run(game, Ada="FLEET New One-1 Two-1").game, "New").came_by is None


@pytest.mark.rule("SC-MOV-003", "SC-TRD-002")
@pytest.mark.parametrize(("version", "detuned"), [("1.1.0", True), ("1.0.0", False)])
def test_a_ship_that_is_given_away_keeps_its_tuning(version, detuned):
    game = seven(("Fast", HAWK))
    game.version = version
    meet(game)
    fleet(game, "Fast").detuned = True
    after = run(game, Ada="GIVE Brin UNIT Fast-1").game
    (unit,) = [u for u in after.units_of("Brin") if u.of_class == "Fast"]

    assert after.fleet(unit.fleet).detuned == detuned


@pytest.mark.rule("SC-GND-003", "SC-TRD-002")
def test_a_planet_that_had_fallen_to_the_new_owner_of_its_system_is_its_own():
    game = seven()
    meet(game)
    colony(game, "5", planets=[Planet(fallen="Brin"), Planet(fallen="Cato")])
    planets = run(game, Ada="GIVE Brin SYSTEM 5").game.place("5").planets

    assert [planet.fallen for planet in planets] == ["", "Cato"]


@pytest.mark.rule("SC-MOV-001", "SC-YRD-003")
@pytest.mark.parametrize(("version", "points"), [("1.1.0", 0), ("1.0.0", 350)])
def test_a_fleet_under_way_waits_for_a_ship_that_is_built_for_it(version, points):
    game = chain("1", "5", "7", "9")
    game.version = version
    design = ship(game, "Ada", "1", "Hawks", "DD", HAWK, "Hawk").design
    fleet(game, "Hawks").points, fleet(game, "Hawks").path = 100, [0, 1]
    yard = unit(game, "Yard-1").id
    game.empire("Ada").yards = [
        UnitConstruction(
            yard=yard, of_class="Hawk", design=design, at="1", paid=1, work=1, fleet="Hawks"
        )
    ]
    after = run(game).game

    assert len(after.units_in(fleet(after, "Hawks"))) == 2
    assert fleet(after, "Hawks").points == points


@pytest.mark.rule("SC-MOV-004")
def test_a_game_of_the_first_rules_regroups_as_it_did():
    game = seven(("Fast", HAWK), ("Slow", HAWK))
    game.version = "1.0.0"
    fleet(game, "Fast").points, fleet(game, "Fast").path = 900, [2]
    fleet(game, "Slow").detuned = True

    assert place_of(run(game, Ada="JOIN Slow Fast"), "Fast") == "9"
