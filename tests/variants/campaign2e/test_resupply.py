"""Supply ships: quantities, recipients in order, and the rest aboard."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import (
    add_ship,
    campaign,
    cruiser_away,
    fight,
    fleet,
    remarks,
    run,
    ship,
    variant,
)
from variants.campaign2e.model import Campaign, ContactOrder, Ship

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


@pytest.fixture
def game() -> Campaign:
    return cruiser_away()


def meeting(game: Campaign, **holds: int) -> Ship:
    """A Packhorse of Ada's beside g1, with these hundredths of each supply."""
    fleet(game, "Ada", (7, 11), "train", AX=1)
    tender = ship(game, "Packhorse-1")
    for kind, amount in holds.items():
        setattr(tender, kind, amount)
    return tender


def ally(game: Campaign) -> None:
    """Make Ada and Brin allies, so that their fleets stay in one hex."""
    for name, other in (("Ada", "Brin"), ("Brin", "Ada")):
        game.empire(name).stances[other] = game.empire(name).told_stances[other] = "ALLY"


@pytest.mark.rule("C2E-3.6-05", "C2E-3.8-05")
def test_a_supply_ship_hands_over_what_is_due(game) -> None:
    game = run(game, weeks=2).game
    meeting(game, fuel=3000, crew=2600)
    turn = run(game, Ada="RESUPPLY g1 FROM Packhorse-1")
    argent, tender = ship(turn.game, "Argent-1"), ship(turn.game, "Packhorse-1")
    assert (tender.fuel, tender.crew) == (3000 - 486, 2600 - 300)
    assert (argent.endurance, argent.fuel_due, argent.crew_due) == (4, 0, 0)
    assert tender.endurance == 5, "only what is named is supplied"


@pytest.mark.rule("C2E-3.6-05")
@pytest.mark.parametrize(
    ("fuel", "crew", "restored"),
    [(162, 100, 1), (3000, 100, 1), (350, 1000, 2), (161, 1000, 0), (1000, 99, 0), (0, 1000, 0)],
)
def test_full_weeks_are_handed_over_and_the_rest_stays_aboard(game, fuel, crew, restored) -> None:
    game = run(game, weeks=2).game
    meeting(game, fuel=fuel, crew=crew)
    turn = run(game, Ada="RESUPPLY g1 FROM Packhorse-1")
    argent, tender = ship(turn.game, "Argent-1"), ship(turn.game, "Packhorse-1")
    assert argent.endurance == 1 + restored
    assert (tender.fuel, tender.crew) == (fuel - 162 * restored, crew - 100 * restored)
    refusals = [r.split(":")[0] for r in remarks(turn, "Ada")]
    assert refusals == ([] if restored else ["no-supply"])


@pytest.mark.rule("C2E-3.6-05", "C2E-3.7-03", "C2E-3.7-01")
@pytest.mark.parametrize(
    ("weaponry", "due", "turns", "endurance"), [(1000, 0, 0, 4), (461, 231, 2, 2), (230, 462, 2, 2)]
)
def test_weaponry_is_met_requirement_by_requirement(game, weaponry, due, turns, endurance) -> None:
    fight(game, ship(game, "Argent-1"), 12)
    meeting(game, fuel=3000, crew=3000, weaponry=weaponry)
    argent = ship(run(game, Ada="RESUPPLY g1 FROM Packhorse-1").game, "Argent-1")
    assert (argent.weaponry_due, argent.combat_turns) == (due, turns)
    assert argent.endurance == endurance, "weeks that combat took come back with all weaponry"


@pytest.mark.rule("C2E-3.6-05", "C2E-3.6-06")
def test_the_neediest_ship_is_supplied_first(game) -> None:
    add_ship(game, game.groups[0], "CH")
    game = run(game, weeks=2).game
    ship(game, "Argent-2").endurance = 1
    meeting(game, fuel=162, crew=100)
    after = run(game, Ada="RESUPPLY g1 FROM Packhorse-1").game
    assert [ship(after, name).endurance for name in ("Argent-1", "Argent-2")] == [1, 1]


@pytest.mark.rule("C2E-3.6-05")
def test_a_supply_ship_feeds_itself(game) -> None:
    game = run(game).game
    meeting(game, fuel=1000, crew=1000)
    after = run(game, Ada="MERGE g1 INTO train\nRESUPPLY train FROM Packhorse-1").game
    assert (ship(after, "Argent-1").endurance, ship(after, "Packhorse-1").endurance) == (4, 6)


@pytest.mark.rule("C2E-3.6-05", "C2E-17.1-02")
def test_the_owner_draws_first_and_others_only_with_leave(game) -> None:
    game = run(game).game
    meeting(game, fuel=324, crew=200)
    fleet(game, "Brin", (7, 11), "b1", CH=1)
    ally(game)
    orders = {"Ada": "RESUPPLY g1 FROM Packhorse-1", "Brin": "RESUPPLY b1 FROM Packhorse-1"}
    refused = run(game, **orders)
    assert [r.split(":")[0] for r in remarks(refused, "Brin")] == ["unknown-ship"]
    both = run(game, Ada="ALLOW Brin SUPPLY ON\n" + orders["Ada"], Brin=orders["Brin"])
    assert [s.endurance for s in both.game.ships if s.design.type == "CH"] == [4, 3]
    assert [r.split(":")[0] for r in remarks(both, "Brin")] == ["no-supply"]
    assert not variant().check_orders(both.game, "Brin", orders["Brin"])
    alone = run(game, Ada="ALLOW Brin SUPPLY ON", Brin=orders["Brin"])
    assert [s.endurance for s in alone.game.ships if s.design.type == "CH"] == [2, 4]


