"""Ships of the defences of a world, and which of them may go."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, ship
from variants.campaign2e.model import Campaign


def defended() -> Campaign:
    """Ada's world 7,7 has a fort and two Gannets as defences, one of these bound; and a g1."""
    game = campaign({(7, 7): {"owner": "Ada"}})
    fleet(game, "Ada", (7, 7), "DEF-7-7", FORT=1, DD=2).defence = True
    for one in game.ships:
        one.defence = True
    ship(game, "Gannet-2").bound = True
    fleet(game, "Ada", (7, 7), "g1", MON=1, FF=2)
    return game


@pytest.mark.rule("C2E-8.1-01", "C2E-15.1-01")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SPLIT DEF-7-7 Gannet-1 AS picket", None),
        ("TRANSFER Gannet-1 TO g1", None),
        ("SPLIT g1 Warden-1 AS rest", None),
        ("SPLIT DEF-7-7 Rampart-1 AS rest", "bound"),
        ("SPLIT DEF-7-7 Gannet-2 AS rest", "bound"),
        ("TRANSFER Rampart-1 TO g1", "bound"),
        ("TRANSFER Heron-1 TO DEF-7-7", "defence-group"),
        ("MERGE g1 INTO DEF-7-7", "defence-group"),
    ],
)
def test_of_defences_only_what_can_leave_joins_others(order: str, code: str | None) -> None:
    turn = run(defended(), Ada=order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ([code] if code else [])
    before = {one.name: one.group for one in defended().ships}
    after = {one.name: one.group for one in turn.game.ships}
    assert (before != after) == (code is None)


@pytest.mark.rule("C2E-8.2-01", "C2E-8.2-03", "C2E-8.2-02")
@pytest.mark.parametrize(
    ("at_start", "amount", "clause"), [(True, -10300, "C2E-8.2-01"), (False, -20600, "C2E-8.2-03")]
)
def test_accounts_tell_by_which_clause_defences_are_paid(
    at_start: bool, amount: int, clause: str
) -> None:
    game = campaign({(7, 7): {"owner": "Ada"}})
    game.empire("Ada").commissioning = at_start
    turn = run(game, Ada="DEFEND 7,7 BUY Rampart")
    line = next(line for line in turn.ledger.of("Ada") if "Rampart" in line.reason)
    assert (line.amount, tuple(line.rules)) == (amount, (clause,))
    assert ship(turn.game, "Rampart-1").bound == at_start
