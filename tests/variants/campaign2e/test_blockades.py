"""Interdiction, commerce raids and pirates."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import add_ship, campaign, fleet, remarks, run, variant
from tests.variants.campaign2e.decreed import Decree, run_decreed
from tests.variants.campaign2e.loaded import load
from variants.campaign2e.model import Campaign, ContactOrder, Group
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules import losses
from variants.campaign2e.rules.interdiction import needed
from variants.campaign2e.rules.trade_routes import trade_routes

RULES = catalogue("campaign2e", "variants.campaign2e")
HERE, THERE = (7, 8), (7, 9)


def examples(*clauses: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("example", RULES.examples(*clauses), ids=str)


def trading(value: int = 6, base: int = 6, **more) -> Campaign:
    """Brin's world 7,8, whose trade with 7,9 is worth so much; Ada's world is 12,12."""
    return campaign(
        {
            HERE: {"owner": "Brin", "points": base, "partner": "7,9"},
            THERE: {"owner": "Brin", "points": value, "partner": "7,8"},
            (12, 12): {"owner": "Ada"},
        },
        **more,
    )


def group(game: Campaign, owner: str, name: str = "g1") -> Group:
    return next(one for one in game.groups if (one.owner, one.name) == (owner, name))


def codes(turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


def events(turn, code: str) -> list:
    return [event for event in turn.events if event.code == code]


# interdiction


@pytest.mark.rule("C2E-6.1-01", "C2E-6.1-04", "C2E-15.3-02")
@examples("C2E-6.1-01")
def test_a_system_is_interdicted_by_fifty_points_a_credit_of_trade(example, monkeypatch) -> None:
    game = trading(example.given["trade_value"])
    fleet(game, "Brin", HERE, "DEF-7-8", FORT=2).defence = True
    fleet(game, "Ada", HERE, "g1", CH=1)
    monkeypatch.setattr(
        type(variant().economy), "force", lambda *_: example.given["hostile_points"]
    )
    turn = run(game, Ada="INTERDICT g1")
    world = turn.game.world_at(HERE)
    assert (world.interdicted == ["Ada"]) == example.expect["interdicted"]
    assert world.is_blocked == example.expect["interdicted"]
    assert [event.audience for event in events(turn, "world.interdicted")] == (
        [("*",)] if example.expect["interdicted"] else []
    )


@pytest.mark.rule("C2E-6.1-02", "C2E-1.5-03")
def test_an_interdicted_world_has_its_base_income_and_its_partner_too() -> None:
    game = trading(8)
    fleet(game, "Ada", HERE, "g1", SDN=1)
    assert run(game).game.empire("Brin").income == {"7,8": 1400, "7,9": 1400}
    turn = run(game, Ada="INTERDICT g1")
    assert turn.game.empire("Brin").income == {"7,8": 600, "7,9": 800}


@pytest.mark.rule("C2E-6.1-03")
@examples("C2E-6.1-03")
def test_trade_value(example) -> None:
    given, expect = example.given, example.expect
    ends = ((7, 8), (7, 9))
    worlds = {ends[0]: {"owner": "Brin", "points": given["a"]}}
    if given.get("b"):
        worlds[ends[0]]["partner"] = "7,9"
        worlds[ends[1]] = {"owner": "Brin", "points": given["b"], "partner": "7,8"}
    game = campaign(worlds, lanes=[ends] if given.get("lane") else [])
    routes, economy = trade_routes(game), variant().economy
    values = [routes.trade_value(economy, world) / 100 for world in game.worlds]
    assert values == list(expect.values())


@pytest.mark.rule("C2E-6.1-03", "C2E-5.4-01")
def test_without_trade_the_base_income_counts_and_lanes_are_blocked() -> None:
    game = campaign({HERE: {"points": 7}, (7, 12): {}, (12, 12): {"owner": "Ada"}})
    routes, economy = trade_routes(game), variant().economy
    assert needed(economy, routes, game.world_at(HERE)) == 350
    fleet(game, "Ada", HERE, "g1", CH=1)
    assert not run(game, Ada="INTERDICT g1").game.world_at(HERE).is_blocked
    add_ship(game, group(game, "Ada"), "CT")
    assert run(game, Ada="INTERDICT g1").game.world_at(HERE).is_blocked


@pytest.mark.rule("C2E-6.1-01")
def test_the_posture_holds_until_it_is_switched_off_or_the_group_leaves() -> None:
    game = trading()
    fleet(game, "Ada", HERE, "g1", SDN=1)
    first = run(game, Ada="INTERDICT g1").game
    assert run(first).game.world_at(HERE).interdicted == ["Ada"]
    assert not run(first, Ada="INTERDICT g1 OFF").game.world_at(HERE).interdicted
    away = run(first, Ada="MOVE g1 TO 7,7").game
    assert (group(away, "Ada").posture, away.world_at(HERE).interdicted) == ("", [])


@pytest.mark.rule("C2E-6.1-01", "C2E-17.1-02")
@pytest.mark.parametrize("allied", [True, False])
def test_only_allies_work_in_concert(allied) -> None:
    game = campaign({HERE: {"points": 10}}, ("Ada", "Brin"))
    for owner, other in (("Ada", "Brin"), ("Brin", "Ada")):
        fleet(game, owner, HERE, "g1", CH=1).contact = ContactOrder(attack="ANY")
        if allied:
            game.empire(owner).stances[other] = ALLY
    turn = run_decreed(game, Decree(), Ada="INTERDICT g1", Brin="INTERDICT g1")
    assert turn.game.world_at(HERE).interdicted == (["Ada", "Brin"] if allied else [])


@pytest.mark.rule("C2E-6.1-01", "C2E-3.6-07")
def test_what_counts_is_armed_in_supply_and_has_not_withdrawn() -> None:
    game = trading(6)
    fleet(game, "Ada", HERE, "g1", CH=1, AX=3)
    assert run(game, Ada="INTERDICT g1").game.world_at(HERE).interdicted
    game.ships[0].out = ["fc_1", "fc_2"]
    assert not run(game, Ada="INTERDICT g1").game.world_at(HERE).interdicted
    game.ships[0].out = []
    standing = run(game, Ada="INTERDICT g1").game
    standing.ships[1].out_of_supply = True
    assert not run(standing).game.world_at(HERE).interdicted
    fleet(game, "Brin", HERE, "g1", SDN=2)
    gone = run(game, Ada="CONTACT g1 WITHDRAW TO 7,7\nINTERDICT g1")
    assert codes(gone) == ["withdrawn"]


@pytest.mark.rule("C2E-6.1-01")
@pytest.mark.parametrize(
    ("at", "out", "hungry", "code"),
    [
        ((3, 3), [], False, "no-world"),
        ((12, 12), [], False, "own-world"),
        (HERE, ["fc_1", "fc_2"], False, "unarmed"),
        (HERE, [], True, "out-of-supply"),
    ],
)
@pytest.mark.parametrize("order", ["INTERDICT g1", "RAID g1"])
def test_blockades_that_cannot_be(at, out, hungry, code, order) -> None:
    game = trading()
    fleet(game, "Ada", at, "g1", CH=1)
    game.ships[0].out, game.ships[0].out_of_supply = out, hungry
    turn = run(game, Ada=order)
    assert codes(turn) == [code]
    assert group(turn.game, "Ada").posture == ""


@pytest.mark.rule("C2E-5.4-02")
@pytest.mark.parametrize(("turned_off", "severity"), [("LANE OFF 7,12", "warning"), ("", None)])
def test_who_is_stopped_by_a_block_of_the_week_is_warned_alone(turned_off, severity) -> None:
    ada, brin = {"owner": "Ada"}, {"owner": "Brin"}
    ends = ((7, 7), (7, 12))
    game = campaign({ends[0]: ada, ends[1]: brin}, lanes=[ends])
    fleet(game, "Ada", ends[0], "g1", CH=2)
    turn = run(game, Ada="LANE g1 TO 7,12\nINTERDICT g1", Brin=turned_off)
    told = [remark.severity for remark in turn.diagnostics["Ada"]]
    assert told == ([severity] if severity else [])


@pytest.mark.rule("C2E-2.4-03")
def test_interdiction_takes_the_resource_away() -> None:
    game = trading()
    game.world_at(HERE).resource = "Fuel"
    fleet(game, "Ada", HERE, "g1", SDN=1)
    assert run(game, Ada="INTERDICT g1").game.empire("Brin").access == []


# raids


@pytest.mark.rule("C2E-6.2-01")
@examples("C2E-6.2-01")
def test_every_armed_ship_is_a_raider(example, monkeypatch) -> None:
    given = example.given
    load(monkeypatch, "raid", [4] * example.expect["raiders"])
    game = trading(8)
    fleet(game, "Ada", HERE, "g1", CT=given["armed_ships"], FR=given["unarmed_ships"])
    turn = run(game, Ada="RAID g1")
    assert [event.data["raiders"] for event in events(turn, "raid.loss")] == [
        example.expect["raiders"]
    ]


@pytest.mark.rule("C2E-6.2-02")
@examples("C2E-6.2-02")
def test_what_raids_cost_the_owner(example, monkeypatch) -> None:
    given, expect = example.given, example.expect
    game = trading(given["trade_value"], given["base"])
    if "kept_by_neutral" in given:
        game.world_at(THERE).owner = ""
        game.world_at(THERE).allegiance = 1
    lost = expect.get("lost", given["trade_value"] + given["base"] - expect["income"])
    coming = load(monkeypatch, "raid", [4] * lost)
    fleet(game, "Ada", HERE, "g1", CT=given["raiders"])
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
    given, expect = example.given, example.expect
    load(monkeypatch, "raid", given["dice"])
    hits = []
    monkeypatch.setattr(losses, "hit_ship", lambda _, damage, __: hits.append(damage))
    game = trading(given.get("trade_value", 8))
    fleet(game, "Ada", HERE, "g1", CT=given["raiders"], FR=1)
    turn = run(game, Ada="RAID g1")
    (told,) = events(turn, "raid.gain")
    assert (told.audience, told.data["gained"]) == (("Ada",), expect["raider_gains"])
    assert gains(turn) == 100 * expect["raider_gains"]
    assert events(turn, "raid.loss")[0].data["lost"] == expect["owner_loses"]
    assert hits == ([expect["hits"]] if "hits" in expect else [])


@pytest.mark.rule("C2E-6.3-01")
@examples("C2E-6.3-01")
def test_loot_needs_ten_tonnes_of_free_cargo_space_a_credit(example, monkeypatch) -> None:
    given = example.given
    load(monkeypatch, "raid", [1] * given["points_won"])
    game = trading(8)
    fleet(game, "Ada", HERE, "g1", CT=given["points_won"])
    if given["cargo_free"]:
        add_ship(game, group(game, "Ada"), "FR")
        game.ships[-1].fuel = 100 * (41 - given["cargo_free"])
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
    monkeypatch.setattr(losses, "hit_ship", lambda *_: False)
    game = trading(8)
    fleet(game, "Ada", HERE, "g1", CT=2)
    turn = run(game, Ada="RAID g1")
    parts = {one.name: bool(one.departure) for one in turn.game.groups_of("Ada")}
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


# pirates


@pytest.mark.rule("C2E-N.6-01")
@examples("C2E-N.6-01")
def test_pirates_take_trade_and_nobody_gains_it(example, monkeypatch) -> None:
    given = example.given
    load(monkeypatch, "raid", [given["d6"], 4])
    game = trading(given["trade_value"])
    game = variant().with_seat(game, "Uma", "umpire")
    turn = run(game, Uma=f"PIRATE Bramble {given['pirates']} AT 7,8")
    assert not codes(turn, "Uma")
    assert turn.game.empire("Brin").income["7,8"] == 100 * (6 + given["trade_value"] - 1)
    assert not events(turn, "raid.gain")
    assert [(one.owner, one.at) for one in turn.game.counters] == [("", HERE)]
    (pirates,) = turn.game.groups
    moved = run(turn.game, Uma=f"MOVE {pirates.name} TO 7,9\nRAID {pirates.name}")
    assert not codes(moved, "Uma")
    assert [one.at for one in moved.game.counters] == [THERE]
    assert [event.audience for event in events(moved, "group.moved")] == [()]
    gone = run(turn.game, Uma=f"PIRATE REMOVE {pirates.name}").game
    assert (gone.groups, gone.ships, gone.counters) == ([], [], [])


@pytest.mark.rule("C2E-N.6-01")
@pytest.mark.parametrize(
    ("by", "order", "code"),
    [
        ("Ada", "PIRATE Bramble AT 7,8", "not-yours-to-give"),
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
    assert [one.at for one in turn.game.groups if not one.owner] == ([HERE] if come else [])
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
    pirates = [one for one in after.groups if not one.owner]
    assert 8 < len(pirates) < 32
    after.options["pirate_rate"] = 0.0001
    for one in pirates:
        one.posture = ""
    assert not run(after).game.groups
