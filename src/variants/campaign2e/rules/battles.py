"""Battles of a week: sides made of fleets, fought by the resolver, and taken back (C2E-17.6-01).

The resolver is `variant.combat`: it gets the forces and answers what has become of their ships
(C2E-14.1-02). Initiative, the edge of who has none, opening distance and the drop are its own
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
    Group,
    PendingBattle,
    Place,
    Ship,
    place_id,
)
from variants.campaign2e.rules import aftermath
from variants.campaign2e.rules.decisions import BY_HAND
from variants.campaign2e.rules.edges import edge_of_entry
from variants.campaign2e.rules.fleets import Fleet, defenders_of, leading


@frozen(kw_only=True)
class Force:
    """A side as it comes to a battle.

    Attributes:
        name: whose it is, for the record.
        ships: what fights on it.
        order: its battle order; the edge is the one by which it enters, None if any will do.
        entry: what it uses the drop for, in turn (C2E-17.9-01).
        by_lane: whether it entered by a lane (C2E-17.7-01).
        present: whether it was there at the beginning of the week, as defences are.
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


class Combat(Protocol):
    """What the campaign asks of the resolver."""

    def fight(self, forces: Sequence[Force], key: Stream) -> aftermath.Outcome:
        """Fight a battle out; the ships that it is given are not changed."""


def begin(context: TurnContext, at: Place, sides: Sequence[Sequence[Fleet]]) -> None:
    """A battle of fleets in a hex: fought at once, or by hand if all parties ask for it.

    Where the owner's ships fight in orbit his installations fight with them (C2E-6.1-04). Fleets
    whose battle is fought by hand wait until its result is entered (C2E-14.1-01).
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
    if all(_ask_for_it(context, battle, owner) for side in battle.sides for owner in side):
        game.pending.append(battle)
        return
    fight(context, battle, groups)


def fight_units(
    context: TurnContext,
    at: Place,
    groups: Sequence[Sequence[Group]],
    ships: Sequence[Sequence[Ship]],
) -> None:
    """A battle of these groups and ships in step 5, which the program fights (C2E-7.2-01)."""
    fight(context, battle_of(context.game, at, groups, ships), groups)


def battle_of(
    game: Campaign,
    at: Place,
    groups: Sequence[Sequence[Group]],
    ships: Sequence[Sequence[Ship]],
) -> PendingBattle:
    """A battle of these groups and ships, side by side; each side's leader stands first in it."""
    game.fought.append(place_id(at))
    number = game.fought.count(place_id(at))
    name = f"w{game.week:02d}-{at[0]:02d}{at[1]:02d}-{number}"
    sides = []
    for some, theirs in zip(groups, ships, strict=True):
        first = leading(some, [ship for ship in theirs if ship.group in {g.id for g in some}])
        sides.append(list(dict.fromkeys([first.owner, *(group.owner for group in some)])))
        if any(group.defence for group in some):
            game.defences_fought.append(place_id(at))
    return PendingBattle(
        id=name, at=at, sides=sides, ships=[[ship.id for ship in side] for side in ships]
    )


def fight(context: TurnContext, battle: PendingBattle, groups: Sequence[Sequence[Group]]) -> None:
    """Have the resolver fight a battle, and take the outcome back into the campaign."""
    game: Campaign = context.game
    ships = {ship.id: ship for ship in game.ships}
    forces = [
        force(battle.at, some, [ships[name] for name in theirs])
        for some, theirs in zip(groups, battle.ships, strict=True)
    ]
    combat: Combat = context.variant.combat
    stream = context.stream("battle", battle.id)
    outcome = combat.fight(forces, stream)
    if outcome.history is not None:
        owners = [[owner for owner in side if owner] for side in battle.sides]
        context.fought(outcome.history.battle.kept(), stream, owners, place_id(battle.at))
    aftermath.settle(context, battle, outcome)


def force(at: Place, groups: Sequence[Group], ships: Sequence[Ship]) -> Force:
    """A side as it comes to a battle: the orders of its leading group count (C2E-17.3-02)."""
    first = leading(groups, ships)
    order, edge = first.battle, first.battle.edge
    if first.came_from is not None:
        edge = edge_of_entry(first.came_from, at, edge)
    came_at = None
    if first.entry_speed is not None:
        came_at = (first.entry_speed, first.entry_formation or "open")
    return Force(
        name=" and ".join(dict.fromkeys(group.owner or "umpire" for group in groups)),
        ships=tuple(sorted(ships, key=lambda ship: ship.id)),
        order=evolve(order, edge=edge),
        entry=first.entry,
        by_lane=first.by_lane,
        present=first.came_from is None,
        came_at=came_at,
    )


def _ask_for_it(context: TurnContext, battle: PendingBattle, owner: str) -> bool:
    """Return whether a party has asked for this battle by hand with MANUAL (C2E-14.1-01)."""
    asked: Iterable[str] = context.notes.get(BY_HAND, ())
    return any(
        group.id in asked and group.owner == owner and group.at == battle.at
        for group in context.game.groups
    )
