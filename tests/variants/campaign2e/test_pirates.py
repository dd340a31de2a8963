"""Pirates."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.blockaded import HERE, THERE, trading
from tests.variants.campaign2e.builders import campaign, fleet, run, variant
from tests.variants.campaign2e.loaded import load
from tests.variants.campaign2e.offensives import codes, events

RULES = catalogue("campaign2e", "variants.campaign2e")


def examples(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(*clauses), ids=str)


@pytest.mark.rule("C2E-N.6-01")
@examples("C2E-N.6-01")
def test_pirates_take_trade_and_nobody_gains_it(example, monkeypatch) -> None:
    inputs = example.given
    load(monkeypatch, "raid", [inputs["d6"], 4])
    game = trading(inputs["trade_value"])
    game = variant().with_seat(game, "Uma", "umpire")
    turn = run(game, Uma=f"PIRATE Bramble {inputs['pirates']} AT 7,8")
    assert not codes(turn, "Uma")
    assert turn.game.empire("Brin").income["7,8"] == 100 * (6 + inputs["trade_value"] - 1)
    assert not events(turn, "raid.gain")
    assert [(counter.owner, counter.at) for counter in turn.game.counters] == [("", HERE)]
    (pirates,) = turn.game.groups
    moved = run(turn.game, Uma=f"MOVE {pirates.name} TO 7,9\nRAID {pirates.name}")
    assert not codes(moved, "Uma")
    assert [counter.at for counter in moved.game.counters] == [THERE]
    assert [event.audience for event in events(moved, "group.moved")] == [()]
    gone = run(turn.game, Uma=f"PIRATE REMOVE {pirates.name}").game
    assert (gone.groups, gone.ships, gone.counters) == ([], [], [])


@pytest.mark.rule("C2E-N.6-01")
@pytest.mark.parametrize(
    ("by", "order", "code"),
    [
        ("Ada", "PIRATE Bramble AT 7,8", "wrong-role"),
        ("Uma", "PIRATE Brambel AT 7,8", "unknown-design"),
        ("Uma", "PIRATE Rampart AT 7,8", "defence-design"),
        ("Uma", "PIRATE REMOVE u9", "unknown-group"),
    ],
)
def test_pirates_that_cannot_be(by, order, code) -> None:
    game = variant().with_seat(trading(), "Uma", "umpire")
    turn = run(game, **{by: order})
    assert codes(turn, by) == [code]
    assert not turn.game.ships


@pytest.mark.rule("C2E-N.6-01")
@pytest.mark.parametrize(
    ("rate", "value", "guard", "come"),
    [(1.0, 10, None, True), (1.0, 9, None, False), (1.0, 10, "CT", False), (1.0, 10, "FR", True),
     (0.0, 10, None, False)],
)  # fmt: skip
def test_by_the_option_pirates_come_to_rich_systems_without_guards(
    rate, value, guard, come
) -> None:
    game = trading(value, base=1, pirate_rate=rate)
    if guard:
        fleet(game, "Brin", HERE, "g1", **{guard: 1})
    turn = run(game)
    assert [group.at for group in turn.game.groups if not group.owner] == ([HERE] if come else [])
    assert [event.audience for event in events(turn, "pirates.seen")] == [("Brin",)] * come


@pytest.mark.rule("C2E-N.6-01")
def test_the_rate_is_a_chance_and_pirates_driven_away_are_gone() -> None:
    worlds = {}
    for x in range(1, 81, 2):
        worlds[x, 1] = {"owner": "Brin", "points": 1, "partner": f"{x},2"}
        worlds[x, 2] = {"owner": "Brin", "points": 10, "partner": f"{x},1"}
    game = campaign(worlds, pirate_rate=0.5)
    game.explored = [f"{x},{y}" for x in range(-3, 85) for y in range(-3, 7)]
    after = run(game).game
    pirates = [group for group in after.groups if not group.owner]
    assert 8 < len(pirates) < 32
    after.options["pirate_rate"] = 0.0001
    for pirate in pirates:
        pirate.posture = ""
    assert not run(after).game.groups
