"""Battles in a game: places, participants, and reports (GG-CBT)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import horizons_core as hz
from horizons_core.codec import plain
from horizons_core.model import NO_ONE
from horizons_core.turn import dice_key
from horizons_host.reports.explanations import explanations
from horizons_host.reports.replay import replay_html
from tests.variants.galaxy_g.war import (
    VARIANT,
    add,
    events,
    examples,
    find_group,
    group,
    place,
    planet,
    play,
    ships_at,
    table,
)
from variants.galaxy_g.model import Game

RIM = {"Rim": {"at": [1200, 1200]}}
#: Ships that cannot destroy each other.
WALL = {"types": {"Wall": [1, 1, 1, 100, 0]}}


def meeting(ada: str, brin: str, *, ships: int = 1, **races: Any) -> Game:
    """Ships of Ada's and Brin's at one planet."""
    return table(
        group("Ada", ada, "Rim", ships=ships),
        group("Brin", brin, "Rim", ships=ships),
        planets=RIM,
        **races,
    )


def fought(game: Game, orders: dict[str, str] | None = None) -> list[hz.Event]:
    """The gamemaster's events of the turn's battles."""
    return [e for e in events(play(game, orders), "battle.fought") if not e.audience]


@pytest.mark.rule("GG-CBT-001")
@pytest.mark.parametrize("example", examples("GG-CBT-001"), ids=str)
def test_a_battle_needs_an_armed_ship_and_an_enemy(example):
    def kind(name: str) -> str:
        return "Drone" if "unarmed" in example.given[name] else "Fighter"

    war = ["Brin"] if "at war" in example.given["A"] else []
    game = meeting(kind("A"), kind("B"), Ada={"war": war})
    assert bool(fought(game)) == example.expect["battle"]


@pytest.mark.rule("GG-CBT-001", "GG-DIP-003")
def test_there_is_one_battle_among_all_that_are_there():
    game = table(
        group("Ada", "Battleship", "Rim"),
        group("Brin", "Drone", "Rim"),
        group("Cato", "Drone", "Rim"),
        group("Dora", "Drone", "Rim"),
        planets=RIM,
        players=("Ada", "Brin", "Cato", "Dora"),
        Ada={"war": ["Brin", "Cato"]},
    )
    (event,) = fought(game)
    assert event.data["sides"] == ["Ada", "Brin", "Cato", "Dora"]
    left = {
        event.data["sides"][unit["side"]]: unit["after"]["ships"] for unit in event.data["units"]
    }
    assert left == {"Ada": 1, "Brin": 0, "Cato": 0, "Dora": 1}


@pytest.mark.rule("GG-CBT-002")
@pytest.mark.parametrize("example", examples("GG-CBT-002"), ids=str)
def test_ships_fight_until_they_are_in_hyperspace(example):
    planets = {**RIM, "Haven": {"at": [1240, 1230]}}
    flying = {"to": "Rim", "left": 45} if "under way" in example.given["group"] else {}
    start = "Haven" if flying else "Rim"
    game = table(
        group("Ada", "Battleship", "Rim"),
        group("Brin", "Drone", start, **flying),
        planets=planets,
        Ada={"war": ["Brin"]},
    )
    turn = play(game, {"Brin": "S 1 Haven" if not flying else ""})
    phase = {3: "battles", 8: "later_battles"}[example.given["step"]]
    met = any(event.phase == phase for event in events(turn, "battle.fought"))
    assert met == example.expect["takes_part"]


@pytest.mark.rule("GG-CBT-002", "GG-SEQ-001")
def test_ships_that_arrive_fight_in_the_second_battle():
    game = table(
        group("Ada", "Battleship", "Rim"),
        group("Brin", "Drone", "Haven"),
        planets={**RIM, "Haven": {"at": [1206, 1208]}},
        Ada={"war": ["Brin"]},
    )
    turn = play(game, {"Brin": "S 1 Rim"})
    assert {event.phase for event in events(turn, "battle.fought")} == {"later_battles"}
    assert turn.game.race("Brin").groups == []


@pytest.mark.rule("GG-CBT-006", "GG-CBT-015", "GG-CBT-016", "GG-CBT-001")
def test_losses_are_taken_from_the_groups_and_cargo_goes_down_with_the_ships():
    game = table(
        group("Ada", "Battleship", "Rim", ships=2),
        group("Brin", "Freighter", "Rim", ships=5, cargo="MAT", load=10),
        group("Brin", "Fighter", "Brin Home", ships=3),
        planets=RIM,
        Ada={"war": ["Brin"]},
    )
    after = play(game).game
    assert [g.number for g in after.race("Brin").groups] == [2]
    assert find_group(after, "Brin", 2).ships == 3
    assert planet(after, "Rim").materials == 0
    assert ships_at(after, "Ada", "Rim") == 2


@pytest.mark.rule("GG-CBT-015", "GG-DIP-011")
def test_the_one_in_peace_shoots_back():
    """Only Brin, who is in peace with all, can have destroyed the Drones of Ada's."""
    game = table(
        group("Ada", "Fighter", "Rim"),
        group("Ada", "Drone", "Rim", ships=50),
        group("Brin", "Fort", "Rim"),
        planets=RIM,
        Ada={"war": ["Brin"]},
    )
    assert play(game, only=("battles",)).game.race("Ada").groups == []


