"""The report of each side (EH-REP): own ships, contacts, mapped sectors, battles."""

from __future__ import annotations

import json
from itertools import groupby

import pytest
from jsonschema import Draft202012Validator

from horizons_core.combat import battle_key, salvos
from tests.variants.event_horizon.table import (
    VARIANT,
    events,
    examples,
    find_ship,
    play,
    ship,
    table,
)
from variants.event_horizon.battle.fights import fight_once


def contacts(turn, empire="Ada"):
    return VARIANT.view(turn.game, empire)["contacts"]


def sectors(turn, empire="Ada"):
    return {s["sector"]: s for s in VARIANT.view(turn.game, empire)["sectors"]}


@pytest.mark.rule("EH-REP-001")
def test_own_ships_are_reported_in_full():
    game = table(
        ship("Ada", 3, "4,5", name="Lancer", hull=9, thrusters=2, weapons=3, shields=1, points=0),
        ship("Brin", 1, "4,5", thrusters=1),
    )
    turn = play(game)

    assert turn.report("Ada").data["view"]["ships"] == [
        {
            "number": 3, "name": "Lancer", "sector": "4,5", "mothership": False, "hull": 9,
            "thrusters": 2, "weapons": 3, "shields": 1, "points": 1, "built": 0,
        }
    ]  # fmt: skip
    for part in ("Lancer", "4,5"):
        assert part in turn.report("Ada").text
        assert part in turn.report("Ada").html


@pytest.mark.rule("EH-REP-001")
def test_only_survivors_are_reported():
    turn = play(table(ship("Ada", 1, thrusters=1), ship("Brin", 1, weapons=1)))

    assert VARIANT.view(turn.game, "Ada")["ships"] == []


@pytest.mark.rule("EH-REP-001")
@pytest.mark.parametrize("empire", ["Ada", "Brin", "Cato"])
def test_an_empire_knows_its_own_ships_and_no_others(empire):
    names = ("Ada", "Brin", "Cato")
    game = play(table(*(ship(name, 1, hull=5, thrusters=2) for name in names), players=names)).game

    assert [s.id for s in VARIANT.known(game, empire).ships] == [f"{empire}/1"]


@pytest.mark.rule("EH-REP-008")
def test_an_empire_knows_the_values_of_mapped_sectors_and_of_no_others():
    game = table(ship("Ada", 1, "3,3", thrusters=1), sectors={"3,3": {"hull": 7}})
    known = VARIANT.known(play(game).game, "Ada")
    mapped = [s.id for s in known.sectors if s.values]

    assert mapped == sorted([game.sector(game.empire("Ada").home).id, "3,3"])
    assert known.sector((3, 3)).values["hull"] == 7


@pytest.mark.rule("EH-REP-002")
def test_every_enemy_in_sight_is_a_contact_and_no_own_ship_is():
    names = ("Ada", "Brin", "Cato")
    ships = [ship(name, n, thrusters=1) for name in names for n in (1, 2)]
    turn = play(table(*ships, players=names))
    for name in names:
        enemies = [other for other in names if other != name for _ in (1, 2)]
        assert [contact["owner"] for contact in contacts(turn, name)] == enemies


@pytest.mark.rule("EH-REP-002", "EH-REP-007")
def test_of_an_enemy_ship_owner_strength_and_status_are_learned_and_nothing_else():
    example = examples("EH-REP-002")[0]
    game = table(
        ship("Ada", 1, thrusters=1),
        ship("Brin", 1, name="Sneak", **{**example.given["enemy"], "weapons": 2}),
    )
    turn = play(game, only=("reports",))
    (contact,) = contacts(turn)
    report = turn.report("Ada")

    assert (example.expect["strength"], example.expect["status"]) == (
        contact["strength"], contact["status"],
    )  # fmt: skip
    assert {
        "name", "owner", "number", "strength", "status", "mothership", "sector"
    } == set(contact)  # fmt: skip
    assert "Sneak" not in report.text + report.html + json.dumps(report.data)


@pytest.mark.rule("EH-REP-003")
@pytest.mark.parametrize(("strength", "faults"), [(0, 0), (3.3, 0), (-0.1, 1)])
def test_the_data_tell_strength_as_a_number_not_below_none(strength, faults):
    game = table(ship("Ada", 1, thrusters=1), ship("Brin", 1, thrusters=1))
    data = play(game).report("Ada").data
    data["view"]["contacts"][0]["strength"] = strength
    schema = Draft202012Validator(VARIANT.report_form.schema())

    assert len(list(schema.iter_errors(data))) == faults


