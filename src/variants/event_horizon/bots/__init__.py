"""Two players that are programs: `random` gives any legal orders, `greedy` plays to win."""

from __future__ import annotations

from variants.event_horizon.bots.greedy import GreedyBot
from variants.event_horizon.bots.random import RandomBot

BOTS = {"random": RandomBot(), "greedy": GreedyBot()}
