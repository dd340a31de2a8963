"""Orders to fleets: formation, movement and exploration (SC-MOV, SC-EXP, SC-ORD-003)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster import references
from variants.starcluster.orders.arguments import parse_name, parse_switch
from variants.starcluster.rules import charts, courses, exploration, fleets


def own_fleets(view: View) -> Sequence[str]:
    """The names of the player's fleets."""
    return [fleet["name"] for fleet in view["fleets"]]


def own_units(view: View) -> Sequence[str]:
    """The names of the player's units."""
    return [unit["name"] for unit in view["units"]]


FLEET = Argument(find=references.own_fleet, offers=own_fleets)


def fleet_argument(fits: Callable[[Mapping[str, Any]], bool]) -> Argument:
    """An own fleet; offers those whose view shows that the order makes sense now."""

    def offers(view: View) -> Sequence[str]:
        return [fleet["name"] for fleet in view["fleets"] if fits(fleet)]

    return Argument(find=references.own_fleet, offers=offers)


FLEET_COMMANDS = (
    Command(
        keyword="FLEET",
        rule="form_fleet",
        phase="orders",
        syntax=("FLEET name unit [unit] ...",),
        help="Forms a new fleet from units in one system.",
        example="FLEET Home Yard-1",
        mistake="FLEET Home Nothing-1",
        arguments={
            "name": Argument(parse_name),
            "unit": Argument(find=references.own_units, offers=own_units),
        },
        rules=("SC-MOV-004",),
        run=fleets.form_fleet,
    ),
    Command(
        keyword="JOIN",
        rule="join_fleet",
        phase="orders",
        syntax=("JOIN fleet other-fleet",),
        help="Joins a fleet to another one in the same system.",
        example="JOIN F2 F1",
        mistake="JOIN F1 Nothing",
        arguments={"fleet": FLEET, "other": FLEET},
        rules=("SC-MOV-004",),
        run=fleets.join_fleets,
    ),
    Command(
        keyword="RENAME",
        rule="rename_thing",
        phase="orders",
        syntax=("RENAME fleet new-name", "RENAME unit new-name"),
        help="Renames a fleet or a unit.",
        example="RENAME F1 Home",
        mistake="RENAME Nothing Home",
        arguments={"thing": Argument(offers=own_fleets), "name": Argument(parse_name)},
        rules=("SC-ORD-003",),
        run=fleets.rename_fleet_or_unit,
    ),
)


def _systems(view: View) -> Sequence[str]:
    return [system["id"] for system in view["systems"]]


def _towable(view: View) -> Sequence[str]:
    return [*(unit["name"] for unit in view["units"] if not unit["tactical"]), fleets.OFF]


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
        run=fleets.tow,
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


def points(view: View) -> Sequence[str]:
    """The warp points known to the player."""
    return [point["name"] for system in view["systems"] for point in system["points"]]


def _explorers(*ratings: str) -> Argument:
    """Fleets at rest with working instruments of these kinds (SC-EXP-013)."""
    return fleet_argument(
        lambda fleet: not fleet["path"] and all(fleet[rating] for rating in ratings)
    )


def _scan(
    keyword: str, help_: str, clause: str, fleets: Argument, run: Callable[..., None]
) -> Command:
    return Command(
        keyword=keyword,
        rule=f"{keyword.lower()}_system",
        phase="orders",
        syntax=(f"{keyword} fleet",),
        help=help_,
        example=f"{keyword} F1",
        mistake=f"{keyword} Nothing",
        arguments={"fleet": fleets},
        rules=("SC-EXP-013", clause),
        run=run,
    )


EXPLORATION_COMMANDS = (
    Command(
        keyword="PROBE",
        rule="probe_point",
        phase="orders",
        syntax=("PROBE fleet warp-point",),
        help="Probes a warp point for a turn; after that, your fleets can transit it.",
        example="PROBE F1 W1",
        mistake="PROBE F1 W99",
        arguments={"fleet": _explorers("x_rating"), "point": Argument(offers=points)},
        rules=("SC-EXP-002", "SC-EXP-013"),
        run=exploration.probe,
    ),
    _scan(
        "SCAN",
        "Makes a basic scan of the fleet's system.",
        "SC-EXP-004",
        _explorers("x_rating"),
        exploration.scan,
    ),
    _scan(
        "SURVEY",
        "Makes a detailed scan, after a basic one.",
        "SC-EXP-007",
        _explorers("x_rating", "xp_rating"),
        exploration.survey,
    ),
    _scan(
        "SWEEP",
        "Makes both scans at once, with Xc.",
        "SC-EXP-009",
        _explorers("xc_rating"),
        exploration.sweep,
    ),
    Command(
        keyword="COURIER",
        rule="send_drone",
        phase="orders",
        syntax=("COURIER fleet",),
        help="Sends a Courier Drone home with the latest scan that the fleet carries.",
        example="COURIER F1",
        mistake="COURIER Nothing",
        arguments={"fleet": fleet_argument(lambda fleet: bool(fleet["surveys"]))},
        rules=("SC-EXP-011",),
        run=charts.send_courier,
    ),
)
