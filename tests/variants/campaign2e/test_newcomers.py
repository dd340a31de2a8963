"""Players who come into a running campaign."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.errors import OptionError
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, remarks, run, variant
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Campaign, place_id
from variants.campaign2e.model.places import distance
from variants.campaign2e.rules.exploration import default_centre, steps_outside

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture
def game() -> Campaign:
    """Three players after week 8, with an umpire."""
    homes = {(7, y): {"owner": name} for y, name in ((3, "Ada"), (7, "Brin"), (11, "Cleo"))}
    game = campaign(homes, players=("Ada", "Brin", "Cleo"), week=8)
    return variant().with_seat(game, "Uma", "umpire")


def joined(game: Campaign, centre: str = "16,7", name: str = "Dara") -> Campaign:
    return variant().join(game, name, {"centre": centre})


def codes(turn: hz.Turn, player: str) -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


@pytest.mark.rule("C2E-1.1-03", "C2E-1.5-07")
def test_the_umpire_adds_a_player_in_any_week(game) -> None:
    example = CLAUSES.examples("C2E-1.5-07")[0]
    turn = run(game, Uma=example.given["order"])
    assert turn.game.week == example.given["week"]
    assert codes(turn, "Uma") == []
    assert len(turn.game.empires) == len(game.empires) + example.expect["players_added"]
    dara = turn.game.empire("Dara")
    assert len(dara.arriving) >= 6
    assert dara.active
    after = run(turn.game).game
    assert len(after.worlds_of("Dara")) == 6
    assert after.ships_of("Dara")


@pytest.mark.rule("C2E-1.5-07")
@pytest.mark.parametrize(
    ("player", "order", "code"),
    [
        ("Ada", "NEWPLAYER Dara AT 16,7", "wrong-role"),
        ("Ada", "END CAMPAIGN", "wrong-role"),
        ("Uma", "NEWPLAYER Dara AT 7,7", "bad-centre"),
        ("Uma", "NEWPLAYER Dara AT 13,7", "bad-centre"),
        ("Uma", "NEWPLAYER Dara AT 18,7", "bad-centre"),
        ("Uma", "NEWPLAYER ada AT 16,7", "name-taken"),
        ("Uma", "NEWPLAYER uma AT 16,7", "name-taken"),
        ("Uma", 'NEWPLAYER "Dara*" AT 16,7', "bad-name"),
    ],
)
def test_bad_orders_of_the_umpire(game, player, order, code) -> None:
    turn = run(game, **{player: order})
    assert codes(turn, player) == [code]
    assert len(turn.game.empires) == 3


@pytest.mark.rule("C2E-1.1-03")
def test_the_known_area_grows_with_what_was_made(game) -> None:
    assert [steps_outside(game, (x, 7)) for x in (13, 14, 17, 18)] == [0, 1, 4, 5]
    game.explored.append("18,7")
    assert [steps_outside(game, (x, 7)) for x in (18, 20, 22)] == [0, 2, 4]
    assert 1 <= steps_outside(game, default_centre(game)) <= 4


@pytest.mark.rule("C2E-1.1-03")
def test_a_player_joins_between_two_weeks(game) -> None:
    after = joined(game)
    dara = after.empire("Dara")
    assert dara.joined == 8
    area = [world for world in after.worlds if world.id in dara.arriving]
    assert len(area) >= 6
    assert all(distance(world.at, (16, 7)) <= 4 for world in area)
    known = {world["id"]: world for world in variant().view(after, "Dara")["worlds"]}
    assert all(known[world.id]["points"] == world.points for world in area)
    rest = {world["id"] for world in variant().view(after, "Ada")["worlds"]}
    assert not {world.id for world in area if world.at[0] > 13} & rest
    anywhere = variant().join(game, "Dara").empire("Dara")
    assert len(anywhere.arriving) >= 6


@pytest.mark.rule("C2E-1.1-03")
@pytest.mark.parametrize("centre", ["7,7", "18,7", "nowhere"])
def test_a_centre_that_will_not_do_is_told(game, centre) -> None:
    with pytest.raises(OptionError):
        joined(game, centre)


@pytest.mark.rule("C2E-1.1-03")
def test_nobody_joins_during_the_setup() -> None:
    game = variant().new_game(["Ada", "Brin"], seed=1, options={"setup": "orders"})
    with pytest.raises(OptionError, match="set-up is not over"):
        variant().join(game, "Dara", {"centre": "16,7"})


@pytest.mark.rule("C2E-1.1-03", "C2E-4.2-01", "C2E-4.1-02")
def test_silent_newcomers_get_the_six_richest_worlds_and_a_default_fleet(game) -> None:
    before = joined(game)
    free = sorted(
        (w for w in before.worlds if w.id in before.empire("Dara").arriving),
        key=lambda world: (-world.points, world.at),
    )
    turn = run(before)
    worlds = turn.game.worlds_of("Dara")
    assert {world.id for world in worlds} == {world.id for world in free[:6]}
    assert turn.game.empire("Dara").capital == free[0].id
    assert turn.game.ships_of("Dara")
    capital = next(line for line in turn.ledger.of("Dara"))
    assert capital.reason == "starting capital"
    assert capital.amount > 100 * 50 * sum(world.points for world in worlds)
    assert (turn.game.empire("Dara").arriving, turn.game.empire("Dara").commissioning) == (
        [],
        False,
    )
    assert variant().invariants(turn.game) == []


@pytest.mark.rule("C2E-1.1-03", "C2E-1.3-11", "C2E-16.3-01", "C2E-13.1-03")
def test_first_orders_hold_all_three_rounds_in_any_order(game) -> None:
    before = joined(game)
    *_, second, first = before.empire("Dara").arriving
    orders = f"""
        COMMISSION Argent 2 AT {first} AS home
        DEFEND {first} BUY Heron
        SPLIT home Argent-2 AS scout
        CAPITAL {second}
        ALLY NAVY "Free Ports"
        CLAIM {first}
        CLAIM {second}
    """
    turn = run(before, Dara=orders)
    dara = turn.game.empire("Dara")
    assert codes(turn, "Dara") == []
    assert len(turn.game.worlds_of("Dara")) == 6
    assert {first, second} <= {world.id for world in turn.game.worlds_of("Dara")}
    assert (dara.capital, dara.navy) == (second, "Free Ports")
    names = sorted(ship.name for ship in turn.game.ships_of("Dara"))
    assert names == ["Argent-1", "Argent-2", "Heron-1"]
    assert {group.name for group in turn.game.groups_of("Dara")} >= {"home", "scout"}
    late = run(turn.game, Dara=f"CLAIM {first}\nCOMMISSION Heron AT {first}")
    assert codes(late, "Dara") == ["play-has-begun", "play-has-begun"]


@pytest.mark.rule("C2E-1.1-03")
def test_newcomers_claim_free_worlds_of_their_area_six_at_most(game) -> None:
    before = joined(game)
    area = before.empire("Dara").arriving
    orders = [f"CLAIM {name}" for name in ("7,3", *area[:6], area[6] if len(area) > 6 else area[0])]
    turn = run(before, Dara="\n".join(orders))
    assert codes(turn, "Dara") == ["not-free", "enough-worlds"]
    assert {world.id for world in turn.game.worlds_of("Dara")} == set(area[:6])


@pytest.mark.rule("C2E-1.1-03")
def test_two_newcomers_do_not_get_the_same_world(game) -> None:
    both = joined(joined(game), "22,7", "Emil")
    assert not set(both.empire("Dara").arriving) & set(both.empire("Emil").arriving)
    after = run(both).game
    assert len(after.worlds_of("Dara")) == len(after.worlds_of("Emil")) == 6
    assert after.empire("Dara").stock[CREDITS] >= 0


def test_the_same_newcomer_gets_the_same_area(game) -> None:
    assert hz.digest(joined(game)) == hz.digest(joined(game))
    assert place_id((16, 7)) in joined(game).explored
