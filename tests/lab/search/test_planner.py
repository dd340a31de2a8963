"""The search of `lookahead`: within its budget, by forecasts, and without idle orders."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.lookahead import LookaheadBot, _Candidate, _Search, _without_refused, evaluate
from tests.lab.search.lamps import LampRules, Lamps

SEEDS = range(5)
#: Lamps that do not shine in time, so that it does not matter which are lit.
MANY = tuple(f"{letter}9" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def best_plan(rules, budget=60, turns=1, seed=0, game=None):
    """Return the orders of the bot, sorted."""
    game = game or Lamps()
    bot = LookaheadBot(rules, budget, turns)
    text = bot.plan(game, rules.view(game), hz.Stream.from_key("lamps", seed))
    return sorted(text.split())


# results


@pytest.mark.parametrize("seed", SEEDS)
def test_all_that_pays_is_ordered_and_nothing_else(seed):
    rules = LampRules(("A1", "B1", "C1", "DARK", "WAVE", "BREAK"))
    assert best_plan(rules, budget=150, seed=seed) == ["A1", "B1", "C1"]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_sees_as_many_turns_ahead_as_it_is_told(seed):
    for turns in (1, 2, 3):
        rules = LampRules(("A1", "A2", "A3", "A4"))
        assert best_plan(rules, budget=150, turns=turns, seed=seed)[-1] == "A4"
        # each changes the next view; those that shine in time are never removed
        rules = LampRules(("A2", "DARK"))
        assert best_plan(rules, budget=150, turns=turns, seed=seed) == ["A2"]
        assert {turn for turn, _ in rules.foreseen} == set(range(turns))


def test_later_turns_have_no_orders_and_none_come_after_the_end():
    rules = LampRules(ends=2)
    best_plan(rules, turns=5)
    assert {turn for turn, _ in rules.foreseen} == {0, 1}
    assert {text for turn, text in rules.foreseen if turn} == {""}


@pytest.mark.parametrize("seed", SEEDS)
def test_what_pays_only_together_is_found(seed):
    """Two orders, the first of them refused alone."""
    assert best_plan(LampRules(("A1", "LAST")), seed=seed) == ["A1"]
    rules = LampRules(("A1", "BREAK"))
    assert best_plan(rules, seed=seed) == ["A1"]
    assert any("BREAK" in text for _, text in rules.foreseen)


def test_what_becomes_possible_by_an_order_is_drawn_too():
    """The view after the plan offers other lamps instead of the lit ones."""

    class Wires(LampRules):
        def order_options(self, view):
            known = super().order_options(view)
            return known if "A1" in view.data["lit"] else {"A1": known["A1"]}

    assert best_plan(Wires(("A1", "B1")), budget=120) == ["A1", "B1"]


def test_no_order_stands_twice():
    rules = LampRules(("A1", "a1", "B1"))
    best_plan(rules, budget=200)
    for _, text in rules.foreseen:
        lines = text.casefold().split()
        assert len(set(lines)) == len(lines)


def test_from_one_to_three_orders_are_added_at_once():
    counts = set()
    for seed in range(20):
        rules = LampRules(MANY)
        best_plan(rules, budget=8, seed=seed)
        counts.add(len(rules.foreseen[1][1].split()))
    assert counts == {1, 2, 3}


# budget


@pytest.mark.parametrize("turns", [1, 2, 4])
@pytest.mark.parametrize("budget", [12, 25, 60])
def test_the_budget_is_used_and_never_exceeded(budget, turns):
    """The rest is too little for another try, in turns ahead, repairs and orders to weigh."""
    rules = LampRules(MANY)
    lines = best_plan(rules, budget, turns)
    most = turns + 3 + 3
    assert budget - most - len(lines) <= len(rules.foreseen) <= budget


def test_without_a_budget_for_a_try_nothing_is_ordered():
    rules = LampRules()
    assert best_plan(rules, budget=7) == []
    assert len(rules.foreseen) == 1
    plans = [best_plan(LampRules(), budget=8, seed=seed) for seed in range(20)]
    assert any(plans)


def test_where_nothing_can_be_ordered_the_search_comes_to_an_end():
    rules = LampRules(())
    assert best_plan(rules) == []
    assert len(rules.foreseen) == 1


def test_who_plays_no_empire_orders_nothing():
    rules = LampRules()
    view = SimpleNamespace(empire=None, data={})
    bot = LookaheadBot(rules, 60, 1)
    assert bot.plan(Lamps(), view, hz.Stream.from_key("a")) == ""
    assert bot.orders(rules.view(Lamps()), hz.Stream.from_key("a")) == ""
    assert rules.foreseen == []
    assert bot.forfeit is None


# changes of a plan


class Script:
    """A stream with fixed answers that records its calls."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    def chance(self, share):
        self.asked.append(share)
        return self.answers.pop(0)

    def below(self, count):
        self.asked.append(count)
        return self.answers.pop(0)


def search(stream, *, offered=None, drawn=("X1", "Y1", "Z1")):
    """Return a search that draws these orders one after another, and the list of views it used."""
    calls, coming = [], iter(drawn)

    def order_options(view):
        calls.append(view)
        return "offered"

    def order(offers, view, keyword=""):
        assert (offers, view) == ("offered", calls[0])
        calls.append(keyword)
        return next(coming)

    variant = SimpleNamespace(order_options=order_options)
    writer = SimpleNamespace(stream=stream, order=order, keyword_of=str.lower)
    bot = SimpleNamespace(variant=variant, budget=99)
    return _Search(bot, "known", "view now", writer), calls


def plan(*lines, stands=1.0):
    return _Candidate(lines, (stands,), "view after")


