"""The classic status report: text in the layout of 1999, byte for byte (economy 10).

Everything is told from the plain data of `view.species_view`; numbers and names are the
same, and only their arrangement is made here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.far_horizons.orders.drafts import order_form
from variants.far_horizons.orders.drafts.layout import SEPARATOR
from variants.far_horizons.report.classic.aliens import aliens
from variants.far_horizons.report.classic.others import others
from variants.far_horizons.report.classic.planets import planet_block
from variants.far_horizons.report.classic.status import status
from variants.far_horizons.view.ships import ports_of

__all__ = ["classic_report"]


def classic_report(
    data: Mapping[str, Any], turn: int, log: str | None = None, *, form: bool = True
) -> str:
    """The report at the start of a turn, with the order form for it unless `form` is False.

    `data` is a position; `log` is what happened in the turn before, and is None for a species
    without a log.
    """
    ports = ports_of(data)
    blocks = [
        planet_block(data, colony, ports) for colony in data["colonies"] if "to_spend" in colony
    ]
    return "".join(
        [
            _event_log(turn, log) if log is not None else "",
            status(data, turn),
            *blocks,
            others(data),
            SEPARATOR,
            aliens(data["aliens"]),
            order_form(data) if form else "",
        ]
    )


def _event_log(turn: int, log: str) -> str:
    title = f"\n\n\t\t\tEVENT LOG FOR TURN {turn - 1}\n" if turn > 1 else ""
    return f"{title}{log}\n\n"