@pytest.mark.rule("C2E-3.6-05")
def test_of_others_the_first_by_name_draws_before_the_rest() -> None:
    game = campaign({(9, 9): BRIN}, players=("Caro", "Ada", "Brin"))
    for name in ("Ada", "Brin", "Caro"):
        fleet(game, name, (7, 11), "g", CH=1)
        game.empire(name).stances = dict.fromkeys(("Ada", "Brin", "Caro"), "ALLY")
    game = run(game, Brin="ALLOW Ada SUPPLY ON\nALLOW Caro SUPPLY ON").game
    fleet(game, "Brin", (7, 11), "train", AX=1)
    tender = ship(game, "Packhorse-1")
    tender.fuel, tender.crew = 486, 300
    orders = dict.fromkeys(("Ada", "Brin", "Caro"), "RESUPPLY g FROM Packhorse-1")
    after = run(game, **orders).game
    left = {s.owner: s.endurance for s in after.ships if s.design.type == "CH"}
    assert left == {"Brin": 4, "Ada": 3, "Caro": 2}


@pytest.mark.rule("C2E-3.6-05")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("RESUPPLY g1 FROM Packhorse-2", "not-together"),
        ("RESUPPLY g1 FROM Nobody-1", "unknown-ship"),
        ("RESUPPLY g9 FROM Packhorse-1", "unknown-group"),
        ("RESUPPLY g1 FROM Argent-1", "no-cargo"),
        ("RESUPPLY home FROM Packhorse-2", "nothing-due"),
    ],
)
def test_meetings_that_cannot_be_are_refused(game, order, code) -> None:
    meeting(game, fuel=1000, crew=1000)
    fleet(game, "Ada", (7, 7), "home", AX=1)
    turn = run(game, Ada=order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == [code]
    assert ship(turn.game, "Packhorse-1").fuel == 1000


@pytest.mark.rule("C2E-3.7-02", "C2E-3.7-01")
@pytest.mark.parametrize(("weaponry", "left"), [(3000, 3), (0, 0)])
def test_missiles_are_replaced_when_the_whole_requirement_is_met(game, weaponry, left) -> None:
    vessel = add_ship(game, game.groups[0], "BC")
    fight(game, vessel, 5)
    vessel.salvoes, vessel.fired = 0, []
    meeting(game, weaponry=weaponry)
    after = ship(run(game, Ada="RESUPPLY g1 FROM Packhorse-1").game, vessel.name)
    assert (after.salvoes, not after.weaponry_due) == (left, bool(left))


@pytest.mark.rule("C2E-3.6-05", "C2E-3.6-07")
@pytest.mark.parametrize(
    ("owner", "leave", "fuel", "goes"),
    [
        ("Ada", False, 100, True),
        ("Ada", False, 0, False),
        ("Brin", False, 100, False),
        ("Brin", True, 100, True),
        ("Brin", True, 0, False),
    ],
)
def test_who_is_out_of_supply_comes_nearer_to_a_laden_supply_ship_that_may_help(
    game, owner, leave, fuel, goes
) -> None:
    fleet(game, owner, (7, 14), "train", AX=1)
    ship(game, "Packhorse-1").fuel = fuel
    if leave:
        game.empire("Brin").supply = ["Ada"]
        game.empire("Ada").told_leave = {"Brin": ["SUPPLY"]}
    ship(game, "Argent-1").out_of_supply = True
    turn = run(game, Ada="MOVE g1 TO 7,12")
    assert [r.split(":")[0] for r in remarks(turn, "Ada")] == ([] if goes else ["out-of-supply"])


@pytest.mark.rule("C2E-3.6-05", "C2E-17.1-02")
@pytest.mark.parametrize(("load", "codes"), [(3000, []), (0, ["unknown-ship"])])
def test_an_empty_supply_ship_of_a_host_is_as_good_as_none(game, load, codes) -> None:
    game = run(game, weeks=2).game
    fleet(game, "Brin", (7, 11), "train", AX=1)
    tender = ship(game, "Packhorse-1")
    tender.fuel = tender.crew = load
    ally(game)
    game.empire("Brin").supply = ["Ada"]
    game.empire("Ada").told_leave = {"Brin": ["SUPPLY"]}
    turn = run(game, Ada="RESUPPLY g1 FROM Packhorse-1")
    assert [r.split(":")[0] for r in remarks(turn, "Ada")] == codes


@pytest.mark.rule("C2E-17.4-01", "C2E-3.6-05")
@pytest.mark.parametrize("stays", ["", "Argent-1", "Packhorse-1"])
@pytest.mark.parametrize("version", ["1.1.0", "1.0.0"])
def test_who_has_withdrawn_takes_part_in_no_meeting(game, stays, version) -> None:
    game = run(game, weeks=2).game
    game.version = version
    meeting(game, fuel=3000, crew=2600)
    fleet(game, "Brin", (7, 11), "b", FF=1)
    for group in game.groups:
        group.contact = ContactOrder(attack="", to=(7, 7) if group.owner == "Ada" else (9, 9))
    if stays:
        ship(game, stays).ftl = "out"
    turn = run(game, Ada="RESUPPLY g1 FROM Packhorse-1")
    assert (ship(turn.game, "Packhorse-1").fuel < 3000) == (version == "1.0.0")
    gone = "train" if stays == "Argent-1" else "g1"
    expected = [f"withdrawn: RESUPPLY: {gone} has withdrawn and cannot act at 7,11"]
    assert remarks(turn, "Ada") == (expected if version == "1.1.0" else [])
