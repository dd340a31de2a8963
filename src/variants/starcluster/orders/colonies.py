"""COLONIZE, TRANSFER, CLAIM and UNCLAIM (SC-COL, SC-PUT, SC-RACE-019)."""

from __future__ import annotations

from horizons_core.orders import Argument, Command, Range, integer
from variants.starcluster.orders.systems import COLONY, SYSTEM
from variants.starcluster.rules import claims, colonies, transfers

#: The largest number of people in a system.
_MOST_PEOPLE = 10_000
_PEOPLE = Argument(integer(1, _MOST_PEOPLE), offers=lambda _: Range(5, 100))

COLONY_COMMANDS = (
    Command(
        keyword="COLONIZE",
        rule="colonize_system",
        phase="colonization",
        syntax=("COLONIZE system FROM origin",),
        help="Sends people of a colony to found another, with a spare freighter.",
        example="COLONIZE 2 FROM 1",
        mistake="COLONIZE 99999 FROM 1",
        arguments={"target": SYSTEM, "origin": COLONY},
        rules=("SC-COL-001", "SC-COL-002", "SC-COL-003", "SC-COL-008"),
        run=colonies.colonize,
    ),
    Command(
        keyword="TRANSFER",
        rule="transfer_people",
        phase="colonization",
        syntax=("TRANSFER n FROM origin TO system",),
        help="Sends people to another colony, a spare freighter for each PU; one in five arrives.",
        example="TRANSFER 50 FROM 1 TO 2",
        mistake="TRANSFER 0 FROM 1 TO 2",
        arguments={
            "number": _PEOPLE,
            "origin": COLONY,
            "target": COLONY,
        },
        rules=("SC-PUT-001", "SC-PUT-002", "SC-PUT-004", "SC-PUT-005"),
        run=transfers.transfer,
    ),
    Command(
        keyword="CLAIM",
        rule="claim_system",
        phase="orders",
        syntax=("CLAIM system",),
        help="Claims a surveyed system at most 2 transits from a colony of yours.",
        example="CLAIM 2",
        mistake="CLAIM 99999",
        arguments={"system": SYSTEM},
        rules=("SC-RACE-019",),
        run=claims.claim,
    ),
    Command(
        keyword="UNCLAIM",
        rule="unclaim_system",
        phase="orders",
        syntax=("UNCLAIM system",),
        help="Gives up a claim.",
        example="UNCLAIM 2",
        mistake="UNCLAIM 99999",
        arguments={"system": SYSTEM},
        rules=("SC-RACE-019",),
        run=claims.unclaim,
    ),
)
