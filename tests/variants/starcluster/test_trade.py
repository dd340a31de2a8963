"""Treaties and gifts (SC-TRD)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    colony,
    ledger,
    lone_way,
    meet,
    new_game,
    remarks,
    run,
    ship,
    texts,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Project, Race, Survey, Troops
from variants.starcluster.model.empires import ALLIANCE, HOSTILE, TRADE, WAR
from variants.starcluster.model.knowledge import DETAILED

BOTH = {"Ada": "TRADE Brin ON", "Brin": "TRADE Ada ON"}


def neighbours(**more):
    """A game where Ada knows a way from her home to Brin's, whom she has met."""
    game = new_game(**more)
    meet(game)
    lone_way(game, "1", "7", "26")
    return game


@pytest.mark.rule("SC-TRD-001")
def test_a_treaty_brings_both_a_twentieth_of_the_smaller_gross_income():
    example = CLAUSES.examples("SC-TRD-001")[0]
    game = neighbours()
    colony(game, "30", "Brin", pu=example.given["gross_b"] - 5_000, wealth=1)
    game.empire("Brin").freighters = 500
    alone = run(game, Ada=BOTH["Ada"])
    assert "trade with Race 2" not in ledger(alone)
    turn = run(game, **BOTH)

    assert ledger(turn)["trade with Race 2"] == 100 * example.expect["income_each"]
    assert ledger(turn, "Brin")["trade with Race 1"] == 100 * example.expect["income_each"]
    assert "trade with Race 2" in ledger(run(turn.game))
    assert "trade with Race 2" not in ledger(run(turn.game, Brin="TRADE Ada OFF"))


@pytest.mark.rule("SC-TRD-001", "SC-TURN-003")
@pytest.mark.parametrize(("version", "paid"), [("1.1.0", 36_600), ("1.0.0", 36_665)])
def test_trade_is_paid_in_whole_mc(version, paid):
    game = neighbours()
    game.version = version
    for empire in game.empires:
        empire.race = Race(traits=())
        game.place(empire.home).occupied = 0
        empire.freighters = 500
    game.place("1").pu, game.place("1").wealth = 1000, 7
    game.place("26").pu, game.place("26").wealth = 1000, 7
    colony(game, "30", "Brin", pu=333, wealth=1)
    colony(game, "31", "Ada", pu=333, wealth=1, revolt=0)
    turn = run(game, **BOTH)

    assert ledger(turn)["trade with Race 2"] == ledger(turn, "Brin")["trade with Race 1"] == paid


@pytest.mark.rule("SC-TRD-001")
def test_trade_needs_a_way_without_enemies():
    game = neighbours()
    game.empire("Ada").charts.points = {}
    assert "trade with Race 2" not in ledger(run(game, **BOTH))

    game = neighbours()
    native = game.natives[0]
    ship(game, native.id, "7", "Wolves", "DD", "(LLLL)1 Q Q Q (I)x5")
    assert "trade with Race 2" in ledger(run(game, **BOTH))
    meet(game, "Brin", native.id, HOSTILE)
    turn = run(game, **BOTH)
    assert "trade with Race 2" not in ledger(turn)
    assert sorted(e.audience for e in turn.events if e.code == "trade.interrupted") == [
        ("Ada",),
        ("Brin",),
    ]


@pytest.mark.rule("SC-TRD-001")
def test_the_way_may_be_known_to_either():
    game = neighbours()
    brin, ada = game.empire("Brin"), game.empire("Ada")
    brin.charts.points, ada.charts.points = ada.charts.points, {}

    assert "trade with Race 2" in ledger(run(game, **BOTH))


@pytest.mark.rule("SC-TRD-001")
@pytest.mark.parametrize(("stance", "trades"), [(TRADE, True), (ALLIANCE, True), (HOSTILE, False)])
def test_a_non_player_race_trades_from_its_stance_on(stance, trades):
    game = new_game()
    native = game.natives[0]
    meet(game, "Ada", native.id, stance)
    lone_way(game, "1", "7", native.home)
    native.called = "Elders"
    turn = run(game, Ada="TRADE Elders ON")

    assert any("trade" in reason for reason in ledger(turn)) == trades


@pytest.mark.rule("SC-TRD-001", "SC-TRD-002")
def test_nobody_trades_in_war_or_with_strangers():
    game = neighbours()
    assert remarks(run(new_game(), Ada="TRADE Brin ON\nGIVE Brin MC 5")) == [
        (1, "unknown-empire"),
        (2, "unknown-empire"),
    ]
    meet(game, stance=WAR)
    assert remarks(run(game, Ada="TRADE Brin ON")) == [(1, "at-war")]


