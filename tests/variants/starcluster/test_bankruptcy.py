"""Deficits: what is sold, suspended and lost, and the fall of empires (SC-BRK)."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import (
    colony,
    context,
    ledger,
    meet,
    new_game,
    remarks,
    run,
    ship,
    texts,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Empire, Project
from variants.starcluster.model.works import CHANCE, TIME
from variants.starcluster.rules import liquidation
from variants.starcluster.rules.projects import PAID, suspend
from variants.starcluster.rules.yards import yards_of

CLAUSES = catalogue("starcluster", "variants.starcluster")


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def owing(mc, freighters=10, **more):
    """A game in which Ada owes so much, and the pool has that many freighters."""
    game = new_game(**more)
    ada = game.empire("Ada")
    ada.stock[TREASURY], ada.deficit, ada.freighters = 0, round(100 * mc), freighters
    return game


def liquidate(game, **notes):
    found = context(game, "liquidation", **notes)
    liquidation.run(found)
    return found


def poor(game, name="Ada"):
    """Take an empire's people and money away, so that it cannot pay its centers."""
    empire = game.empire(name)
    empire.stock[TREASURY], empire.freighters = 0, 0
    game.place(empire.home).pu = 0
    return empire


@pytest.mark.rule("SC-BRK-002", "SC-BRK-001", "SC-ECO-006")
@examples("SC-BRK-002")
def test_freighters_of_yards_are_sold_one_by_one(example):
    told, expect = example.given, example.expect
    game = owing(told["deficit"], freighters=10 + told["dedicated"])
    ada = game.empire("Ada")
    ada.convoy = True
    found = liquidate(game)

    assert ada.freighters == 10 + told["dedicated"] - expect["sold"]
    assert ada.stock[TREASURY] == 100 * expect["treasury_after"]
    ada.convoy = False
    assert [yard.works for yard in yards_of(found, ada)] == [12 * (10 - expect["sold"])]


@pytest.mark.rule("SC-BRK-002")
def test_yards_stand_still_whatever_the_priority_and_people_are_served():
    game = owing(220, freighters=20)
    ada = game.empire("Ada")
    ada.priority = ("SY", "PU", "SYM", "MS")
    found = liquidate(game)

    assert [yard.works for yard in yards_of(found, ada)] == [60]


@pytest.mark.rule("SC-BRK-002", "SC-BRK-001")
def test_freighters_of_people_are_not_sold():
    game = owing(10_000, freighters=10)
    liquidate(game)

    assert game.empire("Ada").freighters == 10
    assert game.empire("Ada").deficit == 1_000_000


@pytest.mark.rule("SC-BRK-003", "SC-BRK-001")
def test_military_units_are_sold_by_the_list_and_then_the_cheapest_first():
    example = CLAUSES.examples("SC-BRK-003")[0]
    game = owing(81.53)
    for number, price in enumerate((32_610, 50_000, 20_000), 1):
        unit = ship(game, "Ada", "1", f"S{number}", "DD", "(A)x20 Q Q Q (I)x5", "War")
        unit.price, unit.list_price = price, 99_999
    civil = ship(game, "Ada", "1", "C", "FT4", "(H)x60 Q Q Ic", "Civil")
    civil.price = 100
    ada = game.empire("Ada")
    ada.liquidate = ["war-1"]
    found = liquidate(game)
    assert found.ledger.entries[0].amount == round(100 * example.expect["proceeds"])
    assert {unit.name for unit in game.units_of("Ada")} == {"Yard-1", "War-2", "War-3", "Civil-1"}

    ada.deficit = 1
    liquidate(game)
    assert {unit.name for unit in game.units_of("Ada")} == {"Yard-1", "War-2", "Civil-1"}
    ada.stock[TREASURY], ada.deficit = 0, 10_000_000
    liquidate(game)
    assert {unit.name for unit in game.units_of("Ada")} == {"Yard-1", "Civil-1"}


