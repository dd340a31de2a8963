"""Commerce raids: the owner's losses and the raiders' gains."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.blockaded import HERE, THERE, trading
from tests.variants.campaign2e.builders import add_ship, campaign, fleet, run
from tests.variants.campaign2e.loaded import load
from tests.variants.campaign2e.offensives import codes, events, group
from variants.campaign2e.rules import departures

RULES = catalogue("campaign2e", "variants.campaign2e")


def examples(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(*clauses), ids=str)


@pytest.mark.rule("C2E-6.2-01")
@examples("C2E-6.2-01")
def test_every_armed_ship_is_a_raider(example, monkeypatch) -> None:
    inputs = example.given
    load(monkeypatch, "raid", [4] * example.expect["raiders"])
    game = trading(8)
    fleet(game, "Ada", HERE, "g1", CT=inputs["armed_ships"], FR=inputs["unarmed_ships"])
    turn = run(game, Ada="RAID g1")
    assert [event.data["raiders"] for event in events(turn, "raid.loss")] == [
        example.expect["raiders"]
    ]


@pytest.mark.rule("C2E-6.2-02")
@examples("C2E-6.2-02")
def test_what_raids_cost_the_owner(example, monkeypatch) -> None:
    inputs, expect = example.given, example.expect
    game = trading(inputs["trade_value"], inputs["base"])
    if "kept_by_neutral" in inputs:
        game.world_at(THERE).owner = ""
        game.world_at(THERE).allegiance = 1
    lost = expect.get("lost", inputs["trade_value"] + inputs["base"] - expect["income"])
    coming = load(monkeypatch, "raid", [4] * lost)
    fleet(game, "Ada", HERE, "g1", CT=inputs["raiders"])
    turn = run(game, Ada="RAID g1")
    assert turn.game.empire("Brin").income["7,8"] == 100 * expect["income"]
    assert not coming, "who finds no point left throws no die"
    assert events(turn, "raid.loss")[0].data["lost"] == lost


def gains(turn, player: str = "Ada") -> int:
    """The credits that raids have brought."""
    return sum(
        entry.amount for entry in turn.ledger.of(player) if entry.reason.startswith("Raids at")
    )


@pytest.mark.rule("C2E-6.2-03", "C2E-6.3-01", "C2E-6.2-04")
@examples("C2E-6.2-03")
def test_the_raiders_dice(example, monkeypatch) -> None:
    inputs, expect = example.given, example.expect
    load(monkeypatch, "raid", inputs["dice"])
    hits = []
    monkeypatch.setattr(departures, "hit_ship", lambda _, damage, __: hits.append(damage))
    game = trading(inputs.get("trade_value", 8))
    fleet(game, "Ada", HERE, "g1", CT=inputs["raiders"], FR=1)
    turn = run(game, Ada="RAID g1")
    (event,) = events(turn, "raid.gain")
    assert (event.audience, event.data["gained"]) == (("Ada",), expect["raider_gains"])
    assert gains(turn) == 100 * expect["raider_gains"]
    assert events(turn, "raid.loss")[0].data["lost"] == expect["owner_loses"]
    assert hits == ([expect["hits"]] if "hits" in expect else [])


@pytest.mark.rule("C2E-6.3-01")
@examples("C2E-6.3-01")
def test_loot_needs_ten_tonnes_of_free_cargo_space_a_credit(example, monkeypatch) -> None:
    inputs = example.given
    load(monkeypatch, "raid", [1] * inputs["points_won"])
    game = trading(8)
    fleet(game, "Ada", HERE, "g1", CT=inputs["points_won"])
    if inputs["cargo_free"]:
        add_ship(game, group(game, "Ada"), "FR")
        game.ships[-1].fuel = 100 * (41 - inputs["cargo_free"])
    assert gains(run(game, Ada="RAID g1")) == 100 * example.expect["points_gained"]


@pytest.mark.rule("C2E-6.3-02")
@examples("C2E-6.3-02")
def test_raids_on_a_resource_world_give_access_that_week(example, monkeypatch) -> None:
    gained = example.given["points_gained"]
    load(monkeypatch, "raid", [1 if gained else 4])
    game = trading(8)
    game.world_at(HERE).resource = example.given["world"]
    fleet(game, "Ada", HERE, "g1", CT=1, FR=1)
    turn = run(game, Ada="RAID g1")
    assert turn.game.empire("Ada").raided == ([example.given["world"]] if gained else [])
    assert run(turn.game, Ada="NORAID g1").game.empire("Ada").raided == []


@pytest.mark.rule("C2E-6.2-04")
def test_a_raider_that_is_driven_off_leaves_its_group_and_the_system(monkeypatch) -> None:
    load(monkeypatch, "raid", [4, 6, 4])
    monkeypatch.setattr(departures, "hit_ship", lambda *_: False)
    game = trading(8)
    fleet(game, "Ada", HERE, "g1", CT=2)
    turn = run(game, Ada="RAID g1")
    parts = {g.name: bool(g.departure) for g in turn.game.groups_of("Ada")}
    assert parts == {"g1": False, "g2": True}
    after = run(turn.game).game
    assert group(after, "Ada", "g2").at != HERE


@pytest.mark.rule("C2E-6.2-01", "C2E-17.1-02")
@pytest.mark.parametrize(
    ("stance", "order", "raids"),
    [("HOSTILE", "", True), ("NEUTRAL", "", False), ("HOSTILE", "NORAID g1", False)],
)
def test_without_an_order_enemies_are_raided(monkeypatch, stance, order, raids) -> None:
    load(monkeypatch, "raid", [4] * raids)
    game = trading(8)
    game.empire("Ada").stances["Brin"] = stance
    fleet(game, "Ada", HERE, "g1", CT=1)
    assert bool(events(run(game, Ada=order), "raid.loss")) == raids


@pytest.mark.rule("C2E-6.2-01")
def test_a_group_interdicts_or_raids_and_the_last_order_counts(monkeypatch) -> None:
    load(monkeypatch, "raid", [4])
    game = trading(6)
    fleet(game, "Ada", HERE, "g1", SDN=1)
    turn = run(game, Ada="INTERDICT g1\nRAID g1")
    assert codes(turn) == ["ordered-twice"]
    assert (group(turn.game, "Ada").posture, turn.game.world_at(HERE).interdicted) == ("raid", [])
    other = run(game, Ada="RAID g1\nINTERDICT g1")
    assert other.game.world_at(HERE).interdicted == ["Ada"]
    assert not events(other, "raid.loss"), "in an interdicted system no trade is left"


@pytest.mark.rule("C2E-6.2-01")
def test_where_nothing_is_traded_nothing_is_raided() -> None:
    game = campaign({HERE: {"owner": "Brin"}, THERE: {}, (12, 12): {"owner": "Ada"}})
    fleet(game, "Ada", HERE, "g1", CT=1)
    fleet(game, "Ada", THERE, "g2", CT=1)
    assert codes(run(game, Ada="RAID g1\nRAID g2")) == ["no-trade", "no-trade"]
