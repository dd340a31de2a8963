"""Plans of bots: work within room and money, envoys to races that listen, research in turn."""

from __future__ import annotations

import pytest

from tests.variants.starcluster import builders
from tests.variants.starcluster.installing import rich
from tests.variants.starcluster.test_bot_laws import board_of
from variants.starcluster.bots import bot_view, colonies, races, scouting
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import Class, Project
from variants.starcluster.model.knowledge import detailed_survey

WALL = "(A)x15 Q Q Q (I)x5"
HAWK = Design(hull_named("DD"), read_systems(WALL))
LANCE = Design(hull_named("CT"), read_systems("(A)x8 Q Q (I)x4"))


@pytest.fixture
def shipyard():
    """Ada has a class Hawk, a prototype Lance and a yard with 120 hull spaces of work a turn."""
    game = rich()
    classes = game.empire("Ada").classes
    classes["Hawk"] = Class(name="Hawk", design=HAWK)
    classes["Lance"] = Class(name="Lance", design=LANCE, prototype=True)
    return game


def price_of(bot, name="Hawk"):
    return next(class_["price"] for class_ in bot.view["classes"] if class_["name"] == name)


@pytest.mark.parametrize(("count", "afforded", "most", "ordered"), [
    (3, 9, None, 3), (9, 9, None, 6), (9, 2, None, 2), (9, 9, 4, 4), (0, 9, None, 0),
])  # fmt: skip
def test_yards_get_what_is_wanted_fits_and_is_afforded(shipyard, count, afforded, most, ordered):
    bot = board_of(shipyard)
    price, room = price_of(bot), next(iter(bot.free_yard_work.values()))
    assert (HAWK.spaces, room) == (23, 120)
    bot.cash = (afforded + 0.5) * price
    money = None if most is None else (most + 0.5) * price

    assert bot_view.build_units(bot, "Hawk", count, money, "Guard") == ordered
    assert bot.lines == ([f"BUILD Yard-1 {ordered} Hawk FLEET Guard"] if ordered else [])
    assert bot.cash == pytest.approx((afforded + 0.5 - ordered) * price)
    assert bot.free_yard_work == {"Yard-1": room - 23 * ordered}


def test_prototypes_are_built_one_at_a_time_for_twice_the_price(shipyard):
    bot = board_of(shipyard)
    before, price = bot.cash, price_of(bot, "Lance")

    assert bot_view.build_units(bot, "Lance", 5) == 1
    assert bot.cash == pytest.approx(before - 2 * price)
    assert bot_view.build_units(bot, "Lance", 5) == 0
    assert bot.lines == ["BUILD Yard-1 1 Lance"]


def test_nothing_is_built_that_is_unknown_faulty_or_lacks_freighters(shipyard):
    bot = board_of(shipyard)
    assert bot_view.build_units(bot, "Nothing", 1) == 0
    bot.short = 1
    assert bot_view.build_units(bot, "Hawk", 1) == 0
    bot.short = 0
    next(c for c in bot.view["classes"] if c["name"] == "Hawk")["faults"].append("x")
    assert bot_view.build_units(bot, "Hawk", 1) == 0
    assert bot.lines == []


def test_classes_are_registered_once_and_units_are_counted_with_those_on_yards(shipyard):
    builders.ship(shipyard, "Ada", "1", "Hawks", "DD", WALL, "Hawk")
    bot = board_of(shipyard)
    bot_view.register_classes(bot, {"Hawk": ("DD", WALL), "New": ("DD", "Q")})
    assert bot.lines == ["DESIGN New DD Q"]
    bot.view["yards"].append({"of_class": "Hawk"})
    assert [bot_view.count_units(bot, name) for name in ("Hawk", "Lance")] == [2, 0]


def met(**changes):
    """A game where Ada has met Brin and a race that listens."""
    game = rich()
    native = game.natives[0].id
    for other in ("Brin", native):
        builders.meet(game, "Ada", other)
    relation = game.empire("Ada").relations[native]
    relation.talks = True
    for name, value in changes.items():
        setattr(relation, name, value)
    game.turn = 40
    return game, native


@pytest.mark.rule("SC-DIP-003")
@pytest.mark.parametrize(
    ("changes", "hears"),
    [
        ({}, True), ({"talks": False}, False), ({"stance": "WAR"}, False),
        ({"stance": "ALLIANCE"}, False), ({"stance": "HOSTILE"}, True),
        ({"envoy": 40}, False), ({"envoy": 1}, True),
    ],
)  # fmt: skip
def test_envoys_go_to_those_who_listen_and_not_too_often(changes, hears):
    game, native = met(**changes)
    bot = board_of(game)
    rows = {contact["id"]: contact for contact in bot.view["contacts"]}

    assert races.accepts_envoy(bot, rows[native]) == hears
    assert not races.accepts_envoy(bot, rows["Brin"])