@pytest.mark.rule("SC-BRK-001", "SC-BRK-004", "SC-BRK-005")
def test_projects_are_suspended_those_of_science_first_and_the_dearest_first():
    game = owing(3_500)
    ada = game.empire("Ada")
    costs = {"ARM": 2_000, "SHD": 3_000, "G1": 1_000, "A2": 9_000}
    ada.projects = {name: Project(name=name, centers=["1"]) for name in costs}
    notes = {PAID: {("Ada", name): 100 * mc for name, mc in costs.items()}}
    liquidate(game, **notes)
    assert [name for name, one in ada.projects.items() if one.suspended] == ["ARM", "SHD"]
    assert ada.stock[TREASURY] == 150_000
    assert set(notes[PAID]) == {("Ada", "G1"), ("Ada", "A2")}

    ada.stock[TREASURY], ada.deficit, ada.liquidate = 0, 50_000, ["G1"]
    liquidate(game, **notes)
    assert [name for name, one in ada.projects.items() if one.suspended] == ["ARM", "SHD", "G1"]


@pytest.mark.rule("SC-BRK-004", "SC-BRK-005")
@pytest.mark.parametrize(
    ("name", "example"),
    [
        *(("CON", one) for one in CLAUSES.examples("SC-BRK-004")),
        *(("S2", one) for one in CLAUSES.examples("SC-BRK-005")),
    ],
    ids=str,
)
def test_each_turn_of_suspension_after_the_first_has_its_price(name, example):
    empire = Empire(id="Ada", penalty=example.given["choice"])
    project = Project(name=name)
    for _ in range(example.given["turns_suspended"]):
        suspend(project, empire)

    assert project.less_chance == example.expect.get("chance_loss", 0)
    assert project.more_turns == example.expect.get("added_turns", 0)


@pytest.mark.rule("SC-BRK-004")
def test_an_el_project_loses_time_alone():
    project = Project(name="EL")
    for _ in range(4):
        suspend(project, Empire(id="Ada", penalty=CHANCE))

    assert (project.less_chance, project.more_turns) == (0, 3)


@pytest.mark.rule("SC-BRK-004", "SC-BRK-001")
def test_a_suspended_project_goes_on_when_it_can_be_paid():
    game = new_game()
    ada = game.empire("Ada")
    ada.stock[TREASURY] = 0
    game.place("1").pu = 100
    game.units = []
    game.place("1").science = 2
    ada.projects["ARM"] = Project(name="ARM", centers=["1"], chances=-100)
    for suspended in (1, 2, 3):
        turn = run(game)
        game = turn.game
        project = game.empire("Ada").projects["ARM"]
        assert (project.suspended, project.turns) == (suspended, 0)
        assert game.empire("Ada").deficit == 0
    assert (project.more_turns, project.less_chance) == (2, 0)
    game.empire("Ada").stock[TREASURY] = 1_000_000
    project = run(game).game.empire("Ada").projects["ARM"]
    assert (project.suspended, project.turns, project.more_turns) == (0, 1, 2)


@pytest.mark.rule("SC-BRK-006")
@examples("SC-BRK-006")
def test_the_deposit_is_withdrawn_as_far_as_needed(example):
    told, expect = example.given, example.expect
    game = owing(told["deficit"], freighters=0)
    ada = game.empire("Ada")
    ada.deposit = 100 * told["deposit"]
    liquidate(game)

    assert ada.deposit == 100 * (told["deposit"] - expect["withdrawn"])
    assert ada.deficit == 100 * expect.get("remaining_deficit", 0)
    assert ada.stock[TREASURY] == 0


@pytest.mark.rule("SC-BRK-006")
def test_sums_of_the_liquidation_are_rounded_up():
    game = owing(0.05, freighters=0)
    game.empire("Ada").deposit = 1_000
    liquidate(game)

    assert (game.empire("Ada").deposit, game.empire("Ada").stock[TREASURY]) == (994, 1 - 1 + 1)


