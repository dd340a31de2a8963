"""RESULT: entry of a hand-fought battle's result by the umpire (C2E-14.1)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e.orders.campaign import UMPIRE
from variants.campaign2e.rules import results


def _battles(view: View) -> Sequence[str]:
    return [battle["id"] for battle in view.get("pending", ())]


RESULT = Command(
    keyword="RESULT",
    rule="result",
    phase="contact",
    syntax=("RESULT battle FILE record",),
    help="Enters the result of a battle fought by hand, ship by ship, in braces on one line.",
    example=(
        "RESULT w06-0705-1 FILE {tactical_turns: 7, field_held_by: Ada, "
        "ships: {Argent-1: {status: in_place, hull_lost: 9}, Heron-1: {status: destroyed}}}"
    ),
    mistake="RESULT w99-0101-1 FILE {tactical_turns: 1}",
    arguments={"battle": Argument(find=results.pending, offers=_battles), "record": str},
    rules=("C2E-14.1-03",),
    run=results.enter,
    roles=(UMPIRE,),
)

COMMANDS = (RESULT,)