@pytest.mark.rule("GG-CBT-014")
def test_a_draw_leaves_all_as_they_are():
    game = meeting("Wall", "Wall", ships=7, Ada={"war": ["Brin"], **WALL}, Brin=WALL)
    after = play(game).game
    assert (ships_at(after, "Ada", "Rim"), ships_at(after, "Brin", "Rim")) == (7, 7)


@pytest.mark.rule("GG-CBT-016")
def test_battles_of_one_step_are_in_the_order_of_the_planets_and_apart():
    """Another battle at another planet changes no dice of the first."""
    planets = {"30": {"at": [1200, 1200]}, "31": {"at": [1250, 1200]}, "9": {"at": [1300, 1200]}}

    def battles(*names: str) -> dict[str, Any]:
        groups = [
            group(owner, "Fighter", name, ships=40) for name in names for owner in ("Ada", "Brin")
        ]
        game = table(*groups, planets=planets, Ada={"war": ["Brin"]})
        fights = [e for e in fought(game) if e.phase == "battles"]
        return {e.data["place"]: [u["after"] for u in e.data["units"]] for e in fights}

    all_three = battles("30", "31", "9")
    assert list(all_three) == ["9", "30", "31"]
    assert battles("31") == {"31": all_three["31"]}
    assert all_three["30"] != all_three["31"]


@pytest.mark.rule("GG-CBT-016")
def test_steps_3_and_8_have_dice_of_their_own():
    game = meeting("Wall", "Wall", Ada={"war": ["Brin"], **WALL}, Brin=WALL)
    first, second = fought(game)
    assert [event.dice[0].subject[0] for event in (first, second)] == ["battles", "later_battles"]
    assert {event.dice[0].subject[1] for event in (first, second)} == {planet(game, "Rim").id}


@pytest.mark.rule("GG-CBT-017", "GG-VIS-009")
def test_the_report_has_all_groups_with_their_survivors_and_own_techs_only():
    example = examples("GG-CBT-017")[0]
    ships = example.given["group_before"]
    assert (ships, example.expect["ships"]) == (10, 10)
    game = table(
        group("Ada", "Tramp", "Rim", ships=ships, cargo="CAP", load=1.5, techs={"cargo": 2}),
        group("Brin", "Battleship", "Rim", techs={"weapons": 1.7}),
        planets=RIM,
        players=("Ada", "Brin", "Cato"),
        Ada={"types": {"Tramp": [1, 1, 1, 1, 2]}},
        Brin={"war": ["Ada"]},
    )
    turn = play(game, only=("battles",))
    (event,) = events(turn, "battle.fought", "Ada")
    ours, alien = event.data["units"]

    assert event.data["place"] == "Rim"
    assert (ours["name"], ours["before"], ours["cargo_kind"], ours["load"]) == (
        "Tramp", {"ships": ships}, "CAP", 1.5,
    )  # fmt: skip
    assert ours["after"] == {"ships": ships_at(turn.game, "Ada", "Rim")}
    assert [ours[area] for area in ("drive", "weapons", "shields", "cargo")] == [1, 1, 1, 2]
    assert alien["name"] == "Battleship"
    assert alien["cargo"] == 0
    assert not {"drive", "weapons", "shields"} & set(alien)
    assert event.data["you"] == "Ada"
    for shot in event.data["shots"]:
        assert {"shooter", "target", "destroyed"} <= set(shot)


