"""Making a campaign: the map, the players, and by default all that the set-up decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.rng import Stream
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Campaign, Player
from variants.campaign2e.setup.worlds import hub_bonus, roll_grid, roll_lanes


def create_game(players: Sequence[str], options: Mapping[str, Any], stream: Stream) -> Campaign:
    """A campaign before its first week, or before the first round of its set-up."""
    worlds = roll_grid(stream)
    lanes = roll_lanes(worlds, stream.fork("lanes"))
    hub_bonus(worlds, lanes)
    return Campaign(
        options=dict(options),
        worlds=worlds,
        lanes=lanes,
        empires=[Player(id=name, stock={CREDITS: 0}) for name in players],
    )
