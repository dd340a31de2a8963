"""Abstract attacks on worlds of players, where the owner has elected them."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, run, variant
from tests.variants.campaign2e.decreed import Decree, run_decreed
from tests.variants.campaign2e.loaded import load
from tests.variants.campaign2e.offensives import codes, cruisers, events
from variants.campaign2e.model import Campaign, ContactOrder
from variants.campaign2e.rules.abstract_attacks import is_abstract

RULES = catalogue("campaign2e", "variants.campaign2e")


def examples(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(*clauses), ids=str)


@pytest.fixture
def game() -> Campaign:
    return cruisers()


@pytest.mark.rule("C2E-8.6-01")
def test_abstract_defences_that_are_left_are_beaten_first_and_nothing_else_falls(
    game, monkeypatch
) -> None:
    load(monkeypatch, "attack", [6])
    load(monkeypatch, "surrender", [])
    world = game.world("7,8")
    world.owner, world.defences, world.partner = "Brin", 300, ""
    turn = run(game, Ada="ENGAGE DEFENCES g1")
    assert turn.game.world("7,8").controlled == ""
    turn = run(game, Ada="ATTACK WORLD g1\nENGAGE DEFENCES g1")
    after = turn.game.world("7,8")
    assert (after.owner, after.defences, after.points, after.controlled) == ("Brin", 0, 6, "Ada")
    assert codes(run(turn.game, Ada="ATTACK WORLD g1")) == ["not-abstract"]


@pytest.mark.rule("C2E-8.6b-01")
def test_the_choice_counts_from_the_week_after_both_ways(game) -> None:
    first = run(game, Ada="ABSTRACT 7,7 ON").game
    assert not is_abstract(first, first.world("7,7"))
    first.week += 1
    assert is_abstract(first, first.world("7,7"))
    first.week -= 1
    second = run(first, Ada="ABSTRACT 7,7 OFF").game
    assert is_abstract(second, second.world("7,7"))
    second.week += 1
    assert not is_abstract(second, second.world("7,7"))
    second.week -= 1
    settled = run(second, Ada="ABSTRACT 7,7 ON\nABSTRACT 7,7 OFF").game
    assert settled.world("7,7").abstract == 0
    assert codes(run(game, Ada="ABSTRACT 12,12 ON\nABSTRACT 7,7 MAYBE")) == [
        "not-your-world",
        "bad-argument",
    ]


@pytest.mark.rule("C2E-8.6b-01")
@examples("C2E-8.6b-01")
def test_attacks_where_the_owner_has_elected_the_die(example, monkeypatch) -> None:
    load(monkeypatch, "attack", [3])
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {"owner": "Brin"}})
    game.world("7,8").abstract = 1 if example.given["owner_setting"] else 0
    fort = fleet(game, "Brin", (7, 8), "DEF-7-8", MON=2)
    fort.defence = True
    fleet(game, "Ada", (7, 8), "g1", CH=1)
    force = example.given.get("force", 1000)
    monkeypatch.setattr(type(variant().economy), "attacking_force", lambda *_: force)
    turn = run(game, Ada="ATTACK WORLD g1")
    data = [event.data for event in events(turn, "attack.abstract")]
    if example.given["owner_setting"]:
        assert data[0]["modifier"] == example.expect["modifier"]
        assert "defence" not in data[0], "how strong Brin's units are is secret"
        (suffered,) = events(turn, "attack.suffered")
        assert (suffered.audience, suffered.data["defence"]) == (
            ("Brin",),
            example.expect["defence"],
        )
        assert "points" not in suffered.data
    else:
        assert codes(turn) == ["not-abstract"]


@pytest.mark.rule("C2E-8.6b-01")
def test_at_a_surrender_the_defences_are_gone_and_ships_lose_a_part_and_leave(
    game, monkeypatch
) -> None:
    """A frigate that cannot jump was with the fort; such ships lose the destroyed share."""
    load(monkeypatch, "attack", [6])
    load(monkeypatch, "surrender", [1])
    world = game.world("7,8")
    world.owner, world.abstract = "Brin", 1
    fleet(game, "Brin", (7, 8), "DEF-7-8", FORT=1).defence = True
    fleet(game, "Brin", (7, 8), "g1", FF=2)
    for ship in game.ships_of("Brin")[1:]:
        ship.ftl = "out"
    orders = "CONTACT g1 ATTACK\nATTACK WORLD g1\nENGAGE DEFENCES g1"
    turn = run_decreed(game, Decree(), Ada=orders)
    assert turn.game.world("7,8").owner == "Brin", "it has yet to be assaulted"
    assert not turn.game.ships_of("Brin")
    assert turn.game.world("7,8").controlled == "Ada"


@pytest.mark.rule("C2E-8.6b-01")
@pytest.mark.parametrize(("die", "destroyed"), [(1, 2), (3, 1), (4, 0), (6, 0)])
def test_ships_that_stood_with_defences_lose_a_part_by_points_and_withdraw(
    game, monkeypatch, die, destroyed
) -> None:
    load(monkeypatch, "attack", [6])
    load(monkeypatch, "surrender", [die])
    world = game.world("7,8")
    world.owner, world.abstract = "Brin", 1
    fleet(game, "Brin", (7, 8), "g1", FF=2).contact = ContactOrder(attack="ANY")
    orders = "CONTACT g1 ATTACK\nATTACK WORLD g1"
    turn = run_decreed(game, Decree(), Ada=orders)
    assert len(turn.game.ships_of("Brin")) == 2 - destroyed
    assert [bool(g.departure) for g in turn.game.groups_of("Brin")] == [True] * (destroyed < 2)


@pytest.mark.rule("C2E-7.2-01", "C2E-8.6-01", "C2E-8.6b-01")
@pytest.mark.parametrize("abstract", [{"defences": 300}, {"abstract": 1}])
def test_where_defences_are_abstract_no_defence_unit_is_fought(game, abstract) -> None:
    world = game.world("7,8")
    world.owner = "Brin"
    fleet(game, "Brin", (7, 8), "DEF-7-8", FORT=1).defence = True
    decree = Decree()
    run_decreed(game, decree, Ada="ENGAGE DEFENCES g1")
    assert len(decree.forces) == 1
    for name, value in abstract.items():
        setattr(world, name, value)
    run_decreed(game, decree, Ada="ENGAGE DEFENCES g1")
    assert len(decree.forces) == 1
