"""The ship types of bots (`orders.ship_designs`).

A new type is designed if it would be clearly better than the newest of its kind, or for a yard
without a suitable one.
"""

from __future__ import annotations

from horizons_core.model import folded
from variants.galaxy_g.bots.board import BotView
from variants.galaxy_g.model import Design
from variants.galaxy_g.orders.ship_designs import (
    GUNS,
    HEAVIEST_WARSHIP,
    LIGHTEST_WARSHIP,
    MAX_WORK_TURNS,
    PROBE,
    WORK_TURNS,
    Facts,
    haulage,
    hauler_for,
    hundredth,
    warship_for,
    yard_mass,
)

BETTER = 1.25  #: minimum ratio of haulage of a new hauler to the previous one
BETTER_FIGHTER = 1.12  #: minimum ratio of guns and shields of a new warship
SLACK = 0.002  #: share of a yard's points that a suitable ship may leave unused


def _mass_for_yard(board: BotView, yard: Facts) -> float:
    """The mass of warships that a yard builds in whole turns, about as large as the best yard's."""
    industry = board.industry
    best = max(yard_mass(industry, planet, WORK_TURNS) for planet in board.planets.values())
    target = min(HEAVIEST_WARSHIP, max(LIGHTEST_WARSHIP, best))
    a_turn = yard_mass(industry, yard, 1)
    turns = min(MAX_WORK_TURNS, max(1, round(target / a_turn))) if a_turn else 1
    return hundredth(turns * a_turn)


def warship_type(board: BotView, kind: str, yard: Facts) -> str | None:
    """The newest type of a kind that suits a yard and is not outdated, or None."""
    mass = _mass_for_yard(board, yard)
    fitting = [
        name
        for name, design in board.types.items()
        if _number(name, kind) and -SLACK * mass <= design.mass - mass <= 0.0
    ]
    name = max(fitting, key=lambda name: _number(name, kind), default=None)
    if name is None:
        return None
    old, best = board.types[name], warship_for(kind, mass, board.techs)
    outdated = best.mass - best.drive > BETTER_FIGHTER * (old.mass - old.drive)
    return None if outdated else name


def warship_for_yard(board: BotView, kind: str, yard: Facts) -> str | None:
    """The warship type for a yard, designed if necessary; None if the yard is too small."""
    name = warship_type(board, kind, yard)
    mass = _mass_for_yard(board, yard)
    if name is None and mass >= LIGHTEST_WARSHIP:
        return design_next_type(board, kind, warship_for(kind, mass, board.techs))
    return name


# types


def newest(board: BotView, kind: str) -> str | None:
    """The newest type of a kind, which has the highest number, such as Hauler 3."""
    names = [name for name in board.types if _number(name, kind)]
    return max(names, key=lambda name: _number(name, kind), default=None)


def is_kind(name: str, kind: str) -> bool:
    """True if the name of a type shows that it is of a kind."""
    return bool(_number(name, kind))


def _number(name: str, kind: str) -> int:
    """The number in a type's name, such as 3 in Hauler 3; 0 for other names."""
    start, _, number = name.rpartition(" ")
    return int(number) if start == kind and number.isascii() and number.isdigit() else 0


def design_next_type(board: BotView, kind: str, design: Design) -> str:
    """Design the next type of a kind and return its name."""
    number = 1 + max((_number(name, kind) for name in board.types), default=0)
    while folded(f"{kind} {number}") in board.used_names:
        number += 1
    name = f"{kind} {number}"
    board.design(name, design)
    return name


def ensure_types(board: BotView, reach: float, hub: Facts) -> None:
    """Design a probe type, and a hauler type for the usual distance, if they are missing."""
    if newest(board, "Probe") is None:
        design_next_type(board, "Probe", PROBE)
    industry = board.industry
    best = hauler_for(industry, hub, reach, board.techs)
    name = newest(board, "Hauler")
    old = haulage(industry, board.types[name], reach, board.techs) if name else 0.0
    if name is None or haulage(industry, best, reach, board.techs) > BETTER * old:
        design_next_type(board, "Hauler", best)


def erase_unused_types(board: BotView) -> None:
    """Erase types without ships that no planet makes and no yard would build."""
    making = {planet["product"] for planet in board.planets.values()}
    used = making | {squad.type for squad in board.squads}
    used |= {newest(board, "Probe"), newest(board, "Hauler")}
    for name in [name for name in board.types if name not in used]:
        if not any(_fits(board, name, planet) for planet in board.planets.values()):
            board.erase(name)


def _fits(board: BotView, name: str, yard: Facts) -> bool:
    kinds = [kind for kind in GUNS if is_kind(name, kind)]
    return any(warship_type(board, kind, yard) == name for kind in kinds)
