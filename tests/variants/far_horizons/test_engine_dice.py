"""The engine's generator gives the engine's draws."""

from __future__ import annotations

import pytest

from tools.far_horizons_parity.dice import EngineDice


def test_the_known_draws_of_a_seed():
    dice = EngineDice("12345").dice("anything")
    assert [dice(100) for _ in range(10)] == [28, 68, 36, 49, 40, 28, 8, 49, 48, 44]


def test_the_known_states_of_a_seed():
    engine = EngineDice("12345")
    states = []
    for _ in range(3):
        engine.roll(1)
        states.append(engine.state)
    assert states == [0x6C664760, 0xC3EAD839ACCC, 0xB6C58B672C305AF3]


@pytest.mark.parametrize("seed", ["", "0", "no digits"])
def test_without_a_seed_there_is_one(seed):
    dice = EngineDice(seed).dice()
    assert [dice(1048576) for _ in range(6)] == [669665, 729969, 302993, 646305, 781777, 762929]


def test_only_digits_of_a_seed_count():
    assert EngineDice(" 12a34-5 ").state == EngineDice("12345").state


def test_no_sides_are_one_and_a_draw_all_the_same():
    engine = EngineDice("7")
    before = engine.state
    assert engine.roll(0) == 1
    assert engine.state != before
