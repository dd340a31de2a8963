"""The report of Event Horizon as text and as a page, from a document made by hand."""

import copy
import re

import pytest
from jsonschema import Draft202012Validator

from horizons_core.report import Report
from tests.page_parts import sources
from variants.event_horizon.report import FORM, MAX_SALVOS, columns

HOSTILE = "<img src=x onerror=alert(1)>"


def ship(number, name, **more):
    return {
        "number": number,
        "name": name,
        "sector": "3,4",
        "mothership": False,
        "hull": 6,
        "thrusters": 2,
        "weapons": 2,
        "shields": 1,
        "points": 1,
        "built": 3,
    } | more


def event(phase, code, text, **more):
    return {
        "phase": phase,
        "code": code,
        "text": text,
        "place": None,
        "data": {},
        "rules": [],
        "dice": [],
    } | more


def fighter(name, side, **more):
    return {
        "name": name,
        "side": side,
        "mark": "",
        "before": {},
        "after": {},
        "destroyed": False,
    } | more


def shot(shooter, target, **more):
    return {
        "shooter": shooter,
        "target": target,
        "absorbed": 0,
        "damage": 1,
        "lost": [],
        "destroyed": False,
        "round": 1,
    } | more


def battle():
    parts = {"hull": 6, "thrusters": 2, "weapons": 2, "shields": 1, "points": 1}
    return {
        "title": "Battle in 3,4",
        "place": "3,4",
        "turn": 5,
        "phase": "combat",
        "sides": ["Ada", "Brin"],
        "units": [
            fighter("Hunter", 0, before=parts, after=parts | {"hull": 4, "points": 0}),
            fighter("Brin normal 3.3 #7", 1, destroyed=True),
        ],
        "shots": [
            shot(1, 0, absorbed=1, damage=0),
            shot(0, 1),
            shot(0, 1, destroyed=True),
            shot(1, 0, damage=2, lost=["hull", "hull"]),
        ],
        "rounds": 1,
        "winner": 0,
        "you": "Ada",
    }


@pytest.fixture
def document():
    values = {"hull": 5, "thruster": 5, "weapon": 5, "shield": 5}
    return {
        "format": "horizons-report",
        "schema": 1,
        "variant": "event_horizon",
        "title": "Event Horizon",
        "game": "spring",
        "turn": 5,
        "empire": "Ada",
        "mods": ["shared_mining"],
        "empires": [{"name": "Ada", "active": True}, {"name": "Brin", "active": False}],
        "outcome": None,
        "turn_key": "5f" * 32,
        "next_commitment": "a0" * 32,
        "own_key": "6e" * 32,
        "next_own_commitment": "b1" * 32,
        "orders": [{"line": 2, "text": "MOVE 1 E", "done": True}],
        "diagnostics": [
            {
                "severity": "error",
                "code": "unknown-ship",
                "message": "you have no ship 77",
                "line": 9,
                "column": 6,
                "words": "77",
                "hint": "your ships are 1 to 3",
            }
        ],
        "events": [
            event("construction", "ship.built", "Built Turret (#3) in sector 3,4."),
            event(
                "combat",
                "battle.fought",
                "Battle in sector 3,4.",
                place="3,4",
                data=battle(),
                rules=["EH-CBT-001"],
                dice=[
                    {
                        "subject": ["combat", "3,4"],
                        "first": 0,
                        "count": 12,
                        "run": 0,
                        "known_to": "*",
                    }
                ],
            ),
        ],
        "ledger": [
            {
                "phase": "construction",
                "account": "weapon",
                "amount": -3,
                "reason": "built Turret",
                "rules": ["EH-CMP-002"],
                "place": None,
            },
            {
                "phase": "income",
                "account": "weapon",
                "amount": 10,
                "reason": "mined in 3,4",
                "rules": ["EH-INC-002"],
                "place": None,
            },
        ],
        "view": {
            "side": 12,
            "empires": ["Ada", "Brin"],
            "home": "3,4",
            "stock": {"hull": 20, "thruster": 8, "weapon": 9, "shield": 8},
            "turn_limit": 200,
            "ships": [
                ship(1, "Ship 1", mothership=True, hull=38, points=7, built=0),
                ship(2, "Hunter"),
                ship(3, "Turret", thrusters=0, built=5),
            ],
            "sectors": [
                {"sector": "3,4", "values": values, "in_view": True, "mapped": 5},
                {"sector": "4,4", "values": values | {"hull": 9}, "in_view": False, "mapped": 2},
            ],
            "contacts": [
                {
                    "name": "Brin mothership 7.2 #8",
                    "owner": "Brin",
                    "number": 8,
                    "strength": 7.2,
                    "status": "normal",
                    "mothership": True,
                    "sector": "3,4",
                }
            ],
        },
        "map": {
            "title": "Map",
            "geometry": "hex",
            "width": 12,
            "height": 12,
            "wraps": True,
            "places": [],
            "empires": ["Ada", "Brin"],
            "you": "Ada",
            "legend": [],
        },
    }


