"""The text of the report, byte for byte as in 1999 and in the words of the rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from horizons_core.rules import catalogue
from tests.variants.far_horizons.recorded_games import recorded_games
from tests.variants.far_horizons.single_steps import game_with, step
from variants.far_horizons.constants import ITEM_OF, SHIP_CLASSES, TECH_NAMES
from variants.far_horizons.mods.engine_1999.views import VIEW_1999
from variants.far_horizons.report.classic import classic_report
from variants.far_horizons.report.classic.planets import item_line, ship_text
from variants.far_horizons.view.model import FarHorizonsView

RULES = catalogue("far_horizons", "variants.far_horizons")
GOLDEN = Path(__file__).parent / "golden"
SITUATION = {
    "met": ["Klingon"],
    "enemies": ["Klingon"],
    "treasury": 77,
    "techs": {"MI": 12, "GV": {"level": 5, "knowledge": 8}, "LS": 12, "MA": 25},
    "fleet": {"cost": 50, "percent": 10.0},
    "undamaged_base": 200.0,
    "visited": ["9 9 9"],
    "planets": {
        "Earth": {"items": {"RM": 30, "PD": 10, "SG1": 2}, "siege": 40},
        "Mine": {"at": "10 10 10 #2", "mining_base": 18.0, "kind": "mining"},
        "Spa": {"at": "10 10 10 #4", "manufacturing_base": 3.0, "kind": "resort"},
        "Mars": {"at": "12 13 10 #1", "items": {"CU": 3, "IU": 3}, "ordered": {"IU": 3}},
        "Venus": {"at": "12 13 10 #2", "mining_base": 9.0, "manufacturing_base": 8.8,
                  "population": 17, "hidden": True, "needed": {"AU": 5}},
    },
    "ships": {
        "DD Hammer": {"at": "10 10 10 #3", "status": "building", "unpaid": 500},
        "TR5 Mule": {"at": "12 13 10 #2", "cargo": {"CU": 10}, "loaded_at": "Earth"},
        "BAS Eye": {"at": "10 10 10 #3", "tons": 20_000, "age": 3},
        "TR1 Scout": {"at": "9 9 9"},
        "CTS Run": {"at": "12 13 10 #1", "cargo": {"FD": 2}},
        "CA Flight": {"at": "1 2 3", "status": "withdrew", "to": "4 5 6"},
        "CA Near": {"at": "9 9 9"},
    },
    "auto": True,
}  # fmt: skip
STRANGERS = {
    "planets": {"Qo": {"at": "12 13 10 #1", "mining_base": 6.4}},
    "ships": {"BAS Fort": {"at": "12 13 10 #1", "tons": 250_000}, "CT Claw": {"at": "9 9 9"}},
}
VIEW = FarHorizonsView()


def report(human=None, *, view=VIEW, turn=5, log=None):
    game = game_with({"species": {"Human": human or {}}})
    return classic_report(view.of_every_species(game)["Human"], turn, log)


def examples(clause):
    return [(e.given, e.expect) for e in RULES.examples(clause)]


@pytest.mark.rule(
    "FH-PENALTY-003",
    "FH-AGE-008",
    "FH-TEACH-008",
    "FH-SCAN-004",
    "FH-REPORT-002",
    "FH-REPORT-003",
    "FH-REPORT-004",
)
@pytest.mark.parametrize("view", [VIEW, VIEW_1999], ids=["rulebook", "engine"])
def test_a_whole_report(view):
    game = game_with({"species": {"Human": SITUATION, "Klingon": STRANGERS}})
    log = "\nCombat orders:\n\nJump orders:\n    TR1 Scout will try to jump to 9 9 9 (0.20%).\n"
    text = classic_report(view.of_every_species(game)["Human"], 5, log)
    name = "report_of_1999.txt" if view is VIEW_1999 else "report_by_the_rulebook.txt"
    assert text == (GOLDEN / name).read_text("utf-8")


@pytest.mark.recorded
@pytest.mark.parametrize("turn", ["a-0", "a-9", "b-0", "b-7", "b-15", "b-16"])
def test_reports_of_the_engine_byte_for_byte(turn):
    """In turn 16 of game b riots have brought bases below zero."""
    name, number = turn.split("-")
    (recording,) = [game for game in recorded_games() if game.name == f"game_{name}"]
    recorded = recording.turn(int(number))
    game = recorded.state("after_finish")
    logs, views = recorded.logs(), VIEW_1999.of_every_species(game)
    for data in views.values():
        log = logs.get(data["number"])
        assert classic_report(data, game.turn, log) == recorded.report(data["number"])


# the event log


def test_the_log_stands_above_all_under_the_turn_that_was_played():
    assert report(log="\nWell.\n").startswith("\n\n\t\t\tEVENT LOG FOR TURN 4\n\nWell.\n\n\n\n\t")


def test_the_first_report_has_no_title_over_its_log():
    assert report(log="Scan.\n", turn=1).startswith("Scan.\n\n\n\n\t\t\t SPECIES STATUS")


def test_without_a_log_the_report_begins_with_the_status():
    assert report().startswith("\n\t\t\t SPECIES STATUS\n\n\t\t\tSTART OF TURN 5\n")


def test_names_may_be_written_in_any_script():
    page = report({"planets": {"Earth": {"name": "Земля 地球"}}}, log="Добро!\n")
    assert "HOME PLANET: PL Земля 地球\n" in page
    assert "Добро!" in page


# the species


@pytest.mark.rule("FH-TECH-007")
def test_levels_under_the_names_of_the_table():
    techs = {row["abbr"]: number for number, row in enumerate(RULES["FH-TECH-007"].rows, 11)}
    page = report({"techs": techs})
    for row in RULES["FH-TECH-007"].rows:
        assert f"   {row['name']} = {techs[row['abbr']]}\n" in page


@pytest.mark.rule("FH-TECH-001")
def test_there_are_six_levels_and_each_may_be_zero():
    page = report({"techs": dict.fromkeys(TECH_NAMES, 0)})
    levels = page.partition("Tech Levels:\n")[2].partition("\n\n")[0].splitlines()
    assert levels == [f"   {row['name']} = 0" for row in RULES["FH-TECH-001"].rows]


@pytest.mark.rule("FH-TEACH-008")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-TEACH-008"))
def test_knowledge_beside_the_level(inputs, expect):
    assert f"   Gravitics = {expect['shown']}\n" in report({"techs": {"GV": inputs}})


@pytest.mark.rule("FH-TEACH-008")
def test_levels_stand_in_their_order():
    page = report()
    names = ("Mining", "Manufacturing", "Military", "Gravitics", "Life Support", "Biology")
    places = [page.index(f"   {name} = ") for name in names]
    assert places == sorted(places)


@pytest.mark.rule("FH-REPORT-005")
def test_what_a_species_breathes():
    air = {
        "required": "O2",
        "least": 10,
        "most": 40,
        "neutral": ["N2", "He", "CO2", "H2O", "SO2", "CH4"],
        "poisonous": ["H2", "NH3", "HCl", "Cl2", "F2", "H2S"],
    }
    page = report({"atmosphere": air})
    assert "Atmospheric Requirement: 10%-40% O2\n" in page
    assert re.search("^Neutral Gases: .*CO2", page, re.MULTILINE)
    assert re.search("^Poisonous Gases: .*H2S", page, re.MULTILINE)


@pytest.mark.rule("FH-FLEET-006")
def test_the_line_of_fleet_maintenance():
    (inputs, expect), *_ = examples("FH-FLEET-006")
    page = report({"fleet": {"cost": inputs["cost"], "percent": inputs["percent"]}})
    assert f"{expect['line']}\n" in page


@pytest.mark.rule("FH-FLEET-006")
def test_the_deduction_on_a_planet():
    _, (inputs, expect) = examples("FH-FLEET-006")
    production = inputs["production"]
    human = {
        "techs": {"MI": 10, "MA": 10},
        "fleet": {"cost": 1, "percent": 7.34},
        "planets": {"Earth": {"manufacturing_base": production / 10, "mining_base": 1000.0}},
    }
    assert f"{expect['line']}\n" in report(human)


def test_who_was_met_and_what_is_thought_of_them():
    page = report({"met": ["Klingon"], "allies": ["Klingon"]})
    assert "\n\nSpecies met: SP Klingon\n\nAllies: SP Klingon\n\nEconomic units = 0\n" in page
    assert "Enemies" not in page


# planets


@pytest.mark.rule("FH-REPORT-002")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-REPORT-002"))
def test_items_in_stock(inputs, expect):
    page = report({"planets": {"Earth": {"items": {inputs["item"]: inputs["quantity"]}}}})
    assert f"\nPlanetary inventory:\n   {expect['line']}\n" in page


@pytest.mark.rule("FH-REPORT-002")
def test_items_in_stock_as_the_engine_tells_them():
    items = {"RM": 17, "PD": 3, "CU": 2}
    page = report({"planets": {"Earth": {"items": items}}}, view=VIEW_1999)
    assert "\nRaw Material Units (RM,C1) carried over from last turn = 17\n" in page
    assert "   Planetary Defense Units (PD,C3) = 3 (warship equivalence = 150 tons)\n" in page
    assert "   Raw Material Units" not in page


@pytest.mark.rule("FH-GUN-005", "FH-SG-004")
@pytest.mark.parametrize(
    ("item", "name"),
    [
        (inputs["abbr"], expect["report_name"])
        for clause in ("FH-GUN-005", "FH-SG-004")
        for inputs, expect in examples(clause)
    ],
)
def test_names_of_guns_and_shields(item, name):
    line = f"   {name}s ({item},C{5 * int(item[-1])}) = 4"
    assert line in report({"planets": {"Earth": {"items": {item: 4}}}})


@pytest.mark.rule("FH-ABBR-001")
def test_every_class_in_the_table_of_abbreviations_is_one_of_ours():
    kinds = {"item": ITEM_OF, "ship": {c.abbreviation: c for c in SHIP_CLASSES}}
    kinds["starbase"] = kinds["ship"]
    for row in RULES["FH-ABBR-001"].rows:
        if row["type"] in kinds and not row["abbr"].endswith("n"):
            known = kinds[row["type"]][row["abbr"]].name
            assert known.replace("-", "").casefold() == row["name"].replace("-", "").casefold()
    numbered = {"GUn": "Gun", "SGn": "Shield"}
    for letter, word in numbered.items():
        assert f"Mark-3 {word}" in item_line(letter.replace("n", "3"), 1)


@pytest.mark.rule("FH-REPORT-004")
def test_what_a_planet_can_produce():
    page = report()
    assert "Mining base = 100.0 (MI = 10, MD = 2.00)\n   500 raw material units" in page
    assert (
        "Manufacturing base = 50.0 (MA = 10)\n   Production capacity this turn will be 500." in page
    )


@pytest.mark.rule("FH-PENALTY-003")
def test_the_production_penalty_stands_with_the_net_values():
    human = {
        "techs": {"LS": 12},
        "planets": {"Mine": {"at": "10 10 10 #2", "mining_base": 18.0, "kind": "mining"}},
    }
    page = report(human)
    assert "Production penalty = 50% (LSN = 6)\n" in page
    assert "   This mining colony will generate 33 - 0 = 33 economic units this turn.\n" in page


@pytest.mark.rule("FH-POP-001")
def test_available_and_total_population():
    human = {"planets": {"Earth": {"items": {"CU": 7}, "population": 41}}}
    assert "\nAvailable population units = 41\nTotal population units = 1548\n" in report(human)
    assert "Total population" not in report(human, view=VIEW_1999)


# ships


def _ship(inputs):
    """The catalogue's words as a ship of a situation."""
    status = next((s for s in ("landed", "withdrew", "orbit") if s in inputs), "deep")
    status = "forced" if "forced_jump" in inputs else status
    status = "building" if "under_construction" in inputs else status
    orbit = inputs.get("landed") or inputs.get("orbit") or (3 if status == "building" else 0)
    known = min(orbit, 5)
    ship = {"at": "10 10 10" + (f" #{known}" if known else ""), "status": status}
    ship |= {"age": inputs["age"]} if "age" in inputs else {}
    ship |= {"tons": inputs["tonnage"]} if "tonnage" in inputs else {}
    ship |= {"to": "1 2 3"} if status in ("withdrew", "forced") else {}
    return ship, orbit, known


