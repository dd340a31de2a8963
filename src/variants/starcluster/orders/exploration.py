"""PROBE, SCAN, SURVEY, SWEEP and COURIER (SC-EXP)."""

from __future__ import annotations

from collections.abc import Callable

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster.orders.arguments import Row, known_routes, own_systems, transits_from
from variants.starcluster.orders.fleets import (
    fleet_argument,
    fleet_at_point,
    fleet_where,
    points_at,
)
from variants.starcluster.rules import charts, exploration

EXPLORATION = "Exploration"


def _can_explore(*ratings: str) -> Callable[[Row], bool]:
    """True for fleets at rest with working instruments of these kinds (SC-EXP-013)."""
    return lambda fleet: not fleet["path"] and all(fleet[rating] for rating in ratings)


def _is_unprobed(point: Row) -> bool:
    return not point["leads"]


def _carriers(view: View) -> dict[str, list[Row]]:
    """The scans that the ships of each fleet carry home."""
    fleet_of = {unit["name"]: unit["fleet"] for unit in view["units"]}
    carried: dict[str, list[Row]] = {}
    for scan in view["carried"]:
        for fleet in dict.fromkeys(fleet_of.get(carrier, "") for carrier in scan["carriers"]):
            carried.setdefault(fleet, []).append(scan)
    return carried


def _surveyors(view: View) -> Callable[[Row], bool]:
    """True for fleets in a system with a basic scan (SC-EXP-007)."""
    fits, carried = _can_explore("x_rating", "xp_rating"), _carriers(view)
    scanned = {s["id"] for s in view["systems"] if s["surveyed"] is not None}

    def can_survey(fleet: Row) -> bool:
        aboard = (scan["system"] for scan in carried.get(fleet["name"], ()))
        return fits(fleet) and (fleet["at"] in scanned or fleet["at"] in aboard)

    return can_survey


def _messengers(view: View) -> Callable[[Row], bool]:
    """True for fleets with a drone, a scan that is new at home, and a route there (SC-EXP-011)."""
    if charts.DRONES not in view["developed"]:
        return lambda _: False
    known = {s["id"]: (s["level"], s["surveyed"] or 0) for s in view["systems"]}
    for scan in view["carried"]:
        if scan["arrives"] is not None:
            sent = (scan["level"], scan["turn"])
            known[scan["system"]] = max(sent, known.get(scan["system"], sent))
    carried = _carriers(view)
    launching = {unit["fleet"] for unit in view["units"] if unit["drones"]}
    reachable = transits_from(own_systems(view), known_routes(view, back=True))

    def can_send(fleet: Row) -> bool:
        scans = carried.get(fleet["name"], ())
        new = any(known.get(s["system"], (0, 0)) < (s["level"], s["turn"]) for s in scans)
        return new and fleet["name"] in launching and fleet["at"] in reachable

    return can_send


def _scan(
    keyword: str,
    label: str,
    help_: str,
    clause: str,
    fleets: Argument,
    run: Callable[..., None],
) -> Command:
    return Command(
        keyword=keyword,
        label=label,
        group=EXPLORATION,
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
        label="Probe a warp point",
        group=EXPLORATION,
        rule="probe_point",
        phase="orders",
        syntax=("PROBE fleet warp-point",),
        help="Probes a warp point for a turn; after that, your fleets can transit it.",
        example="PROBE F1 W1",
        mistake="PROBE F1 W99",
        arguments={
            "fleet": fleet_at_point(_can_explore("x_rating"), _is_unprobed),
            "point": points_at(_is_unprobed),
        },
        rules=("SC-EXP-002", "SC-EXP-013"),
        run=exploration.probe,
    ),
    _scan(
        "SCAN",
        "Scan the system",
        "Makes a basic scan of the fleet's system.",
        "SC-EXP-004",
        fleet_argument(_can_explore("x_rating")),
        exploration.scan,
    ),
    _scan(
        "SURVEY",
        "Survey the system",
        "Makes a detailed scan, after a basic one.",
        "SC-EXP-007",
        fleet_where(_surveyors),
        exploration.survey,
    ),
    _scan(
        "SWEEP",
        "Sweep the system",
        "Makes both scans at once, with Xc.",
        "SC-EXP-009",
        fleet_argument(_can_explore("xc_rating")),
        exploration.sweep,
    ),
    Command(
        keyword="COURIER",
        label="Send a courier drone",
        group=EXPLORATION,
        rule="send_drone",
        phase="orders",
        syntax=("COURIER fleet",),
        help="Sends a Courier Drone home with the latest scan that the fleet carries.",
        example="COURIER F1",
        mistake="COURIER Nothing",
        arguments={"fleet": fleet_where(_messengers)},
        rules=("SC-EXP-011",),
        run=charts.send_courier,
    ),
)
