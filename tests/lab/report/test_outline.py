"""The golden pages: what stands in a report, and every mark of its plots, as they always were."""

from __future__ import annotations

import re

import pytest

from tests.lab.report.pages import GOLDEN, golden

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
#: Other releases of the library that draws may round otherwise.
_UNSEEN = 0.3


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return dict(golden())


@pytest.mark.parametrize("name", ["page", "page_of_factors"])
def test_a_page_is_as_it_always_was(made, name):
    assert made[name].splitlines() == (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()


def test_plots_are_as_they_always_were_but_for_what_nobody_sees(made):
    found, kept = made["plots"].splitlines(), (GOLDEN / "plots.txt").read_text("utf-8").splitlines()
    assert [_NUMBER.sub("0", line) for line in found] == [_NUMBER.sub("0", line) for line in kept]
    for line, expected in zip(found, kept, strict=True):
        numbers, wanted = (list(map(float, _NUMBER.findall(one))) for one in (line, expected))
        assert numbers == pytest.approx(wanted, abs=_UNSEEN), line
