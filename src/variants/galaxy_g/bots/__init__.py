"""Two players that are programs: `random` gives any legal orders, `expander` plays to win."""

from __future__ import annotations

from horizons_core.bots import Bot
from variants.galaxy_g.bots.expander import ExpanderBot
from variants.galaxy_g.bots.random import RandomBot

BOTS: dict[str, Bot] = {"random": RandomBot(), "expander": ExpanderBot()}
