"""Three small maps match the golden pictures exactly."""

from __future__ import annotations

import pytest

from tests.core.map_pictures import GOLDEN, pictures


@pytest.mark.parametrize("name", ["hexes_of_an_empire", "points_on_a_plane", "window_on_the_stars"])
def test_a_map_is_drawn_as_it_always_was(name):
    file = GOLDEN / f"{name}.svg.txt"

    assert dict(pictures())[file].splitlines() == file.read_text("utf-8").splitlines()