def faults(document):
    return [error.message for error in Draft202012Validator(FORM.schema()).iter_errors(document)]


def line_with(text, *words):
    return next(line for line in text.splitlines() if all(word in line for word in words))


def test_the_document_keeps_to_the_schema(document):
    Draft202012Validator.check_schema(FORM.schema())
    assert faults(document) == []


@pytest.mark.parametrize("part", ["seed", "secret"])
def test_the_schema_refuses_what_it_does_not_know(document, part):
    document[part] = "5f"
    assert faults(document)


def test_the_schema_refuses_more_of_an_enemy_than_the_rules_show(document):
    document["view"]["contacts"][0]["hull"] = 40
    assert faults(document)


def test_rendering_leaves_the_document_as_it_was(document):
    before = copy.deepcopy(document)
    report = Report(document, FORM)
    assert report.text
    assert report.html
    assert document == before


@pytest.mark.rule("EH-REP-001")
def test_every_own_ship_is_told_in_full(document):
    text = Report(document, FORM).text
    row = line_with(text, "MOTHERSHIP", "Ship 1")
    assert row.split() == ["1", "Ship", "1", "3,4", "38", "2", "2", "1", "7", "MOTHERSHIP"]
    html = Report(document, FORM).html
    assert re.search(
        r">1</td><td><bdi>Ship 1</bdi>.*MOTHERSHIP.*>3,4</td>.*>38</td>.*>7</td>", html
    )


def test_an_enemy_is_told_with_name_strength_and_status(document):
    row = line_with(Report(document, FORM).text, "#8")
    assert row.split() == ["3,4", "Brin", "mothership", "7.2", "#8", "7.2", "normal", "MOTHERSHIP"]


def test_sectors_are_in_view_or_mapped_in_a_turn(document):
    text = Report(document, FORM).text
    assert " ".join(line_with(text, "4,4").split()) == "4,4 9 5 5 5 mapped in turn 2"
    assert " ".join(line_with(text, "3,4 home").split()) == "3,4 home 5 5 5 5 in view"


def test_stock_is_what_was_less_what_was_spent_and_what_came_in(document):
    text = Report(document, FORM).text
    assert line_with(text, "weapon ", "9").split() == ["weapon", "2", "3", "10", "9"]


@pytest.mark.rule("EH-REP-010")
def test_a_battle_is_told_salvo_by_salvo(document):
    salvos = [
        "Brin normal 3.3 #7 fires 1 shot at Hunter: 1 absorbed",
        "Hunter fires 2 shots at Brin normal 3.3 #7: 2 components destroyed, ship destroyed",
        "Brin normal 3.3 #7 fires 1 shot at Hunter: 2 components destroyed (hull ×2)",
    ]
    text = " ".join(Report(document, FORM).text.split())
    html = Report(document, FORM).html
    for number, salvo in enumerate(salvos, 1):
        assert f"{number}. {salvo}" in text
        assert f"<li>{salvo}</li>" in html
    assert 'href="#battle-1"' in html
    assert 'id="battle-1"' in html
    assert "Battle in 3,4: Ada won" in text


