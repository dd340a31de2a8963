"""The golden pages: what stands in a report, and every mark of its plots, as they always were."""

from __future__ import annotations

import re

import pytest

from tests.lab.report.pages import GOLDEN_TEXTS, kept

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
#: Other releases of the library that draws may place a mark elsewhere by so much.
_UNSEEN = 0.5


@pytest.mark.parametrize("name", ["page", "page_of_factors"])
def test_a_page_is_as_it_always_was(name):
    assert GOLDEN_TEXTS[name]().splitlines() == kept(name)


def test_plots_are_as_they_always_were_but_for_what_nobody_sees():
    found, wanted = GOLDEN_TEXTS["plots"]().splitlines(), kept("plots")
    assert [_NUMBER.sub("0", line) for line in found] == [_NUMBER.sub("0", line) for line in wanted]
    for line, expected in zip(found, wanted, strict=True):
        numbers, known = (list(map(float, _NUMBER.findall(one))) for one in (line, expected))
        assert numbers == pytest.approx(known, abs=_UNSEEN), line