@pytest.mark.rule("GG-CBT-017", "GG-VIS-013")
def test_each_party_has_an_event_of_its_own_and_the_gamemaster_has_one_with_all():
    turn = play(meeting("Fighter", "Drone", ships=3, Ada={"war": ["Brin"]}), only=("battles",))
    reports = events(turn, "battle.fought")

    assert [event.audience for event in reports] == [("Ada",), ("Brin",), ()]
    data = reports[-1].data
    assert all("weapons" in unit for unit in data["units"])
    assert data["you"] is None
    assert reports[0].text == "Battle at Rim: ships lost: Brin 3 of 3; none: Ada."
    assert reports[0].place == planet(turn.game, "Rim").id


@pytest.mark.rule("GG-RPT-005")
def test_a_battle_of_a_game_can_be_replayed_and_explained():
    turn = play(meeting("Fighter", "Drone", ships=3, Ada={"war": ["Brin"]}), only=("battles",))
    for event in events(turn, "battle.fought"):
        assert "Drone" in replay_html(event.data)

    keys = partial(dice_key, turn.game.secret, turn.game.turn)
    (explanation,) = explanations([plain(event)], VARIANT.rules, keys)
    (dice,) = explanation.dice
    assert dice.count > 0
    assert {rule["id"] for rule in explanation.rules} >= {"GG-CBT-001", "GG-CBT-010"}
    assert all(rule["title"] for rule in explanation.rules)


@pytest.mark.rule("GG-CBT-010")
def test_the_dice_of_the_event_fight_the_same_battle_again():
    turn = play(meeting("Fighter", "Fighter", ships=30, Ada={"war": ["Brin"]}), only=("battles",))
    event = events(turn, "battle.fought")[-1]
    (dice,) = event.dice
    groups = [{"ships": 30, "design": [1, 1, 1, 1, 0]}]
    spec = {"sides": {"Ada": groups, "Brin": groups}}
    record = VARIANT.combat.resolve(
        VARIANT.battle(spec),
        hz.Stream.from_key(dice_key(turn.game.secret, turn.game.turn), *dice.subject),
    )
    assert [unit.after for unit in record.units] == [u["after"] for u in event.data["units"]]


@pytest.mark.rule("GG-VIS-009")
def test_nobody_who_fought_is_told_of_the_dice():
    """With them the techs of enemies could be worked out from hits and misses."""
    turn = play(meeting("Fighter", "Fighter", ships=30, Ada={"war": ["Brin"]}), only=("battles",))
    for event in events(turn, "battle.fought"):
        assert [dice.known_to for dice in event.dice] == [NO_ONE]
    for race in ("Ada", "Brin"):
        entries = turn.report(race).data["events"]
        assert [event["dice"] for event in entries if event["code"] == "battle.fought"] == [[]]


@pytest.mark.rule("GG-CBT-001")
def test_a_forecast_foresees_no_battle():
    game = meeting("Battleship", "Drone")
    foreseen = VARIANT.forecast(game, "Ada", "W Brin")
    assert foreseen["alien_groups"] or foreseen["groups"]
    codes = {event["code"] for event in foreseen["forecast"]["events"]}
    assert "battle.fought" not in codes


@pytest.mark.rule("GG-DIP-002")
def test_all_declarations_are_in_force_before_the_first_battle_whoever_stands_first():
    """Brin comes after Ada in the list; its peace of this turn still spares her."""
    game = meeting("Drone", "Battleship", Brin={"war": ["Ada"]})
    assert fought(game)
    assert not fought(game, {"Brin": "A Ada"})


def test_a_great_battle_is_told_in_bounds():
    game = meeting("Fighter", "Fighter", ships=5000, Ada={"war": ["Brin"]})
    (event, *_) = [e for e in fought(game) if e.phase == "battles"]
    assert len(event.data["shots"]) <= 2_000
    assert place(game, "Ada", 1) == "Rim"


def test_many_races_at_one_planet():
    names = tuple(f"P{number}" for number in range(30))
    game: Any = VARIANT.new_game(names, seed=2, options={"race_names": "given", "fairness": 0})
    home = game.planet(game.empires[0].home).name
    state = {
        "races": {name: {"types": {"Fighter": [1, 1, 1, 1, 0]}, "war": [name]} for name in names}
    }
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    add(game, *[group(name, "Fighter", home, ships=3) for name in names])
    (first, *_) = fought(game)
    assert len(first.data["sides"]) == 30


@pytest.mark.rule("GG-SEQ-001")
def test_a_forecast_shows_the_steps_that_nobody_else_decides():
    hidden = [phase.name for phase in hz.load_variant("galaxy_g").phases if not phase.foreseeable]

    assert hidden == ["battles", "bombing", "later_battles", "later_bombing", "sightings"]
