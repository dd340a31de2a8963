"""INTELLIGENCE, SPY and SPY GUARD (SC-ESP)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, one_of
from variants.starcluster.intelligence import OPERATIONS
from variants.starcluster.orders.diplomacy import EMPIRE
from variants.starcluster.rules import espionage


def _objects(view: View) -> Sequence[str]:
    """Possible targets of operations: systems, and technologies that the player lacks."""
    systems = [system["id"] for system in view["systems"]]
    return [*systems, *(technology["name"] for technology in view["open"])]


ESPIONAGE_COMMANDS = (
    Command(
        keyword="INTELLIGENCE",
        rule="raise_rating",
        phase="orders",
        syntax=("INTELLIGENCE",),
        help="Raises the Intelligence Rating by one, to at most one above the EL.",
        example="INTELLIGENCE",
        mistake="INTELLIGENCE 2",
        rules=("SC-ESP-001",),
        run=espionage.raise_rating,
    ),
    Command(
        keyword="SPY GUARD",
        rule="guard_against_spies",
        phase="orders",
        syntax=("SPY GUARD",),
        help="Makes operations against you less likely to succeed this turn.",
        example="SPY GUARD",
        mistake="SPY GUARD Brin",
        rules=("SC-ESP-003",),
        run=espionage.order_spy_guard,
    ),
    Command(
        keyword="SPY",
        rule="spy_on",
        phase="espionage",
        syntax=(
            "SPY empire SURVEY system",
            "SPY empire REPORT",
            "SPY empire STEAL technology",
            "SPY empire POOL",
            "SPY empire PROJECT system",
            "SPY empire INCITE system",
        ),
        help="Tries an operation against an empire in contact, once a turn for each empire.",
        example="SPY Brin REPORT",
        mistake="SPY Brin SING",
        arguments={
            "empire": EMPIRE,
            "operation": Argument(one_of(*OPERATIONS), offers=lambda _: [*OPERATIONS]),
            "about": Argument(offers=_objects, optional=True),
        },
        rules=("SC-ESP-003", "SC-ESP-002", "SC-ESP-004"),
        run=espionage.spy,
    ),
)