def test_a_pause_is_over_when_so_many_turns_have_passed():
    game, _ = met()
    bot = board_of(game)
    assert races.is_pause_over(bot, 0, 99)
    assert [races.is_pause_over(bot, last, 6) for last in (34, 35, 36)] == [True, True, False]


def test_all_are_offered_trade_and_no_envoy_goes_to_those_who_are_spared():
    game, native = met()
    bot = board_of(game)
    races.conduct_diplomacy(bot)
    assert sorted(bot.lines) == sorted(["TRADE Brin ON", f"TRADE {native} ON", f"ENVOY {native}"])
    for spared, cash in ((native, bot.cash), ("", races.RESERVED_MONEY)):
        bot = board_of(game)
        bot.cash = cash
        races.conduct_diplomacy(bot, {spared})
        assert f"ENVOY {native}" not in bot.lines

    bot = board_of(game)
    bot.enemies.add(native)
    races.conduct_diplomacy(bot)
    assert bot.lines == ["TRADE Brin ON"]


@pytest.mark.rule("SC-EL-001", "SC-EL-004")
def test_the_level_is_raised_by_centers_that_are_good_enough():
    game = rich(el=1, colonies=("2", "3"))
    needed = board_of(game).economy.research.el_centers(1)
    for name in ("1", "2", "3"):
        game.place(name).science = 2
    bot = board_of(game)
    colonies.raise_level(bot)
    (order,) = (line for line in bot.lines if line.startswith("RESEARCH"))
    assert order == "RESEARCH EL 1 2 3"
    assert needed <= 3

    game.empire("Ada").projects["EL"] = Project(name="EL", centers=["1", "2"])
    bot = board_of(game)
    colonies.raise_level(bot)
    assert bot.lines == []


def test_centers_are_upgraded_to_one_more_than_the_level_and_installed_where_none_is():
    game = rich(el=1, colonies=("2", "3"))
    game.place("1").science, game.place("2").science = 1, 2
    bot = board_of(game)
    before = bot.cash
    colonies.raise_level(bot)

    needed = bot.economy.research.el_centers(1)
    installed = [line for line in bot.lines if line.startswith("INSTALL")]
    assert "UPGRADE SCIENCE 1" in bot.lines
    assert "UPGRADE SCIENCE 2" not in bot.lines
    assert len(installed) == max(0, needed - 2)
    assert bot.cash < before


def test_the_richest_system_that_people_can_bear_is_settled_first(monkeypatch):
    game = rich(el=3, colonies=())
    monkeypatch.setattr(colonies, "MONEY_OF_EXPEDITION", 10**9)
    for name, wealth in (("2", 3), ("3", 9), ("4", 1)):
        place = builders.surveyed(game, name, wealth=wealth, growth=1)
        game.empire("Ada").charts.surveys[name] = detailed_survey(place, 0, ())
    bot = board_of(game)
    colonies.send_expeditions(bot)

    assert bot.lines == ["COLONIZE 3 FROM 1", "COLONIZE 2 FROM 1"]


def test_scouts_are_built_in_whole_groups_up_to_what_is_wanted(shipyard):
    for expected, groups in ((4, 0), (5, 1), (14, 2)):
        bot = board_of(shipyard)
        bot.free_yard_work["Yard-1"] = 1_000
        scouting.build_groups(bot, "Hawk", expected, 5)
        assert bot.lines == [
            f"BUILD Yard-1 5 Hawk FLEET 'Survey 0-{n}'".replace("'", '"') for n in range(groups)
        ]


@pytest.mark.rule("SC-EXP-003", "SC-EXP-005")
def test_scouts_scan_what_is_unknown_and_go_where_there_is_work():
    game = builders.chain("1", "9", "30", players=("Ada",))
    builders.ship(game, "Ada", "1", "Scouts", "DD", "X Xp (H)x10 (Ic)x3")
    bot = board_of(game)
    scouting.send_scouts(bot)
    assert bot.lines == ["MOVE Scouts 9"]
    assert "Scouts" in bot.busy

    game.fleets_of("Ada")[-1].at = "9"
    bot = board_of(game)
    scouting.send_scouts(bot)
    assert bot.lines == ["SCAN Scouts"]
