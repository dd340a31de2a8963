"""No turn waits for a player who is out of the game."""

from __future__ import annotations

import pytest

from horizons_host.deadlines.changes import set_rule
from horizons_host.deadlines.due import run_due
from horizons_host.deadlines.outlook import outlook
from horizons_host.games.edits import edit_game
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.turns import run_and_store
from horizons_host.store import GameStore
from tests.host.clocks import SetClock
from tests.host.deadlines.games import MONDAY, RULE, at
from tests.host.helpers import ORDERS
from tests.host.mails import mailed_game

SHIPS = """
state:
  remove_ships: true
  ships:
    - {owner: Ada, number: 1, sector: "2,2", thrusters: 1}
    - {owner: Brin, number: 1, sector: "8,8", thrusters: 1}
"""


@pytest.fixture
def clock():
    return SetClock(MONDAY)


@pytest.fixture
def game(tmp_path, clock):
    """A game of Ada, Brin and Cato, who lost his last ship in turn 1; it waits for orders."""
    with GameStore(mailed_game(tmp_path / "mars", "--player", "Cato")) as store:
        edit_game(store, SHIPS, "a short war", clock=clock)
        run_and_store(store, clock=clock)
        assert not store.position().game.empire("Cato").active
        yield store


def _submit(store, clock, *players):
    for player in players:
        OrderIntake(store, clock).submit(OrderText(ORDERS, "orders"), player, final=True)


def test_at_the_deadline_the_turn_is_run_once_all_others_gave_theirs(game, clock):
    set_rule(game, {"rule": RULE, "reminder_hours": []}, clock=clock)
    _submit(game, clock, "Ada")
    clock.time = at("5 20:00")
    assert run_due(game, clock).ran is None
    _submit(game, clock, "Brin")
    assert run_due(game, clock).ran is not None


def test_before_it_the_turn_is_run_once_those_of_all_others_are_final(game, clock):
    set_rule(game, {"rule": RULE, "reminder_hours": [], "when_final": True}, clock=clock)
    _submit(game, clock, "Ada")
    assert run_due(game, clock).ran is None
    _submit(game, clock, "Brin")
    step = run_due(game, clock)
    assert (step.ran is not None, step.reason) == (True, "all orders are final")


def test_run_by_hand_the_turn_misses_no_orders_of_theirs(game, clock):
    _submit(game, clock, "Ada")
    assert run_and_store(game, clock=clock).intake.missing == ("Brin",)


def test_all_are_told_who_is_waited_for(game, clock):
    set_rule(game, {"rule": RULE, "reminder_hours": []}, clock=clock)
    _submit(game, clock, "Ada")
    states = {seat.seat: (seat.state, seat.awaited) for seat in outlook(game, clock).seats}
    assert states == {"Ada": ("final", False), "Brin": ("none", True), "Cato": ("out", False)}