@pytest.mark.rule("FH-REPORT-003", "FH-AGE-008")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-REPORT-003"))
def test_the_line_of_a_ship(inputs, expect):
    ship, orbit, known = _ship(inputs)
    title = f"{inputs['class']} {inputs['name']}"
    line = expect["line"].replace(f"O{orbit}", f"O{known}") if orbit != known else expect["line"]
    page = report({"ships": {title: ship}})
    assert re.search(rf"^.*{re.escape(line)}\s", page, re.MULTILINE)


def test_the_orbit_of_a_ship_is_that_of_its_planet():
    """The catalogue's orbit 6, which no planet of our small galaxy has."""
    state = {"stars": {"5 5 5": {"planets": [{}] * 6}}}
    state["species"] = {"Human": {"ships": {"CT Derby Dan": {"at": "5 5 5 #6", "age": 5}}}}
    assert "CT Derby Dan (A5,O6)" in classic_report(
        VIEW.of_every_species(game_with(state))["Human"], 2
    )


@pytest.mark.rule("FH-SHIP-013", "FH-ABBR-002")
@pytest.mark.parametrize("title", ["FFS Slow", "TR4S Slow", "BSS Slow", "CSS Slow", "TR15S Slow"])
def test_sub_light_ships_have_an_s(title):
    assert f"\t{title} (A0,D)" in report({"ships": {title: {"at": "10 10 10"}}})


