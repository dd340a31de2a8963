"""The end of a turn for a species: research, ships, fleet, contacts, salvage, messages."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.single_steps import Fair, Falls, engine_habits, game_with, step
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import ShipLocation, Tech
from variants.far_horizons.model.transactions import FACTS, TransactionKind, transaction
from variants.far_horizons.rules import contact, technology
from variants.far_horizons.rules.housekeeping import locate
from variants.far_horizons.rules.notices import inboxes

LEVEL = dict.fromkeys(("MI", "MA", "ML", "GV", "LS", "BI"), 0)


def after(human=None, *, klingon=None, deals=(), chance=None, **more):
    """The end of a turn with these possessions of the species and these transactions."""
    state = {"species": {"Human": human or {}, "Klingon": klingon or {}}}
    game = game_with(state | {"transactions": list(deals)})
    return step("finish", game, chance=chance or Falls(), **more)


def log_line(result, species="Human"):
    """A species' log in one line, without its title."""
    return " ".join(result.log(species).split()).removeprefix("Other events: ")


# --- the order of work ----------------------------------------------------------------------------


@pytest.mark.rule("FH-TURN-004")
def test_the_housekeeping_is_done_in_its_order():
    human = {
        "techs": {**LEVEL, "MI": {"level": 10, "points": 10}, "LS": 5},
        "planets": {
            "Camp": {"at": "12 13 10 #1", "items": {"RM": 10}, "disbanded": True},
            "Venus": {"at": "10 10 10 #2", "mining_base": 2.0},
        },
        "ships": {"DD Big": {"at": "Earth"}, **{f"BR Sun {n}": {"at": "Earth"} for n in "1234"}},
    }
    deals = [
        {"kind": "mishap", "owner": "Human", "fate": "misjumped", "ship": "DD Big",
         "place": "1 2 3 #0"},
        {"kind": "siege gain", "recipient": "Human", "donor": "Klingon", "amount": 9,
         "percent": 40, "planet": "Qo"},
        {"kind": "knowledge taught", "recipient": "Human", "donor": "Klingon", "tech": "BI",
         "level": 9},
        {"kind": "landing request", "asked": "Human", "granted": 1, "ship": "TR1 Guest",
         "planet": "Earth", "asker_name": "Klingon"},
        {"kind": "message", "sender": "Klingon", "recipient": "Human", "message": 100001},
    ]  # fmt: skip
    log = log_line(after(human, deals=deals, chance=Falls(80)))
    order = (
        "mis-jumped", "was disbanded", "were received", "Mining tech level rose",
        "transferred knowledge", "Colony was destroyed", "permission to land", "message from",
        "spent on fleet maintenance",
    )  # fmt: skip
    places = [log.find(words) for words in order]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.rule("FH-TURN-004")
def test_a_species_that_nothing_happened_to_is_told_nothing():
    assert after().log("Human") == ""


@pytest.mark.rule("FH-TURN-004")
def test_deals_and_letters_last_until_the_end_of_the_turn():
    game = game_with({"transactions": [{"kind": "units sent", "recipient": "Human",
                                        "donor": "Klingon", "amount": 5}]})  # fmt: skip
    game.letters = {7: ["Hello"]}
    result = step("finish", game, chance=Falls())
    assert (result.game.transactions, result.game.letters) == ([], {})


# --- research -------------------------------------------------------------------------------------


def chances(level, points, runs=4000):
    """The levels gained by research alone, with their frequencies."""
    gained = {}
    for run in range(runs):
        dice = Fair(run).dice("research")
        tech = Tech(level=level, points=points)
        up = technology.level_after_research(tech, dice, RULEBOOK_ECONOMY) - level
        gained[up] = gained.get(up, 0) + 1 / runs
    return gained


