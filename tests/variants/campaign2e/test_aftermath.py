"""After battles: ships lost, captured and gone, sightings, and weeks that wait for a battle."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import add_ship, campaign, fleet, remarks, run, variant
from tests.variants.campaign2e.decreed import AWAY, Decree, ShipFate, meet, run_decreed
from variants.campaign2e.model import Campaign, ContactOrder, TaskGroup


@pytest.fixture
def game() -> Campaign:
    """Ada's world is 7,7, Brin's 9,9, and 3,3 is an empty hex."""
    return campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})


def group(game: Campaign, owner: str, name: str = "g1") -> TaskGroup:
    return next(g for g in game.groups if (g.owner, g.name) == (owner, name))


def codes(turn, player: str) -> list[str]:
    return [event.code for event in turn.events if event.visible_to(player)]


@pytest.mark.rule("C2E-12.1-01", "C2E-12.2-01")
@pytest.mark.parametrize(("holder", "owner"), [("Brin", "Brin"), ("", "Ada")])
def test_the_holder_of_the_field_captures_what_drifts(game, holder, owner) -> None:
    meet(game)
    game.ships[0].name = "Prize"
    after = run_decreed(game, Decree(holder, fates={"Prize": ShipFate("adrift")})).game
    prize = next(ship for ship in after.ships if ship.name == "Prize")
    assert (prize.owner, prize.captured) == (owner, owner == "Brin")
    assert len(after.ships_in(prize.group)) == 1


@pytest.mark.rule("C2E-12.1-01")
def test_installations_are_never_adrift(game) -> None:
    fort = fleet(game, "Ada", (7, 7), "DEF-7-7", FORT=1)
    fort.defence = True
    fleet(game, "Ada", (7, 7), "g1", CH=1).contact = ContactOrder(attack="ANY")
    fleet(game, "Brin", (7, 7), "g1", CH=1).contact = ContactOrder(attack="ANY")
    decree = Decree("Brin", lost=ShipFate("adrift"))
    after = run_decreed(game, decree).game
    assert [s.design.type for s in decree.forces[0][0].ships] == ["FORT", "CH"]
    assert {s.name: s.owner for s in after.ships_of("Ada")} == {"Rampart-1": "Ada"}


@pytest.mark.rule("C2E-14.1-02", "C2E-15.3-01", "C2E-3.7-01")
def test_ships_are_lost_designs_seen_and_turns_of_combat_counted(game) -> None:
    meet(game)
    add_ship(game, group(game, "Brin"), "FF")
    turn = run_decreed(game, Decree("Ada", lost=ShipFate("destroyed")))
    after = turn.game
    assert [ship.owner for ship in after.ships] == ["Ada"]
    assert not after.groups_of("Brin")
    (sighting,) = after.empire("Ada").sightings
    assert (sighting.owner, sighting.at, sighting.designs) == (
        "Brin",
        AWAY,
        {"Argent": 1, "Heron": 1},
    )
    assert after.ships[0].endurance < 4
    fought = next(event for event in turn.events if event.code == "battle.fought")
    assert fought.text == "A battle of Ada against Brin at 3,3: the field is held by Ada."


@pytest.mark.rule("C2E-18.3-03")
def test_who_got_away_leaves_next_week_and_ships_without_ftl_stay(game) -> None:
    meet(game)
    add_ship(game, group(game, "Ada"), "FF").ftl = "out"
    after = run_decreed(game, Decree("Brin", lost=ShipFate("disengaged"))).game
    assert [(g.name, bool(g.departure)) for g in after.groups_of("Ada")] == [
        ("g1", True),
        ("g2", False),
    ]


@pytest.mark.rule("C2E-15.1-01")
def test_orders_with_late_come_after_the_battles(game) -> None:
    meet(game)
    fleet(game, "Ada", (3, 4), "g2", FF=1)
    turn = run_decreed(game, Decree("Ada"), Ada="MOVE g2 TO 3,3\nMERGE g2 INTO g1 LATE")
    assert not remarks(turn, "Ada")
    assert [g.name for g in turn.game.groups_of("Ada")] == ["g1"]


# weeks that wait for a battle by hand


@pytest.mark.rule("C2E-14.1-01", "C2E-1.5-03")
def test_a_week_that_waits_goes_on_with_the_orders_it_began_with() -> None:
    """Movement and bills are not repeated; the steps after battles are run then."""
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {"owner": "Brin"}}, money=500)
    game = variant().with_seat(game, "Uma", "umpire")
    fleet(game, "Ada", (7, 7), "g1", SDN=1)
    fleet(game, "Brin", (7, 8), "g1", FF=1).contact = ContactOrder(attack="ANY")
    before = "MOVE g1 TO 7,8\nCONTACT g1 ATTACK\nMANUAL g1\nINTERDICT g1\nBUY Heron AT 7,7"
    waiting = run(game, Ada=before, Brin="MANUAL g1").game
    assert (waiting.week, waiting.halted, len(waiting.pending)) == (2, True, 1)
    assert (group(waiting, "Ada").at, waiting.world("7,8").interdicted) == ((7, 8), [])
    assert waiting.empire("Ada").income == {}
    late = run(waiting, Ada="MOVE g1 TO 7,7")
    assert remarks(late, "Ada")[0].startswith("week-not-over")
    (battle,) = late.game.pending
    fates = "{Leviathan-1: {status: in_place}, Heron-1: {status: destroyed}}"
    record = f"{{tactical_turns: 5, field_held_by: Ada, ships: {fates}}}"
    after = run(late.game, Uma=f"RESULT {battle.id} FILE {record}")
    assert remarks(after, "Uma") == []
    assert (after.game.week, after.game.halted, after.game.kept) == (2, False, {})
    assert after.game.world("7,8").interdicted == ["Ada"]
    assert group(after.game, "Ada").at == (7, 8)
    assert [ship.design.type for ship in after.game.ships_of("Ada")] == ["SDN", "FF"]
    assert after.game.empire("Ada").income == {"7,7": 600}
    assert run(after.game).game.week == 3


@pytest.mark.rule("C2E-14.1-01")
def test_a_battle_is_by_hand_only_if_all_parties_ask(game) -> None:
    meet(game)
    assert run(game, Ada="MANUAL g1", Brin="MANUAL g1").game.pending
    assert not run(game, Ada="MANUAL g1").game.pending