@pytest.mark.rule("SC-BRK-004", "SC-BRK-005", "SC-ORD-004", "SC-ORD-002")
def test_the_list_and_the_penalty_are_set_by_orders_and_stay():
    game = new_game()
    ship(game, "Ada", "1", "Scouts", "DD", "X", "Scout")
    turn = run(game, Ada="LIQUIDATE EL con S2 HULL:BB Scout-1\nPENALTY chance\nLIQUIDATE Nothing")
    ada = run(turn.game).game.empire("Ada")

    assert ada.liquidate == ["EL", "CON", "S2", "HULL:BB", "Scout-1"]
    assert ada.penalty == CHANCE
    assert remarks(turn) == [(3, "unknown-thing")]
    assert remarks(run(game, Ada="LIQUIDATE HULL:DD")) == [(1, "unknown-thing")]
    assert run(turn.game, Ada="PENALTY TIME").game.empire("Ada").penalty == TIME


# the fall


@pytest.mark.rule("SC-BRK-007", "SC-BRK-008")
def test_an_empire_without_help_falls_at_once_when_nobody_knows_it():
    game = new_game()
    poor(game)
    game.empire("Ada").abroad = True
    turn = run(game)

    assert not turn.game.empire("Ada").active
    assert texts(turn, "empire.fallen") == ["Race 1 has fallen."]
    place = turn.game.place("1")
    assert (place.owner, place.science, place.planets[0].pdc) == ("", 0, False)
    assert not turn.game.units_of("Ada")
    assert turn.game.estates == []


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
    assert remarks(saved) == [(1, "too-dear")]
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
    assert not after.natives[0].active
    assert after.natives[1].active
    assert after.empire("Brin").charts.points[into.b] == []
    run(after, 2)


def fallen():
    """The game after the fall of Brin, whom Ada and Cleo knew."""
    game = new_game("Ada", "Brin", "Cleo")
    for one in ("Ada", "Cleo"):
        meet(game, one, "Brin")
        game.empire(one).stock[TREASURY] = 100 * 5_000
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
    told = [event for event in turn.events if event.code == "auction.opened"]
    assert [set(event.audience) for event in told] == [{"Ada", "Cleo"}]
    assert all(name in told[0].text for name in ("30", "Last-1", "S1"))

    orders = {
        "Ada": "BID Brin 30 1000\nBID Brin Last-1 300\nBID Brin S1 100\nBID Brin 30 5",
        "Cleo": "BID Brin 30 900\nBID Brin Last-1 301.5\nBID Brin Nothing 5\nBID Ada 1 5",
    }
    sold = run(turn.game, **orders)
    game = sold.game
    assert (game.place("30").owner, game.place("30").science) == ("Ada", 3)
    assert game.empire("Ada").has("S1")
    unit = next(one for one in game.units if one.name == "Last-1")
    assert (unit.owner, game.fleet(unit.fleet).at) == ("Cleo", "30")
    assert ledger(sold)["bid for 30"] == -100_000
    assert ledger(sold, "Cleo")["bid for Last-1"] == -30_150
    assert "bid for Last-1" not in ledger(sold)
    assert remarks(sold) == [(4, "bid-already")]
    assert remarks(sold, "Cleo") == [(3, "no-asset"), (4, "no-estate")]
    assert (game.place("26").owner, game.units_of("Brin"), game.estates) == ("", [], [])
    assert remarks(run(game, Ada="BID Brin E1 5")) == [(1, "no-estate")]


@pytest.mark.rule("SC-BRK-008")
def test_bids_are_at_most_the_treasury_and_equal_ones_are_drawn():
    turn = fallen()
    assert remarks(run(turn.game, Ada="BID Brin 30 99999999")) == [(1, "too-dear")]
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
    assert [(one.home, one.race) for one in game.natives[3:]] == [("86", game.natives[0].race)]
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
