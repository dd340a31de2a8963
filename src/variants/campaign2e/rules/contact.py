"""Step 4, contact: meetings, decisions, withdrawals and battles (C2E-17.1-01).

Contact occurs in any hex, even an empty one, between fleets whose owners are not allied; it is
checked every week, even for fleets that did not move. Fleets form the sides of a battle, each of
which enters through a side of the hex (C2E-17.6-01, C2E-17.8-01).

The resolver, `variant.combat`, takes these forces and returns the fates of their ships
(C2E-14.1-02). It decides initiative, default edges, opening distance and the drop (C2E-17.7-01,
C2E-17.8-01, C2E-17.9-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from horizons_core.model import EventKind, folded
from horizons_core.turn import TurnContext
from variants.campaign2e.combat import fight_in_game
from variants.campaign2e.model import (
    BattleOrder,
    Campaign,
    PendingBattle,
    Place,
    Ship,
    TaskGroup,
    place_id,
)
from variants.campaign2e.model.places import EDGES, axial, neighbours
from variants.campaign2e.rules import battle_results, captures, counters
from variants.campaign2e.rules.allegiances import visit
from variants.campaign2e.rules.decisions import (
    BY_HAND,
    decides_to_attack,
    report_defences,
    report_sizes,
    standing_order,
)
from variants.campaign2e.rules.departures import leave_behind, unable_to_leave, withdraw
from variants.campaign2e.rules.fleets import (
    Fleet,
    are_in_contact,
    audience_of,
    defenders_of,
    fleets_at,
    leading_group,
    shared_hexes,
)
from variants.campaign2e.rules.postures import GROUPS_BEFORE_BATTLES
from variants.campaign2e.rules.task_groups import carry_out_late
from variants.campaign2e.rules.weeks import RESUMED, drop_orders


def sides_crossed(start: Place, end: Place) -> list[str]:
    """Return the side of a hex crossed by the straight line from another hex's centre.

    Two sides if the line passes through a corner.
    """
    (q, r), (from_q, from_r) = axial(end), axial(start)
    towards = (from_q - q, from_r - r)
    steps = [(side_q - q, side_r - r) for side_q, side_r in map(axial, neighbours(end))]
    nearness = [_product(towards, step) for step in steps]
    return [edge for edge, near in zip(EDGES, nearness, strict=True) if near == max(nearness)]


def entry_edge(start: Place, end: Place, preferred: str | None = None) -> str:
    """Return the entry edge of a force; at a corner the owner's choice, or the first clockwise."""
    crossed = sides_crossed(start, end)
    return preferred if preferred in crossed else crossed[0]


