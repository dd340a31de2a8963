"""DOCTRINE, ASSAULT, SILOS, BOMBARD, LAND and EMBARK (SC-CBT, SC-WPA, SC-CMS, SC-ORB, SC-GND)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer
from variants.starcluster.orders.arguments import COLONY, planet_numbers
from variants.starcluster.orders.fleets import FLEET, points
from variants.starcluster.rules import battles, bombardment, defenses, landings, sides

_PARTS = ("ENGAGE", "AVOID", "BAND LONG", "BAND SHORT", "BREAK 30", "TARGET SMALL", "TARGET LARGE")
_WORDS = ("FIRE", "HOLD", "TYPE R")
_MAX_WAVE = 20
_PLANET = Argument(offers=planet_numbers)


def _places(view: View) -> Sequence[str]:
    return sorted({fleet["at"] for fleet in view["fleets"]})


def _words(*words: str, optional: bool = False) -> Argument:
    return Argument(offers=lambda _: words, optional=optional)


_GOAL = Argument(offers=_places)

_SILOS = Argument(offers=lambda _: Range(0, 10), optional=True)

WAR_COMMANDS = (
    Command(
        keyword="DOCTRINE",
        rule="set_doctrine",
        phase="orders",
        syntax=(
            "DOCTRINE fleet ENGAGE|AVOID|GUARD warp-point",
            "DOCTRINE fleet [BAND LONG|SHORT] [BREAK percent] [TARGET LARGE|SMALL] [ADM ON|OFF]",
        ),
        help="Sets how a fleet behaves in battle; settings that you leave out do not change.",
        example="DOCTRINE F1 GUARD W1 BAND LONG BREAK 30",
        mistake="DOCTRINE F1 CHARGE",
        arguments={"fleet": FLEET, "part": _words(*_PARTS)},
        rules=("SC-CBT-012",),
        run=sides.set_doctrine,
    ),
    Command(
        keyword="ASSAULT",
        rule="assault_point",
        phase="orders",
        syntax=("ASSAULT fleet warp-point [WAVE n]",),
        help="Sends a fleet through a guarded warp point, in waves of this many ships.",
        example="ASSAULT F1 W1 WAVE 10",
        mistake="ASSAULT F1 W99",
        arguments={
            "fleet": FLEET,
            "point": Argument(offers=points),
            "wave": Argument(
                integer(1, _MAX_WAVE), offers=lambda _: Range(1, _MAX_WAVE), optional=True
            ),
        },
        rules=("SC-WPA-001", "SC-WPA-002"),
        run=battles.assault,
    ),
    Command(
        keyword="SILOS",
        rule="set_silos",
        phase="orders",
        syntax=("SILOS system TYPE R|G", "SILOS system FIRE|HOLD [n]"),
        help="Sets what the silos of a system fire, and how many of them fire or hold.",
        example="SILOS 1 FIRE 3",
        mistake="SILOS 1 WAIT",
        arguments={
            "system": COLONY,
            "how": _words("FIRE", "HOLD"),
            "what": _SILOS,
        },
        rules=("SC-CMS-001", "SC-CMS-003"),
        run=defenses.set_silos,
    ),
    Command(
        keyword="BOMBARD",
        rule="bombard_planet",
        phase="bombardment",
        syntax=("BOMBARD fleet system planet PDC|CMS|PU", "BOMBARD fleet OFF"),
        help="Bombards a planet of the fleet's system, until switched off.",
        example="BOMBARD F1 2 1 PDC",
        mistake="BOMBARD F1 2 1 CGB",
        arguments={
            "fleet": FLEET,
            "goal": _GOAL,
            "planet": evolve(_PLANET, optional=True),
            "target": _words(*bombardment.TARGETS, optional=True),
        },
        rules=("SC-ORB-001", "SC-ORB-002", "SC-PDC-005"),
        run=bombardment.bombard,
    ),
    Command(
        keyword="LAND",
        rule="land_troops",
        phase="ground_combat",
        syntax=("LAND fleet system planet points", "LAND fleet system planet ALL"),
        help="Lands troops with the fleet's shuttles and gigs to fight for the planet.",
        example="LAND F1 2 1 ALL",
        mistake="LAND F1 2 99 ALL",
        arguments={
            "fleet": FLEET,
            "goal": _GOAL,
            "planet": _PLANET,
            "points": _words("ALL"),
        },
        rules=("SC-GND-001", "SC-GND-002"),
        run=landings.land,
    ),
    Command(
        keyword="EMBARK",
        rule="embark_troops",
        phase="ground_combat",
        syntax=("EMBARK fleet system planet points",),
        help="Loads your troops on a quiet planet into empty Qt.",
        example="EMBARK F1 1 1 20",
        mistake="EMBARK F1 1 99 20",
        arguments={
            "fleet": FLEET,
            "goal": _GOAL,
            "planet": _PLANET,
            "points": _words("ALL"),
        },
        rules=("SC-GND-005",),
        run=landings.embark,
    ),
)
