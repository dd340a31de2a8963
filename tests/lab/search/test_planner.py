"""How `lookahead` searches: within its budget, by what is foreseen, and without idle orders."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.search.examples import Example, Place, examples_of
from horizons_lab.search.planner import LookaheadBot, _Search, _Tried, _without_refused
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


# a plan that is changed


class Script:
    """A stream that answers as it is told, and keeps what it was asked."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    def chance(self, share):
        self.asked.append(share)
        return self.answers.pop(0)

    def below(self, count):
        self.asked.append(count)
        return self.answers.pop(0)


def search(stream, *, offered=None, drawn=("X1", "Y1", "Z1")):
    """A search in which these orders are drawn one after another; what it looked at for them."""
    asked, coming = [], iter(drawn)

    def order_options(view):
        asked.append(view)
        return "offered"

    def order(offers, keyword=""):
        assert offers == "offered"
        asked.append(keyword)
        return next(coming)

    variant = SimpleNamespace(order_options=order_options)
    pencil = SimpleNamespace(stream=stream, order=order, keyword_of=str.lower)
    bot = SimpleNamespace(variant=variant, budget=99)
    return _Search(bot, "known", "view now", pencil), asked


def plan(*lines, stands=1.0):
    return _Tried(lines, (stands,), "view after")


@pytest.mark.parametrize(
    ("lines", "script", "asked", "told", "looked"),
    [
        # without orders, from one to three are added to none
        ((), [0], [3], ("X1",), ["view now", ""]),
        ((), [2], [3], ("X1", "Y1", "Z1"), ["view now", "", "", ""]),
        # one is struck out
        (("A1", "B1"), [True, True, 1, False], [0.5, 0.3, 2, 0.6], ("A1",), ["view after"]),
        # one is replaced by another of its command
        (("A1", "B1"), [False, True, 0, True], [0.5, 0.3, 2, 0.6], ("B1", "X1"),
         ["view now", "a1"]),
        # some are added
        (("A1",), [True, False, 1], [0.5, 0.3, 3], ("A1", "X1", "Y1"), ["view after", "", ""]),
        # what stands there already is not added, however it is written
        (("x1", "B1"), [True, False, 0], [0.5, 0.3, 3], ("x1", "B1"), ["view after", ""]),
    ],
)  # fmt: skip
def test_a_plan_has_one_order_less_or_another_one_or_some_more(lines, script, asked, told, looked):
    stream = Script(*script)
    it, seen = search(stream)
    assert it._changed(plan(*lines)) == told
    assert (stream.asked, seen) == (asked, looked)


def test_what_cannot_be_drawn_is_not_added():
    it, _ = search(Script(2), drawn=("", "X1", ""))
    assert it._changed(plan()) == ("X1",)


@pytest.mark.parametrize(
    ("found", "is_asked"),
    [
        (plan("A", "B"), True),
        (plan("A", "B", "C"), True),
        (plan("A"), False),
        (plan("A", "B", stands=0.5), False),
        (plan("A", "B", stands=2.0), False),
    ],
)
def test_half_of_what_neither_helps_nor_harms_is_kept_if_it_is_no_shorter(found, is_asked):
    for answer in (True, False):
        stream = Script(answer)
        it, _ = search(stream)
        assert it._is_kept(found, plan("C", "D")) == (is_asked and answer)
        assert stream.asked == ([0.5] if is_asked else [])


def refused(*lines, severity="error"):
    return SimpleNamespace(diagnostics=[SimpleNamespace(severity=severity, line=n) for n in lines])


@pytest.mark.parametrize(
    ("remarks", "left"),
    [
        (refused(), ("A", "B", "C")),
        (refused(1), ("B", "C")),
        (refused(2), ("A", "C")),
        (refused(3), ("A", "B")),
        (refused(1, 3), ("B",)),
        (refused(0), ("A", "B", "C")),  # of the orders as a whole
        (refused(4), ("A", "B", "C")),
        (refused(1, 2, severity="warning"), ("A", "B", "C")),
    ],
)
def test_an_order_is_struck_out_if_its_line_is_refused(remarks, left):
    assert _without_refused(("A", "B", "C"), remarks, "A\n  B\nC\n") == left


