"""MOVE, STOP and DETUNE (SC-MOV)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster.orders.fleets import FLEET
from variants.starcluster.orders.words import switch
from variants.starcluster.rules import movement


def _systems(view: View) -> Sequence[str]:
    return [system["id"] for system in view["systems"]]


COMMANDS = (
    Command(
        keyword="MOVE",
        rule="move_fleet",
        phase="orders",
        syntax=("MOVE fleet system", "MOVE fleet warp-point [warp-point] ..."),
        help="Sends a fleet to a system by the shortest known way, or along warp points.",
        example="MOVE F1 2",
        mistake="MOVE F1 W99",
        arguments={"fleet": FLEET, "way": Argument(offers=_systems)},
        rules=("SC-MOV-001", "SC-MOV-004"),
        run=movement.move,
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
        run=movement.stop,
    ),
    Command(
        keyword="DETUNE",
        rule="detune_fleet",
        phase="orders",
        syntax=("DETUNE fleet ON|OFF",),
        help="Lets drives cruise faster and fight slower, from the next turn on.",
        example="DETUNE F1 ON",
        mistake="DETUNE F1 MAYBE",
        arguments={
            "fleet": FLEET,
            "switch": Argument(switch, offers=lambda _: ("ON", "OFF")),
        },
        rules=("SC-MOV-003",),
        run=movement.detune,
    ),
)