@pytest.mark.rule("FH-TECH-004", "FH-TEACH-004")
@pytest.mark.parametrize("example", examples("FH-TECH-004", "FH-TEACH-004"), ids=str)
def test_research_gives_half_of_what_points_are_worth_and_chances_for_the_rest(example):
    inputs, expect = example.given, example.expect
    level, points = inputs["level"], inputs.get("points", 0)
    if "average_cost" in expect:
        assert level * level == expect["average_cost"]
        return
    never = Falls(*[16 * 200] * 500).dice()
    tech = Tech(level=level, points=points)
    sure = technology.level_after_research(tech, never, RULEBOOK_ECONOMY)
    assert tech.points < sure
    outright = sure - level
    paid = sum(n * n for n in range(level, sure))
    assert outright == expect.get("levels_outright", outright)
    assert points - paid == expect.get("points_after_that", points - paid)
    assert points - paid == expect.get("points_left", points - paid)
    assert sure == expect.get("level_then", sure)
    if "points_kept" in expect:
        assert (sure, tech.points) == (expect["level_after"], expect["points_kept"])
    most = expect.get("level_at_most", expect.get("highest_possible"))
    if most is not None:
        species = {"techs": {"MI": {"level": level, "points": points}}}
        lucky = after(species, chance=Always()).species("Human").level("MI")
        assert lucky == most
    for gain in range(3):
        share = expect.get(f"chance_plus_{gain}_percent")
        if share is not None:
            assert abs(100 * chances(level, points).get(gain, 0) - share) < 2.5


class Always:
    """Dice of research that always succeed, and sixes."""

    def dice(self, *_subject):
        return lambda sides: 6 if sides == 6 else sides // 2

    def stream(self, *_subject):
        return None

    def drawn(self, *_subject):
        return ()


@pytest.mark.rule("FH-TECH-004")
@pytest.mark.parametrize(("level", "hits"), [(1, 9 / 16), (2, 1 / 2), (10, 1 / 10), (30, 1 / 30)])
def test_a_draw_succeeds_once_in_so_many_as_the_level_is(level, hits):
    sides = 16 * level
    total = sum(
        technology.level_after_research(
            Tech(level=level, points=level), Falls(s).dice(), RULEBOOK_ECONOMY
        )
        > level
        for s in range(1, sides + 1)
    )
    assert total / sides == hits


@pytest.mark.rule("FH-TECH-004")
def test_points_that_are_too_few_for_a_draw_are_kept_for_later_turns():
    human = {"techs": {"MI": {"level": 10, "points": 27}}}
    result = after(human)
    assert result.species("Human").techs["MI"].points == 7
    assert result.species("Human").level("MI") == 10


@pytest.mark.rule("FH-TECH-008")
@pytest.mark.parametrize("example", examples("FH-TECH-008"), ids=str)
def test_a_six_raises_a_level_without_research(example):
    inputs = example.given
    result = after({"techs": {"MI": inputs["level"]}}, chance=Falls(inputs["draw"]))
    assert result.species("Human").level("MI") == example.expect["level_after"]


@pytest.mark.rule("FH-TECH-008", "FH-TEACH-004")
def test_the_limit_of_one_technology_is_not_that_of_another():
    human = {"techs": {**LEVEL, "MI": {"level": 60, "points": 1}, "MA": 70}}
    assert after(human, chance=Falls(1, 6)).species("Human").level("MA") == 71
    stale = engine_habits("highest_level")
    assert after(human, chance=Falls(1, 6), economy=stale).species("Human").level("MA") == 70
    ours = after({"techs": {"MI": 5}}, chance=Falls(6))
    assert ours.species("Human").level("MI") == 6
    lost = after({"techs": {"MI": 5}}, chance=Falls(6), economy=stale)
    assert lost.species("Human").level("MI") == 5


@pytest.mark.rule("FH-TECH-002", "FH-TECH-004", "FH-TECH-008", "FH-SETUP-005")
@pytest.mark.parametrize(
    ("level", "points", "draws", "after_turn"),
    [
        (1, 0, (6,), 2),
        (1, 0, (5,), 1),
        (1, 0, (1,), 1),
        (0, 0, (6,), 0),
        (1, 1, (8, 1), 2),
        (1, 1, (16, 1), 2),
        (1, 1, (7, 1), 1),
        (1, 1, (8, 6), 3),
        (1, 1, (7, 6), 2),
        (101, 101, (808, 6), 102),
        (200, 0, (6,), 201),
        (200, 0, (2,), 200),
    ],
)
def test_research_and_luck_raise_a_level_each_by_itself(level, points, draws, after_turn):
    """Of 16 sides a level, 16 in the middle hit in research; of 6, the six is luck.

    Above 50 both together raise it by one at most.
    """
    human = {"techs": {"MI": {"level": level, "points": points}}}
    assert after(human, chance=Falls(*draws)).species("Human").level("MI") == after_turn


@pytest.mark.rule("FH-TECH-002")
def test_a_level_above_a_hundred_rises_like_any_other():
    human = {"techs": {"MI": {"level": 150, "points": 150}}}
    result = after(human, chance=Falls(8 * 150))
    assert result.species("Human").level("MI") == 151
    assert "Mining tech level rose from 150 to 151." in log_line(result)