def _product(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return twice the scalar product of two axial steps, whose axes are at 60 degrees."""
    return 2 * (a[0] * b[0] + a[1] * b[1]) + a[0] * b[1] + a[1] * b[0]


@frozen(kw_only=True)
class BattleForce:
    """A side entering a battle.

    Attributes:
        name: its owners, for the record.
        ships: its fighting ships.
        order: its battle order; the edge is the entry edge, None for any.
        entry: uses of the drop, in order (C2E-17.9-01).
        by_lane: whether it entered by a lane (C2E-17.7-01).
        present: whether it was in the hex at the start of the week, as defences are.
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


def begin_battle(
    context: TurnContext[Campaign], at: Place, sides: Sequence[Sequence[Fleet]]
) -> None:
    """Fight a battle of fleets in a hex, or leave it to the umpire if all parties want that.

    Installations fight together with their owner's ships in orbit (C2E-6.1-04). Fleets wait until
    the result of a battle by hand is entered (C2E-14.1-01).
    """
    game = context.game
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
    if all(_wants_manual_battle(context, battle, owner) for side in battle.sides for owner in side):
        game.pending.append(battle)
        return
    fight_battle(context, battle, groups)


def fight_units(
    context: TurnContext[Campaign],
    at: Place,
    groups: Sequence[Sequence[TaskGroup]],
    ships: Sequence[Sequence[Ship]],
) -> None:
    """Fight a battle of groups and ships in step 5, always automatically (C2E-7.2-01)."""
    fight_battle(context, battle_of(context.game, at, groups, ships), groups)


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
        first = leading_group(side_groups, [ship for ship in side_ships if ship.group in ids])
        sides.append(list(dict.fromkeys([first.owner, *(group.owner for group in side_groups)])))
        if any(group.defence for group in side_groups):
            game.defences_fought.append(place_id(at))
    return PendingBattle(
        id=name, at=at, sides=sides, ships=[[ship.id for ship in side] for side in ships]
    )


def fight_battle(
    context: TurnContext[Campaign], battle: PendingBattle, groups: Sequence[Sequence[TaskGroup]]
) -> None:
    """Have the resolver fight a battle, and apply the outcome to the campaign."""
    game = context.game
    ships = {ship.id: ship for ship in game.ships}
    forces = [
        battle_force(battle.at, side_groups, [ships[name] for name in ship_ids])
        for side_groups, ship_ids in zip(groups, battle.ships, strict=True)
    ]
    stream = context.stream("battle", battle.id)
    outcome = fight_in_game(context.variant.combat, forces, stream)
    if outcome.history is not None:
        owners = [[owner for owner in side if owner] for side in battle.sides]
        context.fought(outcome.history.battle.snapshot(), stream, owners, place_id(battle.at))
    battle_results.apply_outcome(context, battle, outcome)


def battle_force(at: Place, groups: Sequence[TaskGroup], ships: Sequence[Ship]) -> BattleForce:
    """Return a side entering a battle, with its leading group's orders (C2E-17.3-02)."""
    first = leading_group(groups, ships)
    order, edge = first.battle, first.battle.edge
    if first.came_from is not None:
        edge = entry_edge(first.came_from, at, edge)
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


def _wants_manual_battle(context: TurnContext[Campaign], battle: PendingBattle, owner: str) -> bool:
    """Return whether a party has requested this battle by hand with MANUAL (C2E-14.1-01)."""
    requested: Iterable[str] = context.notes.get(BY_HAND, ())
    return any(
        group.id in requested and group.owner == owner and group.at == battle.at
        for group in context.game.groups
    )


GROUP_OCCUPIES = EventKind(
    "contact.occupies", "{group} is left alone at {place}: all others withdraw.", ("C2E-17.4-01",)
)


def run_contact(context: TurnContext[Campaign]) -> None:
    """Resolve visits, reports of size, decisions and battles; then LATE orders (C2E-1.5-03)."""
    game = context.game
    if game.round:
        return
    context.notes[GROUPS_BEFORE_BATTLES] = {
        (group.owner, folded(group.name)) for group in game.groups
    }
    if RESUMED in context.notes:
        battle_results.enter_results(context)
    else:
        _run_contacts(context)
    captures.transfer_captures(context)
    game.halted = bool(game.pending)
    if game.pending:
        battle_results.keep_orders(context)
        drop_orders(context)
    else:
        carry_out_late(context)
        counters.remove_unjustified_dummies(game)


def _run_contacts(context: TurnContext[Campaign]) -> None:
    game = context.game
    context.carry_out("CONTACT", "BATTLE", "ENTRY", "MANUAL")
    if context.forecast:  # meetings are unpredictable
        return
    visit(context)
    counters.remove_met_dummies(context)
    report_defences(context)
    for at in shared_hexes(game):
        _resolve(context, at)


def _resolve(context: TurnContext[Campaign], at: Place) -> None:
    """Take the decisions of the fleets in a hex, and fight a battle if one attacks."""
    game = context.game
    attackers: list[Fleet] = []
    defenders: list[Fleet] = []
    fleets = fleets_at(game, at)
    for fleet in fleets:
        met = [other for other in fleets if are_in_contact(game, fleet, other)]
        if met:
            sizes = report_sizes(context, fleet, met)
            (attackers if decides_to_attack(game, fleet, sizes) else defenders).append(fleet)
    staying = [left for fleet in defenders if (left := _withdraw_fleet(context, fleet)) is not None]
    sides = sides_of(game, attackers, staying)
    if len(sides) > 1:
        begin_battle(context, at, sides)
    elif defenders:
        for fleet in attackers:
            audience, name = audience_of(fleet.owner), fleet.leader.name
            context.emit(GROUP_OCCUPIES, audience, place=place_id(at), group=name)


def sides_of(
    game: Campaign, attackers: Sequence[Fleet], staying: Sequence[Fleet]
) -> list[list[Fleet]]:
    """Return the sides of a battle; fleets that are not enemies fight together (C2E-17.1-02).

    Fleets that could not withdraw fight if attacked (C2E-17.3-02).
    """
    fighting = list(attackers)
    fighting += [
        fleet for fleet in staying if any(are_in_contact(game, fleet, other) for other in attackers)
    ]
    sides: list[list[Fleet]] = []
    for fleet in fighting:
        for side in sides:
            if not any(are_in_contact(game, fleet, other) for other in side):
                side.append(fleet)
                break
        else:
            sides.append([fleet])
    return sides


def _withdraw_fleet(context: TurnContext[Campaign], fleet: Fleet) -> Fleet | None:
    """Withdraw a fleet, which fixes next week's move (C2E-17.4-01, C2E-17.5-01).

    Ships that cannot jump stay as separate groups; returns that part of the fleet, or None.
    """
    game = context.game
    target = standing_order(game, fleet).to
    for group in fleet.groups:
        leaving = leave_behind(game, group, unable_to_leave(game, group))
        if leaving is not None:
            withdraw(context, leaving, target)
    left = fleets_at(game, fleet.at)
    return next((f for f in left if (f.owner, f.against) == (fleet.owner, fleet.against)), None)