@pytest.mark.rule("FH-ABBR-003")
@pytest.mark.parametrize(("inputs", "expect"), examples("FH-ABBR-003"))
def test_transports_have_their_size_in_their_class(inputs, expect):
    [ship] = VIEW.of_every_species(game_with({"species": {"Human": {"ships": {
        f"{inputs['abbr']} Mule": {"at": "10 10 10"}}}}}))["Human"]["ships"]  # fmt: skip
    assert 10_000 * ship["tonnage"] == expect["tonnage"]
    assert ship_text(ship) == f"{inputs['abbr']} Mule (A0,D)"


@pytest.mark.rule("FH-TR-006")
def test_capacities_are_listed():
    ships = {
        "TR20 Mule": {"at": "10 10 10 #3", "cargo": {"CU": 30, "RM": 5}},
        "BAS Eye": {"at": "10 10 10 #3", "tons": 200_000},
        "CT Spy": {"at": "10 10 10 #3"},
    }
    lines = [line.split(")")[1].split() for line in report({"ships": ships}).splitlines()
             if line.startswith("  ") and "O3" in line]  # fmt: skip
    assert lines == [["200"], ["400", "5", "RM,30", "CU"], ["2"]]


@pytest.mark.rule("FH-FD-004")
@pytest.mark.parametrize("place", ["10 10 10 #3", "12 13 10"])
def test_the_owner_sees_distortion_units_as_cargo(place):
    ships = {"CT Thief": {"at": place, "age": 8, "cargo": {"FD": 2}}}
    page = report({"ships": ships})
    assert "CT Thief (A8," in page
    assert "2 FD" in page
    assert "???" not in page


