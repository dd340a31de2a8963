"""Battles of a week, fought by the program: effects on ships, groups and players."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import campaign, fleet, run
from variants.campaign2e.model import Campaign, ContactOrder

AWAY = (3, 3)


@pytest.fixture
def game() -> Campaign:
    """Five cruisers of Ada's and one of Brin's attack each other at 3,3."""
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    for player, cruisers in (("Ada", 5), ("Brin", 1)):
        fleet(game, player, AWAY, "g1", CH=cruisers).contact = ContactOrder(attack="ANY")
    return game


@pytest.mark.rule("C2E-14.1-02", "C2E-3.7-01")
def test_the_stronger_fleet_holds_the_field_and_ships_bear_the_marks(game) -> None:
    turn = run(game)
    fought = next(event for event in turn.events if event.code == "battle.fought")
    assert fought.text == "A battle of Ada against Brin at 3,3: the field is held by Ada."
    assert any(ship.is_damaged for ship in turn.game.ships)
    assert all(ship.combat_turns or ship.endurance < 3 for ship in turn.game.ships_of("Ada"))


@pytest.mark.rule("C2E-14.1-02")
def test_a_week_with_a_battle_is_the_same_when_it_is_run_again(game) -> None:
    first, turn = run(game), run(game)
    assert first.game == turn.game
    assert first.events == turn.events


def battle_for(turn, reader):
    (event,) = [
        event
        for event in turn.events
        if event.code == "battle.told" and event.data["you"] == reader
    ]
    return event


@pytest.mark.rule("C2E-15.3-01", "C2E-15.3-02")
def test_a_party_is_told_the_battle_without_what_is_aboard_others_ships(game) -> None:
    for ship in game.ships_of("Brin"):
        ship.name, ship.armour_lost = "Secret", 2
    turn = run(game)
    event = battle_for(turn, "Ada")
    assert event.visible_to("Ada")
    assert not event.visible_to("Brin")
    assert "Secret" not in repr(event.data)
    *ours, other = event.data["units"]
    assert (other["name"], other["mark"]) == ("Argent 1 of Brin", "CH")
    assert (other["before"], other["after"]) == ({}, {})
    assert [unit["before"]["damage points"] for unit in ours] == [33] * 5
    hit = [shot for shot in event.data["shots"] if shot["target"] == 5]
    assert sum(shot["damage"] for shot in hit) > 0
    assert not any(shot["lost"] for shot in hit)
    full = battle_for(turn, None)
    assert not full.visible_to("Ada")
    assert full.data["units"][5]["name"] == "Secret"
    assert any(shot["lost"] for shot in full.data["shots"] if shot["target"] == 5)
