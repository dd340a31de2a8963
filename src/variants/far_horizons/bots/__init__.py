"""Two players that are programs: `auto` sends back AUTO's drafts, `settler` settles planets."""

from __future__ import annotations

from horizons_core.plugins import Bot
from variants.far_horizons.bots.auto import AutoBot
from variants.far_horizons.bots.settler import SettlerBot

BOTS: dict[str, Bot] = {"auto": AutoBot(), "settler": SettlerBot()}
