"""Phase 6, Income: the economy determines who mines how much of each sector.

The fastest ship mines according to its thrusters, in whole components: less if enemies are present,
and nothing if empires tie for the fastest.
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import BLOCKADE, INCOME, INCOME_TIED
from variants.event_horizon.economy import Share, economy_of
from variants.event_horizon.model import Game, Ship, by_sector


def mine_sectors(context: TurnContext[Game]) -> None:
    """Mine every sector with ships, in the order of sectors."""
    economy = economy_of(context)
    for place, ships in by_sector(context.game.ships):
        sector = context.game.sector(place)
        shares = economy.shares(ships, sector.values)
        present = sorted({ship.owner for ship in ships})
        for share in shares:
            _collect(context, sector.id, share)
            _report_blockade(context, sector.id, share, len(present))
        if not shares:
            _report_tie(context, sector.id, present, economy.fastest(ships))


def _collect(context: TurnContext[Game], sector: str, share: Share) -> None:
    """Add the income to the stock at once; shipyards can use it next turn (EH-INC-006)."""
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


def _report_tie(
    context: TurnContext[Game], sector: str, present: Sequence[str], fastest: Sequence[Ship]
) -> None:
    """Report that no ship mined because empires tie, to all empires present (EH-INC-003)."""
    if fastest:
        context.emit(INCOME_TIED, present, place=sector, sector=sector)


def _report_blockade(context: TurnContext[Game], sector: str, share: Share, empires: int) -> None:
    """Report to the miner that enemies reduce the income (EH-INC-004)."""
    empire = share.miner.owner
    if empires > 1:
        context.emit(BLOCKADE, [empire], place=sector, sector=sector, empires=empires)
