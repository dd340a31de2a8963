"""A worked empire: its view, map, report and events are as they were worked out.

The laws of the view and the report stand in other files. Here stand figures, of every part of the
view one at least that is not its usual value.
"""

from __future__ import annotations

import pytest

from tests.variants.starcluster.worked_empire import FOLDER, TELLERS, told


@pytest.mark.parametrize("name", TELLERS)
def test_an_empire_and_its_turn_are_told_as_they_were_worked_out(name):
    assert told(name).splitlines() == (FOLDER / name).read_text("utf-8").splitlines()


def test_no_other_file_is_kept():
    assert {path.name for path in FOLDER.iterdir()} == set(TELLERS)
