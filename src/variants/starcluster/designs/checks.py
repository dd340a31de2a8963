"""Faults of a design, as texts (SC-DES-004, SC-DES-007)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from horizons_core.sums import int_sum
from variants.starcluster.designs.design import Design, ShipSystem
from variants.starcluster.designs.tables import DRIVES, HS, WEAPONS
from variants.starcluster.designs.text import design_string

#: Hull spaces for each external ordnance (SC-DES-001).
SPACES_PER_ORDNANCE = 10
#: The largest share of a commercial ship or freighter for weapons and shots (SC-DES-007).
SELF_DEFENSE = 10
#: The weapon that external ordnance feeds (SC-CBT-011).
MISSILE = "R"


@frozen
class Fault:
    """A fault of a design, and its remedy.

    Attributes:
        message: a description of the fault.
        remedy: how to fix it.
        system: the kind of system at fault; None for the whole design.
    """

    message: str
    remedy: str
    system: ShipSystem | None = None


def faults(design: Design, el: int, known: Callable[[str, int], bool]) -> Iterator[Fault]:
    """Yield the faults that keep an empire from building this design.

    Args:
        design: the design.
        el: the empire's Economic Level.
        known: whether it has developed a code in a generation.
    """
    yield from _hull_faults(design, el)
    yield from _drive_faults(design)
    yield from _quarters_faults(design)
    yield from _limit_faults(design)
    yield from ammunition_faults(design)
    unknown = dict.fromkeys(s for s in design.systems if not known(s.code, s.generation))
    for system in unknown:
        yield Fault(
            f"{system} is not developed", "DEVELOP it, or use an earlier generation", system
        )


def _hull_faults(design: Design, el: int) -> Iterator[Fault]:
    hull = design.hull
    generation = hull.generation(el)
    if not generation:
        remedy = f"research that level, or use another hull; yours is EL {el}"
        yield Fault(f"{hull.code} needs EL {hull.el()}", remedy)
    minimum, maximum = hull.type.min_spaces, hull.max_spaces(max(1, generation))
    if design.spaces < minimum:
        yield Fault(
            f"{design.spaces} HS {_are_or_is(design.spaces)} too few for {hull.code}",
            f"use at least {minimum}, or a smaller hull",
        )
    if design.spaces > maximum:
        yield Fault(
            f"{design.spaces} HS are too many for {hull.code}",
            f"use at most {maximum}, or a larger hull",
        )


def _drive_faults(design: Design) -> Iterator[Fault]:
    drives = dict.fromkeys(system for system in design.systems if system.code in DRIVES)
    if drives and not design.hull.speed:
        yield Fault(f"{design.hull.code} has no room for drives", "remove them")
    if len(drives) > 1:
        names = ", ".join(map(str, drives))
        yield Fault(f"the design mixes drives: {names}", "use one type and one generation")


def _quarters_faults(design: Design) -> Iterator[Fault]:
    if all(system.code == "SY" for system in design.systems):
        return  # SC-HULL-007: a station of shipyards needs none
    generations = sorted((quarters.generation for quarters in design.with_code("Q")), reverse=True)
    needed = design.hull.quarters(design.spaces, min(generations, default=1))
    if not design.hull.type.is_warship:
        enough = len(generations) >= needed
    else:
        enough = int_sum(10 + generation for generation in generations) >= design.spaces
    if not enough:
        present = len(generations)
        message = f"{present} Q {_are_or_is(present)} too few for {design.spaces} HS"
        yield Fault(message, f"use {max(needed, len(generations) + 1)}")


def ammunition_faults(design: Design) -> Iterator[Fault]:
    """Yield weapons without a magazine for their shots (SC-DES-007, SC-CBT-011)."""
    if design.count("Mg") or design.count("Mgs"):
        return
    for code in (code for code, weapon in WEAPONS.items() if weapon.ammo and design.count(code)):
        if code == MISSILE and design.count("XO"):
            continue
        fed_by = "Mg, Mgs or XO" if code == MISSILE else "Mg or Mgs"
        message = f"{code} has no shots without {fed_by}"
        yield Fault(message, "add a magazine Mg or Mgs", next(design.with_code(code)))


def _are_or_is(number: int) -> str:
    return "is" if number == 1 else "are"


def _limit_faults(design: Design) -> Iterator[Fault]:
    if design.count("SY") and not design.hull.type.is_starbase:
        yield Fault("shipyards need a starbase", "use SYM, or a hull BS1 to BS6")
    ordnance = design.count("XO")
    if ordnance > design.spaces // SPACES_PER_ORDNANCE:
        maximum = design.spaces // SPACES_PER_ORDNANCE
        yield Fault(
            f"{ordnance} XO are too many for {design.spaces} HS", f"carry at most {maximum}"
        )
    commercial = design.drive is not None and design.drive.code == "Ic"
    if commercial or design.hull.type.is_freighter:
        armed = [s for s in design.systems if s.weapon or s.code in ("Mg", "Mgs", "XO")]
        maximum = design.spaces // SELF_DEFENSE
        if int_sum(system.size for system in armed) > maximum * HS:
            yield Fault(
                f"{design_string(armed)} take more than {maximum} HS",
                "weapons may take a tenth of a freighter or of a ship with Ic",
            )
