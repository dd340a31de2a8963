"""Two players that are programs: `random` gives any legal orders, `greedy` plays to win."""

from __future__ import annotations

from horizons_core.bots import Bot
from variants.event_horizon.bots.greedy import GreedyBot
from variants.event_horizon.bots.random import RandomBot

BOTS: dict[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot()}
