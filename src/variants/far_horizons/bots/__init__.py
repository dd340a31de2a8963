"""Players that are programs: `auto` sends AUTO's drafts, `settler` settles, `raider` fights."""

from __future__ import annotations

from horizons_core.bots import Bot
from variants.far_horizons.bots.auto import AutoBot
from variants.far_horizons.bots.raider import RaiderBot
from variants.far_horizons.bots.settler import SettlerBot

BOTS: dict[str, Bot] = {"auto": AutoBot(), "raider": RaiderBot(), "settler": SettlerBot()}
