"""How `lookahead` searches: within its budget, by what is foreseen, and without idle orders."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.search.examples import Place, examples_of
from horizons_lab.search.planner import LookaheadBot
from horizons_lab.search.standing import standing
from tests.lab.search.lamps import LampRules, Lamps

SEEDS = range(5)
#: Lamps that do not shine in time, so that it does not matter which are lit.
MANY = tuple(f"{letter}9" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def planned(rules, budget=60, turns=1, seed=0, game=None):
    """The orders that the bot gives, sorted."""
    game = game or Lamps()
    bot = LookaheadBot(rules, budget, turns)
    text = bot.plan(game, rules.view(game), hz.Stream.from_key("lamps", seed))
    return sorted(text.split())


# what it finds


@pytest.mark.parametrize("seed", SEEDS)
def test_all_that_pays_is_ordered_and_nothing_else(seed):
    rules = LampRules(("A1", "B1", "C1", "DARK", "WAVE", "BREAK"))
    assert planned(rules, budget=150, seed=seed) == ["A1", "B1", "C1"]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_sees_as_many_turns_ahead_as_it_is_told(seed):
    for turns in (1, 2, 3):
        rules = LampRules(("A1", "A2", "A3", "A4"))
        assert planned(rules, budget=150, turns=turns, seed=seed)[-1] == "A4"
        # all change what is seen at once; those that shine in time are never struck out
        rules = LampRules(("A2", "DARK"))
        assert planned(rules, budget=150, turns=turns, seed=seed) == ["A2"]
        assert {turn for turn, _ in rules.foreseen} == set(range(turns))


def test_later_turns_have_no_orders_and_none_come_after_the_end():
    rules = LampRules(ends=2)
    planned(rules, turns=5)
    assert {turn for turn, _ in rules.foreseen} == {0, 1}
    assert {text for turn, text in rules.foreseen if turn} == {""}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_pays_only_together_is_found(seed):
    """An order that is refused alone stands beside another one."""
    assert planned(LampRules(("A1", "LAST")), seed=seed) == ["A1"]
    rules = LampRules(("A1", "BREAK"))
    assert planned(rules, seed=seed) == ["A1"]
    assert any("BREAK" in text for _, text in rules.foreseen)


def test_what_becomes_possible_by_an_order_is_drawn_too():
    """From the view after the plan lamps that are lit are offered no more; others are."""

    class Wires(LampRules):
        def order_options(self, view):
            known = super().order_options(view)
            return known if "A1" in view.data["lit"] else {"A1": known["A1"]}

    assert planned(Wires(("A1", "B1")), budget=120) == ["A1", "B1"]


def test_no_order_stands_twice():
    rules = LampRules(("A1", "a1", "B1"))
    planned(rules, budget=200)
    for _, text in rules.foreseen:
        lines = text.casefold().split()
        assert len(set(lines)) == len(lines)


def test_from_one_to_three_orders_are_added_at_once():
    found = set()
    for seed in range(20):
        rules = LampRules(MANY)
        planned(rules, budget=8, seed=seed)
        found.add(len(rules.foreseen[1][1].split()))
    assert found == {1, 2, 3}


# its budget


@pytest.mark.parametrize("turns", [1, 2, 4])
@pytest.mark.parametrize("budget", [12, 25, 60])
def test_the_budget_is_used_and_never_exceeded(budget, turns):
    """What is left is too little for another try, in turns ahead, mendings and orders to weigh."""
    rules = LampRules(MANY)
    lines = planned(rules, budget, turns)
    most = turns + 3 + 3
    assert budget - most - len(lines) <= len(rules.foreseen) <= budget


def test_without_a_budget_for_a_try_nothing_is_ordered():
    rules = LampRules()
    assert planned(rules, budget=7) == []
    assert len(rules.foreseen) == 1
    found = [planned(LampRules(), budget=8, seed=seed) for seed in range(20)]
    assert any(found)


def test_where_nothing_can_be_ordered_the_search_comes_to_an_end():
    rules = LampRules(())
    assert planned(rules) == []
    assert len(rules.foreseen) == 1


def test_who_plays_no_empire_orders_nothing():
    rules = LampRules()
    view = SimpleNamespace(empire=None, data={})
    bot = LookaheadBot(rules, 60, 1)
    assert bot.plan(Lamps(), view, hz.Stream.from_key("a")) == ""
    assert bot.orders(rules.view(Lamps()), hz.Stream.from_key("a")) == ""
    assert rules.foreseen == []
    assert bot.forfeit is None


# how good a turn is


def seen(outcome=None, active=True, **data):
    empire = SimpleNamespace(id="P1", active=active, stock={"ore": 7, "gas": 2})
    game = SimpleNamespace(outcome=outcome, empire=lambda name: empire)
    return SimpleNamespace(
        context=SimpleNamespace(game=game), view=SimpleNamespace(empire="P1", data=data)
    )


def ranked(*figures, accounts=("gas", "ore", "tin")):
    ranks = [SimpleNamespace(empire="P1", figures=dict(enumerate(figures)))] if figures else []
    economy = SimpleNamespace(accounts=accounts)
    return SimpleNamespace(ranking=lambda game: ranks, economy=economy)


def test_a_victory_counts_most_then_to_be_in_the_game_then_the_figures_then_things():
    won, lost = (SimpleNamespace(winners=names) for names in (("P1",), ("P2",)))
    assert standing(ranked(5, 3), seen(won, ships=[1, 2], stars=(3,), name="xy")) == (1, 1, 5, 3, 3)
    assert standing(ranked(5, 3), seen(lost, active=False)) == (0, 0, 5, 3, 0)
    assert standing(ranked(5), seen()) == (0, 1, 5, 0)


def test_where_empires_are_not_ranked_their_accounts_count():
    assert standing(ranked(), seen(ships=[1])) == (0, 1, 2, 7, 0, 1)
    assert standing(ranked(accounts=()), seen()) == (0, 1, 0)


# examples


@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_the_places_of_an_example_hold_its_arguments(name):
    variant = hz.load_variant(name)
    found = examples_of(variant)
    assert set(found) <= {command.keyword for command in variant.commands}
    for keyword, example in found.items():
        (order,) = (one for one in variant.language.read(variant.order_text([example.text])).orders
                    if one.keyword == keyword)  # fmt: skip
        assert {place.argument for place in example.places} <= set(order.written)
        assert list(example.places) == sorted(example.places, key=lambda place: place.start)
        for place in example.places:
            assert example.text[place.start :].startswith(place.words)
            assert order.written[place.argument] == place.words


def test_words_with_blanks_and_no_quotes_are_bare():
    told = {words: Place("to", 3, words).is_bare for words in ("Sol", "Big Star", '"Big Star"')}
    assert told == {"Sol": False, "Big Star": True, '"Big Star"': False}


# the seat


def test_the_seat_needs_the_rules():
    seat = lab.Lookahead(name="deep")
    assert (seat.label, seat.check()) == ("deep", None)
    with pytest.raises(ValueError, match="needs the rules"), seat.opened():
        pass
    rules = LampRules()
    with seat.opened(variant=rules) as bot:
        assert (bot.variant, bot.budget, bot.turns) == (rules, 192, 3)
