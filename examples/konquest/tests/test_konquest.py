"""The contract of all variants, a test for each clause, and the choices of the order."""
# ruff: noqa: ANN001, ANN201, D101, S101

import pytest

import horizons_core as hz
from horizons_core.testing import VariantContract, play

KONQUEST = hz.load_variant("konquest")
PLAYERS = ["Ada", "Brin"]


class TestContract(VariantContract):
    variant_name = "konquest"
    battles = (
        {"sides": {"Ada": [{"ships": 20, "kill": 45}], "Brin": [{"ships": 15, "kill": 60}]}},
        {
            "sides": {
                "Ada": [{"ships": 9, "kill": 40}, {"ships": 9, "kill": 30}],
                "Brin": [{"ships": 12, "kill": 50}, {"ships": 1, "kill": 1}],
            }
        },
    )
    silent_units = frozenset({"Fleet"})  # fleets end when they land


@pytest.fixture
def game():
    """Return a game of two players: Ada's home, Brin's home and two neutral planets."""
    game = KONQUEST.new_game(PLAYERS, seed=1, options={"neutrals": 1})
    spots = {"A": (0, 0), "B": (3, 4), "C": (0, 16), "D": (0, 17)}
    for planet, (name, at) in zip(game.planets, spots.items(), strict=True):
        planet.id, planet.at, planet.owner, planet.ships = name, at, "", 10
        planet.production, planet.kill = 5, 50
    game.planets[0].owner, game.planets[3].owner = PLAYERS
    return game


def sighting(game, player, planet):
    """Return what a player knows of a planet."""
    rows = KONQUEST.view(game, player)["planets"]
    row = next(row for row in rows if row["planet"] == planet)
    return row["owner"], row["ships"], row["seen"]


@pytest.mark.rule("KO-SET")
@pytest.mark.parametrize("players", range(2, 7))
def test_everyone_starts_on_a_home_between_neutral_planets(players):
    names = [f"P{number}" for number in range(players)]
    game = KONQUEST.new_game(names, seed=players)
    homes = [planet for planet in game.planets if planet.owner]
    assert sorted(home.owner for home in homes) == names
    assert {(home.ships, home.production, home.kill) for home in homes} == {(20, 10, 45)}
    neutral = [planet for planet in game.planets if not planet.owner]
    assert len(neutral) == 4 * players
    assert all(5 <= p.ships <= 15 and 4 <= p.production <= 12 for p in neutral)
    assert all(30 <= planet.kill <= 60 for planet in neutral)
    assert len({planet.at for planet in game.planets}) == 5 * players


@pytest.mark.rule("KO-FOG")
def test_players_know_their_planets_and_the_positions_of_others(game):
    assert sighting(game, "Ada", "A") == ("Ada", 10, 0)
    assert sighting(game, "Ada", "D") == (None, None, None)
    places = {
        place["id"]: place["sign"] for place in KONQUEST.map(KONQUEST.view(game, "Ada"))["places"]
    }
    assert places == {"A": "owned", "B": "dot", "C": "dot", "D": "dot"}


@pytest.mark.rule("KO-FOG")
def test_attackers_remember_what_they_saw_and_nobody_sees_fleets(game):
    turn = hz.run_turn(game, {"Ada": "SEND 1 FROM A TO B\nSEND 1 FROM A TO D"}, variant=KONQUEST)
    owner, ships, when = sighting(turn.game, "Ada", "B")
    assert (owner, when) == ("", 1)
    assert ships in {9, 10}
    assert [len(KONQUEST.view(turn.game, name)["fleets"]) for name in PLAYERS] == [1, 0]


@pytest.mark.rule("KO-FOG")
def test_who_loses_a_planet_sees_the_new_owner(game):
    game.planets[2].owner, game.planets[2].ships = "Ada", 0
    turn = hz.run_turn(game, {"Brin": "SEND 9 FROM D TO C"}, variant=KONQUEST)
    assert sighting(turn.game, "Ada", "C") == ("Brin", 9, 1)
    assert "Brin takes C from Ada" in turn.report("Ada").text


@pytest.mark.rule("KO-SEND")
def test_only_ships_that_are_there_can_be_sent_to_another_planet(game):
    orders = "SEND 6 FROM A TO D\nSEND 5 FROM A TO D\nSEND 1 FROM B TO A\nSEND 1 FROM A TO A"
    turn = hz.run_turn(game, {"Ada": orders}, variant=KONQUEST)
    codes = [remark.code for remark in turn.diagnostics["Ada"]]
    assert codes == ["no-ships", "no-planet", "same-planet"]
    (fleet,) = turn.game.fleets
    assert (fleet.ships, fleet.kill) == (6, 50)