def test_the_text_of_a_long_battle_says_how_much_it_leaves_out(document):
    document["events"][1]["data"]["shots"] = [shot(i % 2, 1 - i % 2) for i in range(1000)]
    report = Report(document, FORM)
    assert f"... and {1000 - MAX_SALVOS} salvos more" in report.text
    assert report.html.count("<li>Hunter fires") == 500


def test_why_is_answered_with_code_rules_and_dice(document):
    html = Report(document, FORM).html
    assert "<code>battle.fought</code>" in html
    assert "<code>EH-CBT-001</code>" in html
    assert "12 of <code>combat / 3,4</code>" in html


def test_remarks_name_the_place_and_the_remedy(document):
    expected = "ERROR line 9, column 6, '77': you have no ship 77 (your ships are 1 to 3)"
    assert expected in " ".join(Report(document, FORM).text.split())


def test_the_end_of_a_game_is_told_first(document):
    document["outcome"] = {"winners": ["Ada"], "reason": "nobody else has a ship", "turn": 5}
    report = Report(document, FORM)
    assert "Winner: Ada, in turn 5: nobody else has a ship" in report.text
    assert report.html.index("<h2>The game is over") < report.html.index("<h2>What happened")


def test_an_empire_with_nothing_left_still_gets_a_report(document):
    document["view"].update(ships=[], sectors=[], contacts=[])
    document.update(events=[], ledger=[], diagnostics=[], turn_key="")
    report = Report(document, FORM)
    assert faults(document) == []
    assert "You have no ships left." in report.text
    assert "You have no ships left." in report.html


def test_lines_of_text_keep_to_78_columns(document):
    longest = "N" * 30
    for each in document["view"]["ships"]:
        each.update(name=longest, number=each["number"] + 9990, hull=9999)
    document["events"][0]["text"] = f"Built {longest} (#3) in sector 3,4 " * 4
    document["ledger"][0]["reason"] = "built a ship of a long name " * 5
    wide = [line for line in Report(document, FORM).text.splitlines() if len(line) > 78]
    assert wide == []


def test_names_are_words_in_the_page_and_never_markup(document):
    document.update(empire=HOSTILE, game=HOSTILE, mods=[HOSTILE])
    document["empires"][0]["name"] = HOSTILE
    document["diagnostics"][0].update(message=HOSTILE, words=HOSTILE, hint=HOSTILE)
    document["ledger"][0]["reason"] = HOSTILE
    document["view"]["ships"][1]["name"] = HOSTILE
    document["view"]["contacts"][0].update(name=HOSTILE, owner=HOSTILE)
    for each in document["events"]:
        each.update(text=HOSTILE, phase=HOSTILE, rules=[HOSTILE])
    data = document["events"][1]["data"]
    data.update(title=HOSTILE, sides=[HOSTILE, "Brin"])
    data["units"][0].update(name=HOSTILE, mark=HOSTILE)
    html = Report(document, FORM).html
    assert "<img" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html


def test_the_page_allows_its_own_scripts_alone(document):
    html = Report(document, FORM).html
    scripts = sources(html)
    assert f"script-src {' '.join(scripts)}; " in html
    assert html.count("<script") == len(scripts) == 3
    assert not re.findall(r"(?:src|href)=\"(?!#)", html)


def test_columns_of_numbers_stand_to_the_right():
    assert (
        columns(("Name", "Hull"), [("a", 5), ("bcd", 12)]) == "Name  Hull\na        5\nbcd     12\n"
    )
    assert columns(("Name",), []) == ""