@pytest.mark.rule("FH-FD-004")
def test_by_a_habit_ones_own_distorted_ships_may_appear_in_disguise():
    ships = {"CTS Thief": {"at": "12 13 10", "age": 8, "cargo": {"FD": 2}}}
    assert "\tCT ??? (D), 2 FD\n" in report({"ships": ships}, view=VIEW_1999)


@pytest.mark.rule("FH-NAME-006")
def test_names_are_shown_as_they_were_first_written():
    game = game_with({"species": {"Human": {"ships": {"CT Laughing Dog": {"at": "10 10 10"}}}}})
    result = step("post-arrival", game, {"Human": "SCAN ct LAUGHING dog"})
    assert result.codes("Human") == []
    text = classic_report(VIEW.of_every_species(result.game)["Human"], 5, result.log("Human"))
    assert text.count("CT Laughing Dog") == 2
    assert "LAUGHING" not in text


@pytest.mark.rule("FH-REPORT-001")
def test_a_system_that_was_visited_is_not_described_unless_it_was_scanned():
    game = game_with({"species": {"Human": {"visited": ["9 9 9"],
                                            "ships": {"TR1 Eye": {"at": "9 9 9"}}}}})  # fmt: skip
    unasked = step("post-arrival", game, {"Human": ""})
    result = step("post-arrival", game, {"Human": "SCAN TR1 Eye"})
    logs = [classic_report(VIEW.of_every_species(result.game)["Human"], 5, result.log("Human"))
            for result in (unasked, result)]  # fmt: skip
    assert ["stellar type" in text for text in logs] == [False, True]


@pytest.mark.rule("FH-REPORT-001")
@pytest.mark.parametrize("section", ["jumps", "production"])
def test_a_scan_can_be_asked_for_in_two_sections_only(section):
    game = game_with({"species": {"Human": {"ships": {"TR1 Eye": {"at": "9 9 9"}}}}})
    result = step(section, game, {"Human": "SCAN TR1 Eye"})
    assert result.codes("Human") == ["wrong-section"]
    assert "stellar type" not in result.log("Human")
    assert step("pre-departure", game, {"Human": "SCAN TR1 Eye"}).codes("Human") == []


@pytest.mark.rule("FH-STATUS-001")
def test_the_report_shows_what_will_be_if_nobody_fights():
    enemies = {"enemies": ["Human"], "ships": {"BR Doom": {"at": "10 10 10 #3"}}}
    threatened = game_with({"species": {"Human": SITUATION, "Klingon": enemies}})
    safe = game_with({"species": {"Human": SITUATION}})
    warned, quiet = (VIEW.of_every_species(game)["Human"] for game in (threatened, safe))
    assert warned["aliens"] != quiet["aliens"]
    assert {**warned, "aliens": []} == {**quiet, "aliens": []}


def test_a_base_below_zero_counts_as_none_but_is_told():
    """As in the recorded games after riots."""
    game = game_with({"species": {"Human": {"planets": {"Mars": {"at": "10 10 10 #2"}}}}})
    mars = game.species(1).colonies[1]
    mars.mining_base, mars.manufacturing_base, mars.status, mars.items = -20, -30, 2, {"RM": 5}
    text = classic_report(VIEW_1999.of_every_species(game)["Human"], 5)
    assert "\nPLANET: PL Mars\n" in text
    assert "\n  10 10 10 #2\tPL Mars, 5 RM\n" in text
    assert "    PRODUCTION PL Mars\n" in text
