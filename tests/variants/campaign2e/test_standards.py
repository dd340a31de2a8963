"""Nonstandard designs: proposed before play, approved by the umpire, repaired at the capital."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

import horizons_core as hz
from horizons_core.model import EVERYONE, Seat
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    campaign,
    fleet,
    remarks,
    run_without_accounts,
    ship,
    variant,
)
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.designs.parts import SpecialFigures, part_named
from variants.campaign2e.model import Campaign, Proposal, Ship
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.designs import counts_as_standard, needs_capital

CLAUSES = catalogue("campaign2e", "variants.campaign2e")
K_GUN = "PROPOSE K-GUN LIKE B3/3 MASS 5 POINTS 20 TECHNOLOGY kravak"
RAIDER = "DESIGN Raider TYPE FF MASS 20 HULL 5 ARMOUR 0 THRUST 4 FTL WITH {0}, FC"
GUN = evolve(part_named("B3/3"), special=SpecialFigures("K-GUN", 5, 24, "kravak"))


@pytest.fixture
def game() -> Campaign:
    """The orders of Ada's first week: her capital 7,5, another world at 7,6, and an umpire."""
    game = campaign(
        {(7, 5): {"owner": "Ada"}, (7, 6): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}}, week=0
    )
    game.empire("Ada").access = ["Mining/Ore", "Food", "Fuel", "Manufactured Goods"]
    game.seats = [Seat(id="Uma", role="umpire")]
    return game


def week(game: Campaign, orders: str = "", umpire: str = "") -> hz.Turn:
    return run_without_accounts(game, Ada=orders, Uma=umpire)


def codes(turn: hz.Turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


def treasury(game: Campaign) -> float:
    return game.empire("Ada").stock["credits"] / 100


def allowed(game: Campaign) -> None:
    """The umpire has approved Ada's gun."""
    game.proposals.append(Proposal(name="K-GUN", by="Ada", part=GUN, answer="approved"))


def raider(game: Campaign, at: tuple[int, int], **damage: Any) -> Ship:
    """A ship with the gun."""
    words = RAIDER.format("K-GUN, B1/6").partition("TYPE")
    design = design_from("Raider", "TYPE" + words[2], special={"K-GUN": GUN})
    group = fleet(game, "Ada", at, "raid", FF=1)
    ship = new_ship("Ada/77", "Ada", "Raider-1", design, group.id)
    ship.endurance = variant().economy.endurance(design)
    for name, value in damage.items():
        setattr(ship, name, value)
    game.ships.append(ship)
    return ship


@pytest.mark.rule("C2E-16.2-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-16.2-01"), ids=str)
def test_equipment_is_used_if_it_was_proposed_before_play_and_approved(game, example) -> None:
    game.week = game.turn = example.given["proposed_week"]
    turn = week(game, K_GUN, "APPROVE K-GUN")
    events = [event for event in turn.events if event.code.startswith("proposal.")]
    assert all(event.audience == (EVERYONE,) for event in events)
    assert bool(events) == example.expect.get("known_to_all", False)
    turn = week(turn.game, RAIDER.format("K-GUN"))
    assert ("Raider" in turn.game.empire("Ada").designs) == example.expect["usable"]


@pytest.mark.rule("C2E-16.2-01")
@pytest.mark.parametrize("umpire", ["", "REFUSE k-gun"])
def test_what_is_not_approved_is_in_no_design(game, umpire) -> None:
    turn = week(game, K_GUN, umpire)
    turn = week(turn.game, RAIDER.format("K-GUN"))
    assert codes(turn) == ["bad-design"]
    assert "the umpire has not approved" in turn.diagnostics["Ada"][0].hint


@pytest.mark.rule("C2E-16.2-01")
def test_leave_is_for_who_has_asked(game) -> None:
    turn = run_without_accounts(game, Brin=K_GUN, Uma="APPROVE K-GUN")
    assert codes(week(turn.game, RAIDER.format("K-GUN"))) == ["bad-design"]


@pytest.mark.rule("C2E-16.2-01", "C2E-1.5-07")
def test_without_an_umpire_nobody_approves(game) -> None:
    game.seats = []
    assert codes(run_without_accounts(game, Ada=K_GUN)) == ["no-umpire"]