@pytest.mark.rule("FH-HTECH-002")
def test_a_species_is_told_what_it_can_build_now():
    human = {"techs": {**LEVEL, "MA": {"level": 19, "initial": 19}}}
    log = log_line(after(human, chance=Falls(6)))
    assert log.endswith("You now have the technology to build Starbase Units.")
    bought = {"techs": {**LEVEL, "LS": {"level": 20, "initial": 18}}}
    log = log_line(after(bought))
    assert "build Field Distortion Units." in log
    assert "build Mark-2 Shield Generators." in log
    assert "Mark-1" not in log
    human = {"techs": {**LEVEL, "MA": {"level": 24, "initial": 24}}}
    assert log_line(after(human, chance=Falls(6))).endswith("to do interspecies construction.")
    assert log_line(after({"techs": {**LEVEL, "MA": 25}})) == ""


@pytest.mark.rule("FH-HTECH-002", "FH-INST-001")
def test_colonists_are_no_news_as_they_could_be_built_before():
    human = {"techs": {**LEVEL, "LS": {"level": 1, "initial": 0}}}
    assert log_line(after(human)) == ""
    assert "build Colonist Units." in log_line(after(human, in_1999=True))


@pytest.mark.rule("FH-TEACH-002", "FH-TEACH-010")
@pytest.mark.parametrize("example", examples("FH-TEACH-002"), ids=str)
def test_taught_knowledge_arrives_if_it_is_higher(example):
    inputs = example.given
    mining = {"level": inputs["tech"], "knowledge": inputs["knowledge"]}
    lesson = {"kind": "knowledge taught", "donor": "Klingon", "recipient": "Human", "tech": "MI",
              "level": inputs["taught"]}  # fmt: skip
    result = after({"techs": {**LEVEL, "MI": mining}}, deals=[lesson])
    tech = result.species("Human").techs["MI"]
    assert {"tech": tech.level, "knowledge": tech.knowledge} == example.expect
    line = "SP Klingon transferred knowledge of Mining to you up to tech level 20."
    assert log_line(result) == (line if tech.knowledge > inputs["knowledge"] else "")
    assert log_line(result, "Klingon") == ""


@pytest.mark.rule("FH-TEACH-002", "FH-TEACH-010")
def test_of_several_lessons_those_count_that_teach_anything():
    lesson = {"kind": "knowledge taught", "donor": "Klingon", "recipient": "Human"}
    lessons = [("MI", 10), ("MI", 12), ("MI", 11), ("BI", 4)]
    deals = [{**lesson, "tech": tech, "level": level} for tech, level in lessons]
    human = {"techs": {"MI": 10, "BI": 3}}
    game = game_with({"species": {"Human": human}, "transactions": deals})
    result = step("finish", game, chance=Falls())
    techs = result.species("Human").techs
    assert (techs["MI"].knowledge, techs["BI"].knowledge) == (12, 4)
    assert len(result.events("Human", "knowledge-received")) == 2


@pytest.mark.rule("FH-TEACH-002")
def test_a_level_reached_in_this_turn_counts_before_what_was_taught():
    lesson = {"kind": "knowledge taught", "donor": "Klingon", "recipient": "Human", "tech": "MI",
              "level": 11}  # fmt: skip
    result = after({"techs": {**LEVEL, "MI": 10}}, deals=[lesson], chance=Falls(6))
    assert result.species("Human").techs["MI"].knowledge == 10
    assert "transferred" not in log_line(result)


# --- ships ----------------------------------------------------------------------------------------


@pytest.mark.rule("FH-AGE-002")
@pytest.mark.parametrize("example", examples("FH-AGE-002"), ids=str)
def test_a_ship_grows_older_by_one_each_turn(example):
    game = game_with({"species": {"Human": {"ships": {"DD New": {"at": "Earth", "age": -1}}}}})
    inputs = example.given
    for _ in range(inputs.get("report_of_turn", 6) - inputs["finished_in_turn"] + 1):
        if "at" not in inputs:
            game = step("finish", game, chance=Falls()).game
    age = next(game.empires[0].living_ships()).age
    assert age == example.expect["age"]


