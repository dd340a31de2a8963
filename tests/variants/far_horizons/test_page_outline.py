"""The golden page: the headings, controls and tables of a report's page as they always were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.variants.far_horizons.page import page

GOLDEN = Path(__file__).parent / "golden" / "page.txt"


@pytest.mark.rule("FH-LSN-001", "FH-DIPLO-001", "FH-AGE-008", "FH-UPG-002", "FH-HTECH-001")
def test_the_page_is_as_it_always_was():
    assert page().splitlines() == GOLDEN.read_text("utf-8").splitlines()
