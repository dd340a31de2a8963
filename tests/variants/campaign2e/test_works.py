"""The stores and works at a player's worlds, in the player's view."""

from __future__ import annotations

from typing import Any

import pytest

from tests.variants.campaign2e.builders import campaign
from variants.campaign2e.model.players import Store
from variants.campaign2e.view.knowledge import stores_of

#: By contents, a store that has nothing else.
ALONE: dict[str, Any] = {
    "spares": {"FC": 1},
    "used": {"PDS": 2},
    "coming": [(7, "B1/6", 3)],
    "modules": {"B4/2": 1},
    "craft": {"dropships": 20},
}


@pytest.mark.rule("C2E-4.4-02")
def test_a_store_is_shown_as_long_as_anything_lies_there() -> None:
    ada = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}}).empire("Ada")
    for kind, lying in ALONE.items():
        ada.stores = {"7,7": Store(**{kind: lying}), "7,10": Store(), "7,9": Store(**{kind: lying})}
        stores = stores_of(ada)
        assert [store.world for store in stores] == ["7,7", "7,9"]
        stored = stores[0].coming if kind == "coming" else [getattr(stores[0], kind)]
        assert stored == (
            [{"week": 7, "part": "B1/6", "number": 3}] if kind == "coming" else [lying]
        )
