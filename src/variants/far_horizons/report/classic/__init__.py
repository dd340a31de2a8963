"""The classic status report: text in the layout of 1999.

All values come from the plain data of a view; this package only arranges them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.orders.drafts import form_text
from variants.far_horizons.report.classic.planets import SEPARATOR, planet_block
from variants.far_horizons.report.classic.status import aliens, other_places, status
from variants.far_horizons.view.lookup import ships_by_place

_ORDER_SECTION = (
    "\n\nORDER SECTION. Remove these two lines and everything above\n"
    "  them, and submit only the orders below.\n\n"
)


def classic_report(
    data: Mapping[str, Any],
    turn: int,
    log: str | None = None,
    economy: Economy = RULEBOOK_ECONOMY,
    *,
    form: bool = True,
    opening: str = "",
) -> str:
    """Return the report at the start of a turn, with its order form unless `form` is False.

    The form begins with the opening line, if one is passed.

    `data` is the species' view; `log` is the event log of the previous turn, and None for a
    species without a log.
    """
    ships = ships_by_place(data)
    blocks = [
        planet_block(data, colony, ships) for colony in data["colonies"] if "to_spend" in colony
    ]
    return "".join(
        [
            _event_log(turn, log) if log is not None else "",
            status(data, turn),
            *blocks,
            other_places(data),
            SEPARATOR,
            aliens(data["aliens"]),
            order_form(data, economy, opening) if form else "",
        ]
    )


def order_form(
    data: Mapping[str, Any], economy: Economy = RULEBOOK_ECONOMY, opening: str = ""
) -> str:
    """Return the end of a report: the form for the next turn (FH-ORDER-002)."""
    return SEPARATOR + _ORDER_SECTION + opening + form_text(data, economy)


def _event_log(turn: int, log: str) -> str:
    title = f"\n\n\t\t\tEVENT LOG FOR TURN {turn - 1}\n" if turn > 1 else ""
    return f"{title}{log}\n\n"
