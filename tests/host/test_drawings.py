"""Drawings come out as they did when somebody looked at them."""

from __future__ import annotations

import pytest

from tests.host.drawings import GOLDEN, drawings


@pytest.mark.parametrize(("name", "text"), list(drawings()), ids=lambda one: one[:20])
def test_a_drawing_comes_out_as_it_was_looked_at(name: str, text: str) -> None:
    assert f"{text}\n" == (GOLDEN / f"{name}.txt").read_text("utf-8"), (
        "make it anew and look at it: python -m tests.host.drawings"
    )


def test_every_drawing_that_is_kept_is_still_drawn() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == {name for name, _ in drawings()}
