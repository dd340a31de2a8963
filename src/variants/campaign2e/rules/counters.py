"""Counters: what everybody sees of groups and dummies after movement (C2E-15.1-01, C2E-15.3-01).

A counter holds a ship at least, or is a dummy (C2E-15.2-02); which of them it is, and in what order
the owner made them, its number does not tell; the program keeps the record for the owner, in the
group's own number. Defence units have no counter: ships in their system get a report of their size
(C2E-15.3-02).
"""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Counter, Dummy, Group


def set_counters(context: TurnContext) -> None:
    """Put the counters where groups and dummies stand now; new ones get new numbers by chance."""
    game: Campaign = context.game
    standing: list[Group | Dummy] = [group for group in game.groups if not group.defence]
    standing += game.dummies
    for owner in ["", *(player.id for player in game.empires)]:
        _number_new_ones(context, owner, [one for one in standing if one.owner == owner])
    places = {player.id: number for number, player in enumerate(game.empires)}
    game.counters = sorted(
        (Counter(owner=one.owner, number=one.number, at=one.at) for one in standing),
        key=lambda counter: (places.get(counter.owner, -1), counter.number),
    )


def take_off(game: Campaign) -> None:
    """Take the counters off that stand for nothing any more: what was lost, joined or unmasked."""
    pieces: list[Group | Dummy] = [*game.groups, *game.dummies]
    standing = {(piece.owner, piece.number) for piece in pieces}
    game.counters = [one for one in game.counters if (one.owner, one.number) in standing]


def _number_new_ones(context: TurnContext, owner: str, standing: list[Group | Dummy]) -> None:
    """Give what has no number yet the next ones, groups and dummies mixed."""
    new = [one for one in standing if not one.number]
    if not new:
        return
    highest = _highest(context.game, owner)
    for place, one in enumerate(context.stream("counters", owner).shuffled(new), start=1):
        one.number = highest + place  # C2E-15.1-02
    if owner:
        context.game.empire(owner).next_counter = highest + len(new) + 1
    else:
        context.game.next_counter = highest + len(new) + 1


def _highest(game: Campaign, owner: str) -> int:
    """The highest number that was ever used for a counter of an owner."""
    number: int = game.empire(owner).next_counter if owner else game.next_counter
    return number - 1