@pytest.mark.rule("FH-AGE-002", "FH-AGE-004", "FH-PD-006")
def test_only_finished_ships_and_starbases_age():
    ships = {"DD Yard": {"at": "Earth", "status": "building", "age": -1, "unpaid": 100},
             "DD Done": {"at": "Earth", "age": 3, "cargo": {"PD": 2}},
             "BAS Fort": {"at": "Earth", "age": 7, "tons": 20000}}  # fmt: skip
    human = {"ships": ships, "planets": {"Earth": {"items": {"PD": 7}}}}
    result = after(human)
    ages = {ship.name: ship.age for ship in result.species("Human").living_ships()}
    assert ages == {"Yard": -1, "Done": 4, "Fort": 8}
    assert result.ship("Human", "Done").cargo == {"PD": 2}
    assert result.colony("Human", "Earth").items == {"PD": 7}


@pytest.mark.rule("FH-AGE-006")
@pytest.mark.parametrize("example", examples("FH-AGE-006"), ids=str)
def test_no_ship_is_older_than_49(example):
    result = after({"ships": {"DD Old": {"at": "Earth", "age": example.given["age"]}}})
    assert result.ship("Human", "Old").age == example.expect["age_next_turn"]


def test_a_ship_that_moved_may_move_again_and_came_by_wormhole_for_a_turn():
    ships = {"DD Hole": {"at": "2 2 2", "moved": "wormhole"},
             "DD Jump": {"at": "2 2 2", "moved": "jumped", "through_wormhole": True}}  # fmt: skip
    result = after({"ships": ships})
    marks = {s.name: (s.moved, s.through_wormhole)
             for s in result.species("Human").living_ships()}  # fmt: skip
    assert marks == {"Hole": (0, True), "Jump": (0, False)}


# --- fleet maintenance ----------------------------------------------------------------------------


@pytest.mark.rule("FH-FLEET-001", "FH-FLEET-002")
@pytest.mark.parametrize("example", examples("FH-FLEET-001", "FH-FLEET-002"), ids=str)
def test_what_a_ship_costs_each_turn(example):
    inputs = example.given
    ship = {"at": "Earth"}
    if inputs["class"] == "BAS":
        ship["tons"] = inputs["tonnage"]
    if "paid" in inputs:
        ship |= {"status": "building", "unpaid": 2000 - inputs["paid"]}
    human = {"techs": {"ML": 0}, "ships": {f"{inputs['class']} One": ship}}
    assert after(human).species("Human").fleet_cost == example.expect["base_cost"]


@pytest.mark.rule("FH-FLEET-003")
@pytest.mark.parametrize("example", examples("FH-FLEET-003"), ids=str)
def test_a_military_species_pays_less_for_its_fleet(example):
    inputs = example.given
    # 400 twice, 225, 36 and 3
    fleet = {name: {"at": "Earth"} for name in ("CL A", "CL B", "DDS C", "TR9 D", "TR1S E")}
    human = {"techs": {"ML": inputs["ml"]}, "ships": fleet}
    cost = after(human).species("Human").fleet_cost
    base = after(human | {"techs": {"ML": 0}}).species("Human").fleet_cost
    if "discount_percent" in example.expect:
        assert cost == base - example.expect["discount_percent"] * base // 100
        return
    assert base == inputs["base_total"]
    assert cost == example.expect["cost"]


