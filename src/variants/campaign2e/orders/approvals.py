"""PROPOSE, APPROVE, REFUSE and SWAP: non-standard equipment and modules (C2E-16)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e.rules import designs, refits

_PHASE = "administration"
UMPIRE = "umpire"


def _own_designs(view: View) -> Sequence[str]:
    """Return the reader's designs that can be proposed: before play, if there is an umpire."""
    if view["week"] or not view["umpire"]:
        return []
    proposed = {proposal["name"] for proposal in view["proposals"]}
    return [d["name"] for d in view["designs"] if not d["navy"] and d["name"] not in proposed]


def _waiting(view: View) -> Sequence[str]:
    return [proposal["name"] for proposal in view["proposals"] if not proposal["answer"]]


def _modular(view: View) -> Sequence[str]:
    return [ship["name"] for ship in view["ships"] if ship["slots"]]


def _slots(view: View) -> Sequence[str]:
    return sorted({name for ship in view["ships"] for name in ship["slots"]})


def _modules(view: View) -> Sequence[str]:
    return sorted({name for store in view["stores"] for name in store["modules"]})


PROPOSE = Command(
    keyword="PROPOSE",
    rule="propose",
    phase=_PHASE,
    syntax=(designs.SYSTEM_FORM, designs.DESIGN_FORM),
    help="Asks the umpire, before play, to allow non-standard equipment; all players see it.",
    example="PROPOSE K-GUN LIKE B3/3 MASS 5 POINTS 20 TECHNOLOGY kravak",
    mistake="PROPOSE K-GUN LIKE LASER MASS 5 POINTS 20",
    arguments={
        "proposal": Argument(offers=_own_designs),
        "words": Argument(offers=lambda _: (), optional=True),
    },
    rules=("C2E-16.2-01", "C2E-16.2-02", "C2E-16.4-01"),
    run=designs.propose,
)

_PROPOSAL = {"proposal": Argument(offers=_waiting)}

APPROVE = Command(
    keyword="APPROVE",
    rule="approve",
    phase=_PHASE,
    syntax=("APPROVE proposal",),
    help="Approves a proposal of a player.",
    example="APPROVE K-GUN",
    mistake="APPROVE nothing",
    arguments=_PROPOSAL,
    rules=("C2E-16.2-01", "C2E-1.5-07"),
    roles=(UMPIRE,),
    run=designs.approve,
)

REFUSE = Command(
    keyword="REFUSE",
    rule="refuse",
    phase=_PHASE,
    syntax=("REFUSE proposal",),
    help="Turns down a proposal of a player.",
    example="REFUSE K-GUN",
    mistake="REFUSE nothing",
    arguments=_PROPOSAL,
    rules=("C2E-16.2-01", "C2E-1.5-07"),
    roles=(UMPIRE,),
    run=designs.refuse,
)

SWAP = Command(
    keyword="SWAP",
    rule="swap_module",
    phase=_PHASE,
    syntax=("SWAP ship slot module",),
    help="Swaps the module in a slot of a ship for one stored at its base; takes a week.",
    example="SWAP Lancer-1 A PT/3",
    mistake="SWAP Lancer-1 A LASER",
    arguments={
        "ship": Argument(offers=_modular),
        "slot": Argument(offers=_slots),
        "module": Argument(offers=_modules),
    },
    rules=("C2E-16.4-01", "C2E-16.4-02"),
    run=refits.order_swap,
)

COMMANDS = (PROPOSE, APPROVE, REFUSE, SWAP)
