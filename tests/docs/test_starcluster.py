"""The pages of Starcluster: the tutorial and the battles give their output."""

from __future__ import annotations

import shutil

import pytest

from tests.docs.pages import DOCS, ROOT, table
from tests.docs.sessions import disappointments, in_this_process
from variants.starcluster.designs.hulls import HULL_TYPES
from variants.starcluster.designs.tables import COMPONENTS, DRIVES, HS, WEAPONS, Component

EXAMPLES = ROOT / "examples" / "starcluster"
PAGE = DOCS / "starcluster.md"


@pytest.mark.parametrize("page", ["tutorial-starcluster.md", "starcluster.md"])
def test_the_page_comes_out_as_it_is_shown(page, tmp_path):
    folder = shutil.copytree(EXAMPLES, tmp_path / "starcluster")
    faults = disappointments(DOCS / page, folder, in_this_process)
    assert not faults, "\n".join(faults)


def test_the_hulls_are_those_of_the_game():
    listed = [(*row[:4], row[4], row[6]) for row in table(PAGE, "hull")]
    assert listed == [
        (
            f"`{hull.code}`",
            hull.name,
            str(hull.el),
            f"{hull.min_spaces}-{hull.max_spaces}",
            str(hull.speed),
            f"{float(hull.price):g}",
        )
        for hull in HULL_TYPES.values()
    ]


def test_what_is_built_into_hulls_is_that_of_the_game():
    rows = [*_rows("component"), *_rows("weapon")]
    unarmed = [component for component in COMPONENTS.values() if component.code not in WEAPONS]
    assert rows == [_row(component) for component in (*unarmed, *WEAPONS.values())]
    drives = [(drive, drive.rows[0]) for drive in DRIVES.values()]
    assert _rows("drive") == [
        [f"`{drive.code}`", drive.name, f"{row.size / HS:g}", f"{row.price / 100:g}", drive.tree]
        for drive, row in drives
    ]


def _rows(kind: str) -> list[list[str]]:
    return [row[:5] for row in table(PAGE, rf"code \| {kind}")]


def _row(part: Component) -> list[str]:
    return [f"`{part.code}`", part.name, f"{part.size / HS:g}", f"{part.price / 100:g}", part.tree]
