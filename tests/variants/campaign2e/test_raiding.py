"""Commerce raiding is a nuisance to the raided, and no trade for raiders to live by."""

from __future__ import annotations

import pytest

from benchmarks.campaign2e_raiding import cruise


@pytest.mark.rule("C2E-N.6-02")
def test_raiding_costs_more_than_it_brings_and_takes_twice_what_it_gains() -> None:
    cruises = [cruise(number, {"CT": 4, "FR": 1}) for number in range(12)]
    loot, harm = (sum(getattr(c, figure) for c in cruises) for figure in ("loot", "harm"))
    assert 0.35 < loot / harm < 0.65
    assert all(c.profit < 0 for c in cruises)
    assert sum(c.profit for c in cruises) < -2 * harm


@pytest.mark.rule("C2E-N.6-02")
def test_a_patrol_ends_raids_for_less_than_several_raiders_take() -> None:
    harm = [cruise(number, {"FF": 4, "FR": 1}, hunted=True).harm for number in range(6)]
    assert max(harm) <= 1
