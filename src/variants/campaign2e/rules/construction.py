"""Step 8: work on keels, at most a hundred points a week (C2E-13.1-01)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.amounts import amount_text
from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.model import Campaign, Keel, Player, World
from variants.campaign2e.rules.deliveries import defence_group, deliver
from variants.campaign2e.rules.groups import new_group
from variants.campaign2e.rules.plans import OF_THE_HULL, left_to_build

BUILT = EventKind(
    "keel.built", "{points} points were built on {name} at {place}: {added}.", ("C2E-13.2-02",)
)
LAUNCHED = EventKind("ship.launched", "{name} was launched at {place}.", ("C2E-13.1-01",))
WAITS = EventKind(
    "keel.waits", "No work on {name} at {place}: {reason}.", ("C2E-13.1-01", "C2E-2.5-02")
)

PER_WEEK = 100


@frozen
class KeelWork:
    """A week's work on a keel.

    Attributes:
        points: amount of work.
        finished: pieces finished by it.
        begun: points of work on the next piece afterwards.
        price: in hundredths of a credit.
    """

    points: int
    finished: tuple[str, ...]
    begun: int
    price: int


def run(context: TurnContext) -> None:
    """Do a week's work on every keel, paid from the remaining treasury (C2E-2.5-02)."""
    game: Campaign = context.game
    for player in game.empires:
        for world in game.worlds_of(player.id):
            for keel in list(world.keels):
                _work_on(context, player, world, keel)


def _work_on(context: TurnContext, player: Player, world: World, keel: Keel) -> None:
    ordered, keel.wanted = keel.wanted, None
    points = PER_WEEK if ordered is None else min(ordered, PER_WEEK)
    work = work_of(keel, points, has_ore="Mining/Ore" in player.access)
    if world.interdicted or world.controlled:
        _wait(context, player, world, keel, "the world is interdicted")
        return
    if not work.points and not work.price:
        _launch_if_done(context, player, world, keel)
        return
    if work.price > player.stock.get(CREDITS, 0):
        _wait(context, player, world, keel, f"the work costs {amount_text(work.price)}")
        return
    context.post(player, CREDITS, -work.price, f"Work on {keel.name}", ("C2E-13.1-01",))
    keel.built += work.finished
    keel.begun = work.begun
    keel.extra = 0
    context.emit(
        BUILT,
        [player.id],
        place=world.id,
        name=keel.name,
        points=work.points,
        added=", ".join(dict.fromkeys(work.finished)) or "nothing finished",
    )
    _launch_if_done(context, player, world, keel)


def work_of(keel: Keel, points: int, *, has_ore: bool) -> KeelWork:
    """Return the result and cost of points of work.

    Work on the hull costs double without Mining/Ore (C2E-3.5-04); changes of design are paid with
    the work (C2E-13.2-03).
    """
    ready, points_used, price = keel.begun, 0, keel.extra
    finished = []
    for piece in left_to_build(keel):
        share = max(0, min(piece.points - ready, points - points_used))
        doubled = piece.name in OF_THE_HULL and not has_ore
        price += HUNDRED * share * (2 if doubled else 1)
        points_used, ready = points_used + share, ready + share
        if ready < piece.points:
            break
        ready -= piece.points
        finished.append(piece.name)
    return KeelWork(points_used, tuple(finished), ready, price)


def _launch_if_done(context: TurnContext, player: Player, world: World, keel: Keel) -> None:
    """Launch a finished ship under the keel's name, as a new group or defence (C2E-1.5-06)."""
    game: Campaign = context.game
    if keel.design is None or left_to_build(keel):
        return
    world.keels.remove(keel)
    if keel.defence:
        group = defence_group(game, player, world)
    else:
        group = new_group(game, player, world.at)
    ship = deliver(game, context.variant.economy, player, keel.design, group, keel.name)
    ship.defence = keel.defence
    context.emit(LAUNCHED, [player.id], place=world.id, name=ship.name)


def _wait(context: TurnContext, player: Player, world: World, keel: Keel, reason: str) -> None:
    context.emit(WAITS, [player.id], place=world.id, name=keel.name, reason=reason)
