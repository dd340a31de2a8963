"""Battle reports: the ships of both sides before and after, then single attacks."""

from __future__ import annotations

from horizons_core import report
from horizons_core.report import number_column, text_column


class ShipBattle(report.Fight):
    """One battle of ships."""

    columns = (
        text_column("Side", choose=True),
        text_column("Ship"),
        text_column("Type", choose=True),
        number_column("Before", hint="boxes of hull and armour"),
        number_column("After"),
        text_column("Fate", choose=True),
    )
    unowned = "the umpire"
