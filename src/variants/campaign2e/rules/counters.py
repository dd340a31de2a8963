"""Counters on the map, the public markers of groups and dummies after movement.

A counter holds at least one ship, or is a dummy (C2E-15.1-01, C2E-15.2-02, C2E-15.3-01). Its number
reveals neither which of the two it is nor when it was made. For the owner, the program records the
number in the group. Defence units have no counter: ships in their system get a report of their size
(C2E-15.3-02).

A group with a capital unit can have one dummy (C2E-15.2-01). To remain unrecognized, a dummy moves
as a group does and triggers the exploration of hexes; it does not visit, interdict, raid or block.
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Counter, Dummy, Place, Player, TaskGroup, place_id
from variants.campaign2e.references import GROUP
from variants.campaign2e.rules.departures import departure_to
from variants.campaign2e.rules.fleets import allied, audience_of, by_hex, fleets_at


def set_counters(context: TurnContext[Campaign]) -> None:
    """Place counters for all groups and dummies; new ones get random new numbers."""
    game = context.game
    pieces: list[TaskGroup | Dummy] = [group for group in game.groups if not group.defence]
    pieces += game.dummies
    for owner in ["", *(player.id for player in game.empires)]:
        _number_new_ones(context, owner, [piece for piece in pieces if piece.owner == owner])
    places = {player.id: number for number, player in enumerate(game.empires)}
    game.counters = sorted(
        (Counter(owner=piece.owner, number=piece.number, at=piece.at) for piece in pieces),
        key=lambda counter: (places.get(counter.owner, -1), counter.number),
    )


def remove_obsolete_counters(game: Campaign) -> None:
    """Remove counters of lost, merged or unmasked groups and dummies."""
    pieces: list[TaskGroup | Dummy] = [*game.groups, *game.dummies]
    existing = {(piece.owner, piece.number) for piece in pieces}
    game.counters = [c for c in game.counters if (c.owner, c.number) in existing]


def _number_new_ones(
    context: TurnContext[Campaign], owner: str, pieces: list[TaskGroup | Dummy]
) -> None:
    """Number the pieces without a number, groups and dummies in random order."""
    new = [piece for piece in pieces if not piece.number]
    if not new:
        return
    highest = _highest_number(context.game, owner)
    for index, piece in enumerate(context.stream("counters", owner).shuffled(new), start=1):
        piece.number = highest + index  # C2E-15.1-02
    if owner:
        context.game.empire(owner).next_counter = highest + len(new) + 1
    else:
        context.game.next_counter = highest + len(new) + 1


def _highest_number(game: Campaign, owner: str) -> int:
    """Return the highest number ever used for an owner's counters."""
    number = game.empire(owner).next_counter if owner else game.next_counter
    return number - 1


UNMASKED = EventKind("dummy.removed", "The counter of {owner} at {place} is a dummy.",
    ("C2E-15.2-01", "C2E-17.1-01"),
)  # fmt: skip

#: In a turn's notes: destinations by dummy.
_DUMMY_MOVES = "dummies plotted"


def order_dummy(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """DUMMY: move the dummy of a group, or remove it from the map."""
    (_plot_move if "place" in order.arguments else _remove_dummy)(context, sender, order)


def _plot_move(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """Plot a dummy's move; at the sender's bases a group without a dummy gets one."""
    game = context.game
    group = order[GROUP]
    target: Place = order["place"]
    dummy = dummy_of(game, group)
    start = group.at if dummy is None else dummy.at
    if dummy is None:
        _must_qualify(game, group, sender)
    if start != target and departure_to(game, start, target) is None:
        message = f"no ship can go from {place_id(start)} to {place_id(target)} in a week"
        hint = "dummies move like groups: by a jump, or along an open lane"
        raise Refused(Refusal("out-of-reach", message, hint, "place"))
    if dummy is None:
        own_dummies = [dummy for dummy in game.dummies if dummy.owner == sender.id]
        number = max((int(dummy.id.rpartition("/d")[2]) for dummy in own_dummies), default=0) + 1
        dummy = Dummy(id=f"{sender.id}/d{number}", owner=sender.id, group=group.id, at=group.at)
        game.dummies.append(dummy)
    context.notes.setdefault(_DUMMY_MOVES, {})[dummy.id] = target


def _remove_dummy(context: TurnContext[Campaign], _sender: Player, order: Order) -> None:
    game = context.game
    dummy = dummy_of(game, order[GROUP])
    if dummy is None:
        message = f"{order['group'].name} has no dummy on the map"
        raise Refused(Refusal("no-dummy", message, "", "group"))
    game.dummies.remove(dummy)


def dummy_of(game: Campaign, group: TaskGroup) -> Dummy | None:
    """Return the only dummy of a group, or None."""
    return next((dummy for dummy in game.dummies if dummy.group == group.id), None)


def has_capital(game: Campaign, group: str) -> bool:
    """Return whether a group has a capital unit."""
    return any(ship.design.is_capital for ship in game.ships_in(group))


def move_dummies(context: TurnContext[Campaign]) -> None:
    """Move dummies together with all other movement (C2E-15.4-01)."""
    plotted: dict[str, Place] = context.notes.pop(_DUMMY_MOVES, {})
    for dummy in context.game.dummies:
        dummy.at = plotted.get(dummy.id, dummy.at)


def remove_unjustified_dummies(game: Campaign) -> None:
    """Remove dummies of groups that are gone, or have lost their last capital unit."""
    capital = {ship.group for ship in game.ships if ship.design.is_capital}
    game.dummies = [dummy for dummy in game.dummies if dummy.group in capital]


def remove_met_dummies(context: TurnContext[Campaign]) -> None:
    """Remove contacted dummies, which have a foreign fleet in their hex."""
    game = context.game
    groups = by_hex(game)
    for dummy in list(game.dummies):
        if all(group.owner == dummy.owner for group in groups.get(dummy.at, ())):
            continue
        finders = [
            fleet.owner
            for fleet in fleets_at(game, dummy.at)
            if not allied(game, fleet.owner, dummy.owner) and fleet.against in ("", dummy.owner)
        ]
        if finders:
            game.dummies.remove(dummy)
            audience = audience_of(dummy.owner, *finders)
            context.emit(UNMASKED, audience, place=place_id(dummy.at), owner=dummy.owner)


def _must_qualify(game: Campaign, group: TaskGroup, sender: Player) -> None:
    """Raise Refused unless a group can get a dummy: it needs a capital unit and a base."""
    if not has_capital(game, group.id):
        message = f"{group.name} cannot have a dummy: it has no capital unit"
        raise Refused(
            Refusal(
                "no-capital", message, "capital units are BB, BDN, SDN, CVA, CVH and CVL", "group"
            )
        )
    world = game.world_at(group.at)
    if world is None or world.owner != sender.id or world.controlled:
        message = f"{group.name} can only get a new dummy at a world of yours"
        raise Refused(Refusal("no-base", message, f"it is at {place_id(group.at)}", "group"))
