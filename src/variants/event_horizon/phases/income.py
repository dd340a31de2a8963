"""Phase 6, Income: the fastest ship of each sector mines it (EH-INC-001 to EH-INC-006)."""

from __future__ import annotations

from typing import cast

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import BLOCKADE, COMPONENTS, INCOME, INCOME_TIED
from variants.event_horizon.economy import Mining, Share
from variants.event_horizon.model import Ship, by_sector


def run(context: TurnContext) -> None:
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
    gained = {part: share.amounts[part] for part in COMPONENTS if share.amounts[part]}
    for part, amount in gained.items():
        context.post(empire, part, amount, f"Mined in {sector} by {miner.called}", ("EH-INC-002",))
    if gained:
        words = ", ".join(f"{amount} {part}" for part, amount in gained.items())
        context.emit(
            INCOME, [empire.id], place=sector, sector=sector, name=miner.called, amounts=words
        )
    if empires > 1:
        context.emit(BLOCKADE, [empire.id], place=sector, sector=sector, empires=empires)
