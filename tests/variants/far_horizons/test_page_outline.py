"""The golden page: the headings, controls and tables of a report's page as they always were."""

from __future__ import annotations

from pathlib import Path

from tests.variants.far_horizons.page import page

GOLDEN = Path(__file__).parent / "golden" / "page.txt"


def test_the_page_is_as_it_always_was():
    assert page().splitlines() == GOLDEN.read_text("utf-8").splitlines()
