"""A campaign, with its map, players, groups and ships."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated

from attrs import define

from horizons_core import model
from horizons_core.model import Between, known, secret
from variants.campaign2e.constants import GRID
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model.groups import Counter, Dummy, PendingBattle, PunitiveForce, TaskGroup
from variants.campaign2e.model.places import (
    Count,
    HexId,
    Place,
    PlayerId,
    SenderId,
    WorldId,
    place_id,
)
from variants.campaign2e.model.players import Player, Proposal
from variants.campaign2e.model.ships import Ship
from variants.campaign2e.model.worlds import Lane, World

#: The stages of a campaign by the round of the set-up; 0 for weeks.
ROUND_STAGES = ("", "worlds", "agreements", "forces")
#: The stage in which a week waits for the results of battles by hand.
BATTLES = "battles"
#: The titles of the stages.
STAGES = MappingProxyType(
    {
        "": "Weeks",
        "worlds": "Set-up, worlds",
        "agreements": "Set-up, agreements",
        "forces": "Set-up, forces",
        BATTLES: "Battles by hand",
    }
)


@define(kw_only=True)
class Campaign(model.Game):
    """A campaign.

    Attributes:
        week: the last week processed, or the one in progress; 0 during the set-up.
        round: the next round of the set-up, 1 to 3; 0 when the set-up is over.
        empires: the players.
        worlds: sorted by column and row, including worlds generated beyond the grid.
        lanes: sorted by the places of their worlds.
        explored: hexes beyond the grid whose contents are determined (C2E-1.1-02).
        groups, dummies, ships: those of all players and of the umpire.
        counters: the counters on the map, visible to everyone.
        market: designs that the umpire has added to the market, by name.
        proposals: equipment proposed by players, with the umpire's answers (C2E-16.2-01).
        pending: battles that wait for the umpire; the week cannot end while there are any.
        halted: whether any battles are pending (C2E-14.1-01).
        kept: the orders of an unfinished week, by empire.
        order: the order of players in the selection of worlds (C2E-1.3-04).
        next_umpire: number of the umpire's next group or ship.
        next_counter: number of the umpire's next counter.
        fought: hexes of this week's battles, one entry per battle.
        defences_fought: ids of worlds whose defence units fought this week (C2E-7.2-01).
        punitive: forces of outside powers on their way (C2E-1.6-11).
    """

    week: Count = known(default=0)
    round: Annotated[int, Between(0, 3)] = known(default=0)
    empires: list[Player] = known(factory=list)
    worlds: list[World] = known(factory=list)
    lanes: list[Lane] = known(factory=list)
    explored: list[HexId] = secret(factory=list)
    groups: list[TaskGroup] = known(factory=list)
    dummies: list[Dummy] = known(factory=list)
    ships: list[Ship] = known(factory=list)
    counters: list[Counter] = known(factory=list)
    market: dict[str, Design] = known(factory=dict)
    proposals: list[Proposal] = known(factory=list)
    pending: list[PendingBattle] = secret(factory=list)
    halted: bool = known(default=False)
    kept: dict[SenderId, str] = secret(factory=dict)
    order: list[PlayerId] = secret(factory=list)
    next_umpire: Count = secret(default=1)
    next_counter: Count = secret(default=1)
    fought: list[str] = secret(factory=list)
    defences_fought: list[WorldId] = secret(factory=list)
    punitive: list[PunitiveForce] = secret(factory=list)

    def world(self, name: str) -> World | None:
        """Return the world with this id, or None."""
        return next((world for world in self.worlds if world.id == name), None)

    def world_at(self, at: Place) -> World | None:
        return self.world(place_id(at))

    def worlds_of(self, player: str) -> list[World]:
        return [world for world in self.worlds if world.owner == player]

    @staticmethod
    def is_in_grid(world: World) -> bool:
        """Return whether a world lies in the initial area, known to all players (C2E-1.2-03)."""
        return all(1 <= number <= GRID for number in world.at)

    def is_known(self, world: World, player: Player) -> bool:
        """Return whether a player knows of a world (C2E-1.1-02)."""
        return self.is_in_grid(world) or world.id in player.explored

    def is_surveyed(self, world: World, player: Player) -> bool:
        """Return whether a player knows a world's income and resource (C2E-1.1-02, C2E-15.3-02).

        Beyond the initial area the player must have visited the world, or the world must have an
        owner, because owners' income is public.
        """
        if self.is_in_grid(world):
            return True
        owned = bool(world.owner) and self.is_known(world, player)
        return owned or world.id in player.surveyed or world.id in player.visited

    def audience_knowing(self, world: World) -> list[str]:
        """Return the ids of the players who know a world's income and resource."""
        return [player.id for player in self.empires if self.is_surveyed(world, player)]

    def groups_of(self, player: str) -> list[TaskGroup]:
        return [group for group in self.groups if group.owner == player]

    def ships_of(self, player: str) -> list[Ship]:
        return [ship for ship in self.ships if ship.owner == player]

    def ships_in(self, group: str) -> list[Ship]:
        return [ship for ship in self.ships if ship.group == group]