@pytest.mark.rule("EH-REP-003")
@pytest.mark.parametrize("example", examples("EH-REP-003"), ids=str)
def test_strength_is_the_root_of_the_number_of_components(example):
    components = example.given["components"]
    enemy = ship("Brin", 1, thrusters=1, hull=components - 1)
    (contact,) = contacts(play(table(ship("Ada", 1, thrusters=1), enemy)))

    assert example.expect["strength"] == contact["strength"]


@pytest.mark.rule("EH-REP-004")
@pytest.mark.parametrize("row", VARIANT.rules["EH-REP-004"].rows, ids=lambda row: row["status"])
def test_status_is_immobile_unarmed_or_normal(row):
    parts = {part: 2 if row[part] == "1+" else 0 for part in ("thrusters", "weapons")}
    game = table(ship("Ada", 1, thrusters=1), ship("Brin", 1, **parts))
    (contact,) = contacts(play(game, only=("reports",)))

    assert row["status"] == contact["status"]


@pytest.mark.rule("EH-REP-005")
@pytest.mark.parametrize("mothership", [True, False])
def test_an_enemy_mothership_is_marked(mothership):
    game = table(ship("Ada", 1, thrusters=1), ship("Brin", 1, thrusters=1, mothership=mothership))
    (contact,) = contacts(play(game))

    assert mothership == contact["mothership"]
    assert ("Brin mothership" if mothership else "Brin unarmed") in contact["name"]


@pytest.mark.rule("EH-REP-006")
def test_a_generic_name_is_given_at_first_sight_and_stays():
    first, later = examples("EH-REP-006")
    owner = first.given["owner"]
    game = table(
        ship("Ada", 1, "5,5", thrusters=1),
        *(ship(owner, n, "5,5", thrusters=1) for n in range(1, 7)),
        players=("Ada", owner),
    )
    game = play(game).game  # six contacts
    newcomer = {"hull": 6, "thrusters": 2, "weapons": 2, "shields": 1, "number": 30}
    VARIANT.hook.horizons_scenario_state(
        game=game, state={"ships": [{"owner": owner, "sector": "5,5", **newcomer}]}
    )
    game = play(game, only=("reports",)).game
    names = {c["number"]: c["name"] for c in VARIANT.view(game, "Ada")["contacts"]}
    assert first.expect["name"] == names[first.given["number"]]

    hurt = {"number": 30, "hull": 4, "thrusters": 1, "weapons": 0, "shields": 0}
    VARIANT.hook.horizons_scenario_state(game=game, state={"ships": [{"owner": owner, **hurt}]})
    game = play(game, only=("reports",)).game
    contact = next(c for c in VARIANT.view(game, "Ada")["contacts"] if c["number"] == 7)

    assert (later.given["later"]["strength"], later.given["later"]["status"]) == (
        contact["strength"], contact["status"],
    )  # fmt: skip
    assert later.expect["name"] == contact["name"]


@pytest.mark.rule("EH-REP-006")
def test_each_observer_numbers_for_itself():
    game = table(
        ship("Ada", 1, "1,1", thrusters=1),
        ship("Brin", 1, "1,1", thrusters=1),
        ship("Brin", 2, "2,2", thrusters=1),
        ship("Cato", 1, "2,2", thrusters=1),
        players=("Ada", "Brin", "Cato"),
    )
    turn = play(game)

    assert [c["name"] for c in contacts(turn, "Cato")] == ["Brin unarmed 1.0 #1"]
    assert [c["name"] for c in contacts(turn, "Brin")] == [
        "Ada unarmed 1.0 #1",
        "Cato unarmed 1.0 #2",
    ]


@pytest.mark.rule("EH-REP-007")
@pytest.mark.parametrize("example", examples("EH-REP-007"), ids=str)
def test_a_sector_is_seen_by_being_there_and_not_from_next_door(example):
    place = "3,3" if "own_ship_here" in example.given else "2,3"
    game = table(ship("Ada", 1, place, thrusters=1), ship("Brin", 1, "3,3", thrusters=1))
    turn = play(game)

    assert example.expect["values"] == ("3,3" in sectors(turn))
    assert example.expect["enemies"] == bool(contacts(turn))
    assert [event.place for event in events(turn, "sector.mapped", "Ada")] == [place]
    assert "3,3" in sectors(turn, "Brin")


