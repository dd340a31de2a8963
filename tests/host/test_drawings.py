"""Drawings equal the snapshots that a person has looked at."""

from __future__ import annotations

import pytest

from tests.host.drawings import DRAWINGS, GOLDEN


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_comes_out_as_it_was_looked_at(name: str) -> None:
    assert f"{DRAWINGS[name]()}\n" == (GOLDEN / f"{name}.txt").read_text("utf-8"), (
        "make it anew and look at it: python -m tests.host.drawings"
    )


def test_every_drawing_that_is_kept_is_still_drawn() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(DRAWINGS)
