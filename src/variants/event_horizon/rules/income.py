"""Phase 6, Income: the economy says who mines how much of each sector.

The fastest ship mines (EH-INC-001) by its thrusters (EH-INC-002), nobody where empires tie
(EH-INC-003), and less where enemies are (EH-INC-004), in whole components (EH-INC-005). They are
in stock at once, and the yards open next turn (EH-INC-006).
"""

from __future__ import annotations

from typing import cast

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import BLOCKADE, INCOME, INCOME_TIED
from variants.event_horizon.economy import Mining, Share
from variants.event_horizon.model import Ship, by_sector


def run(context: TurnContext) -> None:
    """Mine every sector with ships, in the order of sectors."""
    economy = cast(Mining, context.variant.economy)
    for place, ships in by_sector(context.game.ships):
        sector = context.game.sector(place)
        shares = economy.shares(ships, sector.values)
        present = sorted({ship.owner for ship in ships})
        if not shares and len(present) > 1 and any(ship.thrusters for ship in ships):
            context.emit(INCOME_TIED, present, place=sector.id, sector=sector.id)
        for share in shares:
            _collect(context, sector.id, share, len(present))


def _collect(context: TurnContext, sector: str, share: Share, empires: int) -> None:
    miner: Ship = share.miner
    empire = context.game.empire(miner.owner)
    gained = {part: amount for part, amount in share.amounts.items() if amount}
    for part, amount in gained.items():
        context.post(empire, part, amount, f"Mined in {sector} by {miner.called}", ("EH-INC-002",))
    if gained:
        words = ", ".join(f"{amount} {part}" for part, amount in gained.items())
        context.emit(
            INCOME, [empire.id], place=sector, sector=sector, name=miner.called, amounts=words
        )
    if empires > 1:
        context.emit(BLOCKADE, [empire.id], place=sector, sector=sector, empires=empires)
