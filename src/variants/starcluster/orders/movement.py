"""MOVE, STOP, TOW and DETUNE (SC-MOV)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster.orders.fleets import FLEET, fleet_argument
from variants.starcluster.orders.words import parse_switch
from variants.starcluster.rules import courses, towing


def _systems(view: View) -> Sequence[str]:
    return [system["id"] for system in view["systems"]]


def _towable(view: View) -> Sequence[str]:
    return [*(unit["name"] for unit in view["units"] if not unit["tactical"]), towing.OFF]


_MOBILE = fleet_argument(lambda fleet: bool(fleet["speed"]))


MOVEMENT_COMMANDS = (
    Command(
        keyword="MOVE",
        rule="move_fleet",
        phase="orders",
        syntax=("MOVE fleet system", "MOVE fleet warp-point [warp-point] ..."),
        help="Sends a fleet to a system by the shortest known way, or along warp points.",
        example="MOVE F1 2",
        mistake="MOVE F1 W99",
        arguments={"fleet": _MOBILE, "way": Argument(offers=_systems)},
        rules=("SC-MOV-001", "SC-MOV-004"),
        run=courses.move,
    ),
    Command(
        keyword="STOP",
        rule="stop_fleet",
        phase="orders",
        syntax=("STOP fleet",),
        help="Ends a fleet's path, scan, raid and bombardment.",
        example="STOP F1",
        mistake="STOP Nothing",
        arguments={"fleet": FLEET},
        rules=("SC-MOV-004",),
        run=courses.stop,
    ),
    Command(
        keyword="TOW",
        rule="tow_unit",
        phase="orders",
        syntax=("TOW fleet unit", "TOW fleet OFF"),
        help="Takes a unit that cannot move in tow, or drops everything in tow.",
        example="TOW Tugs Yard-1",
        mistake="TOW Tugs Nothing",
        arguments={"fleet": _MOBILE, "towed": Argument(offers=_towable)},
        rules=("SC-MOV-004",),
        run=towing.tow,
    ),
    Command(
        keyword="DETUNE",
        rule="detune_fleet",
        phase="orders",
        syntax=("DETUNE fleet ON|OFF",),
        help="Tunes drives to cruise faster but fight slower, from the next turn on.",
        example="DETUNE F1 ON",
        mistake="DETUNE F1 MAYBE",
        arguments={
            "fleet": _MOBILE,
            "switch": Argument(parse_switch, offers=lambda _: ("ON", "OFF")),
        },
        rules=("SC-MOV-003",),
        run=courses.detune,
    ),
)
