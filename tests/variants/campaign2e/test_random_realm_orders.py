"""Orders of the random bot for worlds and money, for diplomacy, and before play."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.variants.campaign2e.builders import campaign, variant
from tests.variants.campaign2e.random_orders import ADA, random_lines, realm
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.model import Keel

# worlds, money and other players


@pytest.mark.parametrize(
    ("keyword", "first", "last"),
    [
        ("BUY", "BUY Glimmer 1 AT 7,7", "BUY Hammerfall 2 AT 7,9"),
        ("DEFEND", "DEFEND 7,7 BUY Glimmer", "DEFEND 7,9 BUY Rampart"),
        ("SPARE", "SPARE FC 1 AT 7,7", "SPARE B3/3 3 AT 7,9"),
        ("PAY", "PAY Brin 1", "PAY Brin 5"),
        ("LEASE", "LEASE Packhorse AT 7,7", "LEASE Oxcart AT 7,9"),
        ("DEAL", "DEAL 7,7 WITH 7,9 SHARE 0", "DEAL 7,9 WITH 7,7 SHARE 100"),
        ("STANCE", "STANCE Brin ALLY", "STANCE Brin HOSTILE"),
        ("ALLOW", "ALLOW Brin BASE ON", "ALLOW Brin SUPPLY OFF"),
        ("ABSTRACT", "ABSTRACT 7,7 ON", "ABSTRACT 7,9 OFF"),
        ("CAPITAL", "CAPITAL 7,7", "CAPITAL 7,9"),
        ("ALLY NAVY", 'ALLY NAVY "Northern Line"', 'ALLY NAVY "Iron Reach"'),
    ],
)
def test_a_realm_is_ordered(keyword: str, first: str, last: str) -> None:
    rich = realm(points=60, full=60)
    assert random_lines(rich, keyword) == [first]
    assert random_lines(rich, keyword, last=True) == [last]


def test_nobody_spends_what_is_not_there() -> None:
    game = realm()
    game.empire("Ada").stock["credits"] = 0
    for keyword in ("BUY", "DEFEND", "SPARE", "PAY", "COMMISSION", "COMMISSION SUPPLY"):
        assert random_lines(game, keyword) == []


def test_nothing_is_bought_that_the_income_does_not_keep() -> None:
    """The worlds yield 28 credits, and the ships cost more without any resource."""
    for keyword in ("BUY", "LEASE", "LAY KEEL"):
        assert random_lines(realm(), keyword) == []
    assert random_lines(realm(), "DEFEND") == [], "a Glimmer"
    assert random_lines(realm(), "DEFEND", last=True) == ["DEFEND 7,9 BUY Rampart"], (
        "it costs no upkeep"
    )


def test_partners_are_changed_or_given_up() -> None:
    game = realm()
    assert random_lines(game, "TRADE", True, False) == ["TRADE 7,7 WITH NONE"]
    assert random_lines(game, "TRADE", True, False, False) == ["TRADE 7,7 WITH 7,9"]
    assert random_lines(game, "TRADE", False, True, False, last=True) == ["TRADE 7,9 WITH 9,9"]


def test_lanes_are_turned_off_and_on() -> None:
    game = realm()
    assert random_lines(game, "LANE OFF") == []
    game.lanes = [*campaign({(7, 7): ADA, (9, 9): ADA}, lanes=[((7, 7), (9, 9))]).lanes]
    assert random_lines(game, "LANE OFF", last=True) == ["LANE OFF 7,7"]
    assert random_lines(game, "LANE ON") == []
    game.worlds[0].lane_off = True
    assert random_lines(game, "LANE ON") == ["LANE ON 7,7"]


def test_damaged_worlds_are_helped_by_richer_ones() -> None:
    assert random_lines(realm(), "RECONSTRUCT") == []
    damaged = realm(full=7)
    assert random_lines(damaged, "RECONSTRUCT") == ["RECONSTRUCT 7,7 HELPED BY 7,9"]
    assert random_lines(damaged, "RECONSTRUCT", False) == ["RECONSTRUCT 7,7 ALONE"]
    assert random_lines(realm(full=8), "RECONSTRUCT") == ["RECONSTRUCT 7,7 ALONE"]


def test_keels_are_laid_built_changed_and_given_up() -> None:
    game = realm(points=60, full=60)
    assert random_lines(game, "LAY KEEL") == ['LAY KEEL "Kite Ada-1-1" MASS 90 TYPE CH AT 7,7']
    assert random_lines(game, "LAY KEEL", False) == ['LAY KEEL "Kite Ada-1-1" Glimmer AT 7,7']
    assert (
        random_lines(game, "BUILD")
        == random_lines(game, "REDESIGN")
        == random_lines(game, "CANCEL KEEL")
        == []
    )
    keel = Keel(name="Hope", mass=90, type="CH", design=by_type("CH"))
    game.worlds[1].keels = [keel] * 4
    assert random_lines(game, "BUILD", last=True) == ["BUILD Hope 100"]
    assert random_lines(game, "REDESIGN") == ["REDESIGN Hope AS Argent"]
    assert random_lines(game, "CANCEL KEEL") == ["CANCEL KEEL Hope"]
    assert random_lines(game, "LAY KEEL") == [], "four are enough"


def test_designs_are_made_and_dropped() -> None:
    game = realm()
    drawn = random_lines(game, "DESIGN")
    assert drawn[0].startswith('DESIGN "Kite Ada-1-1" TYPE FF MASS 20 ')
    for last in (False, True):
        line = random_lines(game, "DESIGN", last=last)[0]
        assert variant().check_orders(game, "Ada", line) == []
    assert random_lines(game, "DROP DESIGN") == []
    mine = [evolve(by_type("FF"), name=f"Mine{n}", navy="") for n in range(6)]
    game.empire("Ada").designs = {design.name: design for design in mine}
    assert random_lines(game, "DROP DESIGN", last=True) == ["DROP DESIGN Mine5"]
    assert random_lines(game, "DESIGN") == [], "six are enough"


# the set-up


def test_cards_are_paired_or_wish_for_worlds() -> None:
    game = realm()
    game.empire("Ada").hand = ["7H", "2D", "7S"]
    assert random_lines(game, "PAIR") == ["PAIR 7H 7S"]
    assert random_lines(game, "PAIR", False) == ["CLAIM 7,7 WITH 7H 7S"]
    assert random_lines(game, "PAIR", False, last=True) == ["CLAIM 9,9 OR 7,9 OR 7,7 WITH 2D 7S"]


def test_starting_forces_stay_within_their_limits() -> None:
    game = realm()
    assert random_lines(game, "COMMISSION") == ["COMMISSION Glimmer 1 AT 7,7"]
    assert random_lines(game, "COMMISSION SUPPLY") == ["COMMISSION SUPPLY Packhorse 1 AT 7,7"]
    game.empire("Ada").stock["credits"] = 100 * 100_000
    many = random_lines(game, "COMMISSION", last=True)
    assert many == ["COMMISSION Hammerfall 3 AT 7,9"] * 4  # 822 points each
    freight = random_lines(game, "COMMISSION SUPPLY", last=True)
    assert freight == ["COMMISSION SUPPLY Oxcart 3 AT 7,9"]  # 297 points
