"""Drafts that the web page saves as they are written, in both kinds of databases."""

from __future__ import annotations

import threading

import pytest

from horizons_core.errors import HorizonsError
from horizons_host.deadlines.missing_orders import mark_orders
from horizons_host.games.order_claims import OtherTurnError
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.store import (
    FinalOrdersError,
    NewerOrdersError,
    Policy,
    SeatingPlan,
    TurnTakenError,
)
from horizons_host.store.facts import SAVED, GameFacts, Reader
from tests.host.databases.test_stores import clock, new_game, submission


@pytest.fixture
def store(games):
    """A game whose turns run without the orders of the others."""
    store = new_game(games)
    for seat in store.seats():
        SeatingPlan(store).set_policy(seat.name, Policy("nothing"))
    return store


def save(store, text, after, *, turn=1, time=clock, **more):
    intake = OrderIntake(store, time)
    return intake.save_draft(OrderText(text, "web page"), "ada", turn, after, **more)


def stored(store, turn=1):
    """Return the versions of a seat's orders: number, text, and whether they are final."""
    return [(s.version, s.text, s.final) for s in store.submissions_by(turn, "ada")]


def test_a_draft_takes_the_place_of_the_one_before_and_its_number_moves_on(store):
    for number, text in enumerate(["MOVE 1 E", "", "MOVE 1 W"]):
        assert save(store, text, after=number).version == number + 1
    assert stored(store) == [(3, "MOVE 1 W", False)]
    with pytest.raises(NewerOrdersError) as refusal:
        save(store, "MOVE 1 NE", after=1)
    assert (refusal.value.version, refusal.value.newest.text) == (3, "MOVE 1 W")
    assert save(store, "MOVE 1 W\r\n", after=1).version == 3, "an equal text changes nothing"
    assert store.submit(submission(), after=3).version == 4
    assert [number for number, *_ in stored(store)] == [3, 4]


def test_that_a_draft_was_saved_again_is_a_fact_for_its_seat_and_the_gamemaster_alone(store):
    readers = Reader("ada"), Reader(is_gamemaster=True), Reader("Brin"), Reader()
    facts = GameFacts(store)
    save(store, "MOVE 1 E", after=0)
    before = facts.progress()
    versions = [facts.version(reader) for reader in readers]
    save(store, "MOVE 1 W", after=1)
    steps = [facts.version(reader) - known for reader, known in zip(readers, versions, strict=True)]
    assert steps == [1, 1, 0, 0]
    kinds = [facts.since(before, readers).kinds(reader) for reader in readers]
    assert kinds == [[SAVED], [SAVED], [], []]


def test_of_two_tabs_that_save_at_once_one_is_told_of_the_other(store, games):
    save(store, "MOVE 1 E", after=0)
    start, answers = threading.Barrier(2), []

    def tab(text):
        with games.open("mars") as own:
            start.wait()
            try:
                answers.append(save(own, text, after=1).version)
            except NewerOrdersError as problem:
                answers.append(problem.newest.text)

    tabs = [threading.Thread(target=tab, args=[text]) for text in ("MOVE 1 W", "MOVE 1 NE")]
    for thread in tabs:
        thread.start()
    for thread in tabs:
        thread.join()
    ((number, text, _),) = stored(store)
    assert number == 2
    assert set(answers) == {2, text}


@pytest.mark.parametrize("by_button", [True, False])
def test_final_orders_stay_until_they_are_reopened_and_are_kept_as_a_version(store, by_button):
    save(store, "MOVE 1 E", after=0)
    mark_orders(store, "ada", final=True, clock=clock)
    for after, error in ((1, FinalOrdersError), (0, NewerOrdersError)):
        with pytest.raises(error):
            save(store, "MOVE 1 W", after=after)
    assert stored(store) == [(1, "MOVE 1 E", True)]
    if by_button:
        mark_orders(store, "ada", final=False, clock=clock)
    save(store, "MOVE 1 W", after=1, reopen=not by_button)
    save(store, "MOVE 1 NE", after=2)
    versions = [(1, "MOVE 1 E", not by_button), (3, "MOVE 1 NE", False)]
    assert stored(store) == versions


@pytest.mark.parametrize("final", [True, False])
def test_orders_that_came_another_way_are_never_replaced_in_place(store, final):
    save(store, "MOVE 1 E", after=0)
    OrderIntake(store, clock).submit(OrderText("MOVE 1 W", "mail"), "ada", proved=True, final=final)
    save(store, "MOVE 1 NE", after=2, reopen=True)
    texts = [(1, "MOVE 1 E"), (2, "MOVE 1 W"), (3, "MOVE 1 NE")]
    assert [version[:2] for version in stored(store)] == texts


def test_a_turn_is_run_with_the_draft_and_keeps_it_when_it_is_undone(store):
    save(store, "MOVE 1 E", after=0)
    run_and_store(store, clock=clock)
    undo_turn(store, "a mistake", clock)
    assert save(store, "MOVE 1 W", after=1).version == 2
    assert store.used(store.undone(1)[0]).texts["ada"] == "MOVE 1 E"
    assert save(store, "MOVE 1 NE", after=2).version == 3
    assert len(stored(store)) == 2


def test_a_turn_that_is_run_while_a_draft_arrives_keeps_its_orders(store):
    """The clock is read between the check of the orders and their storing."""
    save(store, "MOVE 1 E", after=0)

    def run_meanwhile():
        run_and_store(store, clock=clock)
        return clock()

    with pytest.raises(OtherTurnError) as refusal:
        save(store, "MOVE 1 W", after=1, time=run_meanwhile)
    assert isinstance(refusal.value.__cause__, TurnTakenError)
    assert refusal.value.coming == 2
    assert store.used(store.stored(1)).texts["ada"] == "MOVE 1 E"
    assert (stored(store), stored(store, 2)) == ([(1, "MOVE 1 E", False)], [])


def test_whoever_has_lost_the_seat_meanwhile_saves_nothing(store):
    def refuse():
        raise HorizonsError("gone", "")

    with pytest.raises(HorizonsError, match="gone"):
        save(store, "MOVE 1 E", after=0, authorize=refuse)
    assert stored(store) == []