@pytest.mark.rule("C2E-16.2-01")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("PROPOSE K-GUN LIKE LASER MASS 5 POINTS 20", "unknown-part"),
        ("PROPOSE K-GUN LIKE B3/3 MASS 5", "bad-proposal"),
        ("PROPOSE K-GUN LIKE B3/3 MASS 0 POINTS 20", "bad-proposal"),
        ("PROPOSE K-GUN LIKE CARGO 5 MASS 5 POINTS 1", "bad-proposal"),
        ("PROPOSE NEEDLE LIKE B3/3 MASS 5 POINTS 20", "bad-proposal"),
        ("PROPOSE B3/3 LIKE B3/3 MASS 5 POINTS 20", "bad-proposal"),
        ("PROPOSE Nothing", "unknown-design"),
        ("PROPOSE Raider AND more", "bad-proposal"),
        ("PROPOSE Raider SLOT A PDS OR B1/6", "unknown-part"),
        ("PROPOSE Raider SLOT A FC OR LASER", "unknown-part"),
        ("PROPOSE Raider SLOT A B1/6 OR B3/6", "bad-proposal"),
        ("PROPOSE Raider SLOT A FC OR PDS SLOT A FC OR B1/6", "bad-proposal"),
        (K_GUN, "name-taken"),
    ],
)
def test_proposals_that_cannot_be_are_refused(game, order, code) -> None:
    turn = week(game, f"{K_GUN}\n{RAIDER.format('B1/6')}\n{order}")
    assert codes(turn) == [code]
    assert len(turn.game.proposals) == 1


@pytest.mark.rule("C2E-16.2-01")
@pytest.mark.parametrize(
    ("order", "codes_told"),
    [
        ("APPROVE nothing", ["unknown-proposal"]),
        ("APPROVE K-GUN\nREFUSE K-GUN", ["answered"]),
        ("REFUSE K-GUN\nREFUSE K-GUN", ["answered"]),
    ],
)
def test_answers_that_cannot_be_are_refused(game, order, codes_told) -> None:
    turn = week(game, K_GUN)
    assert codes(week(turn.game, "", order), "Uma") == codes_told


@pytest.mark.rule("C2E-16.2-01", "C2E-1.3-11")
def test_in_a_set_up_by_orders_the_answer_comes_before_the_designs_of_the_next_round() -> None:
    game = variant().new_game(["Ada", "Brin"], seed=3, options={"setup": "orders"})
    game.seats = [Seat(id="Uma", role="umpire")]
    turn = hz.run_turn(game, {"Ada": K_GUN}, variant=variant())
    assert codes(turn) == []
    orders = {"Ada": RAIDER.format("K-GUN"), "Uma": "APPROVE K-GUN"}
    turn = hz.run_turn(turn.game, orders, variant=variant())
    assert codes(turn) == codes(turn, "Uma") == []
    capital = turn.game.empire("Ada").capital
    turn = hz.run_turn(turn.game, {"Ada": f"COMMISSION Raider AT {capital}"}, variant=variant())
    assert codes(turn) == []
    assert "Raider-1" in [s.name for s in turn.game.ships]


@pytest.mark.rule("C2E-16.1-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-16.1-01"), ids=str)
def test_a_design_of_standard_parts_of_one_technology_is_standard(game, example) -> None:
    allowed(game)
    parts = {"human": "B1/6", "alien": "K-GUN"}
    words = ", ".join(parts[tech] for tech in example.given["technologies"])
    turn = week(game, RAIDER.format(words))
    design = turn.game.empire("Ada").designs["Raider"]
    assert design.is_standard == example.expect["standard"]


@pytest.mark.rule("C2E-16.2-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-16.2-02"), ids=str)
def test_a_ship_may_be_deemed_standard_and_a_weapon_never(game, example) -> None:
    allowed(game)
    turn = week(game, f"{RAIDER.format('K-GUN, B1/6')}\nPROPOSE Raider", "APPROVE Raider")
    assert remarks(turn, "Ada") == remarks(turn, "Uma") == []
    vessel, player = raider(turn.game, (7, 6)), turn.game.empire("Ada")
    assert not counts_as_standard(turn.game, turn.game.empire("Brin"), vessel.design)
    key = {"ship_design": "beam1_1", "weapon": "beam3_1"}[example.given["item"]]
    assert counts_as_standard(turn.game, player, vessel.design)
    assert needs_capital(turn.game, player, vessel, key) != example.expect["standard"]


@pytest.mark.rule("C2E-16.3-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-16.3-01"), ids=str)
def test_what_is_not_standard_is_mended_at_the_capital_or_from_stocks(game, example) -> None:
    allowed(game)
    at = (7, 5) if example.given["at"] == "capital" else (7, 6)
    raider(game, at, out=["beam3_1"])
    if example.given.get("spare"):
        game.empire("Ada").store("7,6").spares = {"K-GUN/5": 1}
    words = " FROM SPARES" if example.given.get("spare") else ""
    turn = week(game, f"REPAIR Raider-1 K-GUN{words}")
    assert codes(turn) == ([] if example.expect["repair"] else ["not-standard"])
    assert (ship(turn.game, "Raider-1").out == []) == example.expect["repair"]


