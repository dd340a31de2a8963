"""A race's sightings of the galaxy and of the others (GG-VIS)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import horizons_core as hz
from tests.effort import tries
from tests.variants.galaxy_g.war import (
    TYPES,
    VARIANT,
    codes,
    events,
    examples,
    find_group,
    group,
    planet,
    play,
    table,
)
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Design, Game, Group, ShipType, Techs, distance
from variants.galaxy_g.rules import visibility


def located(game: Game, race: str = "Ada") -> set[str]:
    """The names of the planets whose place a race knows."""
    return {game.planet(number).name for number in game.race(race).knowledge.located}


def view(game: Game, race: str = "Ada") -> dict[str, Any]:
    return VARIANT.view(game, race).data


@pytest.mark.rule("GG-VIS-001")
@pytest.mark.parametrize("example", examples("GG-VIS-001"), ids=str)
def test_planets_are_seen_as_far_as_a_probe_flies_in_a_turn(example):
    game = table(
        planets={"Far": {"at": [1000 + example.given["distance"], 1000]}},
        Ada={"techs": {"drive": example.given["drive_tech"]}},
    )
    assert ("Far" in located(game)) == example.expect["seen"]


@pytest.mark.rule("GG-VIS-001")
def test_the_view_is_from_ships_at_planets_too_but_not_from_hyperspace():
    planets = {"Post": {"at": [500, 500]}, "Near": {"at": [515, 500]}, "Off": {"at": [600, 600]},
               "Moon": {"at": [1001, 1000], "size": 5}}  # fmt: skip
    at_rest = table(group("Ada", "Drone", "Post"), planets=planets)
    assert {"Post", "Near"} <= located(at_rest)

    on_its_way = table(group("Ada", "Drone", "Post", to="Off", left=90), planets=planets)
    assert located(on_its_way) == {"Ada Home", "Moon", "Post", "Off"}


@pytest.mark.rule("GG-VIS-001")
@hypothesis_settings(max_examples=tries(25))
@given(
    st.lists(st.tuples(st.floats(900, 1100), st.floats(900, 1100)), max_size=12), st.floats(1, 4)
)
def test_in_view_is_what_lies_within_the_radius_of_an_anchor_and_nothing_else(places, drive):
    spots = {f"P{n}": {"at": list(at), "size": 10} for n, at in enumerate(places)}
    posts = [group("Ada", "Drone", name) for name in list(spots)[:3]]
    game = table(*posts, planets=spots, Ada={"techs": {"drive": drive}})
    anchors = [planet(game, name) for name in ["Ada Home", *list(spots)[:3]]]

    expected = {
        other.name
        for other in game.planets
        if any(distance(anchor.at, other.at) <= 20 * drive + 1e-9 for anchor in anchors)
    }
    extra = located(game) - expected
    assert located(game) >= expected
    assert len(extra) <= 1


@pytest.mark.rule("GG-VIS-002")
@pytest.mark.parametrize("example", examples("GG-VIS-002"), ids=str)
def test_whoever_has_everything_in_view_sees_one_planet_more(example):
    in_part = example.given["owned_in_view"] == "all but one"
    owner = {} if in_part else {"owner": "Ada", "population": 50, "industry": 50}
    game = table(
        planets={
            "Near": {"at": [1010, 1000], "size": 50, **owner},
            "Void": {"at": [1031, 1000], "size": 0},
            "Next": {"at": [1050, 1000], "size": 50},
            "Later": {"at": [1060, 1000], "size": 50},
        }
    )
    extra = located(game) - {"Ada Home", "Near"}
    assert extra == ({"Next"} if example.expect["extra_planet_seen"] else set())


@pytest.mark.rule("GG-VIS-002")
@pytest.mark.parametrize("short", [{"population": 49, "industry": 49}, {"industry": 49}])
def test_a_planet_that_can_still_grow_is_enough_to_do(short):
    full = {"owner": "Ada", "size": 50, "population": 50, "industry": 50}
    planets = {"Next": {"at": [1050, 1000], "size": 50}}
    developed = table(planets={**planets, "Near": {"at": [1010, 1000], **full}})
    growing = table(planets={**planets, "Near": {"at": [1010, 1000], **full, **short}})
    assert "Next" in located(developed)
    assert "Next" not in located(growing)


INCOMING = {"From": {"at": [1300, 1000], "size": 10}}


@pytest.mark.rule("GG-VIS-003", "GG-VIS-007")
def test_ships_that_come_to_ones_planet_betray_where_they_come_from():
    example = examples("GG-VIS-003")[0]
    game = table(
        group("Brin", "Battleship", "73", to="Ada Home", left=100, ships=3),
        planets={"73": {"at": [1300, 1000]}},
    )
    (contact,) = view(game)["incoming"]

    assert contact["origin"] == example.expect["listed_origin"]
    assert (contact["origin_x"], contact["origin_y"]) == (1300, 1000)
    assert contact["planet"] == "Ada Home"
    assert (contact["left"], contact["mass"]) == (100, 270)
    assert contact["speed"] == pytest.approx(20 * 25 / 90)
    assert "73" not in located(game)
    assert set(contact) == {"origin", "origin_x", "origin_y", "planet", "left", "speed", "mass"}


@pytest.mark.rule("GG-VIS-007")
@pytest.mark.parametrize("example", examples("GG-VIS-007"), ids=str)
def test_only_the_owner_of_the_destination_is_told(example):
    owner = {"me": "Ada", "other": "Cato", None: None}[example.given["destination_owner"]]
    settled = {"owner": owner, "size": 9, "population": 9} if owner else {}
    posts = [group("Ada", "Drone", "Goal")] if example.given.get("my_ship_there") else []
    game = table(
        group("Brin", "Drone", "From", to="Goal", left=7),
        *posts,
        planets={**INCOMING, "Goal": {"at": [1250, 1000], **settled}},
        players=("Ada", "Brin", "Cato"),
    )
    assert bool(view(game)["incoming"]) == example.expect["listed"]


@pytest.mark.rule("GG-VIS-007")
def test_ones_own_ships_are_not_incoming_and_the_order_does_not_tell_the_owner():
    groups = [
        group(owner, "Drone", "From", to="Ada Home", left=left)
        for owner, left in (("Brin", 50), ("Cato", 40), ("Brin", 30), ("Ada", 20))
    ]
    game = table(*groups, planets=INCOMING, players=("Ada", "Brin", "Cato"))
    assert [contact["left"] for contact in view(game)["incoming"]] == [30, 40, 50]


@pytest.mark.rule("GG-VIS-004")
def test_ships_can_be_sent_to_a_planet_that_is_not_seen():
    example = examples("GG-VIS-004")[0]
    game = table(group("Ada", "Drone", "Ada Home"), planets={"57": {"at": [1200, 1100]}})
    assert "57" not in located(game)
    turn = play(game, {"Ada": example.given["order"]})

    assert (codes(turn, "Ada") == []) == example.expect["accepted"]
    assert turn.game.planet(find_group(turn.game, "Ada", 1).to).name == "57"
    assert codes(play(game, {"Ada": "S 1 99999"}), "Ada") == ["unknown-name"]


@pytest.mark.rule("GG-VIS-005", "GG-VIS-010")
@pytest.mark.parametrize("example", examples("GG-VIS-005"), ids=str)
def test_details_of_a_planet_are_for_those_with_a_ship_there(example):
    posts = [group("Ada", "Drone", "Theirs")] if example.given["ship_at_planet"] else []
    theirs = {"owner": "Brin", "size": 90, "population": 80, "industry": 70, "resources": 3,
              "capital": 1, "materials": 2, "colonists": 4, "product": "Battleship"}  # fmt: skip
    game = table(*posts, planets={"Theirs": {"at": [1010, 1000], **theirs}})
    known_view = view(game)

    if example.expect["details"]:
        (details,) = known_view["alien_planets"]
        assert {name: details[name] for name in theirs} == theirs
        assert [race["name"] for race in known_view["races"]] == ["Brin"]
    else:
        assert [p["name"] for p in known_view["located"]] == ["Theirs"]
        assert set(known_view["located"][0]) == {"id", "name", "x", "y"}
        assert known_view["races"] == known_view["alien_planets"] == []


@pytest.mark.rule("GG-VIS-005", "GG-VIS-009")
def test_of_alien_ships_at_a_planet_all_but_three_techs_are_seen():
    example = examples("GG-VIS-009")[0]
    techs = example.given["alien_group"]
    game = table(
        group("Brin", "Tramp", "Port", ships=4, techs=techs, cargo="MAT", load=1),
        group("Ada", "Drone", "Port"),
        planets={"Port": {"at": [1200, 1200]}},
        Brin={"types": {"Tramp": [1, 1, 1, 1, 2]}},
    )
    (squadron,) = view(game)["alien_groups"]

    assert squadron == {
        "race": "Brin", "planet": "Port", "type": "Tramp", "ships": 4,
        "cargo_tech": example.expect["shown"]["cargo"], "cargo_kind": "MAT", "load": 1,
    }  # fmt: skip


@pytest.mark.rule("GG-VIS-009")
def test_techs_of_others_change_nothing_in_a_report():
    def report(level: float) -> dict[str, Any]:
        techs = {"drive": level, "weapons": level, "shields": level}
        game = table(
            group("Brin", "Battleship", "Ada Home", techs=techs),
            group("Brin", "Fort", "Port", techs=techs),
            group("Ada", "Drone", "Port"),
            planets={"Port": {"at": [1200, 1200]}},
            Brin={"techs": techs},
        )
        return view(game)

    assert report(1) == report(2.5)


@pytest.mark.rule("GG-VIS-006")
def test_own_ships_are_always_known():
    planets = {"A": {"at": [500, 500]}, "B": {"at": [900, 100]}}
    game = table(
        group("Ada", "Drone", "A", ships=2),
        group("Ada", "Drone", "A", to="B", left=400, ships=3),
        planets=planets,
    )
    groups = view(game)["groups"]
    assert [(g["ships"], g["planet"], g["under_way"]) for g in groups] == [
        (2, "A", False),
        (3, "B", True),
    ]


@pytest.mark.rule("GG-VIS-008")
def test_other_ships_in_hyperspace_are_marks_on_the_map():
    example = examples("GG-VIS-008")[0]
    assert example.expect["map_mark"] == "-"
    planets = {"A": {"at": [0, 0]}, "B": {"at": [30, 40]}}
    area = {"area": [0, 0, 80]}
    game = table(
        group("Brin", "Drone", "A", to="B", left=25),
        group("Brin", "Drone", "A", to="B", left=24.9),
        group("Ada", "Drone", "A", to="B", left=10),
        planets=planets,
        Ada=area,
        Brin=area,
    )
    # 15, 20 is column 15 and row 10 of 80 by 40
    assert view(game)["traces"] == [10 * 80 + 15]
    assert view(game, "Brin")["traces"] == [16 * 80 + 24]


@pytest.mark.rule("GG-VIS-008")
def test_the_marks_are_those_of_the_map_area():
    planets = {"A": {"at": [0, 0]}, "B": {"at": [30, 40]}}
    game = table(
        group("Brin", "Drone", "A", to="B", left=25), planets=planets, Ada={"area": [20, 0, 80]}
    )
    assert view(game)["traces"] == []
    after = play(game, {"Ada": "M 10 20 40"})
    # one turn on: 27, 36
    assert view(after.game)["traces"] == [16 * 80 + 34]


@pytest.mark.rule("GG-VIS-010")
def test_one_s_own_war_on_a_race_is_listed_only_when_it_is_seen():
    example = examples("GG-VIS-010")[0]
    hidden = table(Ada={"war": ["Brin"], "allies": ["Brin"]})
    listed = [race["name"] for race in view(hidden)["races"]]
    assert ("Brin" in listed) == example.expect["X_listed"]

    met = table(group("Ada", "Drone", "Brin Home"), Ada={"war": ["Brin"]})
    assert view(met)["races"] == [{"name": "Brin", "active": True, "war": True, "ally": False}]


@pytest.mark.rule("GG-VIS-010")
def test_visitors_of_one_s_planet_are_seen():
    game = table(group("Brin", "Drone", "Ada Home"))
    assert [race["name"] for race in view(game)["races"]] == ["Brin"]
    assert game.race("Brin").knowledge.races == ["Ada"]


@pytest.mark.rule("GG-VIS-010", "GG-VIS-012")
def test_races_and_types_met_in_a_battle_are_seen_that_turn_only():
    """Both sides' ships perish or leave; only the memory of the battle is left."""
    game = table(
        group("Ada", "Drone", "Rim"),
        group("Brin", "Battleship", "Rim"),
        planets={"Rim": {"at": [1200, 1200]}},
        Brin={"war": ["Ada"]},
    )
    turn = play(game, {"Brin": "S 1 Brin_Home"})
    known_view = view(turn.game)
    assert [race["name"] for race in known_view["races"]] == ["Brin"]
    assert [kind["name"] for kind in known_view["alien_types"]] == ["Battleship"]
    assert known_view["alien_groups"] == []

    later = view(play(turn.game).game)
    assert later["races"] == later["alien_types"] == []


