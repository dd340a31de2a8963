"""Differences of positions in sentences that name the game's own things."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_host.reports.comparisons import MAX_SENTENCES, edit_sentences, turn_sentences
from tests import games

GAMES = ("campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster")


def views(before: hz.Game, after: hz.Game, empire: str = "Ada") -> tuple[hz.View, hz.View]:
    variant = hz.variant_of(before)
    return variant.view(before, empire), variant.view(after, empire)


@pytest.fixture
def war() -> hz.Game:
    """A game of Event Horizon with ships of Ada."""
    game = games.new_game(hz.load_variant("event_horizon"), ["Ada", "Brin"], seed="comparisons")
    bots = {"Ada": "greedy", "Brin": "greedy"}
    for _ in range(2):
        game = hz.run_turn(game, games.bot_orders(game, bots)).game
    return game


def test_lost_things_are_named_with_their_place(war: hz.Game) -> None:
    after = hz.load(hz.dump(war))
    ships = [ship for ship in after.ships if ship.owner == "Ada" and not ship.mothership][:2]
    after.ships = [ship for ship in after.ships if ship not in ships]
    variant = hz.variant_of(war)
    sentences = edit_sentences(*views(war, after), variant)
    titles = [
        thing.title
        for thing in variant.things(variant.view(war, "Ada"))
        if thing.words in {str(ship.number) for ship in ships}
    ]
    assert len(titles) == 2
    assert str(sentences[0]).startswith("Loses ")
    assert all(any(title in sentence for sentence in sentences) for title in titles)
    gained = edit_sentences(*views(after, war), variant)
    assert str(gained[0]) == str(sentences[0]).replace("Loses", "Gets")
    assert edit_sentences(*views(war, after, "Brin"), variant) == []


def test_figures_and_stocks_say_the_old_and_the_new_value(war: hz.Game) -> None:
    after = hz.load(hz.dump(war))
    before = dict(war.empire("Ada").stock)
    after.empire("Ada").stock["hull"] = before["hull"] + 7
    (sentence,) = edit_sentences(*views(war, after), hz.variant_of(war))
    assert sentence == f"hull in stock: {before['hull'] + 7} instead of {before['hull']}."


def test_equal_positions_have_no_differences(war: hz.Game) -> None:
    assert edit_sentences(*views(war, war), hz.variant_of(war)) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_told_in_few_sentences_without_reason_codes(name: str) -> None:
    variant = hz.load_variant(name)
    game = games.new_game(variant, ["Ada", "Brin", "Cleo"], seed="comparisons")
    turn = hz.run_turn(game, {})
    empire = game.empires[0].id
    report = turn.reports()[empire].data
    sentences = turn_sentences(*views(game, turn.game, empire), report, variant)
    assert len(sentences) <= MAX_SENTENCES
    codes = {event["code"] for event in report["events"]}
    assert not any(code in sentence for code in codes for sentence in sentences)
