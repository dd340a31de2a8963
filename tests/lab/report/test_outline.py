"""The pages and every mark of the plots match the golden files."""

from __future__ import annotations

import re

import pytest

from tests.effort import first
from tests.lab.report.pages import GOLDEN_TEXTS, golden_lines

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
#: Tolerance for marks, because other releases of the plotting library may move them.
_UNSEEN = 0.5


@pytest.mark.parametrize("name", first(["page", "page_of_factors"]))
def test_a_page_is_as_it_always_was(name):
    assert GOLDEN_TEXTS[name]().splitlines() == golden_lines(name)


def test_plots_are_as_they_always_were_but_for_what_nobody_sees():
    drawn, golden = GOLDEN_TEXTS["plots"]().splitlines(), golden_lines("plots")
    assert [_NUMBER.sub("0", line) for line in drawn] == [_NUMBER.sub("0", line) for line in golden]
    for line, expected in zip(drawn, golden, strict=True):
        numbers, known = (list(map(float, _NUMBER.findall(text))) for text in (line, expected))
        assert numbers == pytest.approx(known, abs=_UNSEEN), line