@pytest.mark.parametrize(
    ("lines", "script", "calls", "new", "looked"),
    [
        # an empty plan gets from one to three orders
        ((), [0], [3], ("X1",), ["view now", ""]),
        ((), [2], [3], ("X1", "Y1", "Z1"), ["view now", "", "", ""]),
        # one order is removed
        (("A1", "B1"), [True, True, 1, False], [0.5, 0.3, 2, 0.6], ("A1",), ["view after"]),
        # one is replaced by another of its command
        (("A1", "B1"), [False, True, 0, True], [0.5, 0.3, 2, 0.6], ("B1", "X1"),
         ["view now", "a1"]),
        # some are added
        (("A1",), [True, False, 1], [0.5, 0.3, 3], ("A1", "X1", "Y1"), ["view after", "", ""]),
        # an order that the plan has already is not added, however it is written
        (("x1", "B1"), [True, False, 0], [0.5, 0.3, 3], ("x1", "B1"), ["view after", ""]),
    ],
)  # fmt: skip
def test_a_plan_has_one_order_less_or_another_one_or_some_more(lines, script, calls, new, looked):
    stream = Script(*script)
    planner, views = search(stream)
    assert planner._vary_plan(plan(*lines)) == new
    assert (stream.asked, views) == (calls, looked)


def test_what_cannot_be_drawn_is_not_added():
    planner, _ = search(Script(2), drawn=("", "X1", ""))
    assert planner._vary_plan(plan()) == ("X1",)


@pytest.mark.parametrize(
    ("score", "is_asked"),
    [
        (plan("A", "B"), True),
        (plan("A", "B", "C"), True),
        (plan("A"), False),
        (plan("A", "B", stands=0.5), False),
        (plan("A", "B", stands=2.0), False),
    ],
)
def test_half_of_what_neither_helps_nor_harms_is_kept_if_it_is_no_shorter(score, is_asked):
    for answer in (True, False):
        stream = Script(answer)
        planner, _ = search(stream)
        assert planner._keeps_equal(score, plan("C", "D")) == (is_asked and answer)
        assert stream.asked == ([0.5] if is_asked else [])


def refusal(*lines, severity="error"):
    return SimpleNamespace(diagnostics=[SimpleNamespace(severity=severity, line=n) for n in lines])


@pytest.mark.parametrize(
    ("remarks", "left"),
    [
        (refusal(), ("A", "B", "C")),
        (refusal(1), ("B", "C")),
        (refusal(2), ("A", "C")),
        (refusal(3), ("A", "B")),
        (refusal(1, 3), ("B",)),
        (refusal(0), ("A", "B", "C")),  # of the orders as a whole
        (refusal(4), ("A", "B", "C")),
        (refusal(1, 2, severity="warning"), ("A", "B", "C")),
    ],
)
def test_an_order_is_struck_out_if_its_line_is_refused(remarks, left):
    assert _without_refused(("A", "B", "C"), remarks, "A\n  B\nC\n") == left


def test_a_plan_is_tried_up_to_three_times_each_time_without_what_was_refused():
    """If the last order is always refused, the whole plan is given up."""

    class Strict(LampRules):
        def foresee(self, game, empire, text):
            forecast = super().foresee(game, empire, text)
            lines = text.split()
            remark = SimpleNamespace(severity="error", line=len(lines))
            return SimpleNamespace(**{**vars(forecast), "diagnostics": [remark] if lines else []})

    rules, learnt = Strict(), []
    planner, _ = search(Script())
    bot = LookaheadBot(rules, 99, 1)
    planner = attrs.evolve(planner, bot=bot, known=Lamps(), view=rules.view(Lamps()))
    planner.writer.count_refusals = lambda lines, refused: learnt.append((lines, refused))
    best = plan()
    assert planner._try_orders(("A", "B", "C", "D"), best) is best
    assert learnt == [
        (("A", "B", "C", "D"), ["D"]), (("A", "B", "C"), ["C"]), (("A", "B"), ["B"])
    ]  # fmt: skip
    assert [text.split() for _, text in rules.foreseen] == [[*"ABCD"], [*"ABC"], [*"AB"]]


def test_later_turns_are_foreseen_only_where_the_first_is_another_one():
    rules = LampRules(("WAVE",))
    best_plan(rules, turns=3)
    turns = [turn for turn, _ in rules.foreseen]
    assert (turns.count(1), turns.count(2)) == (1, 1)
    assert turns.count(0) > 5


# the value of a turn


def view(outcome=None, active=True, **data):
    empire = SimpleNamespace(id="P1", active=active, stock={"ore": 7, "gas": 2})
    game = SimpleNamespace(outcome=outcome, empire=lambda name: empire)
    return SimpleNamespace(
        context=SimpleNamespace(game=game), view=SimpleNamespace(empire="P1", data=data)
    )


def rating(*figures, accounts=("gas", "ore", "tin")):
    ranks = [SimpleNamespace(empire="P1", figures=dict(enumerate(figures)))] if figures else []
    economy = SimpleNamespace(accounts=accounts)
    return SimpleNamespace(ranking=lambda game: ranks, economy=economy)


def test_a_victory_counts_most_then_to_be_in_the_game_then_the_figures_then_things():
    won, lost = (SimpleNamespace(winners=names) for names in (("P1",), ("P2",)))
    assert evaluate(rating(5, 3), view(won, ships=[1, 2], stars=(3,), name="xy")) == (1, 1, 5, 3, 3)
    assert evaluate(rating(5, 3), view(lost, active=False)) == (0, 0, 5, 3, 0)
    assert evaluate(rating(5), view()) == (0, 1, 5, 0)


def test_where_empires_are_not_ranked_their_accounts_count():
    assert evaluate(rating(), view(ships=[1])) == (0, 1, 2, 7, 0, 1)
    assert evaluate(rating(accounts=()), view()) == (0, 1, 0)


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
