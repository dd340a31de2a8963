"""Parts repaired in battle: they work until they are inspected at a base, and some fail."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    campaign,
    fleet,
    remarks,
    run,
    run_without_accounts,
    ship,
)
from variants.campaign2e.model import Campaign

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture
def game() -> Campaign:
    """Ada's Argent-1 at her world 7,5 and Argent-2 in the empty hex 7,6."""
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 5), "g1", CH=1)
    fleet(game, "Ada", (7, 6), "g2", CH=1)
    return game


@pytest.mark.rule("C2E-11.3.4-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-11.3.4-01"), ids=str)
def test_a_die_says_what_has_to_be_replaced(game, example) -> None:
    """Seeds are tried until the die of the example falls."""
    roll, passes = example.given["d6"], example.expect["cost"] == 0
    ship(game, "Argent-1").jury_rigged = ["beam3_1"]
    for seed in range(60):
        game.secret = f"{seed:064x}"
        turn = run(game)
        (event,) = [event for event in turn.events if event.code == "ship.inspected"]
        if event.data["thrown"] == {"beam3_1": roll}:
            break
    after = ship(turn.game, "Argent-1")
    assert event.data["thrown"] == {"beam3_1": roll}
    assert (after.out, after.jury_rigged) == ([] if passes else ["beam3_1"], [])
    if not passes:
        turn.game.empire("Ada").access = ["Manufactured Goods"]
        later = run_without_accounts(turn.game, Ada="REPAIR Argent-1 B3/3")
        assert remarks(later, "Ada") == []
        price = 100 * example.expect["cost"]
        assert [line.amount for line in later.ledger.entries] == [-price]


@pytest.mark.rule("C2E-11.3.4-01")
def test_each_part_has_a_die_of_its_own_and_drives_and_core_systems_too(game) -> None:
    keys = ["beam3_1", "beam3_2", "fc_1", "drive", "ftl", "bridge", "life", "power"]
    ship(game, "Argent-1").jury_rigged = list(keys)
    turn = run(game)
    (event,) = [event for event in turn.events if event.code == "ship.inspected"]
    thrown = event.data["thrown"]
    failed = [key for key in keys if thrown[key] > 3]
    after = ship(turn.game, "Argent-1")
    gone = [*after.out, *after.core_out]
    gone += [name for name in ("drive", "ftl") if getattr(after, name) == "out"]
    assert 0 < len(failed) < len(keys)
    assert sorted(gone) == sorted(failed)


@pytest.mark.rule("C2E-11.3.4-01")
def test_away_from_bases_a_jury_rigged_part_works_on(game) -> None:
    ship(game, "Argent-2").jury_rigged = ["beam3_1"]
    turn = run(game, weeks=2)
    assert ship(turn.game, "Argent-2").jury_rigged == ["beam3_1"]
    assert ship(turn.game, "Argent-2").out == []
    assert not [event for event in turn.events if event.code == "ship.inspected"]


@pytest.mark.rule("C2E-11.3.4-01")
def test_only_the_owner_learns_of_it(game) -> None:
    ship(game, "Argent-1").jury_rigged = ["beam3_1"]
    (event,) = [event for event in run(game).events if event.code == "ship.inspected"]
    assert event.audience == ("Ada",)
