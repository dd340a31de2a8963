"""The pages of Starcluster: the tutorial and the battles come out as they are shown."""

from __future__ import annotations

import shutil

import pytest

from tests.docs.pages import DOCS, ROOT
from tests.docs.sessions import disappointments, in_this_process

EXAMPLES = ROOT / "examples" / "starcluster"


@pytest.mark.parametrize("page", ["tutorial-starcluster.md", "starcluster.md"])
def test_the_page_comes_out_as_it_is_shown(page, tmp_path):
    folder = shutil.copytree(EXAMPLES, tmp_path / "starcluster")
    faults = disappointments(DOCS / page, folder, in_this_process)
    assert not faults, "\n".join(faults)
