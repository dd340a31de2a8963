"""Effects on a colony whose people are wiped out."""

from __future__ import annotations

from variants.far_horizons.battle.model import BattleFighter, FighterState, SectorBattle
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Colony, Species, Status


def remember_base(species: Species, colony: Colony, base: int) -> None:
    """Record the highest base of a home planet before it was bombed (FH-BOMB-006)."""
    if colony.home:
        species.home_base = max(species.home_base, base)


def wipe_out(
    battle: SectorBattle,
    species: Species,
    target: BattleFighter,
    economy: Economy = RULEBOOK_ECONOMY,
) -> None:
    """Remove everything from a colony, and all ships of the species at that planet.

    (FH-BOMB-002, FH-GERM-006)
    """
    colony = target.colony
    assert colony is not None  # noqa: S101 - the target is a colony
    colony.mining_base = colony.manufacturing_base = colony.population = 0
    colony.lose_units(plans=economy.plans_outlast_colonies)
    colony.items.clear()
    colony.shipyards = colony.hiding = colony.hidden = colony.ambush = colony.siege = 0
    colony.status &= Status.HOME | Status.COLONY
    target.defenses = 0
    departed = {id(fighter.ship) for fighter in battle.fighters if fighter.gone}
    for slot, ship in enumerate(species.ships):
        if ship is not None and ship.place == colony.place and id(ship) not in departed:
            species.ships[slot] = None
    for fighter in battle.fighters:
        at_planet = fighter.ship is not None and fighter.ship.place == colony.place
        if at_planet and fighter.side == target.side and not fighter.gone:
            fighter.state = FighterState.DESTROYED
