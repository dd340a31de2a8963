"""PROBE, SCAN, SURVEY, SWEEP and COURIER (SC-EXP)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster.orders.fleets import fleet_argument
from variants.starcluster.rules import couriers, exploration


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
        run=couriers.send_courier,
    ),
)
