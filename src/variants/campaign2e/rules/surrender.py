"""Effects of a surrender (C2E-8.6-01, C2E-8.6b-01)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Ship, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.conquest import pass_to
from variants.campaign2e.rules.fleets import audience_of, defenders_of, points
from variants.campaign2e.rules.groups import remove_ships
from variants.campaign2e.rules.losses import drive_off

SURRENDERED = EventKind(
    "world.surrendered",
    "{world} surrenders to {by}: {points} income points and {defences} of defences are left.",
    ("C2E-8.4-02", "C2E-8.6-01"),
)
DEFENCES_GONE = EventKind(
    "defences.surrendered",
    "The defences of {world} surrender to {by}; the world has yet to be assaulted.",
    ("C2E-8.6-01", "C2E-8.6b-01"),
)

#: C2E-8.6-01: thirds left, by the die.
THIRDS_LEFT = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}


def left_after(die: int, before: int) -> int:
    """Return the income or defences left after the die of 8.6-01, rounded down."""
    return before * THIRDS_LEFT[die] // 3


def surrender(context: TurnContext, world: World, by: str, standing: Sequence[Ship]) -> None:
    """Let a world surrender to the leader of the attack (C2E-8.4-02).

    An unowned world passes to the attacker with what is left of it. An owned world only loses its
    defences: it can be conquered only by rule 7, and its income is unchanged.
    """
    stream = context.stream("surrender", world.id)
    if world.owner:
        audience = audience_of(world.owner, by)
        context.emit(DEFENCES_GONE, audience, place=world.id, world=world_name(world), by=by)
        world.defences = 0
        if standing:
            _lose_defenders(context, world, standing, stream)
        return
    economy: Logistics = context.variant.economy
    defences = economy.neutral_defence(world)
    die = stream.die(6)
    dice = [context.dice(stream, "surrender", world.id)]
    pass_to(context, world, by)
    world.points, world.defences = left_after(die, world.points), left_after(die, defences)
    context.emit(
        SURRENDERED,
        audience_of(by),
        place=world.id,
        dice=dice,
        world=world_name(world),
        by=by,
        points=world.points,
        defences=world.defences,
        die=die,
    )


def _lose_defenders(
    context: TurnContext, world: World, defenders: Sequence[Ship], stream: Stream
) -> None:
    """Remove defence units; some of the other ships are destroyed, and the rest withdraw.

    The lost part is that of a die on the table of 8.6-01, by points, in random order.
    """
    game: Campaign = context.game
    defences = defenders_of(game, world)
    units = [ship for ship in defenders if defences is not None and ship.group == defences.id]
    ships = stream.shuffled([ship for ship in defenders if ship not in units])
    lost = points(ships) - left_after(stream.die(6), points(ships))
    destroyed: list[Ship] = []
    for ship in ships:
        if points(destroyed) + ship.design.points <= lost:
            destroyed.append(ship)
    groups = {ship.group for ship in ships}
    remove_ships(game, [*units, *destroyed])
    for group in [group for group in game.groups if group.id in groups]:
        drive_off(context, group)
