"""TRANSFER: population on its way from colony to colony (SC-PUT)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Expedition, Starcluster, StarSystem
from variants.starcluster.rules.expeditions import must_be_spare, must_keep_people, turns_between

SENT = EventKind(
    "transfer.sent", "{pu} PU leave {origin} for {system}, {turns} turns away.", ("SC-PUT-005",)
)
ARRIVED = EventKind(
    "transfer.arrived", "{pu} PU have arrived at {system}.", ("SC-PUT-001", "SC-PUT-003")
)
LOST = EventKind(
    "transfer.lost",
    "{system} is no longer yours: the people on their way there are lost.",
    ("SC-PUT-003",),
)

#: PU sent per PU that arrives (SC-PUT-001), and the most PU that a colony ever gains by transfers
#: (SC-PUT-004).
SENT_FOR_ONE, MOST_GAINED = 5, 100


def transfer(context: TurnContext, empire: Empire, order: Order) -> None:
    """TRANSFER: leaves at once; the freighters return when it arrives (SC-PUT-002)."""
    origin: StarSystem = order["origin"]
    target: StarSystem = order["target"]
    number: int = order["number"]
    if number % SENT_FOR_ONE:
        message = f"{number} is not a multiple of {SENT_FOR_ONE}"
        raise Refused(Refusal("not-by-five", message, "only one in five arrives", "number"))
    if origin is target:
        raise Refused(Refusal("there-already", f"they are already in {target.id}", "", "target"))
    gained = target.transferred + under_way(empire, target)
    if gained + number // SENT_FOR_ONE > MOST_GAINED:
        left = max(0, MOST_GAINED - gained) * SENT_FOR_ONE
        message = f"{target.id} can gain at most {MOST_GAINED} PU by transfers"
        raise Refused(Refusal("too-many-transfers", message, f"send at most {left}", "number"))
    travel = turns_between(context, empire, origin, target)
    must_keep_people(origin, number)
    must_be_spare(context, empire, number)
    origin.pu -= number
    empire.transfers.append(
        Expedition(origin=origin.id, target=target.id, pu=number, travel=travel, since=context.turn)
    )
    context.emit(
        SENT,
        empire.readers,
        place=target.id,
        pu=number,
        origin=origin.id,
        system=target.id,
        turns=travel,
    )


def move_transfers(context: TurnContext) -> None:
    """Move transfers for a turn; PU above the maximum are lost on arrival (SC-PUT-003)."""
    game: Starcluster = context.game
    for empire in game.empires:
        for transfer_ in empire.transfers:
            transfer_.travel -= 1
            if transfer_.travel <= 0:
                _arrive(context, empire, game.system(transfer_.target), transfer_)
        empire.transfers = [transfer_ for transfer_ in empire.transfers if transfer_.travel > 0]


def under_way(empire: Empire, target: StarSystem) -> int:
    """The PU that transfers under way will bring to a system."""
    return int_sum(t.pu // SENT_FOR_ONE for t in empire.transfers if t.target == target.id)


def _arrive(
    context: TurnContext, empire: Empire, target: StarSystem | None, arrival: Expedition
) -> None:
    if target is None or target.owner != empire.id:
        context.emit(LOST, empire.readers, place=arrival.target, system=arrival.target)
        return
    gained = arrival.pu // SENT_FOR_ONE
    target.transferred += gained
    target.pu += max(0, min(gained, target.most_pu - target.pu))
    context.emit(ARRIVED, empire.readers, place=target.id, pu=gained, system=target.id)
