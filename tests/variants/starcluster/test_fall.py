"""The fall of empires, their estates, and new beginnings (SC-BRK-007 to SC-BRK-009)."""

from __future__ import annotations

import pytest
from attrs import evolve

import horizons_core as hz
from tests.variants.starcluster.builders import (
    colony,
    ledger,
    meet,
    new_game,
    remarks,
    run,
    ship,
    stored,
    texts,
    variant,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import GrowthModifier, Planet, Silo, Survey, Troops
from variants.starcluster.model.empires import NEUTRAL, WAR, Sortie
from variants.starcluster.model.knowledge import DETAILED
from variants.starcluster.rules.charts import learn_transit


def poor(game, name="Ada"):
    """Take an empire's people and money away, so that it cannot pay its centers."""
    empire = game.empire(name)
    empire.stock[TREASURY], empire.freighters = 0, 0
    game.place(empire.home).pu = 0
    return empire


@pytest.mark.rule("SC-BRK-007", "SC-BRK-008")
def test_an_empire_without_help_falls_at_once_when_nobody_knows_it():
    game = new_game()
    poor(game)
    game.empire("Ada").abroad = True
    home = game.place("1")
    home.dedicated, home.dedicated_tree, home.transferred, home.occupied = 1, "CON", 5, 9
    home.revolt, home.revolt_turns, home.spells = 5, 9, [GrowthModifier(growth=1, turns=9)]
    home.silo_missile, home.silos_fire = "R", 1
    home.planets[0].silos, home.planets[0].ground_bases = [Silo()], [50.0]
    turn = run(game)

    assert not turn.game.empire("Ada").active
    assert texts(turn, "empire.fallen") == ["Race 1 has fallen."]
    place = turn.game.place("1")
    assert (place.owner, place.science, place.generic, place.dedicated) == ("", 0, 0, 0)
    assert (place.dedicated_tree, place.transferred, place.occupied) == ("", 0, 0)
    assert (place.revolt, place.revolt_turns, place.spells) == (0, 0, [])
    assert (place.silo_missile, place.silos_fire) == ("", None)
    assert place.planets == [Planet(kind=planet.kind, habitability=0) for planet in place.planets]
    assert not turn.game.units_of("Ada")
    assert turn.game.estates == []


@pytest.mark.rule("SC-BRK-007")
def test_one_falls_after_others_have_fallen():
    game = new_game("Ada", "Brin", "Cleo", "Dora")
    poor(game)
    game = run(game).game
    poor(game, "Brin")
    assert not run(game).game.empire("Brin").active


@pytest.mark.rule("SC-BRK-007")
def test_in_contact_an_empire_has_a_turn_to_be_saved():
    game = new_game()
    meet(game)
    poor(game)
    first = run(game)
    ada = first.game.empire("Ada")
    assert (ada.active, ada.desperate, ada.deficit) == (True, True, 20_000)
    assert len(texts(first, "deficit.desperate")) == 1

    saved = run(first.game, Brin="GIVE Ada MC 500", Ada="FREIGHTERS 1")
    ada = saved.game.empire("Ada")
    assert (ada.active, ada.desperate, ada.deficit) == (True, False, 0)
    assert ada.stock[TREASURY] == 10_000
    assert remarks(saved) == [(1, "too-expensive")]
    assert not run(first.game).game.empire("Ada").active


@pytest.mark.rule("SC-BRK-008")
def test_an_empire_that_never_left_its_cluster_is_gone_with_it():
    game = new_game("Ada", "Brin", "Cleo")
    poor(game)
    brin = game.empire("Brin")
    into = next(
        link for link in game.links if link.closed_b and len(link.a) < 3 and int(link.a) < 26
    )
    brin.charts.points[into.b] = [into.number]
    brin.charts.probed.append(into.end(into.b))
    after = run(game).game

    assert after.system("1") is None
    assert after.system("26")
    assert not any(link and ("1" in (link.a, link.b)) for link in after.links)
    assert len(after.links) == len(game.links)
    assert hz.digest(hz.load(hz.dump(after))) == hz.digest(after)
    assert not after.natives[0].active
    assert after.natives[1].active
    assert after.empire("Brin").charts.points[into.b] == []
    run(after, 2)


@pytest.mark.rule("SC-BRK-008")
def test_what_remembers_a_cluster_that_is_gone_can_be_loaded_again():
    game = new_game("Ada", "Brin", "Cleo")
    ada, race = poor(game), game.natives[0]
    meet(game, "Ada", race.id, WAR)
    link = game.links_at(race.home)[0]
    race.relations["Ada"].seen["1"] = 100
    race.charts.visited.append("1")
    race.charts.probed.append(link.end(race.home))
    race.charts.points[race.home] = [link.number]
    race.sorties[game.fleets_of(race.id)[0].id] = Sortie(target="1")
    game.place(race.home).planets[0].troops.append(Troops(owner="Ada", points=5.0))
    survey = Survey(system=race.home, level=DETAILED, turn=0, links=(link.number,))
    ada.couriers = [(2, survey), (5, survey)]
    game = stored(run(game).game)
    assert game.system("1") is game.system(race.home) is None
    assert game.empire("Ada").couriers[0][0] == 1
    for _ in range(5):
        turn = run(game)
        assert turn.report("Ada")
        game = stored(turn.game)
        assert hz.digest(game) == turn.digest
    game.turn = 20
    resumed = run(game, Ada="AGAIN").game
    assert hz.digest(stored(resumed)) == hz.digest(resumed)


@pytest.mark.rule("SC-BRK-008", "SC-EXP-010")
def test_those_on_their_way_into_a_cluster_that_is_gone_stop_before_it():
    game = new_game("Ada", "Brin", "Cleo")
    poor(game)
    link = next(link for link in game.links if link.closed_b and link.a.isdecimal())
    learn_transit(game.empire("Brin"), link)
    game.empire("Brin").charts.visited.clear()
    ship(game, "Brin", link.b, "Scout", "FGf", "X Q")
    fleet, brin = game.fleets_of("Brin")[-1], game.empire("Brin")
    fleet.path = [link.number]
    fleet.doctrine = evolve(fleet.doctrine, stance="GUARD", guards=link.number)
    survey = Survey(system=link.b, level=DETAILED, turn=0, links=(link.number,))
    brin.carried["1"], game.units_of("Brin")[-1].surveys = survey, ["1"]
    brin.couriers = [(2, evolve(survey, turn=1))]
    turn = run(game)
    after = stored(turn.game)
    assert (after.system("1"), after.links[link.number]) == (None, None)
    assert after.fleets_of("Brin")[-1].path == []
    assert turn.report("Brin")
    turn = run(after, Brin=f"DOCTRINE {fleet.name} BREAK 40")
    assert remarks(turn, "Brin") == []
    stored(turn.game)
    assert turn.game.empire("Brin").charts.points[link.b] == []


@pytest.mark.rule("SC-END-001")
@pytest.mark.parametrize("number", [0, 1])
def test_a_game_in_which_an_enemy_was_conquered_can_be_loaded_again(number):
    game = new_game("Ada", "Brin", "Cleo")
    enemy = (game.empire("Brin"), game.natives[0])[number]
    meet(game, "Ada", enemy.id, WAR)
    for system in game.colonies(enemy.id):
        system.owner = "Ada"
    turn = run(game)
    assert enemy.id not in [power.id for power in turn.game.powers]
    assert turn.game.empire("Ada").relations[enemy.id].stance == NEUTRAL
    assert variant().invariants(turn.game) == []
    assert hz.digest(stored(turn.game)) == turn.digest


def fallen():
    """The game after the fall of Brin, whom Ada and Cleo knew."""
    game = new_game("Ada", "Brin", "Cleo")
    for name in ("Ada", "Cleo"):
        meet(game, name, "Brin")
        game.empire(name).stock[TREASURY] = 100 * 5_000
    brin = poor(game, "Brin")
    brin.desperate = brin.abroad = True
    colony(game, "30", "Brin", pu=0, science=3)
    ship(game, "Brin", "30", "Last", "DD", "(H)x20 Q Q Q (Ic)x5", "Last")
    brin.developed += ["E1"]
    game.empire("Ada").developed.remove("S1")
    return run(game)


@pytest.mark.rule("SC-BRK-008")
def test_those_who_knew_a_fallen_empire_bid_for_what_it_leaves():
    turn = fallen()
    assert not turn.game.empire("Brin").active
    events = [event for event in turn.events if event.code == "auction.opened"]
    assert [set(event.audience) for event in events] == [{"Ada", "Cleo"}]
    assert all(name in events[0].text for name in ("30", "Last-1", "S1"))

    orders = {
        "Ada": "BID Brin 30 1000\nBID Brin Last-1 300\nBID Brin S1 100\nBID Brin 30 5",
        "Cleo": "BID Brin 30 900\nBID Brin Last-1 301.5\nBID Brin Nothing 5\nBID Ada 1 5",
    }
    sold = run(turn.game, **orders)
    game = sold.game
    assert (game.place("30").owner, game.place("30").science) == ("Ada", 3)
    assert game.empire("Ada").has("S1")
    unit = next(unit for unit in game.units if unit.name == "Last-1")
    assert (unit.owner, game.fleet(unit.fleet).at) == ("Cleo", "30")
    assert ledger(sold)["bid for 30"] == -100_000
    assert ledger(sold, "Cleo")["bid for Last-1"] == -30_150
    assert "bid for Last-1" not in ledger(sold)
    assert remarks(sold) == [(4, "already-bid")]
    assert remarks(sold, "Cleo") == [(3, "no-asset"), (4, "no-estate")]
    assert (game.place("26").owner, game.units_of("Brin"), game.estates) == ("", [], [])
    assert remarks(run(game, Ada="BID Brin E1 5")) == [(1, "no-estate")]


@pytest.mark.rule("SC-BRK-008")
def test_bids_are_at_most_the_treasury_and_equal_ones_are_drawn():
    turn = fallen()
    assert remarks(run(turn.game, Ada="BID Brin 30 99999999")) == [(1, "too-expensive")]
    winners = set()
    for number in range(10):
        game = turn.game
        game.turn = game.estates[0].turn + number
        sold = run(game, Ada="BID Brin 30 50", Cleo="BID Brin 30 50")
        winners.add(sold.game.place("30").owner)
    assert winners == {"Ada", "Cleo"}


@pytest.mark.rule("SC-BRK-008")
def test_the_fallen_give_no_orders():
    turn = run(fallen().game, Brin="SCRAP Last-1\nSTANDING INVEST MAX", Cleo="BID Brin Last-1 1")

    assert remarks(turn, "Brin") == [(1, "fallen"), (2, "fallen")]
    assert [unit.name for unit in turn.game.units_of("Cleo")] == ["Yard-1", "Last-1"]


@pytest.mark.rule("SC-BRK-009", "SC-SET-008", "SC-RACE-018")
def test_the_player_of_a_fallen_empire_may_start_again():
    turn = run(fallen().game, Brin="AGAIN", Cleo="BID Brin Last-1 1")
    assert remarks(turn, "Brin") == [(1, "too-soon")]
    before = turn.game
    turn = run(before, Brin="AGAIN", Ada="AGAIN")
    game = turn.game
    brin = game.empire("Brin")

    assert remarks(turn) == [(1, "still-playing")]
    assert [empire.id for empire in game.empires] == ["Ada", "Brin", "Cleo"]
    assert (brin.active, brin.number, brin.home, brin.joined) == (True, 4, "76", game.turn)
    assert game.place("76").owner == "Brin"
    assert brin.relations == {}
    assert "Brin" not in game.empire("Ada").relations
    assert [(n.home, n.race) for n in game.natives[3:]] == [("86", game.natives[0].race)]
    assert [link for link in before.links if link] == [link for link in game.links if link][
        : len(before.links)
    ]
    assert len({unit.id for unit in game.units}) == len(game.units)
    assert len({fleet.id for fleet in game.fleets}) == len(game.fleets)
    assert texts(turn, "empire.joined") == ["Race 4 has joined the game."]

    turn = run(game, Brin="SRW G\nRACE Phoenix", Ada="SRW G")
    assert remarks(turn) == [(1, "race-fixed")]
    assert turn.game.empire("Brin").has("G1")
    assert "income of 76" in ledger(turn, "Brin")
    assert remarks(run(turn.game, Brin="SRW L"), "Brin") == [(1, "race-fixed")]


@pytest.mark.rule("SC-BRK-008")
def test_who_wins_a_bid_is_told_and_who_does_not():
    sold = run(fallen().game, Ada="BID Brin 30 50", Cleo="BID Brin 30 60\nBID Brin S1 5")
    lines = [
        (event.code, event.data["asset"], sorted(event.audience))
        for event in sold.events
        if event.code.startswith("auction") or "asset" in event.data
    ]
    assert sorted(lines) == [
        ("auction.missed", "30", ["Ada"]),
        ("auction.won", "30", ["Cleo"]),
        ("auction.won", "S1", ["Cleo"]),
    ]
