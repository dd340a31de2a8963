"""PROPOSE, APPROVE, REFUSE and SWAP: non-standard equipment and modules (C2E-16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
#: Parts that could replace another in a slot for modules.
_MODULES = ("B1/6", "PDS", "FC", "B2/3", "B3/3", "PT/1")


def _proposals(view: View) -> Offered:
    """Propose systems, and the reader's designs; before play, if there is an umpire."""
    after_automatic = view.turn == 0 and not view["round"]
    is_time = 0 < view["round"] <= AGREEMENTS or after_automatic or view["arriving"]
    if not is_time or not view["umpire"]:
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
    """Return ships with slots at bases with modules, without other work."""
    return [
        ship["name"]
        for ship in ships_at_bases(view)
        if ship["slots"]
        and not (ship["work"] or ship["captured"] or ship["leased"])
        and any(_modules_at(view, ship))
    ]


def _modules_at(view: View, ship: Row) -> Iterator[str]:
    for store in view["stores"]:
        if store["world"] == ship["at"]:
            yield from store["modules"]


def _slots(view: View, chosen: Chosen) -> Sequence[str]:
    ship = row_named(view["ships"], chosen.get("ship"))
    ships = [ship] if ship is not None else view["ships"]
    return sorted({name for ship in ships for name in ship["slots"]})


def _modules(view: View, chosen: Chosen) -> Proposals:
    """Propose the stored modules that another ship of the design has in the slot."""
    ship = row_named(view["ships"], chosen.get("ship"))
    if ship is None:
        return Proposals(sorted({name for store in view["stores"] for name in store["modules"]}))
    slot = str(chosen.get("slot"))
    fitting = {s["slots"].get(slot) for s in view["ships"] if s["design"] == ship["design"]}
    stored = dict.fromkeys(_modules_at(view, ship))
    return Proposals([m for m in stored if m in fitting and m != ship["slots"].get(slot)])


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
