"""Dice that fall as a test wants."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from horizons_core.rng import Stream
from horizons_core.turn import TurnContext


def load(monkeypatch: pytest.MonkeyPatch, topic: str, dice: Sequence[int]) -> list[int]:
    """Fix the next dice of a topic; return the list of those not yet thrown."""
    coming = list(dice)
    original = TurnContext.stream

    class Loaded(Stream):
        def die(self, sides: int) -> int:
            assert coming, f"one die of {sides} more than expected for {topic}"
            assert sides == 6
            return coming.pop(0)

    def stream(self: TurnContext, *subject: str | int, **more: str) -> Stream:
        fair = original(self, *subject, **more)
        return Loaded(fair.key) if subject[0] == topic else fair

    monkeypatch.setattr(TurnContext, "stream", stream)
    return coming
