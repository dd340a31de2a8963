"""What a bot is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from horizons_core.model.views import View
from horizons_core.rng import Stream


@runtime_checkable
class Bot(Protocol):
    """A player that is a program: it gets a view, as a player gets a report, and writes orders."""

    def orders(self, view: View, stream: Stream) -> str:
        """The order text for the coming turn; all chance comes from `stream`."""
