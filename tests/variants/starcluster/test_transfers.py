"""Transfers of population, and claims (SC-PUT, SC-RACE-019)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    colony,
    context,
    examples,
    ledger,
    meet,
    remarks,
    run,
    surveyed,
    texts,
)
from tests.variants.starcluster.settling import frontier, known
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Expedition, Planet, SurveyedColony
from variants.starcluster.rules import colonies


def settled(received=0, sent=0, transits=1):
    game = frontier(*[str(n) for n in range(1, transits + 2)])
    target = colony(game, str(transits + 1), transferred=received, pu=50, planets=[Planet()] * 9)
    game.empire("Ada").freighters = 500
    game.empire("Ada").stock[TREASURY] = 100 * 1_000_000
    return game, target


@pytest.mark.rule("SC-PUT-001", "SC-PUT-002", "SC-PUT-005", "SC-LOG-002")
def test_of_five_people_sent_one_arrives_and_freighters_come_home():
    example = CLAUSES.examples("SC-PUT-001")[0]
    game, _ = settled()
    sent = example.given["sent"]
    game.empire("Ada").freighters = 21 + sent
    turn = run(game, Ada=f"TRANSFER {sent} FROM 1 TO 2")
    ada = turn.game.empire("Ada")
    assert remarks(turn) == []
    assert ada.transfers[0].pu == CLAUSES.examples("SC-PUT-002")[0].expect["freighters"]
    assert ledger(turn)["income of 1"] == 500 * (1000 - sent)

    ada.transfers[0].travel = 1
    ctx = context(turn.game, "colonization")
    before = turn.game.place("2").pu
    colonies.move_transfers(ctx)
    assert turn.game.place("2").pu == before + example.expect["arrive"]
    assert turn.game.place("2").transferred == example.expect["arrive"]
    assert (ada.transfers, ada.freighters) == ([], 21 + sent)


@pytest.mark.rule("SC-PUT-002")
def test_a_transfer_needs_a_spare_freighter_for_each_of_those_sent():
    game, _ = settled()
    game.empire("Ada").freighters = 21 + 49

    assert remarks(run(game, Ada="TRANSFER 50 FROM 1 TO 2")) == [(1, "no-freighters")]


@pytest.mark.rule("SC-PUT-003")
@examples("SC-PUT-003")
def test_transfers_travel_as_expeditions_do(example):
    inputs = example.given
    game, target = settled(transits=inputs["transits"])
    game.empire("Ada").developed += [f"Ic{n}" for n in range(2, inputs["ic"] + 1)]
    turn = run(game, Ada=f"TRANSFER 5 FROM 1 TO {target.id}")

    assert turn.game.empire("Ada").transfers[0].travel == example.expect["turns"]


@pytest.mark.rule("SC-PUT-003")
def test_people_above_the_maximum_or_for_a_lost_system_are_lost():
    game, target = settled()
    ada = game.empire("Ada")
    ada.transfers = [Expedition(origin="1", target="2", pu=50, travel=1)]
    target.pu = target.most_pu - 4
    colonies.move_transfers(context(game, "colonization"))
    assert (target.pu, target.transferred) == (target.most_pu, 10)

    ada.transfers = [Expedition(origin="1", target="2", pu=50, travel=1)]
    target.owner, target.pu = "Brin", 5
    colonies.move_transfers(context(game, "colonization"))
    assert (target.pu, ada.transfers) == (5, [])


@pytest.mark.rule("SC-PUT-004")
@examples("SC-PUT-004")
def test_no_colony_gains_more_than_a_hundred_by_transfers(example):
    inputs = example.given
    for received, coming in ((inputs["received"], 0), (inputs["received"] - 10, 50)):
        game, _ = settled(received)
        expedition = Expedition(origin="1", target="2", pu=coming, travel=5)
        game.empire("Ada").transfers.append(expedition)
        turn = run(game, Ada=f"TRANSFER {inputs['sent']} FROM 1 TO 2")
        assert (not remarks(turn)) == example.expect["allowed"]


@pytest.mark.rule("SC-PUT-004", "SC-PUT-005")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("TRANSFER 7 FROM 1 TO 2", "not-multiple-of-five"),
        ("TRANSFER 5 FROM 1 TO 1", "already-there"),
        ("TRANSFER 5 FROM 1 TO 3", "not-your-system"),
        ("TRANSFER 50 FROM 2 TO 1", "too-few-people"),
        ("TRANSFER 505 FROM 1 TO 2", "too-many-transfers"),
    ],
)
def test_wrong_transfers_are_refused(order, code):
    game, _ = settled()
    game.empire("Ada").charts.visited.append("3")

    assert [c for _, c in remarks(run(game, Ada=order))] == [code]


# claims


@pytest.mark.rule("SC-RACE-019")
def test_a_surveyed_system_nearby_is_claimed_and_those_in_contact_hear_of_it():
    game = frontier("1", "5", "7", "9")
    meet(game)
    surveyed(game, "7")
    turn = run(game, Ada="CLAIM 7\nCLAIM 9\nCLAIM 5\nCLAIM 7")

    assert turn.game.empire("Ada").claims == ["7"]
    assert remarks(turn) == [(2, "too-far"), (3, "not-surveyed"), (4, "claimed")]
    events = [event for event in turn.events if event.code == "system.claimed"]
    assert [event.audience for event in events] == [("Ada", "Brin")]

    turn = run(turn.game, Ada="UNCLAIM 7\nUNCLAIM 7")
    assert turn.game.empire("Ada").claims == []
    assert remarks(turn) == [(2, "not-claimed")]


@pytest.mark.rule("SC-RACE-019")
def test_a_claim_on_a_colony_is_refused_and_lapses_when_others_settle_there():
    game = frontier("1", "5", "7")
    known(game, colony=SurveyedColony(owner="Brin"))
    assert remarks(run(game, Ada="CLAIM 7")) == [(1, "colonized")]

    game.empire("Ada").claims = ["7", "5"]
    game.place("7").owner = "Brin"
    turn = run(game)
    assert turn.game.empire("Ada").claims == ["5"]
    assert texts(turn, "system.claim_lapsed") == ["7 is colonized: your claim has lapsed."]
