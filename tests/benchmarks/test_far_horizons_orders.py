"""The measured order texts have the stated size, and no errors except intended ones."""

from __future__ import annotations

import pytest

from benchmarks import far_horizons_orders as orders
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.language import FarHorizonsLanguage


@pytest.mark.parametrize("lines", [1_000, 3_000])
def test_a_text_has_so_many_lines_and_one_in_fifty_is_misspelt(lines):
    text = orders.text(lines)
    read = FarHorizonsLanguage(COMMANDS).read(text)
    slips = [remark for remark in read.diagnostics if remark.code == "unknown-order"]
    assert len(text.splitlines()) == pytest.approx(lines, abs=10)
    assert len(slips) == len(read.diagnostics)
    assert len(slips) * orders.ONE_IN == pytest.approx(lines / 3, abs=orders.ONE_IN)
    assert set(read.orders.sections) == set(orders.BODIES)


@pytest.mark.slow
def test_the_rows_have_a_bar_on_growth_and_none_on_speed():
    growth, speed = orders.rows(quick=True)
    assert (growth["bar"], speed["bar"]) == (orders.BAR, None)
    assert speed["value"] > 0
