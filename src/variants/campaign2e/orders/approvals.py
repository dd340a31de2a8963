"""PROPOSE, APPROVE, REFUSE and SWAP: non-standard equipment and modules (C2E-16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Choice, Chosen, Command, Offered, Proposals, quoted
from variants.campaign2e.orders.arguments import row_named, ship_argument, ships_at_bases
from variants.campaign2e.rules import designs, refits
from variants.campaign2e.rules.setup_rounds import AGREEMENTS
from variants.campaign2e.view.rows import Row, design_of

_PHASE = "administration"
UMPIRE = "umpire"

#: Non-standard systems that are proposed: names and descriptions.
_SYSTEMS = (
    ("K-GUN", "LIKE B3/3 MASS 5 POINTS 20 TECHNOLOGY KRAVAK"),
    ("LIGHT-BEAM", "LIKE B3/3 MASS 4 POINTS 24"),
    ("STINGER", "LIKE PT/1 MASS 3 POINTS 15"),
    ("LONG-FC", "LIKE FC MASS 2 POINTS 12"),
)


def _proposals(view: View) -> Offered:
    """Offer systems, and the reader's designs, before play in a game with an umpire."""
    after_automatic = view.turn == 0 and not view["round"]
    may_propose = 0 < view["round"] <= AGREEMENTS or after_automatic or view["arriving"]
    if not may_propose or not view["umpire"]:
        return []
    proposed = {proposal["name"] for proposal in view["proposals"]}
    own = [d["name"] for d in view["designs"] if not d["navy"] and d["name"] not in proposed]
    systems = [
        Choice(f"{name} {words}", f"{name}, {words.lower()}")
        for name, words in _SYSTEMS
        if name not in proposed
    ]
    return Proposals([*(Choice(quoted(name), name) for name in own), *systems])


def _slots_of_design(view: View, chosen: Chosen) -> Proposals:
    """Propose a slot for each part of the chosen design; systems need no further words."""
    row = row_named(view["designs"], str(chosen.get("proposal", "")).strip('"'))
    design = design_of(row) if row is not None else None
    parts = dict.fromkeys(part.word for part in design.parts) if design is not None else ()
    return Proposals([f"SLOT A {word}" for word in parts])


def _waiting(view: View) -> Sequence[str]:
    return [proposal["name"] for proposal in view["proposals"] if not proposal["answer"]]


def _approvable(view: View) -> Sequence[str]:
    """Return the open proposals of systems, and of designs that their players still have."""
    designs = {player["name"]: player["designs"] for player in view["players"]}
    return [
        proposal["name"]
        for proposal in view["proposals"]
        if not proposal["answer"]
        and (proposal["system"] or proposal["name"] in designs.get(proposal["by"], ()))
    ]


def _modular(view: View) -> Sequence[str]:
    """Return ships without other work, at bases that have modules for one of their slots."""
    return [ship["name"] for ship in _workable(view) if any(_fitting_modules(view, ship).values())]


def _workable(view: View) -> Iterator[Row]:
    for ship in ships_at_bases(view):
        if not (ship["work"] or ship["captured"] or ship["leased"]):
            yield ship


def _fitting_modules(view: View, ship: Row) -> Mapping[str, Sequence[str]]:
    """Return the modules at a ship's base that fit each of its slots, except the installed ones."""
    stored = [
        m for store in view["stores"] if store["world"] == ship["at"] for m in store["modules"]
    ]
    named = (d["slots"] for d in view["designs"] if d["name"] == ship["design"] and d["slots"])
    slots: Mapping[str, Sequence[str]] = next(named, {})
    return {
        slot: [m for m in slots.get(slot, ()) if m in stored and m != module]
        for slot, module in ship["slots"].items()
    }


def _slots(view: View, chosen: Chosen) -> Sequence[str]:
    ship = row_named(view["ships"], chosen.get("ship"))
    ships = [ship] if ship is not None else _workable(view)
    return sorted(
        {slot for s in ships for slot, fitting in _fitting_modules(view, s).items() if fitting}
    )


def _modules(view: View, chosen: Chosen) -> Sequence[str]:
    ship = row_named(view["ships"], chosen.get("ship"))
    ships = [ship] if ship is not None else _workable(view)
    fitting = [_fitting_modules(view, s) for s in ships]
    slots = (
        [str(chosen["slot"])] if "slot" in chosen else dict.fromkeys(s for f in fitting for s in f)
    )
    return list(dict.fromkeys(m for f in fitting for slot in slots for m in f.get(slot, ())))


PROPOSE = Command(
    keyword="PROPOSE",
    rule="propose",
    phase=_PHASE,
    syntax=(designs.SYSTEM_FORM, designs.DESIGN_FORM),
    label="Propose equipment",
    group="Set-up",
    help="Asks the umpire, before play, to allow non-standard equipment; all players see it.",
    example="PROPOSE K-GUN LIKE B3/3 MASS 5 POINTS 20 TECHNOLOGY kravak",
    mistake="PROPOSE K-GUN LIKE LASER MASS 5 POINTS 20",
    arguments={
        "proposal": Argument(offers=_proposals, bare=True, label="design or system"),
        "words": Argument(offers=_slots_of_design, bare=True, optional=True, label="slots"),
    },
    rules=("C2E-16.2-01", "C2E-16.2-02", "C2E-16.4-01"),
    run=designs.propose,
)

APPROVE = Command(
    keyword="APPROVE",
    rule="approve",
    phase=_PHASE,
    syntax=("APPROVE proposal",),
    label="Approve a proposal",
    group="Umpire",
    help="Approves a proposal of a player.",
    example="APPROVE K-GUN",
    mistake="APPROVE nothing",
    arguments={"proposal": Argument(offers=_approvable)},
    rules=("C2E-16.2-01", "C2E-1.5-07"),
    roles=(UMPIRE,),
    run=designs.approve,
)

REFUSE = Command(
    keyword="REFUSE",
    rule="refuse",
    phase=_PHASE,
    syntax=("REFUSE proposal",),
    label="Refuse a proposal",
    group="Umpire",
    help="Turns down a proposal of a player.",
    example="REFUSE K-GUN",
    mistake="REFUSE nothing",
    arguments={"proposal": Argument(offers=_waiting)},
    rules=("C2E-16.2-01", "C2E-1.5-07"),
    roles=(UMPIRE,),
    run=designs.refuse,
)

SWAP = Command(
    keyword="SWAP",
    rule="swap_module",
    phase=_PHASE,
    syntax=("SWAP ship slot module",),
    label="Swap a module",
    group="Supply and repair",
    help="Swaps the module in a slot of a ship for one stored at its base; takes a week.",
    example="SWAP Lancer-1 A PT/3",
    mistake="SWAP Lancer-1 A LASER",
    arguments={
        "ship": ship_argument(_modular),
        "slot": Argument(offers=_slots),
        "module": Argument(offers=_modules, bare=True),
    },
    rules=("C2E-16.4-01", "C2E-16.4-02"),
    run=refits.order_swap,
)

COMMANDS = (PROPOSE, APPROVE, REFUSE, SWAP)
