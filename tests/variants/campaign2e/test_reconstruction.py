"""Reconstruction: weeks for a point, weeks that do not count, and neighbours who help."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import campaign, remarks, run, run_as_it_stands, variant
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.model import Campaign

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


def damaged(lost: int = 1, helper: int = 7, **more) -> Campaign:
    """Ada's 7,7 has lost income of its 6; Ada's 7,8 could help, and 7,6 is Brin's."""
    hurt = ADA | {"full": 6, "points": 6 - lost}
    return campaign(
        {
            (7, 7): hurt | more,
            (7, 8): ADA | {"points": helper},
            (7, 6): BRIN | {"points": 9},
            (7, 10): ADA | {"points": 9},
        }
    )


def weeks_until_whole(game: Campaign, **orders: str) -> int:
    for week in range(1, 40):
        game = run(game, **orders).game
        orders = {}
        if game.world("7,7").points == 6:
            return week
    return -1


@pytest.mark.rule("C2E-9.1-01")
@pytest.mark.parametrize(("lost", "weeks"), [(1, 4), (4, 16)])
def test_a_point_takes_four_weeks(lost, weeks) -> None:
    assert weeks_until_whole(damaged(lost)) == weeks
    assert weeks_until_whole(damaged(lost, owner="")) == weeks


@pytest.mark.rule("C2E-9.1-01")
@pytest.mark.parametrize("trouble", [{"interdicted": ["Brin"]}, {"controlled": "Brin"}])
def test_weeks_of_trouble_do_not_count(trouble) -> None:
    game = run_as_it_stands(damaged(**trouble), weeks=5).game
    world = game.world("7,7")
    assert (world.points, world.rebuilding) == (5, 0)
    world.interdicted, world.controlled = [], ""
    assert weeks_until_whole(game) == 4


@pytest.mark.rule("C2E-9.1-02")
def test_a_helper_halves_the_time_and_forgoes_its_income() -> None:
    assert weeks_until_whole(damaged(3), Ada="RECONSTRUCT 7,7 HELPED BY 7,8") == 6
    game = damaged(3)
    game.world("7,8").partner, game.world("7,10").partner = "7,10", "7,8"
    turn = run(game, Ada="RECONSTRUCT 7,7 HELPED BY 7,8")
    assert turn.game.empire("Ada").income == {"7,7": 300, "7,8": 0, "7,10": 1600}
    restored = run(turn.game, weeks=6).game
    assert restored.empire("Ada").income["7,8"] == 1600, "when all is restored the help ends"
    restored.world("7,7").points = 3
    again_alone = run(restored, Ada="RECONSTRUCT 7,7 ALONE").game
    assert again_alone.world("7,7").helper == "", "and has to be ordered anew"
    assert (again_alone.world("7,7").rebuilding, again_alone.empire("Ada").helpers) == (1, {})
    alone = run(turn.game, Ada="RECONSTRUCT 7,7 ALONE").game
    assert alone.empire("Ada").income["7,8"] == 1600


@pytest.mark.rule("C2E-9.1-02")
def test_a_helper_of_another_player_has_to_agree() -> None:
    requested = run(damaged(3), Ada="RECONSTRUCT 7,7 HELPED BY 7,6")
    assert [r.split(":")[0] for r in remarks(requested, "Ada")] == ["no-agreement"]
    assert requested.game.world("7,7").helper == ""
    assert [e.audience for e in requested.events if e.code == "help.asked"] == [("Ada", "Brin")]
    agreed = run(requested.game, Brin="RECONSTRUCT 7,7 HELPED BY 7,6")
    assert remarks(agreed, "Brin") == []
    assert agreed.game.world("7,7").helper == "7,6"
    foreseen = variant().forecast(agreed.game, "Ada", "RECONSTRUCT 7,10 ALONE")
    assert foreseen["own_worlds"][0]["helper"] == "7,6"
    assert agreed.game.empire("Brin").income == {"7,6": 0}
    ended = run(agreed.game, Brin="RECONSTRUCT 7,7 ALONE").game
    assert ended.empire("Brin").income == {"7,6": 900}


@pytest.mark.rule("C2E-9.1-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("RECONSTRUCT 7,7 HELPED BY 7,10", "too-far-apart"),
        ("RECONSTRUCT 7,7 HELPED BY 7,7", "too-far-apart"),
        ("RECONSTRUCT 7,8 HELPED BY 7,10", "not-damaged"),
        ("RECONSTRUCT 7,6 ALONE", "not-your-world"),
    ],
)
def test_help_that_cannot_be_is_refused(order, code) -> None:
    turn = run(damaged(), Ada=order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == [code]


@pytest.mark.rule("C2E-9.1-02")
def test_a_helper_must_be_richer_than_the_damaged_world_was() -> None:
    turn = run(damaged(helper=6), Ada="RECONSTRUCT 7,7 HELPED BY 7,8")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["too-poor"]


@pytest.mark.rule("C2E-9.1-02")
@pytest.mark.parametrize("change", [{"points": 6}, {"controlled": "Brin"}])
def test_a_helper_that_is_no_longer_able_does_not_help(change) -> None:
    game = run(damaged(3), Ada="RECONSTRUCT 7,7 HELPED BY 7,8").game
    for name, value in change.items():
        setattr(game.world("7,8"), name, value)
    after = run_as_it_stands(game).game
    assert after.world("7,7").rebuilding == 3
    assert after.empire("Ada").income["7,8"] == 100 * change.get("points", 0)


@pytest.mark.rule("C2E-9.1-02")
def test_one_helper_helps_one_world() -> None:
    game = damaged(3)
    game.world("7,10").points, game.world("7,10").full = 4, 5
    turn = run(game, Ada="RECONSTRUCT 7,7 HELPED BY 7,8\nRECONSTRUCT 7,10 HELPED BY 7,8")
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == ["ordered-twice"]
    game = turn.game
    assert (game.world("7,7").helper, game.world("7,10").helper) == ("", "7,8")


@pytest.mark.rule("C2E-9.2-01")
def test_defences_are_replaced_at_their_price_and_never_come_back_by_themselves() -> None:
    economy = variant().economy
    lost = [by_type("MON"), by_type("FORT")]
    assert sum(economy.price(design) for design in lost) == 44_600
    game = run(damaged(defences=300), weeks=8).game
    assert game.world("7,7").points == 6
    assert (game.world("7,7").defences, game.ships) == (300, [])
