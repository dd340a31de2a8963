"""Battles of a week: fleets form sides, and the resolver fights (C2E-17.6-01).

The resolver is `variant.combat`: it takes forces and returns the fates of their ships
(C2E-14.1-02). It decides initiative, default edges, opening distance and the drop
(C2E-17.7-01, C2E-17.8-01, C2E-17.9-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from attrs import evolve, frozen

from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.model import (
    BattleOrder,
    Campaign,
    PendingBattle,
    Place,
    Ship,
    TaskGroup,
    place_id,
)
from variants.campaign2e.rules import aftermath
from variants.campaign2e.rules.decisions import BY_HAND
from variants.campaign2e.rules.edges import edge_of_entry
from variants.campaign2e.rules.fleets import Fleet, defenders_of, leading


@frozen(kw_only=True)
class BattleForce:
    """A side entering a battle.

    Attributes:
        name: its owners, for the record.
        ships: its fighting ships.
        order: its battle order; the edge is the entry edge, None for any.
        entry: uses of the drop, in order (C2E-17.9-01).
        by_lane: whether it entered by a lane (C2E-17.7-01).
        present: whether it was there at the start of the week, as defences are.
        came_at: speed and formation of a force that left its last system under fire
            (C2E-17.6-02).
    """

    name: str
    ships: tuple[Ship, ...]
    order: BattleOrder
    entry: tuple[str, ...]
    by_lane: bool
    present: bool
    came_at: tuple[int, str] | None


class FightingResolver(Protocol):
    """Required part of the resolver."""

    def fight(self, forces: Sequence[BattleForce], key: Stream) -> aftermath.BattleOutcomeLike:
        """Fight a battle; the given ships are not modified."""


def begin(context: TurnContext, at: Place, sides: Sequence[Sequence[Fleet]]) -> None:
    """Fight a battle of fleets in a hex, or leave it to the umpire if all parties want that.

    Installations fight together with their owner's ships in orbit (C2E-6.1-04). Fleets wait until
    the result of a battle by hand is entered (C2E-14.1-01).
    """
    game: Campaign = context.game
    groups = [[group for fleet in side for group in fleet.groups] for side in sides]
    ships = [[ship for fleet in side for ship in fleet.ships] for side in sides]
    world = game.world_at(at)
    defences = defenders_of(game, world) if world is not None else None
    for number, side in enumerate(sides):
        if defences is not None and any(fleet.owner == defences.owner for fleet in side):
            inside = {ship.id for ship in ships[number]}
            units = [ship for ship in game.ships_in(defences.id) if ship.design.is_installation]
            ships[number] += [ship for ship in units if ship.id not in inside]
            if defences not in groups[number] and units:
                groups[number].append(defences)
    battle = battle_of(game, at, groups, ships)
    if all(_wants_by_hand(context, battle, owner) for side in battle.sides for owner in side):
        game.pending.append(battle)
        return
    fight(context, battle, groups)


def fight_units(
    context: TurnContext,
    at: Place,
    groups: Sequence[Sequence[TaskGroup]],
    ships: Sequence[Sequence[Ship]],
) -> None:
    """Fight a battle of groups and ships in step 5, always automatically (C2E-7.2-01)."""
    fight(context, battle_of(context.game, at, groups, ships), groups)


def battle_of(
    game: Campaign,
    at: Place,
    groups: Sequence[Sequence[TaskGroup]],
    ships: Sequence[Sequence[Ship]],
) -> PendingBattle:
    """Create a battle of groups and ships; the leader of each side comes first in it."""
    game.fought.append(place_id(at))
    number = game.fought.count(place_id(at))
    name = f"w{game.week:02d}-{at[0]:02d}{at[1]:02d}-{number}"
    sides = []
    for side_groups, side_ships in zip(groups, ships, strict=True):
        ids = {group.id for group in side_groups}
        first = leading(side_groups, [ship for ship in side_ships if ship.group in ids])
        sides.append(list(dict.fromkeys([first.owner, *(group.owner for group in side_groups)])))
        if any(group.defence for group in side_groups):
            game.defences_fought.append(place_id(at))
    return PendingBattle(
        id=name, at=at, sides=sides, ships=[[ship.id for ship in side] for side in ships]
    )


def fight(
    context: TurnContext, battle: PendingBattle, groups: Sequence[Sequence[TaskGroup]]
) -> None:
    """Let the resolver fight a battle, and apply the outcome to the campaign."""
    game: Campaign = context.game
    ships = {ship.id: ship for ship in game.ships}
    forces = [
        force(battle.at, side_groups, [ships[name] for name in ship_ids])
        for side_groups, ship_ids in zip(groups, battle.ships, strict=True)
    ]
    combat: FightingResolver = context.variant.combat
    stream = context.stream("battle", battle.id)
    outcome = combat.fight(forces, stream)
    if outcome.history is not None:
        owners = [[owner for owner in side if owner] for side in battle.sides]
        context.fought(outcome.history.battle.snapshot(), stream, owners, place_id(battle.at))
    aftermath.settle(context, battle, outcome)


def force(at: Place, groups: Sequence[TaskGroup], ships: Sequence[Ship]) -> BattleForce:
    """Return a side entering a battle, with its leading group's orders (C2E-17.3-02)."""
    first = leading(groups, ships)
    order, edge = first.battle, first.battle.edge
    if first.came_from is not None:
        edge = edge_of_entry(first.came_from, at, edge)
    came_at = None
    if first.entry_speed is not None:
        came_at = (first.entry_speed, first.entry_formation or "open")
    return BattleForce(
        name=" and ".join(dict.fromkeys(group.owner or "umpire" for group in groups)),
        ships=tuple(sorted(ships, key=lambda ship: ship.id)),
        order=evolve(order, edge=edge),
        entry=first.entry,
        by_lane=first.by_lane,
        present=first.came_from is None,
        came_at=came_at,
    )


def _wants_by_hand(context: TurnContext, battle: PendingBattle, owner: str) -> bool:
    """Return whether a party has requested this battle by hand with MANUAL (C2E-14.1-01)."""
    requested: Iterable[str] = context.notes.get(BY_HAND, ())
    return any(
        group.id in requested and group.owner == owner and group.at == battle.at
        for group in context.game.groups
    )
