"""Standings, resignations, and the end of a campaign."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, ship, variant
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Allegiance, Assault, Campaign, World
from variants.campaign2e.rules.standings import CampaignStanding, standing_of, standings

CLAUSES = catalogue("campaign2e", "variants.campaign2e")
ADA, BRIN, CLEO = ({"owner": name} for name in ("Ada", "Brin", "Cleo"))


def codes(turn: hz.Turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


@pytest.fixture
def game() -> Campaign:
    """Ada, Brin and Cleo with a world and a frigate each, and an umpire."""
    game = campaign(
        {(3, 3): ADA, (7, 7): BRIN, (11, 11): CLEO}, players=("Ada", "Brin", "Cleo"), money=10
    )
    for player, world in zip(game.empires, game.worlds, strict=True):
        fleet(game, player.id, world.at, "g1", FF=1)
    return variant().with_seat(game, "Uma", "umpire")


@pytest.mark.rule("C2E-1.5-09")
def test_the_example_of_a_standing() -> None:
    inputs, expect = (
        getattr(CLAUSES.examples("C2E-1.5-09")[0], key) for key in ("given", "expect")
    )
    points = inputs["ship_points"] + inputs["defence_points"]
    standing = CampaignStanding(
        "A", 6, *(100 * n for n in (inputs["base_income_held"], points, inputs["treasury"]))
    )
    assert standing.total == 100 * expect["standing"]


@pytest.mark.rule("C2E-1.5-09")
def test_what_a_standing_is_made_of(game) -> None:
    game.worlds[0].points, game.worlds[0].full = 5, 9
    heron = ship(game, "Heron-1")
    heron.hull_lost = 2
    standing = standing_of(game, game.empire("Ada"))
    assert (standing.income, standing.treasury) == (500, 1000)
    assert standing.points == round(100 * heron.design.points * 4 / 6)
    game.worlds[0].controlled = "Brin"
    assert standing_of(game, game.empire("Ada")).income == 0


@pytest.mark.rule("C2E-1.5-09")
def test_ties_go_to_who_has_more_worlds(game) -> None:
    game.worlds[1].points, game.worlds[2].points = 3, 6
    extra = game.worlds[0]
    extra.owner, extra.points = "Brin", 3
    game.empire("Ada").active = False
    assert [standing.player for standing in standings(game)] == ["Brin", "Cleo", "Ada"]
    assert [rank.empire for rank in variant().ranking(game)] == ["Brin", "Cleo", "Ada"]


@pytest.mark.rule("C2E-1.5-04", "C2E-15.3-02")
def test_everybody_is_told_the_own_standing_alone(game) -> None:
    turn = run(game)
    by_player = {e.audience: e.data for e in turn.events if e.code == "standing.told"}
    assert set(by_player) == {("Ada",), ("Brin",), ("Cleo",)}
    assert by_player["Ada",]["worlds"] == 1


@pytest.mark.rule("C2E-1.5-04")
def test_who_has_no_world_and_no_ship_is_out(game) -> None:
    game.worlds[0].owner = ""
    later = run(game)
    assert later.game.empire("Ada").active
    game.ships = [s for s in game.ships if s.owner != "Ada"]
    game.groups = [group for group in game.groups if group.owner != "Ada"]
    turn = run(game)
    assert not turn.game.empire("Ada").active
    assert [e.data["player"] for e in turn.events if e.code == "player.eliminated"] == ["Ada"]
    assert turn.game.outcome is None


@pytest.mark.rule("C2E-1.5-04")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.5-04"), ids=str)
def test_nobody_wins_by_the_rules(game, example) -> None:
    assert example.expect["winner"] == "none"
    for name in ("Ada", "Brin"):
        game.ships = [s for s in game.ships if s.owner != name]
        game.groups = [group for group in game.groups if group.owner != name]
        next(world for world in game.worlds if world.owner == name).owner = ""
    assert run(game, weeks=2).game.outcome is None


@pytest.mark.rule("C2E-1.5-09")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.5-09")[1:], ids=str)
def test_a_campaign_may_have_a_length(example) -> None:
    weeks = example.given["weeks"]
    length = {} if weeks == "none" else {"weeks": weeks}
    game = campaign({(3, 3): ADA, (7, 7): BRIN}, week=example.given["week"] - 1, **length)
    fleet(game, "Brin", (7, 7), "b1", FF=1)
    game = run(game).game
    assert (game.outcome is not None) == example.expect["ended"]
    if game.outcome is not None:
        assert game.outcome.winners == ("Brin",)


@pytest.mark.rule("C2E-1.5-09")
def test_it_does_not_end_before_its_last_week() -> None:
    game = campaign({(3, 3): ADA, (7, 7): BRIN}, week=3, weeks=5)
    game = run(game).game
    assert game.outcome is None
    assert run(game).game.outcome.winners == ("Ada", "Brin")


@pytest.mark.rule("C2E-1.5-04", "C2E-1.5-07")
def test_the_umpire_ends_the_campaign(game) -> None:
    turn = run(game, Uma="END CAMPAIGN")
    assert turn.game.week == game.week + 1
    assert (turn.game.outcome.winners, turn.game.outcome.turn) == ((), turn.game.turn)
    assert "game.ended" in [event.code for event in turn.events]


@pytest.mark.rule("C2E-1.5-08")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-1.5-08"), ids=str)
def test_who_resigns_leaves_worlds_to_nobody(example) -> None:
    bases = [world["base"] for world in example.given["worlds"]]
    worlds = {(3, 3 + n): ADA | {"points": base} for n, base in enumerate(bases)}
    game = campaign(worlds | {(9, 9): BRIN})
    fleet(game, "Ada", (3, 3), "g1", FF=example.given["ships"])
    after = run(game, Ada="RESIGN ada").game
    assert len(after.ships_of("Ada")) == example.expect["ships"]
    assert after.worlds_of("Ada") == []
    assert [world.defences for world in after.worlds[:2]] == [None, None]
    assert not after.empire("Ada").active


@pytest.mark.rule("C2E-1.5-08")
def test_nothing_of_a_player_stays_behind() -> None:
    worlds = {
        (3, 3): ADA | {"allegiance": Allegiance.FRIENDLY, "called": "Home"},
        (3, 4): BRIN | {"controlled": "Ada", "interdicted": ["Ada"]},
        (3, 5): BRIN | {"assault": Assault(by="Ada", tonnes={"Ada": 60})},
    }
    game = campaign(worlds)
    game.empire("Brin").visited.append("3,3")
    game = run(
        game, Ada="DEFEND 3,3 BUY Rampart\nSPARE FC 1 AT 3,3\nLAY KEEL Ark Heron AT 3,3"
    ).game
    game.world("3,4").controlled, game.world("3,4").interdicted = "", []
    both = {"Ada": "TRADE 3,3 WITH 3,4", "Brin": "TRADE 3,4 WITH 3,3"}
    game = run(game, **both).game
    assert game.world("3,4").partner == "3,3"
    game.world("3,4").controlled, game.world("3,4").interdicted = "Ada", ["Ada"]
    turn = run(game, Ada="RESIGN Ada\nBUY Heron AT 3,3")
    assert codes(turn) == ["not-your-world"]
    home, other, third = turn.game.worlds
    assert (home.owner, home.called, home.partner, home.keels) == ("", "", "", [])
    assert (home.allegiance, turn.game.empire("Brin").visited) == (None, [])
    assert (other.partner, other.controlled, third.assault) == ("", "", None)
    assert turn.game.groups_of("Ada") == []
    assert turn.game.empire("Ada").stores == {}
    assert variant().invariants(turn.game) == []
    assert "player.resigned" in [event.code for event in turn.events]


@pytest.mark.rule("C2E-1.5-08")
def test_nobody_resigns_for_others_but_the_umpire(game) -> None:
    refused = run(game, Ada="RESIGN Brin")
    assert codes(refused) == ["not-your-name"]
    assert refused.game.empire("Brin").active
    turn = run(game, Uma="RESIGN Brin")
    assert codes(turn, "Uma") == []
    assert not turn.game.empire("Brin").active
    assert turn.game.empire("Ada").stock[CREDITS] > 0
    assert codes(run(turn.game, Uma="RESIGN Nobody"), "Uma") == ["unknown-player"]


@pytest.mark.rule("C2E-1.5-08")
def test_what_others_hold_stays_when_somebody_leaves(game) -> None:
    game.worlds.append(World(id="9,9", at=(9, 9), owner="Cleo", full=6, points=6))
    brin, cleo, other = game.worlds[1:]
    brin.controlled, brin.interdicted = "Ada", ["Ada", "Cleo"]
    cleo.controlled, cleo.assault = "Brin", Assault(by="Brin", tonnes={"Brin": 60})
    other.controlled = "Ada"
    turn = hz.run_turn(
        game, {"Ada": "RESIGN Ada"}, variant=variant(), only=("orders", "administration")
    )
    brin, cleo, other = turn.game.worlds[1:]
    assert (brin.controlled, brin.interdicted, other.controlled) == ("", ["Cleo"], "")
    assert (cleo.controlled, cleo.assault.by, cleo.owner) == ("Brin", "Brin", "Cleo")
    assert [ship.owner for ship in turn.game.ships] == ["Brin", "Cleo"]
    assert turn.game.empire("Ada").jobs == []
