"""War, peace, envoys and amalgamation (SC-DIP)."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import (
    context,
    ledger,
    meet,
    new_game,
    remarks,
    run,
    ship,
    texts,
    variant,
)
from tests.variants.starcluster.decreed import met, run_decreed
from variants.starcluster.diplomacy import Diplomacy
from variants.starcluster.model import Race, Survey, SurveyedColony, Troops
from variants.starcluster.model.empires import ALLIANCE, HOSTILE, NEUTRAL, TRADE, WAR
from variants.starcluster.rules.relations import move_stance
from variants.starcluster.rules.units import number_of

CLAUSES = catalogue("starcluster", "variants.starcluster")
ARMED = "L1 L1 Q Y (I)x5"


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def race(rd=33, rc=33, rm=33):
    return Race(array=(rd, rc, rm), traits=())


def stance(turn, name="Ada", other="NPR1"):
    """The stance between two powers, which is the same on both sides."""
    both = {turn.game.power(a).relations[b].stance for a, b in ((name, other), (other, name))}
    (attitude,) = both
    return attitude


def native_home(game):
    return game.power("NPR1").home


# players


@pytest.mark.rule("SC-DIP-001")
def test_one_order_makes_war_and_two_make_peace():
    war = run(met(), Ada="WAR Brin")
    assert stance(war, "Ada", "Brin") == WAR

    offer = run(war.game, Brin="PEACE Ada")
    assert stance(offer, "Ada", "Brin") == WAR
    peace = run(offer.game, Ada="PEACE Brin")
    assert stance(peace, "Ada", "Brin") == NEUTRAL
    assert texts(peace, "diplomacy.peace") == ["Race 1 and Race 2 are at peace."]


@pytest.mark.rule("SC-DIP-001")
def test_an_offer_stands_until_its_player_orders_war_again():
    war = run(run(met(), Ada="WAR Brin").game, Brin="PEACE Ada")
    turn = run(war.game, Brin="WAR Ada")
    assert stance(run(turn.game, Ada="PEACE Brin"), "Ada", "Brin") == WAR
    later = run(war.game, Ada="WAR Brin")
    assert remarks(later) == [(1, "already-at-war")]
    assert stance(run(later.game, Ada="PEACE Brin"), "Ada", "Brin") == NEUTRAL


@pytest.mark.rule("SC-DIP-001", "SC-TRD-001")
def test_each_side_knows_what_the_other_offers():
    def offered(turn):
        relation = turn.game.empire("Brin").relations["Ada"]
        (contact,) = variant().view(turn.game, "Brin")["contacts"]
        assert (contact["offered_peace"], contact["offered_trade"]) == (
            relation.offered_peace,
            relation.offered_trade,
        )
        return relation.offered_peace, relation.offered_trade

    trade = run(met(), Ada="TRADE Brin ON")
    assert offered(trade) == (False, True)
    assert offered(run(trade.game, Ada="TRADE Brin OFF")) == (False, False)
    war = run(trade.game, Brin="WAR Ada")
    assert offered(war) == (False, False)
    peace = run(war.game, Ada="PEACE Brin")
    assert offered(peace) == (True, False)
    assert offered(run(peace.game, Ada="WAR Brin")) == (False, False)
    assert offered(run(peace.game, Brin="PEACE Ada")) == (False, False)


@pytest.mark.rule("SC-DIP-001")
@pytest.mark.parametrize(
    ("stance", "steps", "then"),
    [(ALLIANCE, 1, ALLIANCE), (WAR, -1, WAR), (NEUTRAL, 1, TRADE), (NEUTRAL, -1, HOSTILE)],
)
def test_a_stance_moves_along_the_ladder_and_not_beyond_its_ends(stance, steps, then):
    game = new_game()
    native = game.natives[0]
    meet(game, "Ada", native.id, stance)
    move_stance(context(game), game.empire("Ada"), native, steps)
    assert game.empire("Ada").relations[native.id].stance == then


@pytest.mark.rule("SC-DIP-001", "SC-ORD-001")
def test_orders_about_nobody_met_or_no_war_are_refused():
    turn = run(met(), Ada="WAR NPR2\nPEACE Brin\nWAR Nobody\nENVOY Brin\nAMALGAMATE Brin")

    assert [code for _, code in remarks(turn)] == [
        "unknown-empire", "not-at-war", "unknown-empire", "not-native", "no-alliance",
    ]  # fmt: skip


# first contact


@pytest.mark.rule("SC-DIP-002")
@examples("SC-DIP-002")
def test_a_race_is_hostile_or_neutral_and_listens_by_its_statistics(example):
    inputs, rules = example.given, Diplomacy()
    if "rm" in inputs:
        attitude = rules.first_stance(race(rm=inputs["rm"]), inputs["d100"])
        assert attitude == example.expect["stance"]
    else:
        talks = rules.opens_talks(race(rc=inputs["rc"]), inputs["d100"])
        assert talks == example.expect["communications"]


@pytest.mark.rule("SC-DIP-002")
@pytest.mark.parametrize("opens", [True, False])
def test_talks_open_by_the_dice_and_stay_open(opens):
    turn = run_decreed(met(talks=False), "diplomacy", {"opens_talks": opens})

    assert turn.game.power("NPR1").relations["Ada"].talks is opens
    assert turn.game.empire("Ada").relations["NPR1"].talks is opens
    later = run_decreed(turn.game, "diplomacy", {"opens_talks": False})
    assert later.game.empire("Ada").relations["NPR1"].talks is opens


# envoys


@pytest.mark.rule("SC-DIP-003")
@examples("SC-DIP-003")
def test_what_an_envoy_comes_to(example):
    inputs, rules = example.given, Diplomacy()
    ours = race(rc=inputs.get("own_rc", 33))
    total = rules.envoy_total(
        inputs["d100"],
        ours,
        inputs.get("successes", 0),
        gift=inputs.get("gift", False),
        armed=inputs.get("armed", False),
    )

    assert total == example.expect.get("total", total)
    assert rules.envoy_step(inputs["d100"], total, race(rc=inputs["rc"])) == example.expect["step"]


@pytest.mark.rule("SC-DIP-003")
def test_successes_in_a_row_help_up_to_a_limit_and_armed_units_harm():
    rules = Diplomacy()
    plain = rules.envoy_total(50, race(), 5, gift=False, armed=False)

    assert rules.envoy_total(50, race(), 9, gift=False, armed=False) == plain == 75
    assert rules.envoy_total(50, race(), 0, gift=False, armed=True) == 30


@pytest.mark.rule("SC-DIP-003")
@pytest.mark.parametrize(
    ("before", "step", "after"),
    [
        (NEUTRAL, 1, TRADE),
        (HOSTILE, 1, NEUTRAL),
        (NEUTRAL, 0, NEUTRAL),
        (NEUTRAL, -1, HOSTILE),
        (HOSTILE, -1, WAR),
    ],
)
def test_an_envoy_moves_the_stance_a_step_and_is_paid_in_any_case(before, step, after):
    game = met(before)
    game.empire("Ada").el = 2
    game.empire("Ada").relations["NPR1"].successes = 3
    turn = run_decreed(game, "diplomacy", {"envoy_step": step}, Ada="ENVOY npr1")

    assert stance(turn) == after
    assert ledger(turn)["envoy to NPR1"] == -100_000
    assert turn.game.empire("Ada").relations["NPR1"].successes == (4 if step > 0 else 0)


@pytest.mark.rule("SC-DIP-003")
@pytest.mark.parametrize(("lasted", "after"), [(11, TRADE), (12, ALLIANCE)])
def test_trade_must_last_before_an_alliance(lasted, after):
    game = met(TRADE, since=1, turn=lasted)

    turn = run_decreed(game, "diplomacy", {"envoy_step": 1}, Ada="ENVOY NPR1")
    assert stance(turn) == after


@pytest.mark.rule("SC-DIP-003")
def test_envoys_are_refused_in_war_without_talks_too_early_and_to_allies():
    assert remarks(run(met(WAR), Ada="ENVOY NPR1")) == [(1, "at-war")]
    assert remarks(run(met(ALLIANCE), Ada="ENVOY NPR1")) == [(1, "allied")]
    assert remarks(run(met(talks=False), Ada="ENVOY NPR1")) == [(1, "no-talks")]
    game = met(turn=10)
    game.empire("Ada").relations["NPR1"].envoy = 6
    early = run(game, Ada="ENVOY NPR1")
    assert remarks(early) == [(1, "too-early")]
    assert not any("envoy" in reason for reason in ledger(early))
    game.turn = 11
    assert remarks(run(game, Ada="ENVOY NPR1")) == []


@pytest.mark.rule("SC-DIP-003")
@pytest.mark.parametrize(
    ("gifts", "counts"),
    [([(4, 300_000), (9, 200_000)], True), ([(3, 300_000), (9, 200_000)], False), ([], False)],
)
def test_gifts_of_the_last_six_turns_help(gifts, counts):
    gifts_counted = []
    game = met(turn=9)
    game.empire("Ada").relations["NPR1"].gifts = gifts

    def total(*_args, gift, **_named):
        gifts_counted.append(gift)
        return 0

    run_decreed(game, "diplomacy", {"envoy_total": total}, Ada="ENVOY NPR1")
    assert gifts_counted == [counts]


# falls of the stance


@pytest.mark.rule("SC-DIP-004")
@examples("SC-DIP-004")
def test_a_militant_race_goes_to_war_with_intruders(example):
    inputs = example.given
    attitude = Diplomacy().stance_after_intrusion(
        inputs["stance"], race(rm=inputs["rm"]), inputs["d100"]
    )
    assert attitude == example.expect["stance"]
    assert Diplomacy().stance_after_intrusion(HOSTILE, race(rm=inputs["rm"]), 67) == HOSTILE


@pytest.mark.rule("SC-DIP-004")
@pytest.mark.parametrize(
    ("before", "design", "after"),
    [
        (NEUTRAL, ARMED, HOSTILE),
        (NEUTRAL, "(H)x10 Q (I)x5", NEUTRAL),
        (TRADE, ARMED, TRADE),
        (ALLIANCE, ARMED, ALLIANCE),
    ],
)
def test_armed_units_that_nobody_invited_are_resented(before, design, after):
    game = met(before)
    ship(game, "Ada", native_home(game), "Visitors", "DD", design)

    assert stance(run(game)) == after


@pytest.mark.rule("SC-DIP-003", "SC-DIP-004")
def test_an_envoy_rolls_before_armed_units_are_resented():
    game = met(NEUTRAL)
    ship(game, "Ada", native_home(game), "Visitors", "DD", ARMED)

    turn = run_decreed(game, "diplomacy", {"envoy_step": 1}, Ada="ENVOY NPR1")
    assert stance(turn) == TRADE


@pytest.mark.rule("SC-DIP-004")
def test_a_war_order_against_an_ally_is_war_at_once():
    game = met(ALLIANCE)
    game.empire("Ada").relations["NPR1"].successes = 3
    turn = run(game, Ada="WAR NPR1")

    assert stance(turn) == WAR
    assert turn.game.empire("Ada").relations["NPR1"].successes == 0


# peace with a race


@pytest.mark.rule("SC-DIP-005")
@examples("SC-DIP-005")
def test_a_determined_race_fights_on(example):
    inputs = example.given
    peace = Diplomacy().makes_peace(race(rd=inputs["rd"]), inputs["d100"])
    assert peace == example.expect["peace"]


def at_war(**losses):
    """A war of Ada and NPR1 that began in turn 1, after which the race has lost something."""
    game = run(met(), Ada="WAR NPR1").game
    mark = game.power("NPR1").relations["Ada"].first_new
    units = [unit for unit in game.units_of("NPR1") if number_of(unit) < mark]
    if losses.get("units"):
        worth, gone = sum(unit.list_price for unit in units), 0
        for unit in units[::-1]:
            if 2 * gone < worth:
                gone += unit.list_price
                game.units.remove(unit)
    if losses.get("planet"):
        game.place(native_home(game)).planets[0].fallen = "Ada"
    return game


@pytest.mark.rule("SC-DIP-005")
@pytest.mark.parametrize(
    ("losses", "willing", "after"),
    [
        ({}, True, WAR),
        ({"units": True}, True, HOSTILE),
        ({"planet": True}, True, HOSTILE),
        ({"units": True}, False, WAR),
    ],
)
def test_a_race_makes_peace_only_when_it_was_hurt(losses, willing, after):
    game = at_war(**losses)

    turn = run_decreed(game, "diplomacy", {"makes_peace": willing}, Ada="PEACE NPR1")
    assert stance(turn) == after
    second = run_decreed(turn.game, "diplomacy", {"makes_peace": True}, Ada="PEACE NPR1")
    assert [code for _, code in remarks(second)] == ["too-early" if after == WAR else "not-at-war"]


@pytest.mark.rule("SC-DIP-005")
def test_ships_built_in_the_war_make_up_for_no_losses():
    game = at_war(units=True)
    for _ in range(30):
        ship(game, "NPR1", native_home(game), "New", "DD", ARMED)

    turn = run_decreed(game, "diplomacy", {"makes_peace": True}, Ada="PEACE NPR1")
    assert stance(turn) == HOSTILE


# amalgamation


def allied(lasted=36):
    game = met(ALLIANCE, since=1, turn=lasted)
    game.empire("Ada").stock["MC"] = 10_000_000
    return game


@pytest.mark.rule("SC-DIP-006")
@examples("SC-DIP-006")
def test_a_race_joins_by_the_dice(example):
    inputs = example.given
    assert Diplomacy().joins(race(rc=inputs["rc"]), inputs["d100"]) is example.expect["joined"]
    assert not Diplomacy().joins(race(rc=inputs["rc"]), inputs["rc"])


@pytest.mark.rule("SC-DIP-006")
def test_a_race_that_joins_brings_its_system_stations_and_every_second_ship():
    game = allied()
    home = game.place(native_home(game))
    home.pu, home.revolt, home.revolt_turns = 500, 50, 9
    home.planets[0].troops = [Troops(owner="NPR1", points=10.0)]
    game.units_of("NPR1")[-1].list_price += 1
    before = {unit.id: unit.design.hull.code for unit in game.units_of("NPR1")}
    dearest = game.units_of("NPR1")[-1].id
    turn = run_decreed(game, "diplomacy", {"joins": True}, Ada="AMALGAMATE NPR1")
    after = turn.game
    brought = {unit.id: unit for unit in after.units_of("Ada") if unit.id in before}
    ships = [u for u in before.values() if u != "BS2"]

    assert ledger(turn)["amalgamation with NPR1"] == -500_000
    assert after.place(home.id).owner == "Ada"
    assert after.place(home.id).revolt_turns == 0
    offers = variant().order_options(variant().view(after, "Ada"))
    assert "NPR1" not in offers["WAR"].arguments["empire"]
    assert after.place(home.id).planets[0].troops[0].owner == "Ada"
    assert after.place(home.id).science == 1
    assert sum(before[u] == "BS2" for u in brought) == 2
    assert len(brought) == 2 + -(-len(ships) // 2)
    assert dearest in brought
    assert len({unit.name for unit in after.units_of("Ada")}) == len(after.units_of("Ada"))
    assert {after.fleet(u.fleet).owner for u in brought.values()} == {"Ada"}
    assert not after.units_of("NPR1")
    assert not after.fleets_of("NPR1")
    assert "NPR1" not in [power.id for power in after.powers]
    assert home.id in after.empire("Ada").charts.surveys


@pytest.mark.rule("SC-DIP-006")
def test_a_race_that_declines_costs_the_same_and_a_year():
    game = allied()
    game.place(native_home(game)).pu = 500
    turn = run_decreed(game, "diplomacy", {"joins": False}, Ada="AMALGAMATE NPR1")

    assert ledger(turn)["amalgamation with NPR1"] == -500_000
    assert stance(turn) == ALLIANCE
    turn.game.turn += 10
    assert remarks(run(turn.game, Ada="AMALGAMATE NPR1")) == [(1, "too-early")]
    turn.game.turn += 1
    assert remarks(run(turn.game, Ada="AMALGAMATE NPR1")) == []


@pytest.mark.rule("SC-DIP-006")
def test_young_alliances_and_races_as_large_as_oneself_are_refused():
    assert remarks(run(allied(35), Ada="AMALGAMATE NPR1")) == [(1, "no-alliance")]
    game = allied()
    game.place("1").pu = game.place(native_home(game)).pu = 600
    assert remarks(run(game, Ada="AMALGAMATE NPR1")) == [(1, "not-smaller")]


@pytest.mark.rule("SC-DIP-006", "SC-TURN-001")
def test_a_race_that_two_have_won_joins_one_of_them():
    game = allied()
    game.place(native_home(game)).pu = 400
    for a, b in (("Brin", "NPR1"), ("NPR1", "Brin")):
        game.power(a).relations[b] = game.empire("Ada").relations["NPR1"]
    game.empire("Brin").stock["MC"] = 10_000_000
    owners = set()
    for turn in range(36, 46):
        game.turn = turn
        after = run_decreed(
            game, "diplomacy", {"joins": True}, Ada="AMALGAMATE NPR1", Brin="AMALGAMATE NPR1"
        )
        owners.add(after.game.place(native_home(game)).owner)
    assert owners == {"Ada", "Brin"}


# checks and forecasts


@pytest.mark.rule("SC-VIS-001")
@pytest.mark.parametrize(
    ("stance", "orders", "wrong"),
    [
        ("TRADE", "ENVOY NPR1\nWAR Brin\nSPY NPR1 REPORT\nSPY Brin STEAL S9", []),
        ("WAR", "PEACE NPR1\nENVOY NPR1\nWAR NPR1", ["at-war", "already-at-war"]),
        ("ALLIANCE", "AMALGAMATE NPR1\nWAR NPR1", []),
    ],
)
def test_checks_foresee_neither_answers_nor_what_others_have(stance, orders, wrong):
    game = met(stance, since=1, turn=40)
    game.empire("Ada").stock["MC"] = 100_000_000
    home = native_home(game)
    game.empire("Ada").charts.surveys[home] = Survey(
        system=home, level=2, turn=3, colony=SurveyedColony(owner="NPR1", pu=300)
    )
    game.power("NPR1").el = 7

    errors = variant().check_orders(game, "Ada", orders)
    assert [r.code for r in errors] == wrong


@pytest.mark.rule("SC-DIP-001", "SC-DIP-003", "SC-DIP-005", "SC-DIP-006")
@pytest.mark.parametrize(
    ("stance", "turn", "offered"),
    [
        (WAR, 12, {"WAR": ["Race 2"]}),
        (WAR, 13, {"PEACE": ["NPR1"], "WAR": ["Race 2"]}),
        (NEUTRAL, 6, {"WAR": ["NPR1", "Race 2"]}),
        (NEUTRAL, 7, {"ENVOY": ["NPR1"], "WAR": ["NPR1", "Race 2"]}),
        (ALLIANCE, 35, {"WAR": ["NPR1", "Race 2"]}),
        (ALLIANCE, 36, {"AMALGAMATE": ["NPR1"], "WAR": ["NPR1", "Race 2"]}),
    ],
)
def test_orders_are_offered_for_those_who_would_take_them(stance, turn, offered):
    game = met(stance, since=1, turn=turn)
    relation = game.empire("Ada").relations["NPR1"]
    relation.asked = relation.envoy = 2
    options = variant().order_options(variant().view(game, "Ada"))
    offers = {
        keyword: next(iter(options[keyword].arguments.values()))
        for keyword in ("WAR", "PEACE", "ENVOY", "AMALGAMATE")
        if keyword in options
    }

    assert offers == offered