@pytest.mark.rule("EH-REP-008")
def test_a_mapped_sector_keeps_its_values_and_loses_its_enemies():
    example = examples("EH-REP-008")[0]
    game = table(
        ship("Ada", 1, "3,3", thrusters=1),
        ship("Brin", 1, "3,3", thrusters=1),
        sectors={"3,3": {"hull": 7}},
    )
    game.turn = example.given["reported_in_turn"] - 1
    turn = play(game)
    assert [len(contacts(turn)), sectors(turn)["3,3"]["in_view"]] == [1, True]
    assert [event.place for event in events(turn, "sector.mapped", "Ada")] == ["3,3"]
    result = play(turn.game)
    assert events(result, "sector.mapped", "Ada") == []
    assert sectors(result)["3,3"]["mapped"] == 4
    while turn.game.turn < example.given["now_turn"]:
        turn = play(turn.game, {"Ada": "MOVE 1 W"})
    left = sectors(turn)["3,3"]

    assert example.expect["values"] == (left["values"]["hull"] == 7)
    assert example.expect["enemies"] == bool(contacts(turn))
    assert (example.given["own_ship_here"], 3) == (left["in_view"], left["mapped"])


@pytest.mark.rule("EH-REP-009")
def test_who_is_destroyed_on_arrival_learns_of_the_enemies_and_not_of_the_values():
    example = examples("EH-REP-009")[0]
    game = table(
        ship("Ada", 1, "2,3", thrusters=1),
        ship("Ada", 2, "8,8", thrusters=1),
        ship("Brin", 1, "3,3", weapons=3),
        ship("Brin", 2, "3,3", thrusters=1),
        sectors={"3,3": {"hull": 7}},
    )
    turn = play(game, {"Ada": "MOVE 1 E"})

    assert find_ship(turn.game, "Ada", 1) is None
    assert example.expect["enemies"] == (len(contacts(turn)) == 2)
    assert example.expect["mapped"] == ("3,3" in sectors(turn))
    assert contacts(play(turn.game)) == []  # one report only


@pytest.mark.rule("EH-REP-009")
def test_who_survives_on_arrival_maps_the_sector():
    game = table(ship("Ada", 1, "2,3", thrusters=1, hull=50), ship("Brin", 1, "3,3", weapons=3))
    turn = play(game, {"Ada": "MOVE 1 E"})

    assert "3,3" in sectors(turn)
    assert len(events(turn, "sector.mapped", "Ada")) == 1


@pytest.mark.rule("EH-REP-009")
def test_who_leaves_and_is_destroyed_on_the_way_hears_only_of_who_fired():
    """The ship is lost to an attack from the sector that it left, not to those where it arrived."""
    game = table(
        ship("Ada", 1, "2,3", thrusters=1),
        ship("Ada", 2, "8,8", thrusters=1),
        ship("Brin", 1, "2,3", weapons=3),
        ship("Brin", 2, "3,3", thrusters=1),
        ship("Brin", 3, "2,3", thrusters=1),
    )
    turn = play(game, {"Ada": "MOVE 1 E"})

    assert find_ship(turn.game, "Ada", 1) is None
    assert contacts(turn) == []
    assert list(sectors(turn)) == sorted([game.sector(game.empire("Ada").home).id, "8,8"])


@pytest.mark.rule("EH-REP-009")
def test_who_loses_a_ship_beside_others_still_has_the_sector_in_view():
    game = table(
        ship("Ada", 1, "3,3", thrusters=1),
        ship("Ada", 2, "3,3", thrusters=9, hull=99, points=99),
        ship("Brin", 1, "3,3", weapons=30, hull=999),
    )
    turn = play(game)

    assert find_ship(turn.game, "Ada", 1) is None
    assert len(contacts(turn)) == 1
    assert sectors(turn)["3,3"]["in_view"]


def fought(turn, empire):
    (event,) = events(turn, "battle.fought", empire)
    return event.data


@pytest.mark.rule("EH-REP-010")
def test_each_side_gets_the_shots_with_component_types_of_its_own_ships_alone():
    game = table(
        ship("Ada", 1, hull=30, weapons=5, name="Pride"),
        ship("Brin", 1, hull=30, weapons=5, name="Sneak"),
    )
    turn = play(game)
    full = next(e for e in turn.events if e.code == "battle.fought" and not e.audience).data
    mine, theirs = fought(turn, "Ada"), fought(turn, "Brin")

    assert len(full["shots"]) == len(mine["shots"]) == len(theirs["shots"]) > 5
    for report, all_, owner in [
        *((m, f, 0) for m, f in zip(mine["shots"], full["shots"], strict=True)),
        *((m, f, 1) for m, f in zip(theirs["shots"], full["shots"], strict=True)),
    ]:
        is_own = full["units"][all_["target"]]["side"] == owner
        assert (all_["lost"] if is_own else []) == report["lost"]
        assert (all_["damage"], all_["destroyed"]) == (report["damage"], report["destroyed"])
    assert [unit["name"] for unit in mine["units"]] == ["Pride (#1)", "Brin immobile 5.9 #1"]
    assert {} == mine["units"][1]["before"] == mine["units"][1]["after"]
    assert "Sneak" not in json.dumps(turn.report("Ada").data)