@pytest.mark.rule("C2E-16.3-01")
@pytest.mark.rule("C2E-16.3-02")
def test_a_ship_with_such_equipment_is_mended_there_as_a_whole(game) -> None:
    allowed(game)
    raider(game, (7, 6), hull_lost=2, out=["fc_1", "beam3_1"])
    assert codes(week(game, "REPAIR Raider-1 HULL 2")) == ["not-standard"]
    assert codes(week(game, "REPAIR Raider-1 FC FROM Heron-1")) == ["not-standard"]
    assert codes(week(game, "REFIT Raider-1 B1/6 TO PDS")) == ["not-standard"]
    game.proposals.append(Proposal(name="Raider", by="Ada", answer="approved"))
    turn = week(game, "REPAIR Raider-1 ALL")
    after = ship(turn.game, "Raider-1")
    assert (codes(turn), after.hull_lost, after.out) == ([], 0, ["beam3_1"])
    assert codes(week(game, "REFIT Raider-1 B1/6 TO PDS")) == []


@pytest.mark.rule("C2E-16.3-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-16.3-02"), ids=str)
def test_foreign_technology_costs_a_fifth_more(game, example) -> None:
    inputs, expected = example.given, example.expect
    technology = {"foreign": "kravak", "own": "human"}[inputs["technology"]]
    order = f"PROPOSE K-GUN LIKE B3/3 MASS 6 POINTS {inputs['price']} TECHNOLOGY {technology}"
    turn = week(game, order, "APPROVE K-GUN")
    fleet(turn.game, "Ada", (7, 5), "home", CH=1)
    ship(turn.game, "Argent-1").out = []
    money = treasury(turn.game)
    turn = week(turn.game, "REFIT Argent-1 B3/3 TO K-GUN")
    # it is not similar to a beam: a fifth more for the structure, too (C2E-16.5-02)
    assert money - treasury(turn.game) == pytest.approx(1.2 * expected["install"])
    ship(turn.game, "Argent-1").out = ["beam3_1"]
    after = week(turn.game, "REPAIR Argent-1 K-GUN")
    assert remarks(after, "Ada") == []
    assert treasury(turn.game) - treasury(after.game) == expected["repair"]


@pytest.mark.rule("C2E-16.3-02")
@pytest.mark.parametrize(("price", "foreign"), [(1, 1), (3, 4), (50, 60), (52, 62), (53, 64)])
def test_the_fifth_is_rounded_to_whole_points(game, price: int, foreign: int) -> None:
    order = f"PROPOSE K-GUN LIKE B3/3 MASS 6 POINTS {price} TECHNOLOGY"
    for technology, points in (("human", price), ("kravak", foreign)):
        (proposal,) = week(game, f"{order} {technology}").game.proposals
        assert proposal.part.points(100) == points


@pytest.mark.rule("C2E-16.3-01", "C2E-4.4-02")
def test_spares_of_such_equipment_are_stored_and_loaded(game) -> None:
    allowed(game)
    fleet(game, "Ada", (7, 5), "home", AX=1)
    turn = week(game, "SPARE K-GUN 2 AT 7,5")
    assert treasury(turn.game) == 1000 - 2 * 18
    for _ in range(4):
        turn = week(turn.game)
    assert turn.game.empire("Ada").stores["7,5"].spares == {"K-GUN/5": 2}
    turn = week(turn.game, "LOAD Packhorse-1 SPARES K-GUN 2 FUEL 46")
    assert remarks(turn, "Ada") == []
    assert ship(turn.game, "Packhorse-1").spares == {"K-GUN/5": 2}
    assert codes(week(turn.game, "LOAD Packhorse-1 SPARES K-GUN 2 FUEL 47")) == ["too-much"]
    assert codes(run_without_accounts(game, Brin="SPARE K-GUN 1 AT 9,9"), "Brin") == [
        "unknown-part"
    ]


@pytest.mark.rule("C2E-11.3.3-03")
def test_another_technology_takes_no_part_of_a_ship(game) -> None:
    allowed(game)
    vessel = raider(game, (7, 5))
    vessel.design = evolve(vessel.design, parts=(GUN, *vessel.design.parts[1:]))
    fleet(game, "Ada", (7, 5), "home", CH=1)
    ship(game, "Argent-1").group = vessel.group
    ship(game, "Argent-1").out = ["beam3_1"]
    game.groups = [group for group in game.groups if game.ships_in(group.id)]
    assert codes(week(game, "REPAIR Argent-1 B3/3 FROM Raider-1")) == ["no-such-part"]


@pytest.mark.rule("C2E-16.2-01", "C2E-15.3-02")
def test_all_see_what_was_proposed(game) -> None:
    turn = week(game, K_GUN, "APPROVE K-GUN")
    expected = {"by": "Ada", "name": "K-GUN", "system": True, "answer": "approved"}
    assert variant().view(turn.game, "Brin")["proposals"] == [expected]


@pytest.mark.rule("C2E-16.2-01", "C2E-1.5-07")
@pytest.mark.parametrize("umpires", [0, 1])
def test_proposals_are_offered_where_somebody_can_approve_them(game, umpires) -> None:
    game.seats = game.seats[:umpires]
    turn = run_without_accounts(game, Ada=RAIDER.format("B1/6"))
    turn.game.week = turn.game.turn = 0
    options = variant().order_options(variant().view(turn.game, "Ada"))
    assert ("PROPOSE" in options) == bool(umpires)