@pytest.mark.rule("GG-VIS-010", "GG-BOM-001")
def test_bombers_are_seen_by_the_owner():
    game = table(
        group("Ada", "Battleship", "Earth"),
        planets={"Earth": {"at": [1200, 1200], "owner": "Brin", "size": 900, "population": 900}},
        Ada={"war": ["Brin"]},
    )
    after = play(game, {"Ada": "S 1 Ada_Home"}).game
    assert after.planet_named("Earth").population < 900
    assert after.race("Brin").knowledge.races == ["Ada"]


@pytest.mark.rule("GG-VIS-011")
def test_a_declaration_of_war_is_told_to_nobody():
    example = examples("GG-VIS-011")[0]
    game = table(group("Brin", "Drone", "Ada Home"), group("Ada", "Drone", "Brin Home"))
    quiet = play(game)
    declared = play(game, {"Brin": "W Ada\nW Ada_Home\nK Ada\nW Brin_Home"}, only=("orders",))
    assert declared.game.race("Brin").war == ["Ada"]

    same = declared.events == quiet.events[:0] and view(declared.game) == view(game)
    assert same != example.expect["my_report_shows_it"]


@pytest.mark.rule("GG-VIS-012")
def test_the_design_of_ships_that_are_seen_is_known():
    example = examples("GG-VIS-012")[0]
    game = table(
        group("Brin", "Battleship", "Ada Home"),
        group("Ada", "Drone", "Brin Home"),
        Brin={"types": {"Secret": [5, 0, 0, 0, 0]}},
    )
    assert [kind["name"] for kind in view(game)["alien_types"]] == ["Battleship"]
    (kind,) = view(game)["alien_types"]
    assert all(example.expect[part] and part in kind for part in example.expect)
    assert [kind[p] for p in ("drive", "attacks", "weapons", "shields", "cargo")] == TYPES[
        "Battleship"
    ]
    assert kind["mass"] == 90