def test_a_plan_is_tried_up_to_three_times_each_time_without_what_was_refused():
    """Of orders of which always the last one is refused, those that are left are given up."""

    class Strict(LampRules):
        def foresee(self, game, empire, text):
            seen = super().foresee(game, empire, text)
            lines = text.split()
            remark = SimpleNamespace(severity="error", line=len(lines))
            return SimpleNamespace(**{**vars(seen), "diagnostics": [remark] if lines else []})

    rules, learnt = Strict(), []
    it, _ = search(Script())
    it = attrs.evolve(it, bot=LookaheadBot(rules, 99, 1), known=Lamps(), view=rules.view(Lamps()))
    it.pencil.learn = lambda lines, refused: learnt.append((lines, refused))
    best = plan()
    assert it._tried(("A", "B", "C", "D"), best) is best
    assert learnt == [
        (("A", "B", "C", "D"), ["D"]), (("A", "B", "C"), ["C"]), (("A", "B"), ["B"])
    ]  # fmt: skip
    assert [text.split() for _, text in rules.foreseen] == [[*"ABCD"], [*"ABC"], [*"AB"]]


def test_later_turns_are_foreseen_only_where_the_first_is_another_one():
    rules = LampRules(("WAVE",))
    planned(rules, turns=3)
    turns = [turn for turn, _ in rules.foreseen]
    assert (turns.count(1), turns.count(2)) == (1, 1)
    assert turns.count(0) > 5


def test_what_was_found_is_given_to_no_new_bot():
    with pytest.raises(TypeError):
        LookaheadBot(LampRules(), 60, 1, {})


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


class Tongue:
    """A language whose orders are told beforehand, by the text that is read."""

    def __init__(self, told):
        self.told = told

    def read(self, text):
        lines = text.split("\n")
        found = [self.told[line] for line in lines if line in self.told]
        return SimpleNamespace(orders=found, acceptable=len(found) == len(lines))


def order(keyword, text, written, columns, column=1):
    return SimpleNamespace(
        keyword=keyword, text=text, written=written, columns=columns, column=column
    )


def examples(told, *commands):
    """The examples that are found for these keywords with their texts."""
    variant = SimpleNamespace(
        commands=[SimpleNamespace(keyword=name, example=text) for name, text in commands],
        language=Tongue(told),
        order_text="\n".join,
    )
    return examples_of(variant)


def test_an_example_is_the_first_order_of_its_command_that_is_one_line():
    told = {
        "GO a": order("GO", "GO a", {"to": "a"}, {"to": 4}),
        "STOP": order("STOP", "STOP", {}, {}),
        "MAIL b": order("MAIL", "MAIL b END", {"to": "b"}, {"to": 6}),
    }
    found = examples(told, ("GO", "STOP\nGO a"), ("STOP", "GO a"), ("MAIL", "MAIL b"), ("X", ""))
    assert found == {"GO": Example("GO a", (Place("to", 3, "a"),))}


def test_places_go_from_left_to_right_and_hold_what_is_written_there():
    written = {"b": "two", "a": "one", "gone": "x", "other": "y"}
    told = {"  GO one two": order("GO", "GO one two", written, {"b": 10, "a": 6, "other": 6}, 3)}
    (found,) = examples(
        told | {"GO one two": told["  GO one two"]}, ("GO", "  GO one two")
    ).values()
    assert found.places == (Place("a", 3, "one"), Place("b", 7, "two"))


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


def test_a_seat_may_try_one_turn_and_look_one_turn_ahead():
    seat = lab.Lookahead(budget=1, turns=1)
    assert (seat.budget, seat.turns) == (1, 1)
    for wrong in ({"budget": 0}, {"turns": 0}, {"name": 7}):
        with pytest.raises(lab.StudyError):
            lab.Lookahead(**wrong)
