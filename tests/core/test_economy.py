"""The ledger: no stock changes without a line, and none becomes negative."""

from __future__ import annotations

import pytest

from horizons_core.model import Empire, Entry, Game, Ledger, imbalances


def game(**stocks):
    return Game(empires=[Empire(id=name, stock=stock) for name, stock in stocks.items()])


def test_posting_changes_the_stock_and_writes_a_line():
    ledger, ada = Ledger(), Empire(id="Ada", stock={"ore": 5})
    ledger.post("income", ada, "ore", 3, "mined", ("R-1",))
    ledger.post("income", ada, "gas", 2, "found")
    ledger.post("build", ada, "ore", -8, "built")

    assert ada.stock == {"ore": 0, "gas": 2}
    assert next(iter(ledger.of("Ada"))) == Entry("income", "Ada", "ore", 3, "mined", ("R-1",))
    assert ledger.total("Ada", "ore") == -5
    assert ledger.total("Brin", "ore") == 0


def test_what_is_not_there_cannot_be_spent():
    ledger, ada = Ledger(), Empire(id="Ada", stock={"ore": 5})

    with pytest.raises(ValueError, match="Ada has 5 ore, cannot post -6"):
        ledger.post("build", ada, "ore", -6, "built")
    assert (ada.stock, ledger.entries) == ({"ore": 5}, [])


def test_nothing_is_no_line():
    ledger, ada = Ledger(), Empire(id="Ada")
    ledger.post("income", ada, "ore", 0, "mined")

    assert (ada.stock, ledger.entries) == ({}, [])


def test_a_change_without_a_line_is_found():
    before, after = game(Ada={"ore": 5}, Brin={}), game(Ada={"ore": 6}, Brin={"gas": 1})
    ledger = Ledger([Entry("income", "Brin", "gas", 1, "found")])

    assert imbalances(before, after, ledger) == ["Ada ore: changed by 1, booked 0"]


def test_what_flows_through_a_place_is_noted_and_changes_no_stock():
    ledger, ada = Ledger(), Empire(id="Ada", stock={"ore": 5})
    ledger.note("production", "Ada", "points", 2.5, "made", "Sol", ("R-2",))
    ledger.note("production", "Ada", "points", -2.5, "spent", "Sol")
    ledger.note("production", "Ada", "points", 0.0, "wasted", "Sol")

    assert ledger.entries[0] == Entry("production", "Ada", "points", 2.5, "made", ("R-2",), "Sol")
    assert (len(ledger.entries), ledger.total("Ada", "points")) == (2, 0.0)
    assert ada.stock == {"ore": 5}
