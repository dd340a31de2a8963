"""Counters: public markers of groups and dummies after movement (C2E-15.1-01, C2E-15.3-01).

A counter holds at least one ship, or is a dummy (C2E-15.2-02). Its number reveals neither which
it is nor when it was made; for the owner the program records it in the group's own number. Defence
units have no counter: ships in their system get a report of their size (C2E-15.3-02).
"""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Counter, Dummy, TaskGroup


def set_counters(context: TurnContext) -> None:
    """Place counters for all groups and dummies; new ones get random new numbers."""
    game: Campaign = context.game
    pieces: list[TaskGroup | Dummy] = [group for group in game.groups if not group.defence]
    pieces += game.dummies
    for owner in ["", *(player.id for player in game.empires)]:
        _number_new_ones(context, owner, [piece for piece in pieces if piece.owner == owner])
    places = {player.id: number for number, player in enumerate(game.empires)}
    game.counters = sorted(
        (Counter(owner=piece.owner, number=piece.number, at=piece.at) for piece in pieces),
        key=lambda counter: (places.get(counter.owner, -1), counter.number),
    )


def remove_obsolete(game: Campaign) -> None:
    """Remove counters of lost, merged or unmasked groups and dummies."""
    pieces: list[TaskGroup | Dummy] = [*game.groups, *game.dummies]
    existing = {(piece.owner, piece.number) for piece in pieces}
    game.counters = [c for c in game.counters if (c.owner, c.number) in existing]


def _number_new_ones(context: TurnContext, owner: str, pieces: list[TaskGroup | Dummy]) -> None:
    """Number the pieces without a number, groups and dummies in random order."""
    new = [piece for piece in pieces if not piece.number]
    if not new:
        return
    highest = _highest(context.game, owner)
    for index, piece in enumerate(context.stream("counters", owner).shuffled(new), start=1):
        piece.number = highest + index  # C2E-15.1-02
    if owner:
        context.game.empire(owner).next_counter = highest + len(new) + 1
    else:
        context.game.next_counter = highest + len(new) + 1


def _highest(game: Campaign, owner: str) -> int:
    """Return the highest number ever used for an owner's counters."""
    number: int = game.empire(owner).next_counter if owner else game.next_counter
    return number - 1