@pytest.mark.rule("GG-VIS-012")
def test_the_product_of_a_planet_seen_in_detail_shows_its_design():
    game = table(group("Ada", "Drone", "Brin Home"), planets={"Brin Home": {"product": "Fighter"}})
    assert [kind["name"] for kind in view(game)["alien_types"]] == ["Fighter"]
    assert view(game)["alien_planets"][0]["product"] == "Fighter"


@pytest.mark.rule("GG-VIS-013", "GG-CBT-017")
@pytest.mark.parametrize("example", examples("GG-VIS-013"), ids=str)
def test_a_battle_is_told_to_those_present_and_the_owner(example):
    seer = example.given
    ship = seer.get("has_ship_at_planet_when_battle_starts") or seer.get("ships")
    owner = "Dora" if seer.get("owns_planet") else "Cato"
    posts = [group("Dora", "Drone", "Earth")] if ship else []
    game = table(
        group("Ada", "Battleship", "Earth"),
        group("Brin", "Battleship", "Earth"),
        *posts,
        planets={"Earth": {"at": [1200, 1200], "owner": owner, "size": 9, "population": 9}},
        players=("Ada", "Brin", "Cato", "Dora"),
        Ada={"war": ["Brin"]},
    )
    reports = events(play(game, only=("battles",)), "battle.fought", "Dora")
    assert bool(reports) == example.expect["battle_report"]


