"""Fleets that meet, and the stores that repairs take parts from."""

from __future__ import annotations

import pytest

import horizons_core as hz
from tests.variants.campaign2e.builders import campaign, fleet, run, ship, variant
from variants.campaign2e.model import Campaign, ContactOrder
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules.fleets import Fleet, are_in_contact
from variants.campaign2e.rules.spares import shelves_at

ADA, BRIN, CLEO = ({"owner": name} for name in ("Ada", "Brin", "Cleo"))


@pytest.fixture
def game() -> Campaign:
    """Ada and Cleo are allied, Brin is alone."""
    game = campaign({(3, 3): ADA, (7, 7): BRIN, (9, 9): CLEO}, ("Ada", "Brin", "Cleo"))
    game.empire("Ada").stances = {"Cleo": ALLY}
    game.empire("Cleo").stances = {"Ada": ALLY}
    return game


@pytest.mark.rule("C2E-17.1-01", "C2E-1.6-11")
@pytest.mark.parametrize(
    ("first", "other", "meet"),
    [
        ("Ada", "Brin", True),
        ("Ada", "Ada", False),
        ("Ada", "Cleo", False),
        ("Ada", "pirates", True),
        ("Ada", "force against Ada", True),
        ("Ada", "force against Brin", False),
        ("Cleo", "force against Ada", False),
        ("Brin", "force against Cleo", False),
        ("Ada", "force against Cleo", False),
        ("Cleo", "force against Brin", False),
        ("Brin", "force against Brin", True),
        ("pirates", "force against Ada", False),
    ],
)
def test_fleets_make_contact_unless_allied_and_punitive_forces_with_one_player(
    game: Campaign, first: str, other: str, meet: bool
) -> None:
    def force(player: str) -> Fleet:
        against = player.partition("against ")[2]
        return Fleet("" if against or player == "pirates" else player, against, (3, 3), [], [])

    assert are_in_contact(game, force(first), force(other)) == meet
    assert are_in_contact(game, force(other), force(first)) == meet


@pytest.mark.rule("C2E-11.3.1-01")
def test_parts_are_taken_from_the_world_then_from_ships_by_name_and_new_ones_first(
    game: Campaign,
) -> None:
    ada = game.empire("Ada")
    fleet(game, "Ada", (3, 3), "g1", CH=1, FR=1, AX=2)
    fleet(game, "Ada", (3, 4), "far", AX=1)
    fleet(game, "Brin", (3, 3), "b1", AX=1)
    ship(game, "Packhorse-1").name = "Zebra"
    ship(game, "Packhorse-2").captured = True
    aboard = [ship(game, "Oxcart-1").id, ship(game, "Zebra").id]
    for shelves in ([], ["3,3"]):
        for world in shelves:
            ada.store(world).spares = {"FC": 1}
        names = [*shelves, *aboard]
        shelf_names = [shelf.name for shelf in shelves_at(game, ada, (3, 3))]
        assert shelf_names == [*names, *(f"used:{name}" for name in names)]


@pytest.mark.rule("C2E-17.1-01", "C2E-1.6-11")
@pytest.mark.parametrize("against", ["Ada", "Brin"])
def test_whom_a_punitive_force_does_not_come_for_it_leaves_alone(
    game: Campaign, against: str
) -> None:
    force = fleet(game, "Ada", (5, 5), "f1", BB=1)
    force.owner, force.against, force.until = "", against, 9
    game.ships_in(force.id)[0].owner = ""
    fleet(game, "Brin", (5, 5), "b1", FF=1).contact = ContactOrder(attack="ANY")
    after = run(game).game
    assert [report.owner for report in after.empire("Brin").reports] == (
        [""] if against == "Brin" else []
    )


@pytest.mark.rule("C2E-6.1-01", "C2E-7.2-01")
@pytest.mark.parametrize("order", ["MOVE g1 TO 3,4", "HOLD g1"])
def test_what_a_group_does_in_a_system_ends_when_it_leaves(game: Campaign, order: str) -> None:
    group = fleet(game, "Ada", (3, 3), "g1", CH=1)
    group.posture, group.engage, group.land, group.peacekeep = "interdict", True, True, True
    turn = hz.run_turn(game, {"Ada": order}, variant=variant(), only=("orders", "movement"))
    after = turn.game.groups[0]
    doing = (after.posture, after.engage, after.land, after.peacekeep)
    left = after.at == (3, 4)
    assert left == order.startswith("MOVE")
    assert doing == (("", False, False, False) if left else ("interdict", True, True, True))
