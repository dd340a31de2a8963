"""Races that leave the game, and how it ends (GG-IDL, GG-ORDQ-001, GG-VIC, GG-DIP-013)."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.errors import GameOverError
from tests.variants.galaxy_g.war import events, examples, group, planet, play, race, table
from variants.galaxy_g.model import Game

COLONY = {"at": [1200, 1200], "owner": "Brin", "size": 900, "population": 500}


def silent(game: Game, turns: int, name: str = "Brin") -> list[hz.Turn]:
    """Turns in which all but one send orders."""
    run = []
    for _ in range(turns):
        orders = {race.id: "" for race in game.empires if race.id != name}
        run.append(hz.run_turn(game, orders))
        game = run[-1].game
    return run


@pytest.mark.rule("GG-IDL-001", "GG-RPT-001")
@pytest.mark.parametrize("example", examples("GG-IDL-001"), ids=str)
def test_three_turns_without_orders_are_asked_about_and_the_fourth_ends_it(example):
    last = example.given["last_orders"]
    last = 0 if last == "never" else last
    game = table(players=("Ada", "Brin", "Cato"))
    turn = silent(game, example.given["turn"] - last)[-1]
    brin, expected = race(turn.game, "Brin"), example.expect

    assert brin.missed == expected["missed"]
    assert ("Brin" not in turn.unreported) == expected.get("report", True)
    requested = bool(events(turn, "orders.wanted", "Brin"))
    assert requested == expected.get("request_to_send_orders", False)
    assert (not brin.active) == expected.get("removed", False)


@pytest.mark.rule("GG-IDL-001")
def test_the_request_stands_in_the_view_and_only_for_the_one_asked():
    turn = silent(table(), 3)[-1]
    assert turn.variant.view(turn.game, "Brin")["orders_wanted"]
    assert not turn.variant.view(turn.game, "Ada")["orders_wanted"]
    assert events(turn, "orders.wanted", "Ada") == []


@pytest.mark.rule("GG-IDL-001", "GG-IDL-002")
def test_an_empty_set_of_orders_counts():
    example = examples("GG-IDL-002")[0]
    game = silent(table(), 3)[-1].game
    assert [line.split()[0] for line in example.given["set"]] == ["#galaxy", "#end"]

    assert race(game, "Brin").missed == 3
    after = play(game, {"Brin": "#galaxy Test Brin\n#end\n"}).game
    assert race(after, "Brin").missed == 0
    assert race(silent(after, 3)[-1].game, "Brin").active


@pytest.mark.rule("GG-IDL-001")
def test_a_set_that_cannot_be_read_is_none():
    after = play(table(), {"Brin": "#galaxy Another_game Brin\n#end\n"})
    assert race(after.game, "Brin").missed == 1


@pytest.mark.rule("GG-IDL-003")
def test_nothing_is_left_of_a_removed_player():
    example = examples("GG-IDL-003")[0]
    (left,) = example.expect["planets"]
    stocks = {"capital": 20, "materials": 4, "colonists": 3, "industry": 5}
    game = table(
        *[group("Brin", "Drone", "Earth") for _ in range(example.given["groups"])],
        planets={"Earth": {**COLONY, **stocks, "routes": {"COL": "Ada Home"}}},
        Brin={"missed": 3, "war": ["Ada"], "fleets": ["Home"], "guard": ["Earth"]},
        Ada={"war": ["Brin"], "allies": ["Brin", "Ada"]},
    )
    turn = silent(game, 1)[-1]
    brin, earth = race(turn.game, "Brin"), planet(turn.game, "Earth")

    assert len(brin.groups) == example.expect["groups"]
    assert (earth.owner or None, earth.population, earth.capital) == tuple(left.values())
    assert (earth.industry, earth.materials, earth.colonists, earth.routes) == (0, 0, 0, {})
    assert planet(turn.game, "Brin Home").owner == ""
    assert (brin.fleets, brin.war, brin.guard) == ({}, [], [])
    assert (race(turn.game, "Ada").war, race(turn.game, "Ada").allies) == ([], ["Ada"])


@pytest.mark.rule("GG-IDL-003")
def test_all_are_told_that_a_removed_race_is_gone():
    turn = silent(table(players=("Ada", "Brin", "Cato"), Brin={"missed": 3}), 1)[-1]
    (event,) = events(turn, "race.removed", "Ada")
    assert event.text == "The race Brin sent no orders for too long and was removed."
    assert event.visible_to("Cato")


@pytest.mark.rule("GG-ORDQ-001", "GG-IDL-003")
def test_whoever_quits_is_gone_when_the_turn_ends_and_gets_no_report():
    own_example, other = examples("GG-ORDQ-001")
    game = table(group("Brin", "Drone", "Brin Home"), players=("Ada", "Brin", "Cato"))

    turn = play(game, {"Brin": "S 1 Ada_Home\nQ Brin"})
    assert (not race(turn.game, "Brin").active) == own_example.expect["leaves"]
    assert race(turn.game, "Brin").groups == []
    assert "Brin" in turn.unreported
    assert events(turn, "race.quit", "Cato")

    stays = play(game, {"Brin": "Q Ada"})
    assert (not race(stays.game, "Brin").active) == other.expect["leaves"]


@pytest.mark.rule("GG-VIC-002")
@pytest.mark.parametrize("example", examples("GG-VIC-002"), ids=str)
def test_a_race_without_planets_and_ships_is_extinct(example):
    owner = "Brin" if example.given["planets"] else None
    ships = [group("Brin", "Drone", "Brin Home")] if example.given["ships"] else []
    game = table(*ships, planets={"Brin Home": {"owner": owner}})
    assert race(play(game).game, "Brin").active != example.expect["extinct"]


@pytest.mark.rule("GG-VIC-002")
def test_the_extinct_get_a_last_report_and_all_are_told():
    game = table(
        planets={"Brin Home": {"owner": None}},
        players=("Ada", "Brin", "Cato"),
        Ada={"war": ["Brin", "Cato"], "allies": ["Brin"]},
    )
    turn = play(game)
    assert "Brin" not in turn.unreported
    assert events(turn, "race.extinct", "Brin")
    assert events(turn, "race.extinct", "Cato")
    assert (race(turn.game, "Ada").war, race(turn.game, "Ada").allies) == (["Cato"], [])

    later = play(turn.game)
    assert "Brin" in later.unreported
    assert not events(later, "race.extinct")


@pytest.mark.rule("GG-VIC-002")
def test_the_name_of_a_race_that_is_gone_is_free():
    game = table(planets={"Brin Home": {"owner": None}}, Brin={"called": "Zzyax"})
    refused = play(game, {"Ada": "C Zzyax"}).game
    assert race(refused, "Ada").name == "Ada"
    assert race(play(refused, {"Ada": "C Zzyax"}).game, "Ada").name == "Zzyax"


@pytest.mark.rule("GG-VIC-002", "GG-SEQ-005")
def test_a_race_bombed_and_shot_out_of_the_galaxy_is_extinct_that_turn():
    small = {"size": 50, "population": 50, "industry": 50}
    game = table(
        group("Ada", "Battleship", "Brin Home"),
        planets={"Brin Home": small},
        Ada={"war": ["Brin"]},
    )
    assert not race(play(game).game, "Brin").active


@pytest.mark.rule("GG-VIC-001")
def test_one_race_alone_plays_on():
    example = next(e for e in examples("GG-VIC-001") if "races_left" in e.given)
    turn = play(table(), {"Brin": "Q Brin"})
    left = sum(race.active for race in turn.game.empires)

    assert left == example.given["races_left"]
    assert (turn.game.outcome is not None) == example.expect["ended"]
    assert play(turn.game).game.outcome is None


@pytest.mark.rule("GG-VIC-001")
def test_without_any_race_the_game_is_over():
    turn = play(table(), {"Brin": "Q Brin", "Ada": "Q Ada"})
    assert turn.game.outcome.winners == ()
    assert events(turn, "game.ended", "Ada")
    with pytest.raises(GameOverError, match="no race is left"):
        play(turn.game)


@pytest.mark.rule("GG-VIC-001")
def test_the_ranking_is_by_production_then_population_then_list_order():
    game = table(players=("Ada", "Brin", "Cato", "Dora"))
    facts = {"Ada": (400, 400), "Brin": (1000, 200), "Cato": (400, 400), "Dora": (700, 300)}
    for name, (population, industry) in facts.items():
        home = planet(game, f"{name} Home")
        home.population, home.industry = population, industry

    ranks = hz.load_variant("galaxy_g").ranking(game)
    names = {race.name: race.id for race in game.empires}
    assert [(names[rank.empire], rank.figures["production points"]) for rank in ranks] == [
        ("Brin", 400), ("Dora", 400), ("Ada", 400), ("Cato", 400),
    ]  # fmt: skip
    planet(game, "Cato Home").industry = 401
    assert names[hz.load_variant("galaxy_g").ranking(game)[0].empire] == "Cato"
    race(game, "Cato").active = False
    assert names[hz.load_variant("galaxy_g").ranking(game)[-1].empire] == "Cato"


@pytest.mark.rule("GG-DIP-013")
@pytest.mark.parametrize("example", examples("GG-DIP-013"), ids=str)
def test_attack_ends_when_the_owner_is_gone_and_ones_ships_are_there(example):
    """Cato bombs the planet empty; Ada has declared ATTACK on it."""
    posts = [group("Ada", "Drone", "Earth")] if example.given["my_ships_there"] else []
    game = table(
        group("Cato", "Battleship", "Earth"),
        *posts,
        planets={"Earth": {**COLONY, "population": 50}},
        players=("Ada", "Brin", "Cato"),
        Ada={"attack": ["Earth"]},
        Cato={"war": ["Brin"]},
    )
    after = play(game, only=("bombing",)).game
    assert planet(after, "Earth").owner == ""
    assert bool(race(after, "Ada").attack) == example.expect["attack"]


@pytest.mark.rule("GG-DIP-013")
def test_attack_ends_for_a_new_owner_and_guard_for_the_old():
    game = table(
        group("Ada", "Freighter", "Earth", cargo="COL", load=10),
        planets={"Earth": {**COLONY, "population": 50}},
        Ada={"attack": ["Earth"]},
        Brin={"guard": ["Earth"]},
    )
    after = play(game, {"Ada": "U 1"}, only=("orders",)).game
    assert planet(after, "Earth").owner == "Ada"
    assert (race(after, "Ada").attack, race(after, "Brin").guard) == ([], [])