@pytest.mark.rule("EH-REP-010")
@pytest.mark.parametrize("you", ["Ada", "Brin", "Cato"])
def test_of_three_sides_each_knows_its_own_ships_alone(you):
    names = ("Ada", "Brin", "Cato")
    turn = play(table(*(ship(name, 1, hull=40, weapons=9) for name in names), players=names))
    battle = fought(turn, you)
    owners = [battle["sides"][unit["side"]] for unit in battle["units"]]

    assert [o for o, unit in zip(owners, battle["units"], strict=True) if unit["before"]] == [you]
    hurt = {owners[shot["target"]] for shot in battle["shots"] if shot["lost"]}
    assert hurt == {you}
    assert [unit["name"].split()[0] for unit in battle["units"]] == [
        "Ship" if owner == you else owner for owner in owners
    ]


@pytest.mark.rule("EH-REP-010")
@pytest.mark.parametrize("key", range(6))
def test_a_shot_tells_what_it_took_as_the_battle_was_fought(key):
    """A row of the kernel is one damage; the report lists each shot with all its damage."""
    side = [{"count": 3, "hull": 2, "thrusters": 1, "weapons": 1, "shields": 1, "points": 2}]
    battle = VARIANT.battle({"turns": 9, "sides": {"a": side, "b": side}})
    rows = fight_once(battle.fleet(), 9, True, battle_key(key)).record.tolist()
    kinds = ("point", "hull", "thruster", "weapon", "shield")
    expected = []
    for _, group in groupby(rows, key=lambda row: row[3]):
        damages = list(group)
        hits = [kinds[row[4]] for row in damages]
        lost = tuple(kind for kind in hits if kind != "point")
        turn, shooter, target, *_, destroyed = damages[-1]
        absorbed = len(hits) - len(lost)
        expected.append((shooter, target, absorbed, lost, bool(destroyed), turn + 1))
    record = VARIANT.combat.resolve(battle, key)

    assert expected == [
        (s.shooter, s.target, s.absorbed, s.lost, s.destroyed, s.round) for s in record.shots
    ]
    assert len(rows) > len(expected) > 10
    assert len({shot.round for shot in record.shots}) > 1


@pytest.mark.rule("EH-REP-010")
def test_who_is_not_in_a_battle_hears_nothing_of_it():
    game = table(
        ship("Ada", 1, weapons=1), ship("Brin", 1, weapons=1), ship("Cato", 1, "4,3", thrusters=1),
        players=("Ada", "Brin", "Cato"),
    )  # fmt: skip

    assert not events(play(game), "battle.fought", "Cato")


@pytest.mark.rule("EH-REP-010")
def test_consecutive_shots_of_one_ship_at_one_target_are_a_salvo():
    example = examples("EH-REP-010")[0]
    shots = [
        {"shooter": a, "target": b, "absorbed": 0, "damage": 1, "lost": [], "destroyed": False,
         "round": 1}
        for a, b in example.given["shots"]
    ]  # fmt: skip

    assert example.expect["salvos"] == [
        [s["shooter"], s["target"], s["shots"]] for s in salvos(shots)
    ]


@pytest.mark.rule("EH-REP-010", "EH-OPP-003")
def test_attacks_of_opportunity_are_reported_in_the_same_way():
    game = table(ship("Ada", 1, "3,3", hull=50, thrusters=1), ship("Brin", 1, "3,3", weapons=2))
    turn = play(game, {"Ada": "MOVE 1 E"})
    for empire in ("Ada", "Brin"):
        (event,) = events(turn, "battle.opportunity", empire)
        assert len(event.data["shots"]) == 2
        assert "ttack of opportunity" in turn.report(empire).text


def test_the_text_tells_the_turn_in_short_losses_first():
    game = table(
        ship("Ada", 1, "2,2", mothership=True, hull=9, weapons=1),
        ship("Ada", 3, "4,5", name="Lancer", thrusters=1),
        ship("Brin", 1, "4,5", hull=9, weapons=3),
        stock={"Ada": {"thruster": 1}},
    )
    text = play(game, {"Ada": "MOVE 99 E\nBUILD 1 0 1 0 0"}).report("Ada").text

    assert (
        "\nThis turn in short\n------------------\n"
        "* 1 mistake in your orders: see the remarks.\n"
        "* Battle in 4,5: Brin won; you lost 1 ship.\n"
        "* Lost: Lancer (#3).\n"
        "* Built: 1 H0 T1 W0 S0.\n"
        "\nRemarks on your orders\n"
    ) in text
    assert text.index("Remarks on your orders") < text.index("What happened")