@pytest.mark.rule("FH-FLEET-004")
def test_the_fleet_takes_its_share_of_all_production():
    human = {
        "techs": {**LEVEL, "MI": 10, "MA": 10, "LS": 30},
        "planets": {
            "Venus": {"at": "10 10 10 #2", "mining_base": 20.0},
            "Mars": {"at": "12 13 10 #2", "manufacturing_base": 30.0},
        },
        "ships": {"CL One": {"at": "Earth"}, "TR1 Two": {"at": "Earth"}},
    }
    species = after(human).species("Human")
    # Earth after growth: 1020 of 1020 and 510; Venus 10 * 200 / 180 = 111, less 20 %, two thirds;
    # Mars needs 6 of life support and has neither material nor tourists.
    home = min(10 * species.home_colony.mining_base * 10 // 200, 510)
    assert species.fleet_cost == 404
    assert species.fleet_percent == 10_000 * 404 // (home + 2 * (111 - 22) // 3)


@pytest.mark.rule("FH-FLEET-004")
@pytest.mark.parametrize("example", examples("FH-FLEET-004"), ids=str)
def test_the_share_has_two_decimals_and_is_a_hundred_percent_of_nothing(example):
    inputs = example.given
    share = RULEBOOK_ECONOMY.fleet_percent(inputs["cost"], inputs["total_production"])
    assert share / 100 == example.expect["percent"]


#: Ships by their cost each turn without a discount.
_SHIPS = {1200: ("BS A", "DD B"), 900: ("BS A",), 300: ("DD B",)}


@pytest.mark.rule("FH-FLEET-007")
@pytest.mark.parametrize("example", examples("FH-FLEET-007"), ids=str)
def test_the_treasury_pays_for_a_fleet_that_costs_more_than_is_produced(example):
    inputs, expect = example.given, example.expect
    bases = {"mining_base": 196.1, "manufacturing_base": 98.1}  # 2000 and 1000 tenths when grown
    if not inputs["total_production"]:
        bases = {"mining_base": 0.0, "manufacturing_base": 0.0}
    human = {
        "techs": {**LEVEL, "MI": 10, "MA": 10},
        "treasury": inputs["treasury"],
        "planets": {"Earth": bases},
        "ships": {name: {"at": "Earth"} for name in _SHIPS[inputs["cost"]]},
    }
    result = after(human)
    species = result.species("Human")
    assert species.fleet_cost == inputs["cost"]
    assert species.treasury == expect["treasury"]
    assert species.fleet_percent / 100 == expect["percent"]
    paid = inputs["treasury"] - expect["treasury"]
    assert result.ledger == ([("Human", -paid, "fleet maintenance")] if paid else [])
    line = f"{paid} economic units were spent on fleet maintenance."
    assert log_line(result) == (line if paid else "")


@pytest.mark.rule("FH-FLEET-007")
def test_a_debt_pays_for_no_fleet():
    human = {"treasury": -7, "ships": {f"BR Sun {n}": {"at": "Earth"} for n in "123456"}}
    result = after(human=human)
    assert result.species("Human").treasury == -7
    assert result.ledger == []


def test_in_1999_the_treasury_was_spared():
    human = {"treasury": 5000, "ships": {f"BR Sun {n}": {"at": "Earth"} for n in "123456"}}
    species = after(human, in_1999=True).species("Human")
    assert species.treasury == 5000
    assert species.fleet_percent > 10_000


# --- disbanded colonies ---------------------------------------------------------------------------


def disbanded(items=None, ships=None, biology=3):
    """The end of the turn in which the humans disbanded Venus with this stock."""
    venus = {"at": "10 10 10 #2", "items": items or {}, "disbanded": True}
    human = {"techs": {"BI": biology}, "planets": {"Venus": venus}, "ships": ships or {}}
    return after(human)


@pytest.mark.rule("FH-DISBAND-006")
@pytest.mark.parametrize("example", examples("FH-DISBAND-006"), ids=str)
def test_what_is_left_on_a_disbanded_colony_brings_half_of_its_recycling_value(example):
    inputs = example.given
    ships = {}
    if "ship_original_cost" in inputs:
        ships = {"FF Old": {"at": "Venus", "status": "landed", "age": inputs["ship_age"]}}
    if "unfinished_ship_paid" in inputs:
        left = 1500 - inputs["unfinished_ship_paid"]
        ships = {"DD New": {"at": "Venus", "status": "building", "unpaid": left}}
    result = disbanded(inputs.get("items"), ships, inputs.get("bi", 3))
    amount = example.expect["economic_units"]
    assert result.ledger == [("Human", amount, "salvage of Venus")]
    assert result.species("Human").treasury == amount
    assert log_line(result) == (
        f"PL Venus was disbanded, generating {amount} economic units in salvage."
    )


@pytest.mark.rule("FH-DISBAND-006", "FH-DISBAND-007")
def test_ships_in_orbit_are_spared_and_starbases_and_landed_ships_are_not():
    ships = {
        "DD Free": {"at": "Venus", "status": "orbit"},
        "DD Down": {"at": "Venus", "status": "landed", "cargo": {"FS": 4}},
        "BAS Base": {"at": "Venus", "tons": 20000},
        "DD Home": {"at": "Earth", "status": "landed"},
    }
    result = disbanded(ships=ships)
    assert [s.name for s in result.species("Human").living_ships()] == ["Free", "Home"]
    assert str(result.ship("Human", "Free").place) == "10 10 10 #2"
    # the destroyer 3 * 1500 * 60 // 400, the base 3 * 200 * 60 // 400, four units at 25
    assert result.ledger[0] == ("Human", 675 + 90 + 25, "salvage of Venus")


@pytest.mark.rule("FH-DISBAND-007")
def test_a_disbanded_colony_is_forgotten_and_no_ship_is_sent_there_any_more():
    ships = {"TR5 Mover": {"at": "Earth", "loaded_at": "Venus", "unloading_at": "Venus"}}
    result = disbanded(ships=ships)
    assert [c.name for c in result.species("Human").living_colonies()] == ["Earth"]
    mover = result.ship("Human", "Mover")
    assert (mover.loading_point, mover.unloading_point) == (0, 0)
    planets = {
        "Before": {"at": "12 13 10 #1"},
        "Venus": {"at": "10 10 10 #2", "disbanded": True},
        "Behind": {"at": "12 13 10 #2"},
    }
    ships |= {
        f"TR5 {goal} Mover": {"at": "Earth", "loaded_at": goal, "unloading_at": goal}
        for goal in ("Before", "Behind")
    }
    unloaded = after({"planets": planets, "ships": ships})
    assert unloaded.ship("Human", "Mover").unloading_point == 0
    for number, goal in ((1, "Before"), (3, "Behind")):
        ship = unloaded.ship("Human", f"{goal} Mover")
        assert (ship.loading_point, ship.unloading_point) == (number, number)
    reloaded = step("finish", game_with({"species": {"Human": {
        "planets": {"Venus": {"at": "10 10 10 #2", "disbanded": True}}, "ships": {
            "TR5 Mover": ships["TR5 Mover"]}}}}),
        in_1999=True, chance=Falls())  # fmt: skip
    assert reloaded.ship("Human", "Mover").loading_point == 1


# --- messages about others ------------------------------------------------------------------------


@pytest.mark.rule("FH-MSG-001", "FH-MSG-003")
def test_a_message_arrives_word_for_word_with_its_senders_name():
    game = game_with({"transactions": [{"kind": "message", "sender": "Klingon",
                                        "recipient": "Human", "message": 100007}]})  # fmt: skip
    game.empires[1].address = "kor@example.org"
    game.letters = {100007: ["Surrender ; or die", "", "   {name}" + "x" * 90]}
    result = step("finish", game, chance=Falls())
    assert result.log("Human").split("\n")[2:] == [
        "", "  You received the following message from SP Klingon:", "",
        "Surrender ; or die", "", "   {name}" + "x" * 90, "", "  *** End of Message ***", "",
    ]  # fmt: skip
    assert result.log("Klingon") == ""
    assert "kor@" not in str([t.data for t in result.context.events])


SIEGE = "During the siege of Klingon PL Qo, your forces detected the"
DEFENSES = "Planetary Defense Units"


@pytest.mark.parametrize(
    ("deal", "line"),
    [
        ({"kind": "mishap", "owner": "Human", "fate": "misjumped", "ship": "TR1 Fly",
          "place": "4 5 6 #0"}, "!!! TR1 Fly mis-jumped to 4 5 6!"),
        ({"kind": "mishap", "owner": "Human", "fate": "intercepted", "ship": "TR1 Fly"},
         "!!! TR1 Fly disappeared without a trace, cause unknown!"),
        ({"kind": "mishap", "owner": "Human", "fate": "self destructed", "ship": "TR1 Fly"},
         "!!! TR1 Fly disappeared without a trace, cause unknown!"),
        ({"kind": "mishap", "owner": "Human", "fate": "fail safe used", "ship": "TR1 Fly"},
         "!!! TR1 Fly had a jump mishap! A fail-safe jump unit was expended."),
        ({"kind": "units sent", "recipient": "Human", "donor": "Klingon", "amount": 7},
         "7 economic units were received from SP Klingon."),
        ({"kind": "telescope noticed", "told": "Human", "ship": "DD Spy", "place": "1 2 3 #0"},
         "! DD Spy detected the operation of an alien gravitic telescope at x = 1, y = 2, z = 3."),
        ({"kind": "portal used", "portal_owner": "Human", "user_name": "Klingon",
          "ship": "DD Claw", "starbase": "BAS Gate"},
         "Klingon DD Claw used jump portal BAS Gate."),
        ({"kind": "landing request", "asked": "Human", "granted": 0, "ship": "TR1 Guest",
          "planet": "Earth", "asker_name": "Klingon"},
         "TR1 Guest owned by SP Klingon was denied permission to land on PL Earth."),
        ({"kind": "built for", "recipient": "Human", "donor": "Klingon", "what": "items",
          "quantity": 1, "item": "FS", "receiver": "Earth"},
         "1 Fail-Safe Jump Unit was constructed for you by SP Klingon on PL Earth."),
        ({"kind": "built for", "recipient": "Human", "donor": "Klingon", "what": "items",
          "quantity": 3, "item": "IU", "receiver": "Earth"},
         "3 Colonial Mining Units were constructed for you by SP Klingon on PL Earth."),
        ({"kind": "built for", "recipient": "Human", "donor": "Klingon", "what": "ship",
          "receiver": "DD Gift"}, "DD Gift was constructed for you by SP Klingon."),
        ({"kind": "siege discovery", "besieger": "Human", "act": "landing", "planet": "Qo",
          "ship": "DD Claw", "besieged_name": "Klingon"},
         f"{SIEGE} landing of DD Claw on the planet."),
        ({"kind": "siege discovery", "besieger": "Human", "act": "transfer to planet",
          "planet": "Qo", "ship": "Rura", "quantity": 2, "item": "PD",
          "besieged_name": "Klingon"},
         f"{SIEGE} transfer of 2 {DEFENSES} from PL Rura, but you destroyed them in transit."),
    ],
)  # fmt: skip
def test_a_species_is_told_of_what_others_did(deal, line):
    result = after(deals=[deal], klingon={"treasury": 50})
    assert log_line(result) == line
    assert log_line(result, "Klingon") == ""
    assert (result.species("Human").treasury, result.ledger) == (0, [])


@pytest.mark.rule("FH-MISHAP-002")
def test_no_fact_of_a_notice_says_more_than_its_sentence():
    lost = {"kind": "mishap", "owner": "Human", "ship": "TR1 Fly", "place": "4 5 6 #0"}
    shot = after(deals=[lost | {"fate": "intercepted"}]).events("Human")[0]
    burst = after(deals=[lost | {"fate": "self destructed"}]).events("Human")[0]
    assert shot == burst
    gift = {"kind": "built for", "recipient": "Human", "donor": "Klingon", "what": "ship",
            "receiver": "DD Gift", "cost": 1650}  # fmt: skip
    assert 1650 not in after(deals=[gift]).events("Human")[0].data.values()


@pytest.mark.rule("FH-SIEGE-011")
def test_tribute_is_credited_at_the_end_of_the_turn():
    deal = {"kind": "siege gain", "recipient": "Human", "donor": "Klingon", "amount": 111,
            "percent": 37, "planet": "Qo"}  # fmt: skip
    result = after({"treasury": 5}, deals=[deal])
    assert result.species("Human").treasury == 116
    assert result.ledger == [("Human", 111, "siege")]
    assert log_line(result) == (
        "111 economic units were received from SP Klingon as a result of your successful siege of"
        " their PL Qo. The siege was 37% effective."
    )


def test_loot_is_credited_at_the_end_of_the_turn():
    deal = {"kind": "looting", "recipient": "Human", "donor": "Klingon", "amount": 30,
            "planet": "Qo"}  # fmt: skip
    result = after(deals=[deal])
    assert result.ledger == [("Human", 30, "looting")]
    assert log_line(result) == (
        "30 economic units were received from SP Klingon as a result of your looting their PL Qo."
    )


# --- contacts -------------------------------------------------------------------------------------

EMPTY = "12 13 10"
#: Words of the examples for the place of a ship.
_PLACES = {"L2": ("12 13 10 #2", "landed"), "O3": ("12 13 10 #1", "orbit"), "D": (EMPTY, "deep")}


def met(human, klingon):
    """True for each of two species that has met the other, with these forces at one star."""
    result = after(human, klingon=klingon)
    return tuple(bool(result.species(name).met) for name in ("Human", "Klingon"))


def at_star(*places, **colonies):
    """Ships in these places, and colonies at the star."""
    ships = {f"DD Ship {n}": dict(zip(("at", "status"), _PLACES[place], strict=True))
             for n, place in enumerate(places)}  # fmt: skip
    planets = {name: {"at": "12 13 10 #2", **colony} for name, colony in colonies.items()}
    return {"techs": {"LS": 30}, "ships": ships, "planets": planets}


@pytest.mark.rule("FH-MISC-006")
@pytest.mark.parametrize("example", examples("FH-MISC-006"), ids=str)
def test_who_shows_is_met_by_all_who_are_there(example):
    inputs = example.given
    hidden = {"Nest": {"mining_base": 90.0, "hiding": True}}
    human = at_star(*inputs["observer_ships"])
    klingon = at_star(
        *inputs["other_ships"], **(hidden if inputs.get("other_colony_hidden") else {})
    )
    assert met(human, klingon)[0] == example.expect["observer_has_met_other"]


@pytest.mark.rule("FH-MISC-006")
@pytest.mark.parametrize(
    ("human", "klingon", "expected"),
    [
        (at_star("O3"), at_star("D"), (True, True)),
        (at_star("L2"), at_star("O3"), (True, False)),
        (at_star("L2"), at_star("L2"), (False, False)),
        (at_star("O3"), at_star(Nest={"mining_base": 90.0}), (True, True)),
        (at_star("O3"), at_star(Name={}), (False, False)),
        (at_star(Camp={"items": {"PD": 60}}), at_star(Nest={"mining_base": 90.0, "hiding": True}),
         (True, True)),
        ({}, at_star("O3"), (False, False)),
    ],
)  # fmt: skip
def test_each_way_by_itself(human, klingon, expected):
    assert met(human, klingon) == expected


@pytest.mark.rule("FH-MISC-006")
def test_distorted_ships_and_ships_in_flight_are_not_met():
    spy = at_star("O3")
    spy["ships"]["DD Ship 0"]["cargo"] = {"FD": 15}
    assert met(at_star("O3"), spy) == (False, True)
    fled = at_star("D")
    fled["ships"]["DD Ship 0"] |= {"status": "withdrew", "to": "9 9 9"}
    assert met(at_star("O3"), fled) == (False, False)


@pytest.mark.rule("FH-MISC-006")
def test_contacts_stand_in_the_order_of_numbers_and_last():
    players = ("Human", "Klingon", "Romulan")
    state = {"species": {"Human": at_star("O3") | {"met": ["Romulan"]}, "Klingon": at_star("O3")}}
    result = step("finish", game_with(state, players), chance=Falls())
    assert result.species("Human").met == ["Klingon", "Romulan"]
    assert not result.species("Romulan").met


@pytest.mark.rule("FH-DIPLO-007")
def test_whoever_is_met_is_neutral_or_the_enemy_of_all():
    result = after(at_star("O3"), klingon=at_star("O3"))
    human = result.species("Human")
    assert (human.allies, human.enemies) == ([], [])
    hostile = after(at_star("O3") | {"enemies": "all"}, klingon=at_star("O3")).species("Human")
    assert hostile.met == ["Klingon"]
    assert "Klingon" in hostile.enemies


def test_sectors_are_listed_once_planets_first():
    species = game_with({"species": {"Human": at_star("O3", "D", "L2", Nest={"items": {"CU": 1}})}})
    assert contact.sectors_of(species.empires[0]) == [(10, 10, 10), (12, 13, 10)]


# --- chance and size ------------------------------------------------------------------------------


def test_the_dice_of_one_species_and_planet_are_its_own():
    """A species' actions on its planets change no other die."""

    def ends(colonies):
        human = {"techs": {"LS": 30}, "planets": colonies}
        result = after(human, klingon=at_star(Nest={"mining_base": 90.0}), chance=Fair(7))
        return result.species("Klingon"), result.colony("Human", "Mars").population

    mars = {"Mars": {"at": "10 10 10 #4", "mining_base": 90.0, "manufacturing_base": 90.0}}
    venus = {"Venus": {"at": "10 10 10 #2", "items": {"CU": 900}}}
    assert ends(mars) == ends(venus | mars)


def test_locating_computes_efficiency_anew_and_nothing_else():
    planets = {"Venus": {"at": "10 10 10 #2", "mining_base": 400.0}}
    game = game_with({"species": {"Human": {"planets": planets}}})
    locate(game)
    assert game.star_at((10, 10, 10)).planets[1].efficiency == 52
    assert next(game.empires[0].living_colonies()).base == 1500


def test_every_kind_of_transaction_that_concerns_somebody_reaches_them():
    for kind in TransactionKind:
        facts = {fact: 2 for fact in FACTS[kind] if not fact.endswith("name")}
        boxes = inboxes([transaction(kind, **facts)], 3)
        reached = [number for number, box in boxes.items() if list(box.of(kind))]
        assert reached == (
            [] if kind in {TransactionKind.BESIEGED, TransactionKind.TECHNOLOGY_SOLD} else [2]
        )


def test_ships_in_yards_and_lost_slots_are_no_trouble():
    game = game_with({"species": {"Human": {"ships": {"DD A": {"at": "Earth"}}}}})
    game.empires[0].ships += [None, None]
    game.empires[0].colonies += [None]
    game.empires[0].ships[0].where = ShipLocation.BUILDING
    result = step("finish", game, chance=Falls())
    assert result.species("Human").ships[1:] == [None, None]
