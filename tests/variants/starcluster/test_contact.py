"""Contacts, and the reports of the Galactic News Network (SC-VIS-002, SC-DIP-002)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import chain, new_game, run, ship, texts, variant
from variants.starcluster.model.empires import HOSTILE, NEUTRAL
from variants.starcluster.model.races import Race

SEER, BLIND = "Y (Ic)x5", "(Ic)x5"


def met(game, name="Ada"):
    return sorted(game.power(name).relations)


def contact_texts(turn, player):
    codes = ("contact.made", "diplomacy.met")
    return [event.text for event in turn.events if player in event.audience and event.code in codes]


def meeting(ada=SEER, brin=SEER):
    game = chain("1", "2")
    ship(game, "Ada", "2", "Scouts", "DD", ada)
    ship(game, "Brin", "2", "Others", "DD", brin)
    return game


@pytest.mark.rule("SC-VIS-002")
def test_who_sees_another_is_in_contact_for_ever():
    turn = run(meeting())
    assert (met(turn.game), met(turn.game, "Brin")) == (["Brin"], ["Ada"])
    assert turn.game.empire("Ada").relations["Brin"].stance == NEUTRAL
    assert contact_texts(turn, "Ada") == [
        "You are now in contact with Race 2: peace.",
        "We have met Race 2 at 2.",
    ]

    game = turn.game
    game.units, game.fleets = [], []
    later = run(game)
    assert met(later.game) == ["Brin"]
    assert contact_texts(later, "Ada") == []


@pytest.mark.rule("SC-VIS-002")
def test_it_is_enough_that_one_sees_the_other_and_the_other_hears_no_place():
    turn = run(meeting(brin=BLIND))
    assert met(turn.game, "Brin") == ["Ada"]
    assert len(contact_texts(turn, "Ada")) == 2
    assert contact_texts(turn, "Brin") == ["You are now in contact with Race 1: peace."]
    assert met(run(meeting(BLIND, BLIND)).game) == []


@pytest.mark.rule("SC-VIS-002")
def test_a_colony_is_seen_by_sensors_and_sees_without():
    for text in (SEER, BLIND):
        game = chain("1", "2")
        ship(game, "Ada", "26", "Scouts", "DD", text)
        turn = run(game)
        assert met(turn.game) == ["Brin"]
        assert ("We have met Race 2 at 26." in contact_texts(turn, "Ada")) == (text == SEER)


@pytest.mark.rule("SC-DIP-002")
@pytest.mark.parametrize("militancy", [33, 66])
def test_a_race_is_hostile_by_its_militancy(militancy):
    players = [f"P{number}" for number in range(1, 21)]
    game = new_game(*players)
    for player, native in zip(players, game.natives, strict=True):
        native.race = Race(array=(66, 33, militancy))
        ship(game, player, native.home, "Scouts", "DD", BLIND)
    turn = run(game)
    stances = []
    for player, native in zip(players, turn.game.natives, strict=True):
        stance = turn.game.empire(player).relations[native.id].stance
        assert stance == native.relations[player].stance
        assert f"You are now in contact with {native.id}: {stance}." in contact_texts(turn, player)
        stances.append(stance)

    assert set(stances) == {HOSTILE, NEUTRAL}
    assert abs(stances.count(HOSTILE) - 0.2 * militancy) <= 6


@pytest.mark.rule("SC-DIP-002")
def test_contact_with_one_race_is_none_with_its_like():
    game = new_game()
    ship(game, "Ada", game.natives[0].home, "Scouts", "DD", SEER)
    turn = run(game)

    assert met(turn.game) == ["NPR1"]
    assert met(turn.game, "Brin") == []


@pytest.mark.rule("SC-SET-015")
def test_a_game_begins_with_one_to_twenty_players():
    assert len(new_game("Ada").empires) == 1
    assert variant().info.players == (1, 20)


@pytest.mark.rule("SC-VIS-002", "SC-SET-008", "SC-SET-015", "SC-SET-009")
def test_a_newcomer_gets_a_cluster_of_its_own_and_is_told_of_by_name():
    game = new_game()
    joined = variant().join(game, "Cid")
    assert [empire.id for empire in game.empires] == ["Ada", "Brin"]
    cid = joined.empire("Cid")
    assert (cid.number, cid.home, len(joined.systems)) == (3, "51", 175)
    assert joined.natives[2].race == joined.natives[0].race
    assert joined.systems[:50] == game.systems[:50]
    entries = [link.b for link in joined.links if link.closed_b]
    assert len(entries) == len(set(entries)) == 3

    turn = run(joined)
    news = next(event for event in turn.events if event.code == "empire.joined")
    assert (news.text, news.audience, news.place) == ("Race 3 has joined the game.", ("*",), None)
    assert texts(run(turn.game), "empire.joined") == []


@pytest.mark.rule("SC-VIS-002", "SC-END-001")
def test_a_fall_is_told_to_all_without_a_place():
    game = new_game("Ada", "Brin", "Cid")
    game.place("26").owner = ""
    turn = run(game)
    news = next(event for event in turn.events if event.code == "empire.fallen")

    assert (news.text, news.audience, news.place) == ("Race 2 has fallen.", ("*",), None)
    assert news.data == {"empire": "Race 2"}


@pytest.mark.rule("SC-VIS-002", "SC-GTN-002")
def test_the_dividend_is_told_to_all():
    game = new_game()
    game.dividend = 9
    turn = run(game)

    assert texts(turn, "news.dividend")