@pytest.mark.rule("KO-FLY")
def test_a_fleet_arrives_after_its_distance_divided_by_eight(game):
    orders = {"Ada": "SEND 5 FROM A TO D\nSEND 1 FROM A TO C"}
    turn = hz.run_turn(game, orders, variant=KONQUEST)
    assert {fleet.target: fleet.arrives for fleet in turn.game.fleets} == {"D": 3, "C": 2}
    turn = hz.run_turn(turn.game, {}, variant=KONQUEST)
    assert [fleet.target for fleet in turn.game.fleets] == ["D"]


@pytest.mark.rule("KO-FLY")
def test_own_ships_land_before_others_attack(game):
    game.planets[2].owner, game.planets[2].ships = "Ada", 0
    game.planets[1].owner = "Ada"
    orders = {"Ada": "SEND 9 FROM B TO C", "Brin": "SEND 1 FROM D TO C"}
    turn = hz.run_turn(hz.run_turn(game, {"Ada": orders["Ada"]}, variant=KONQUEST).game,
                       {"Brin": orders["Brin"]}, variant=KONQUEST)  # fmt: skip
    assert turn.game.planets[2].owner == "Ada"
    assert {event.code for event in turn.events} == {"landed", "held"}


@pytest.mark.rule("KO-BATTLE")
def test_a_battle_is_a_duel_in_which_the_defender_fires_first():
    sides = {"Ada": [{"ships": 1, "kill": 50}], "Brin": [{"ships": 1, "kill": 50}]}
    battle = KONQUEST.battle({"sides": sides})
    wins = KONQUEST.combat.simulate(battle, 3000, key=1).wins("Brin")
    assert 1900 < wins < 2100  # two in three


@pytest.mark.rule("KO-BATTLE")
def test_fleets_that_land_together_fight_together(game):
    game.planets[1].owner, game.planets[2].ships = "Ada", 6
    game = hz.run_turn(
        game, {"Ada": "SEND 9 FROM A TO C\nSEND 9 FROM B TO C"}, variant=KONQUEST
    ).game
    turn = hz.run_turn(game, {}, variant=KONQUEST)
    (battle,) = [event for event in turn.events if event.code in {"taken", "held"}]
    assert [unit["name"] for unit in battle.data["units"]] == [
        "fleet from A",
        "fleet from B",
        "garrison of C",
    ]
    assert battle.data["winner"] == 0
    left = sum(unit["after"]["ships"] for unit in battle.data["units"])
    assert turn.game.planets[2].ships == left + 5  # and a turn's production


@pytest.mark.rule("KO-BUILD")
def test_planets_of_players_build_ships(game):
    turn = hz.run_turn(game, {}, variant=KONQUEST)
    assert [planet.ships for planet in turn.game.planets] == [15, 10, 10, 15]


@pytest.mark.rule("KO-END")
def test_the_last_player_wins(game):
    game.planets[3].ships = 0
    game.planets[2].owner = "Ada"
    turn = hz.run_turn(game, {"Ada": "SEND 9 FROM C TO D"}, variant=KONQUEST)
    assert "Brin is out of the game." in turn.report("Brin").text
    assert turn.game.outcome.winners == ("Ada",)


@pytest.mark.rule("KO-END")
def test_most_planets_win_after_the_last_turn(game):
    game.options["turns"] = 1
    assert hz.run_turn(game, {}, variant=KONQUEST).game.outcome.winners == ("Ada", "Brin")


def test_the_number_of_ships_depends_on_the_planet(game):
    game.planets[1].owner, game.planets[1].ships = "Ada", 3
    view = KONQUEST.view(game, "Ada")
    assert [c.label for c in KONQUEST.choices(view, "SEND").choices] == [
        "A, Ada, 10 ships",
        "B, Ada, 3 ships",
    ]
    step = KONQUEST.choices(view, "SEND", {"planet": "B"})
    assert [choice.place for choice in step.choices] == ["A", "C", "D"]
    assert [choice.label for choice in step.choices][1:] == [
        "C, unknown (turns: 2)",
        "D, unknown (turns: 2)",
    ]
    step = KONQUEST.choices(view, "SEND", {"planet": "B", "target": "C"})
    assert (step.range.low, step.range.high) == (1, 3)
    chosen = {"planet": "B", "target": "C", "ships": 2}
    assert KONQUEST.order_line("SEND", chosen) == "SEND 2 FROM B TO C"


def test_the_admiral_beats_random_players():
    game = KONQUEST.new_game(["Ada", "Brin", "Cleo"], seed=1)
    bots = {
        name: KONQUEST.bots["admiral" if name == "Ada" else "random"]
        for name in ("Ada", "Brin", "Cleo")
    }
    *_, last = play(KONQUEST, game, bots, 1, turns=60)
    assert last.after.game.outcome.winners == ("Ada",)