@pytest.mark.rule("GG-VIS-001", "GG-VIS-005")
def test_turn_0_is_known_before_the_first_orders():
    game: Any = hz.load_variant("galaxy_g").new_game(["Ada", "Brin"], seed=3)
    home = game.planet(game.race("Ada").home)
    near = {p.id for p in game.planets if distance(p.at, home.at) <= 20}
    assert set(game.race("Ada").knowledge.located) == near
    assert len(near) >= 7


def crowd(players: int, groups: int) -> Game:
    """A large game: every race's groups are spread over its own quarter, a third under way."""
    names = [f"P{number}" for number in range(players)]
    game: Any = VARIANT.new_game(names, seed=5, options={"fairness": 0})
    for seat, race in enumerate(game.empires):
        race.techs = evolve(race.techs, drive=2.0)
        race.types["1"] = ShipType(id="1", name="Drone", design=Design(1, 0, 0, 0, 0))
        home = game.planet(race.home)
        near = sorted(game.planets, key=lambda p, h=home: (distance(p.at, h.at), p.number))[:20]
        for number in range(1, groups // players + 1):
            at, to = near[number % 20], near[(number * 7 + seat) % 20]
            race.groups.append(
                Group(
                    number=number, type="1", ships=1 + number % 5, techs=Techs(drive=1.0), at=at.id
                )
            )
            if number % 3 == 0 and at is not to:
                moving = race.groups[-1]
                moving.to, moving.left, moving.under_way = to.id, distance(at.at, to.at), True
    return game


@pytest.mark.rule("GG-VIS-008")
def test_everybody_in_a_crowd_sees_marks_of_the_others():
    game = crowd(40, 2_000)
    visibility.update_knowledge(RULEBOOK_ECONOMY, game)
    assert all(race.knowledge.traces for race in game.empires)


def meeting() -> Game:
    """Three races with a planet each near by, one free planet and one that is only located."""
    fields = {"size": 100, "population": 60, "industry": 20, "resources": 1, "product": "CAP"}
    planets = {
        f"{name} Colony": {"at": [1200 + place, 1200], "owner": name, **fields}
        for place, name in enumerate(("Ada", "Brin", "Cato"))
    }
    planets |= {"Free": {"at": [1210, 1200], "size": 5}, "Near": {"at": [1215, 1200], "size": 5}}
    visits = [
        group(name, "Drone", at)
        for name in ("Ada", "Brin", "Cato")
        for at in ("Ada Colony", "Brin Colony", "Cato Colony", "Free")
    ]
    return table(*visits, planets=planets, players=("Ada", "Brin", "Cato"))


@pytest.mark.rule("GG-VIS-005", "GG-VIS-010", "GG-GAL-001", "GG-VIS-011")
@pytest.mark.parametrize("me", ["Ada", "Brin", "Cato"])
def test_each_race_sees_its_own_things_and_those_of_whom_it_meets(me):
    my_view, players = view(meeting(), me), [name for name in ("Ada", "Brin", "Cato") if name != me]

    assert [planet["name"] for planet in my_view["planets"]] == [f"{me} Home", f"{me} Colony"]
    assert [p["name"] for p in my_view["alien_planets"]] == [f"{n} Colony" for n in players]
    assert [planet["name"] for planet in my_view["uninhabited"]] == ["Free"]
    assert [planet["name"] for planet in my_view["located"]] == ["Near"]
    assert [race["name"] for race in my_view["races"]] == players
    assert {(ships["race"], ships["planet"]) for ships in my_view["alien_groups"]} == {
        (n, at) for n in players for at in ("Ada Colony", "Brin Colony", "Cato Colony", "Free")
    }
    assert [ships["planet"] for ships in my_view["groups"]] == [
        "Ada Colony", "Brin Colony", "Cato Colony", "Free"
    ]  # fmt: skip


@pytest.mark.rule("GG-GAL-001")
def test_what_is_not_seen_is_not_in_what_a_race_knows():
    game = table(players=("Ada", "Brin", "Cato"))
    known = VARIANT.known(game, "Brin")

    own_planet, nearest = known.planets

    assert (own_planet.name, own_planet.owner, own_planet.size) == ("Brin Home", "Brin", 1000)
    assert (nearest.name, nearest.owner, nearest.size) == ("Cato Home", "", 0)
    assert [race.id for race in known.empires] == ["Brin"]


@pytest.mark.rule("GG-VIS-006", "GG-RPT-003")
def test_own_groups_are_told_in_full_at_rest_and_in_hyperspace():
    planets = {"A": {"at": [500, 500]}, "B": {"at": [500, 540]}}
    game = table(
        group("Ada", "Drone", "A", ships=2, techs={"drive": 2}),
        group("Ada", "Drone", "A", to="B", left=30, ships=3, fleet="Home"),
        group("Ada", "Freighter", "A", to="B", left=30, cargo="CAP", load=4, fleet="Home"),
        planets=planets,
        Ada={"fleets": ["Home"]},
    )
    entries = [
        [g[name] for name in ("number", "fleet", "planet", "origin", "left", "x", "y", "speed")]
        for g in view(game)["groups"]
    ]
    slow = 20 * 8 / (20 + 4)

    assert entries == [
        [1, "", "A", "", 0.0, 500, 500, 40],
        [2, "Home", "B", "A", 30, 500, 510, pytest.approx(slow)],
        [3, "Home", "B", "A", 30, 500, 510, pytest.approx(slow)],
    ]


@pytest.mark.rule("GG-VIS-003", "GG-VIS-007")
def test_of_incoming_ships_distance_speed_and_mass_are_told():
    planets = {
        "Rim": {"at": [1000, 1050]},
        "Void": {"at": [1000, 1060], "size": 0},
        "Post": {"at": [1030, 1000], "owner": "Ada", "size": 9, "population": 9},
    }
    coming = {"to": "Ada Home", "left": 20}
    game = table(
        group("Ada", "Drone", "Rim", to="Post", left=9),
        group("Brin", "Freighter", "Rim", ships=2, cargo="CAP", load=5, fleet="Pack", **coming),
        group("Brin", "Drone", "Rim", fleet="Pack", **coming),
        group("Brin", "Drone", "Rim", ships=7, to="Post", left=33),
        group("Brin", "Drone", "Rim", to="Void", left=5),
        group("Ada", "Drone", "Rim", to="Cato Home", left=9),
        group("Cato", "Drone", "Void", to="Ada Home", left=5),
        players=("Ada", "Brin", "Cato"),
        planets=planets,
        Brin={"fleets": ["Pack"]},
    )
    slow = 20 * 8 / (20 + 5)
    entries = [
        (s["origin"], s["planet"], s["left"], s["speed"], s["mass"]) for s in view(game)["incoming"]
    ]

    assert entries == [
        ("Void", "Ada Home", 5, 20, 1),
        ("Rim", "Ada Home", 20, pytest.approx(slow), 1),
        ("Rim", "Ada Home", 20, pytest.approx(slow), 50),
        ("Rim", "Post", 33, 20, 7),
    ]
    assert view(game, "Brin")["incoming"] == []
    assert [ships["left"] for ships in view(game, "Cato")["incoming"]] == [9]


@pytest.mark.rule("GG-RPT-005")
def test_the_hosts_view_shows_the_whole_galaxy():
    game = meeting()
    data = VARIANT.view(game, None).data

    assert data["area"] == {"x": 0, "y": 0, "size": game.diameter}
    assert [planet["name"] for planet in data["planets"]] == [p.name for p in game.planets]
    assert [race["name"] for race in data["races"]] == ["Ada", "Brin", "Cato"]
    assert [len(race["groups"]) for race in data["races"]] == [4, 4, 4]
