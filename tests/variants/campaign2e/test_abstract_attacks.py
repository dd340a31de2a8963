"""Abstract attacks: on worlds of no player."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import add_ship, campaign, fleet, run, variant
from tests.variants.campaign2e.decreed import Decree, run_decreed
from tests.variants.campaign2e.loaded import load
from tests.variants.campaign2e.offensives import codes, cruisers, events, group
from variants.campaign2e.model import Allegiance, Campaign, World
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules import departures
from variants.campaign2e.rules.abstract_attacks import defence_of, left_after_surrender, result_of

RULES = catalogue("campaign2e", "variants.campaign2e")
ECONOMY = variant().economy


def examples(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(*clauses), ids=str)


@pytest.fixture
def game() -> Campaign:
    return cruisers()


# the numbers


@pytest.mark.rule("C2E-8.3-01", "C2E-1.6-07")
@examples("C2E-8.3-01", "C2E-1.6-07")
def test_defences_of_worlds_of_no_player(example) -> None:
    points = example.given.get("base_income", example.given.get("income"))
    world = World(id="7,7", at=(7, 7), full=points, points=points)
    world.allegiance = Allegiance(example.given.get("allegiance", 1))
    assert defence_of(campaign({}), ECONOMY, world) == example.expect["defence_points"]


@pytest.mark.rule("C2E-8.5-02")
@examples("C2E-8.5-02")
def test_the_ratio_of_forces_changes_the_die(example) -> None:
    inputs = example.given
    assert ECONOMY.odds_modifier(inputs["force"], inputs["defence"]) == example.expect["modifier"]


@pytest.mark.rule("C2E-8.4-01", "C2E-8.4-02", "C2E-8.4-03", "C2E-8.4-04")
@examples("C2E-8.4-01", "C2E-8.4-02", "C2E-8.4-03", "C2E-8.4-04")
def test_what_the_die_brings(example) -> None:
    inputs = example.given
    modifier = inputs.get("modifier", 0)
    assert result_of(inputs["d6"], modifier) == example.expect["result"]


@pytest.mark.rule("C2E-8.6-01")
@examples("C2E-8.6-01")
def test_what_the_fighting_leaves(example) -> None:
    die, expect = example.given["d6"], example.expect
    assert left_after_surrender(die, example.given["income"]) == expect["income"]
    assert left_after_surrender(die, example.given["defences"]) == expect["defences"]


# attacks


@pytest.mark.rule("C2E-8.4-02", "C2E-8.6-01")
def test_a_world_that_surrenders_is_the_attackers_with_what_is_left(game, monkeypatch) -> None:
    load(monkeypatch, "attack", [6])
    load(monkeypatch, "surrender", [3])
    game.empire("Brin").visited.append("7,8")
    turn = run(game, Ada="ATTACK WORLD g1")
    world = turn.game.world("7,8")
    assert (world.owner, world.points, world.full, world.defences) == ("Ada", 2, 6, 300)
    assert world.taken_in == 2
    assert world.allegiance is None
    assert not turn.game.empire("Brin").visited
    (event,) = events(turn, "world.taken")
    assert (event.audience, event.text) == (("*",), "7,8 is Ada's now.")
    assert events(turn, "world.surrendered")[0].audience == ("Ada",)


@pytest.mark.rule("C2E-8.4-04", "C2E-8.4-05")
def test_an_attack_that_decides_nothing_interdicts_and_meets_all_defences_again(
    game, monkeypatch
) -> None:
    load(monkeypatch, "attack", [3, 3])
    first = run(game, Ada="ATTACK WORLD g1")
    world = first.game.world("7,8")
    assert (world.owner, world.interdicted, world.attacked_by) == ("", ["Ada"], "Ada")
    assert world.is_blocked
    second = run(first.game, Ada="ATTACK WORLD g1")
    defences = [events(turn, "attack.abstract")[0].data["defence"] for turn in (first, second)]
    assert defences == [900, 900]
    assert not run(second.game).game.world("7,8").interdicted


@pytest.mark.rule("C2E-8.4-03")
def test_who_is_driven_off_takes_damage_and_leaves(game, monkeypatch) -> None:
    load(monkeypatch, "attack", [1])
    dealt = []

    def hit(ships, damage, _stream):
        dealt.append(([ship.name for ship in ships], damage))
        ships[0].hull_lost += 3
        return []

    monkeypatch.setattr(departures, "hit_group", hit)
    turn = run(game, Ada="ATTACK WORLD g1")
    assert dealt == [(["Argent-1", "Argent-2", "Argent-3", "Argent-4"], 120)]
    assert [event.data["ship"] for event in events(turn, "ship.hit")] == ["Argent-1"]
    assert group(turn.game, "Ada").withdrawn
    assert group(turn.game, "Ada").departure.to == (7, 7)


@pytest.mark.rule("C2E-8.4-06", "C2E-3.7-01", "C2E-3.7-02")
def test_an_attempt_counts_as_five_turns_of_combat(game, monkeypatch) -> None:
    load(monkeypatch, "attack", [3])
    add_ship(game, group(game, "Ada"), "FR")
    after = run(game, Ada="ATTACK WORLD g1").game
    # A week away from bases costs one more; the freighter has no guns and does not fight.
    assert [ship.endurance for ship in after.ships] == [2, 2, 2, 2, 5]
    assert [ship.combat_turns for ship in after.ships] == [0] * 5
    assert [ship.weaponry_due > 0 for ship in after.ships] == [True] * 4 + [False]


@pytest.mark.rule("C2E-8.4-01", "C2E-8.5-01")
def test_boxes_lost_and_freighters_do_not_count_as_force(game) -> None:
    for ship in game.ships:
        ship.hull_lost = ship.design.hull - 1
    add_ship(game, group(game, "Ada"), "FR")
    turn = run(game, Ada="ATTACK WORLD g1")
    assert codes(turn) == ["too-weak"]
    assert not events(turn, "attack.abstract")
    assert turn.game.ships[0].endurance == 3, "no attack was made"


@pytest.mark.rule("C2E-8.5-01")
@examples("C2E-8.5-01")
def test_half_of_the_defences_are_needed(example, monkeypatch) -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {}})
    game.world("7,8").allegiance = Allegiance.INDEPENDENT
    fleet(game, "Ada", (7, 8), "g1", CH=1)
    force = example.given["force"]
    monkeypatch.setattr(type(ECONOMY), "attacking_force", lambda *_: force)
    turn = run(game, Ada="ATTACK WORLD g1")
    assert bool(events(turn, "attack.abstract")) == example.expect["legal"]


@pytest.mark.rule("C2E-8.5-02")
def test_a_world_without_defences_surrenders_without_a_die(game, monkeypatch) -> None:
    load(monkeypatch, "attack", [])
    game.world("7,8").points = 0
    assert run(game, Ada="ATTACK WORLD g1").game.world("7,8").owner == "Ada"


@pytest.mark.rule("C2E-8.4-01")
def test_allies_attack_together_and_the_one_with_most_points_gets_the_world(
    game, monkeypatch
) -> None:
    load(monkeypatch, "attack", [6])
    fleet(game, "Brin", (7, 8), "g1", SDN=2)
    fleet(game, "Brin", (7, 8), "g2", FF=1)
    for player, other in (("Ada", "Brin"), ("Brin", "Ada")):
        game.empire(player).stances[other] = ALLY
    turn = run(game, Ada="ATTACK WORLD g1", Brin="ATTACK WORLD g1")
    (attack,) = events(turn, "attack.abstract")
    assert attack.data["points"] == 4 * 302 + 2 * 703
    assert set(attack.audience) == {"Ada", "Brin"}
    assert turn.game.world("7,8").owner == "Brin"


@pytest.mark.rule("C2E-8.4-01")
def test_a_tie_of_allies_is_decided_by_a_die() -> None:
    leaders = set()
    for seed in range(12):
        game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {"points": 0}})
        game.turn = seed
        for name, other in (("Ada", "Brin"), ("Brin", "Ada")):
            fleet(game, name, (7, 8), "g1", CH=1)
            game.empire(name).stances[other] = ALLY
        turn = run(game, Ada="ATTACK WORLD g1", Brin="ATTACK WORLD g1")
        leaders.add(turn.game.world("7,8").owner)
    assert leaders == {"Ada", "Brin"}


@pytest.mark.rule("C2E-8.4-01", "C2E-3.6-07")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"at": (3, 3)}, "no-world"),
        ({"at": (7, 7)}, "own-world"),
        ({"at": (12, 12)}, "not-abstract"),
        ({"withdrawn": True}, None),
        ({"out_of_supply": True}, "out-of-supply"),
        ({"out": True}, "unarmed"),
    ],
)
def test_attacks_that_cannot_be(game, change, code) -> None:
    if "at" in change:
        group(game, "Ada").at = change["at"]
    for ship in game.ships:
        ship.out_of_supply = change.get("out_of_supply", False)
        ship.out = ["fc_1", "fc_2"] if change.get("out") else []
    turn = run(game, Ada="ATTACK WORLD g1")
    assert codes(turn) == ([code] if code else [])


@pytest.mark.rule("C2E-8.4-01", "C2E-17.4-01")
def test_a_strangers_fleet_keeps_off_attacks_and_one_that_has_withdrawn_makes_none(game) -> None:
    fleet(game, "Brin", (7, 8), "g1", CH=1)
    game.ships[-1].ftl = "out"
    turn = run(game, Ada="CONTACT g1 WITHDRAW TO 7,7\nATTACK WORLD g1")
    assert codes(turn) == ["withdrawn"]
    lame = run_decreed(game, Decree(), Ada="CONTACT g1 ATTACK\nATTACK WORLD g1")
    assert codes(lame) == ["fleet-there"]


@pytest.mark.rule("C2E-1.6-04", "C2E-8.4-02")
def test_an_attack_by_the_partners_owner_ends_the_trade(game, monkeypatch) -> None:
    load(monkeypatch, "attack", [3, 3])
    game.world("7,8").partner, game.world("7,7").partner = "7,7", "7,8"
    assert not run(game, Ada="ATTACK WORLD g1").game.world("7,8").partner
    game.world("7,7").owner = "Brin"
    assert run(game, Ada="ATTACK WORLD g1").game.world("7,8").partner == "7,7"
