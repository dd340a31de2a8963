"""The report of the umpire and the gamemaster: both sides of every secret, and open tasks."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.errors import UnknownNameError
from horizons_core.model import GAMEMASTER
from tests.page_parts import Parts, rows
from tests.variants.campaign2e.builders import campaign, fleet, run, variant
from tests.variants.campaign2e.reported import ORDERS, situation, waiting, week


@pytest.mark.rule("C2E-15.3-01")
def test_the_umpire_is_told_what_players_hide_from_each_other() -> None:
    report = week().report("Uma")
    for form in (report.text, report.html):
        for secret in ("Red fleet", "Leviathan-1", "Dread", "Secret", "balkanised (Brin)"):
            assert secret in form
    text = " ".join(report.text.split())
    assert "Counter 5 of Brin at 9,4 is a dummy of Red fleet." in text


def test_the_umpire_is_told_every_players_money() -> None:
    turn = week()
    money = {row["Player"][1:]: row for row in rows(turn.report("Uma").html, "players")}
    for player in turn.game.empires:
        assert float(money[player.name]["Treasury"]) == player.stock["credits"] / 100


def test_the_umpire_is_told_who_has_visited_which_world() -> None:
    table = rows(week().report("Uma").html, "worlds")
    visited = {row["World"]: row["Visited by"] for row in table if "Visited by" in row}
    assert {world for world, visitors in visited.items() if visitors} == {"7,7"}
    assert visited["7,7"] == "Ada"


def test_events_say_who_was_told_of_them() -> None:
    text = week().report("Uma").text
    assert "* Ada, Cyra: Ada pays Cyra 3.50 credits." in text
    assert "* Brin: You stand at" in text


def test_battles_by_hand_wait_in_front() -> None:
    game = waiting()
    report = hz.opening(game, variant()).report("Uma")
    words = " ".join(report.text.split())
    assert "Battle w04-0905-1 at 9,5 needs a result: Ada (Bastion-1, " in words
    assert "is waiting for the umpire" in " ".join(report.text.split())
    assert "Waiting for you: 2 decisions." in words
    assert "Needs your decision: Brin proposes the design Cloak." in words
    assert "Old cloak" not in report.text
    at = next(place for place in report.data["map"]["places"] if place["id"] == "9,5")
    assert "battle" in [mark["kind"] for mark in at["marks"]]
    sections = Parts(report.html).ids
    assert sections.index("decisions") < sections.index("players")


def test_a_battle_is_told_once_and_in_full_though_each_party_was_told_its_own() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (8, 7): {"owner": "Brin"}})
    game = variant().with_seat(game, "Uma", "umpire")
    fleet(game, "Ada", (7, 7), "g1", CH=2)
    fleet(game, "Brin", (8, 7), "b1", DD=2)
    turn = run(
        game,
        Ada="STANCE Brin HOSTILE\nMOVE g1 TO 8,7\nCONTACT g1 ATTACK IF ANY ELSE WITHDRAW",
        Brin="STANCE Ada HOSTILE\nCONTACT b1 ATTACK IF ANY ELSE WITHDRAW",
    )
    battles = {name: rows(turn.report(name).html, "battles") for name in ("Ada", "Brin", "Uma")}
    assert [len(table) for table in battles.values()] == [4, 4, 4]
    unknown = {name: [row["Before"] for row in table].count("?") for name, table in battles.items()}
    assert unknown == {"Ada": 2, "Brin": 2, "Uma": 0}
    for name, marks in (("Ada", 1), ("Uma", 0)):
        places = variant().map(variant().view(turn.game, name))["places"]
        kinds = [mark["kind"] for place in places for mark in place["marks"]]
        assert kinds.count("battle") == marks
    page = Parts(turn.report("Uma").html)
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)


def test_the_gamemaster_gets_the_same_form() -> None:
    form = variant().report_form_for(GAMEMASTER)
    assert form is variant().report_form_for("umpire")
    report = week().report("Uma")
    document = {**report.data, "role": GAMEMASTER, "empire": "Gamemaster"}
    assert "Leviathan-1" in form.text(document)
    assert "Orders you can give" in report.text
    assert "Orders you can give" not in form.text(document)  # who gives no orders


def test_a_players_name_is_no_role() -> None:
    with pytest.raises(UnknownNameError):
        variant().report_form_for("Ada")


def test_spectators_are_told_what_is_public_and_see_the_map() -> None:
    game = variant().with_seat(situation(), "Sam", "spectator")
    report = hz.run_turn(game, {"Ada": ORDERS}, variant=variant()).report("Sam")
    assert {world["id"] for world in report.data["view"]["worlds"]} == {
        world.id for world in game.worlds
    }
    assert len(report.data["view"]["counters"]) > 3
    for secret in ("Red fleet", "g1", "Leviathan", "Dread", "balkanised"):
        assert secret not in report.text
        assert secret not in report.html
