"""Validation of designs (C2E-16.1-02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from horizons_core.sums import int_sum
from variants.campaign2e.designs.design import Design
from variants.campaign2e.percent import percent_of

#: Minimum and maximum mass of each class of vessels; None for no limit.
TYPES: Mapping[str, tuple[int, int | None]] = MappingProxyType(
    {
        "SC": (4, 10),
        "CT": (8, 16),
        "FF": (14, 26),
        "DD": (24, 36),
        "DH": (30, 50),
        "CL": (40, 60),
        "CE": (50, 70),
        "CH": (60, 90),
        "BC": (80, 110),
        "BB": (100, 140),
        "BDN": (120, 160),
        "DN": (140, 180),
        "SDN": (160, None),
        "CVE": (80, 140),
        "CVL": (120, 180),
        "CVH": (160, None),
        "CVA": (150, None),
        "AX": (1, None),
        "FR": (1, None),
        "AL": (1, None),
        "BM": (1, None),
        "MON": (1, None),
        "FORT": (1, None),
    }
)
MERCHANTS = ("AX", "FR")
#: Types built without an FTL drive.
STATIONARY = ("MON", "FORT")
LARGEST = 2_000
MOST_THRUST = 8
MOST_PARTS = 200


def faults(design: Design) -> list[str]:
    """Return every reason why a design cannot be built; an empty list for a valid one."""
    checks = (_type_faults, _mass_faults, _part_faults, _craft_faults)
    return [fault for check in checks for fault in check(design)]


def _type_faults(design: Design) -> Iterator[str]:
    if design.type not in TYPES:
        yield f"there is no type {design.type}; the types are {', '.join(TYPES)}"
        return
    least, most = TYPES[design.type]
    if design.mass < least or (most is not None and design.mass > most):
        limits = f"{least} to {most}" if most is not None else f"at least {least}"
        yield f"type {design.type} has a mass of {limits}, not {design.mass}"
    if design.merchant and design.type not in MERCHANTS:
        yield f"MERCHANT is only for the types {' and '.join(MERCHANTS)}, not for {design.type}"
    if not design.ftl and design.type not in STATIONARY:
        yield f"a ship of type {design.type} needs an FTL drive: write FTL after the thrust"
    if design.ftl and design.type == "FORT":
        yield "a FORT has no FTL drive: leave FTL out"


def _mass_faults(design: Design) -> Iterator[str]:
    if not 1 <= design.mass <= LARGEST:
        yield f"the mass must be 1 to {LARGEST}, not {design.mass}"
        return
    least = percent_of(10, design.mass)
    if design.hull < least:
        yield f"a mass of {design.mass} needs at least {least} hull boxes, not {design.hull}"
    if design.thrust > MOST_THRUST:
        yield f"the thrust must be at most {MOST_THRUST}, not {design.thrust}"
    if design.thrust and design.type == "FORT":
        yield "a FORT has thrust 0"
    if not design.thrust and design.type != "FORT":
        yield f"a ship of type {design.type} needs a thrust of at least 1"
    if design.free_mass < 0:
        yield (
            f"the parts have a mass of {design.used_mass}, "
            f"{-design.free_mass} more than the design weight of {design.mass}"
        )


def _part_faults(design: Design) -> Iterator[str]:
    kinds = [part.kind for part in design.parts]
    if len(kinds) > MOST_PARTS:
        yield f"{len(kinds)} parts are too many: at most {MOST_PARTS}"
    if kinds.count("screen") > 1:
        yield "a ship can have only one set of screens: SCREEN-1 or SCREEN-2"
    if "launcher" in kinds and "magazine" not in kinds:
        yield "a missile launcher needs a magazine: add MAG 2 or more"
    if design.lander and "bay" not in kinds:
        yield "LANDER is only for a ship with a BAY"


def _craft_faults(design: Design) -> Iterator[str]:
    hangars = int_sum(part.kind == "hangar" for part in design.parts)
    if len(design.fighters) > hangars:
        yield f"{len(design.fighters)} groups of fighters need as many hangars, not {hangars}"
    room = int_sum(part.number for part in design.parts if part.kind == "bay")
    if int_sum(design.dropships) > room:
        yield f"dropships of {int_sum(design.dropships)} tonnes do not fit into bays for {room}"
