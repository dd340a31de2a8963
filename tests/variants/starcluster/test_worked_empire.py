"""A worked empire: its view, map, report and events match the worked figures.

The properties of the view and the report are in other files. This one has figures, at least one
unusual value for every part of the view.
"""

from __future__ import annotations

import pytest

from tests.variants.starcluster.worked_empire import FOLDER, TELLERS, render


@pytest.mark.parametrize("name", TELLERS)
def test_an_empire_and_its_turn_are_told_as_they_were_worked_out(name):
    assert render(name).splitlines() == (FOLDER / name).read_text("utf-8").splitlines()


def test_no_other_file_is_kept():
    assert {path.name for path in FOLDER.iterdir()} == set(TELLERS)
