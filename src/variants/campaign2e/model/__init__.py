"""Game state of a campaign: worlds, lanes, players, task groups, ships, and work under way.

Amounts of money and supply are integers in hundredths of a credit or tonne (C2E-1.6-08).
"""

from __future__ import annotations

from variants.campaign2e.model.game import BATTLES, ROUND_STAGES, STAGES, Campaign
from variants.campaign2e.model.groups import (
    BattleOrder,
    ContactOrder,
    Counter,
    Departure,
    Dummy,
    PendingBattle,
    PunitiveForce,
    TaskGroup,
)
from variants.campaign2e.model.places import Place, place_id, place_of
from variants.campaign2e.model.players import Offer, Player, Proposal, Sighting, SizeReport, Store
from variants.campaign2e.model.ships import Keel, Ship, ShipJob, ShipTask
from variants.campaign2e.model.worlds import Allegiance, Assault, Lane, World

__all__ = [
    "BATTLES",
    "ROUND_STAGES",
    "STAGES",
    "Allegiance",
    "Assault",
    "BattleOrder",
    "Campaign",
    "ContactOrder",
    "Counter",
    "Departure",
    "Dummy",
    "Keel",
    "Lane",
    "Offer",
    "PendingBattle",
    "Place",
    "Player",
    "Proposal",
    "PunitiveForce",
    "Ship",
    "ShipJob",
    "ShipTask",
    "Sighting",
    "SizeReport",
    "Store",
    "TaskGroup",
    "World",
    "place_id",
    "place_of",
]
