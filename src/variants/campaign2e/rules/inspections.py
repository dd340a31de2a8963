"""Inspection of jury-rigged parts at the next friendly base (C2E-11.3.4-01)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.design import CORE_SYSTEMS
from variants.campaign2e.model import Campaign, Ship, place_id
from variants.campaign2e.model.ships import OUT
from variants.campaign2e.rules.bases import is_friendly_base

INSPECTED = EventKind(
    "ship.inspected",
    "{ship} is inspected at {place}: {sound} passed, {unsound} to be replaced.",
    ("C2E-11.3.4-01",),
)

PASSES = 3  # the highest die with which a part passes


def inspect(context: TurnContext) -> None:
    """Roll a die for each jury-rigged part of ships at friendly bases: it passes on 1 to 3.

    Failed parts are knocked out until replaced at their price. Before inspection a jury-rigged part
    works like any other.
    """
    game: Campaign = context.game
    groups = {group.id: group for group in game.groups}
    for ship in game.ships:
        if not ship.jury_rigged:
            continue
        at = groups[ship.group].at
        world = game.world_at(at)
        if world is not None and is_friendly_base(game, world, ship.owner):
            _inspect(context, ship, place_id(at))


def _inspect(context: TurnContext, ship: Ship, place: str) -> None:
    stream = context.stream("inspection", ship.id)
    sound: list[str] = []
    unsound: list[str] = []
    dice = {}
    for key in ship.jury_rigged:
        die = dice[key] = stream.die(6)
        (sound if die <= PASSES else unsound).append(key)
    ship.jury_rigged = []
    for key in unsound:
        knock_out(ship, key)
    context.emit(
        INSPECTED,
        [ship.owner],
        place=place,
        dice=[context.dice(stream, "inspection", ship.id)],
        ship=ship.name,
        sound=", ".join(sound) or "nothing",
        unsound=", ".join(unsound) or "nothing",
        thrown=dice,
    )


def knock_out(ship: Ship, key: str) -> None:
    """Knock out the system, drive or core system with a record key."""
    if key == "drive":
        ship.drive = OUT
    elif key == "ftl":
        ship.ftl = OUT
    elif key in CORE_SYSTEMS:
        ship.core_out.append(key)
    else:
        ship.out.append(key)