@pytest.mark.rule("SC-TRD-002", "SC-DIP-003")
def test_money_is_given_after_income_as_far_as_there_is_any():
    game = neighbours()
    game.empire("Ada").stock[TREASURY] = 0
    turn = run(game, Ada="GIVE Brin MC 1000.50\nGIVE Brin MC 1000000")

    assert remarks(turn) == [(2, "too-expensive")]
    assert ledger(turn)["given to Race 2"] == -100_050
    assert ledger(turn, "Brin")["given by Race 1"] == 100_050
    assert turn.game.empire("Ada").relations["Brin"].gifts == [(1, 100_050)]


@pytest.mark.rule("SC-TRD-002", "SC-RND-003")
def test_technologies_and_data_are_given():
    game = neighbours()
    ada = game.empire("Ada")
    ada.developed += ["S2", "S3"]
    ada.charts.surveys["7"] = Survey(system="7", level=DETAILED, turn=0, links=(0,))
    turn = run(
        game, Ada="GIVE Brin TECH S3\nGIVE Brin TECH S4\nGIVE Brin DATA 7\nGIVE Brin DATA 26"
    )
    brin = turn.game.empire("Brin")

    assert {"S2", "S3"} <= set(brin.developed)
    assert brin.charts.surveys["7"].links == (0,)
    assert remarks(turn) == [(2, "not-developed"), (4, "not-surveyed")]


@pytest.mark.rule("SC-TRD-002")
def test_whether_a_technology_was_news_is_not_told():
    game = neighbours()
    turn = run(game, Ada="GIVE Brin TECH S1")

    assert remarks(turn) == []
    assert turn.game.empire("Brin").developed == game.empire("Brin").developed


@pytest.mark.rule("SC-TRD-002", "SC-YRD-005")
def test_a_unit_is_given_where_no_enemy_is():
    game = neighbours()
    unit = ship(game, "Ada", "7", "Present", "DD", "(A)x20 Q Q Q (I)x5", "Gift")
    unit.price = 1
    ship(game, "Brin", "30", "Own", "DD", "(A)x20 Q Q Q (I)x5", "Gift")
    turn = run(game, Ada="GIVE Brin UNIT Gift-1")
    gift = next(u for u in turn.game.units if u.id == unit.id)

    assert (gift.owner, gift.name, gift.price) == ("Brin", "Gift-2", unit.list_price)
    assert turn.game.fleet(gift.fleet).at == "7"
    assert not any(fleet.name == "Present" for fleet in turn.game.fleets)

    native = game.natives[0]
    meet(game, "Ada", native.id, WAR)
    ship(game, native.id, "7", "Wolves", "DD", "(LLLL)1 Q Q Q (I)x5")
    assert remarks(run(game, Ada="GIVE Brin UNIT Gift-1")) == [(1, "enemies-there")]


@pytest.mark.rule("SC-TRD-002")
def test_a_system_is_given_with_all_that_stands_there_but_no_homeworld():
    game = neighbours()
    place = colony(game, "7", science=1, generic=1)
    ada = game.empire("Ada")
    ada.projects["G1"] = Project(name="G1", centers=["7:G"])
    turn = run(game, Ada="GIVE Brin SYSTEM 1\nGIVE Brin SYSTEM 7")
    gift = turn.game.place("7")

    assert remarks(turn) == [(1, "homeworld")]
    assert (gift.owner, gift.science, gift.generic) == ("Brin", 1, 1)
    assert turn.game.empire("Ada").projects == {}
    assert "income of 7" in ledger(turn, "Brin")
    assert "7" in turn.game.empire("Brin").charts.surveys

    place.planets[0].troops = [Troops(owner="NPR1", points=5.0)]
    assert remarks(run(game, Ada="GIVE Brin SYSTEM 7")) == [(1, "enemies-there")]


@pytest.mark.rule("SC-TRD-002")
def test_money_for_a_race_that_has_just_joined_somebody_is_kept():
    game = new_game()
    native = game.natives[0]
    meet(game, "Ada", native.id, ALLIANCE)
    game.turn, game.place(native.home).pu = 50, 100
    for turn in range(50, 80):
        game.turn = turn
        after = run(game, Ada=f"AMALGAMATE {native.id}\nGIVE {native.id} MC 5")
        if not after.game.power(native.id).active:
            break
    assert remarks(after) == [(2, "unknown-empire")]
    assert "given to" not in " ".join(ledger(after))


@pytest.mark.rule("SC-TRD-001")
def test_who_is_offered_trade_sees_it_until_it_is_taken_back():
    game = new_game()
    meet(game)
    turn = run(game, Ada="TRADE Brin ON")
    assert texts(turn, "trade.offered") == ["Race 1 offers to trade with Race 2."]
    assert turn.game.empire("Brin").relations["Ada"].offered_trade
    assert turn.game.empire("Ada").relations["Brin"].offers_trade

    turn = run(turn.game, Ada="TRADE Brin OFF")
    assert not turn.game.empire("Brin").relations["Ada"].offered_trade
