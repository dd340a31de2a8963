"""Stances, leave to use bases and supply ships, and the rules of friendly bases."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import campaign, remarks, run, variant
from variants.campaign2e.model import Allegiance, Campaign
from variants.campaign2e.rules.fleets import allied
from variants.campaign2e.rules.supply import gives_permission, is_friendly_base


@pytest.fixture
def game() -> Campaign:
    return campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}, (3, 3): {}})


@pytest.mark.rule("C2E-17.1-02")
@pytest.mark.parametrize(
    ("ada", "brin", "answer"),
    [("ALLY", "ALLY", True), ("ALLY", "NEUTRAL", False), ("HOSTILE", "ALLY", False)],
)
def test_players_are_allied_while_both_say_so(game, ada, brin, answer) -> None:
    after = run(game, Ada=f"STANCE Brin {ada}", Brin=f"STANCE Ada {brin}").game
    assert allied(after, "Ada", "Brin") is answer
    assert allied(after, "Brin", "Ada") is answer


@pytest.mark.rule("C2E-17.1-02")
def test_without_orders_players_are_neutral_and_allow_nothing(game) -> None:
    after = run(game).game
    assert after.empire("Ada").stance("Brin") == "NEUTRAL"
    assert not gives_permission(after, "Ada", "Brin", "BASE")
    assert not gives_permission(after, "Ada", "Brin", "SUPPLY")
    assert allied(after, "Ada", "Ada")
    assert not allied(after, "Ada", "")


@pytest.mark.rule("C2E-17.1-02", "C2E-3.6-08")
def test_leave_opens_bases_until_it_is_taken_back(game) -> None:
    turn = run(game, Ada="ALLOW Brin BASE ON")
    home = turn.game.world("7,7")
    assert is_friendly_base(turn.game, home, "Brin")
    assert not gives_permission(turn.game, "Ada", "Brin", "SUPPLY")
    assert is_friendly_base(run(turn.game).game, home, "Brin")
    after = run(turn.game, Ada="ALLOW Brin BASE OFF").game
    assert not is_friendly_base(after, home, "Brin")


@pytest.mark.rule("C2E-17.1-02", "C2E-15.3-02")
def test_the_player_concerned_is_told_and_nobody_else() -> None:
    homes = {(3, 3 * n): {"owner": name} for n, name in enumerate(("Ada", "Brin", "Caro"), 1)}
    game = campaign(homes, players=("Ada", "Brin", "Caro"))
    turn = run(game, Ada="STANCE Brin HOSTILE\nALLOW Brin SUPPLY ON")
    events = [event for event in turn.events if event.code in ("stance.told", "leave.told")]
    assert [event.audience for event in events] == [("Ada", "Brin"), ("Ada", "Brin")]
    assert turn.game.empire("Brin").told_stances == {"Ada": "HOSTILE"}
    assert turn.game.empire("Brin").told_leave == {"Ada": ["SUPPLY"]}
    later = run(turn.game, Ada="STANCE Brin HOSTILE\nALLOW Brin SUPPLY ON")
    assert not [event for event in later.events if event.code in ("stance.told", "leave.told")]


@pytest.mark.rule("C2E-17.1-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("STANCE Ada ALLY", "yourself"),
        ("STANCE Bring ALLY", "unknown-player"),
        ("STANCE Brin FOND", "bad-argument"),
        ("ALLOW Ada BASE ON", "yourself"),
        ("ALLOW Nobody BASE ON", "unknown-player"),
        ("ALLOW Brin HOME ON", "bad-argument"),
    ],
)
def test_stances_and_leave_that_cannot_be_are_refused(game, order, code) -> None:
    turn = run(game, Ada=order)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == [code]
    assert turn.game.empire("Ada").stances == {}


@pytest.mark.rule("C2E-3.6-08")
@pytest.mark.parametrize(
    ("world", "answer"),
    [
        ({"owner": "Ada"}, True),
        ({"owner": "Ada", "controlled": "Brin"}, False),
        ({"owner": "Brin"}, False),
        ({"allegiance": Allegiance.FRIENDLY, "power": "Ada"}, True),
        ({"allegiance": Allegiance.FRIENDLY, "power": "Brin"}, False),
        ({"allegiance": Allegiance.INDEPENDENT}, False),
        ({"owner": "Brin", "allegiance": Allegiance.FRIENDLY, "power": "Ada"}, False),
    ],
)
def test_what_a_friendly_base_is(world, answer) -> None:
    game = campaign({(7, 7): world})
    assert is_friendly_base(game, game.worlds[0], "Ada") is answer


@pytest.mark.rule("C2E-3.6-08")
@pytest.mark.parametrize(("week", "answer"), [(5, False), (9, False), (10, True)])
def test_a_world_won_from_nobody_is_no_base_for_four_weeks(week, answer) -> None:
    game = campaign({(7, 7): {"owner": "Ada", "taken_in": 5}}, week=week)
    assert is_friendly_base(game, game.worlds[0], "Ada") is answer


def test_a_view_says_how_others_stand_to_its_reader(game) -> None:
    turn = run(game, Ada="STANCE Brin ALLY")
    views = {p["name"]: p for p in variant().view(turn.game, "Brin")["players"]}
    assert views["Ada"]["theirs"] == "ALLY"
