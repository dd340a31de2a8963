"""The seat `lookahead`: a bot for any game, which tries orders before it submits them."""

from __future__ import annotations

from horizons_lab.search.seat import LOOKAHEAD, Lookahead

__all__ = ["LOOKAHEAD", "Lookahead"]
