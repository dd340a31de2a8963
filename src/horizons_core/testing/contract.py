"""The contract that every variant keeps, as a class of tests to subclass.

    from horizons_core.testing import VariantContract

    class TestProspectors(VariantContract):
        variant_name = "prospectors"
        battles = ({"sides": {"Ada": 3, "Brin": 2}},)

Run it with pytest. `ContractSettings` lists the attributes to set; variants with a kernel may
override `reference` and `measured`. `HORIZONS_EXAMPLES=2000` searches longer for leaks and crashes.
"""

from __future__ import annotations

from horizons_core.testing.laws.battles import BattleLaws
from horizons_core.testing.laws.chance import ChanceLaws
from horizons_core.testing.laws.lessons import LessonLaws
from horizons_core.testing.laws.orders import BotLaws, OrderLaws
from horizons_core.testing.laws.reports import EventLaws, ReportLaws
from horizons_core.testing.laws.saves import SaveLaws
from horizons_core.testing.laws.seats import SeatLaws
from horizons_core.testing.laws.secrecy import HiddenNameLaws, SecrecyLaws
from horizons_core.testing.laws.turns import TurnLaws


class VariantContract(
    TurnLaws,
    OrderLaws,
    SecrecyLaws,
    HiddenNameLaws,
    EventLaws,
    ChanceLaws,
    SeatLaws,
    BotLaws,
    ReportLaws,
    BattleLaws,
    LessonLaws,
    SaveLaws,
):
    """All laws; a subclass sets the variant."""
