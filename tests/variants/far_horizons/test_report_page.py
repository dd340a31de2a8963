"""The HTML page of a report, and the prices and plans on it."""

from __future__ import annotations

import html as entities
import json
import re

import pytest

from horizons_core.rules import catalogue
from tests.page_parts import Parts, rows, sources
from tests.variants.far_horizons.documents import document, events
from tests.variants.far_horizons.test_classic_report import SITUATION, STRANGERS
from variants.far_horizons.model.transactions import Discovery
from variants.far_horizons.orders.drafts import form_text
from variants.far_horizons.report import FORM, planner
from variants.far_horizons.report.page import ReportPage
from variants.far_horizons.report.page_rows import needs
from variants.far_horizons.rules.building import DEFENSES_FOUND
from variants.far_horizons.rules.hulls import BUILT
from variants.far_horizons.rules.notices import DISCOVERIES, RECEIVED
from variants.far_horizons.view.shapes import WHERE

RULES = catalogue("far_horizons", "variants.far_horizons")
HOSTILE = "<img src=x onerror=alert(1)></script>"
#: Words of a document that no player chooses.
_OURS = {
    *WHERE.values(), "home", "mining", "resort", "colony", "named", "uncolonized", "planets",
    "ships", "plane", "title", "order-ignored", "order-adjusted", "error", "warning", "",
}  # fmt: skip
_PLAYERS = {"name", "species", "government", "government_type", "system", "loaded_at", "bound_for",
            "text", "order", "reason", "title", "message", "words", "hint"}  # fmt: skip
_LISTS = {"met", "allies", "enemies", "everybody"}


@pytest.fixture(scope="module")
def html():
    return FORM.html(document(SITUATION, STRANGERS))


def hostile(value, key=""):
    """The same data with players' texts replaced by markup."""
    if isinstance(value, dict):
        return {name: hostile(value, name) for name, value in value.items()}
    if isinstance(value, list):
        return [HOSTILE if key in _LISTS else hostile(value, key) for value in value]
    players = isinstance(value, str) and key in _PLAYERS and value not in _OURS
    return HOSTILE if players else value


def test_what_players_write_is_text_and_never_markup():
    data = document(SITUATION, STRANGERS)
    data["view"] = hostile(data["view"])
    data["events"] = hostile(data["events"])
    data["diagnostics"] = hostile(data["diagnostics"])
    page = FORM.html(data)
    assert "<img" not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;&lt;/script&gt;") > 30
    assert page.count("</script>") == page.count("<script")


def test_the_page_allows_its_own_scripts_alone_and_fetches_nothing(html):
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html).group(1)
    scripts = sources(html)
    assert len(scripts) == policy.count("sha256-") == 5
    assert all(script in policy for script in scripts)
    assert "default-src 'none'" in policy
    assert not re.findall(r"(?:src|href)=\"(?!#)", html)


@pytest.mark.parametrize("human", [{}, SITUATION], ids=["bare", "whole"])
def test_every_link_has_an_aim_and_every_id_is_there_once(human):
    parts = Parts(FORM.html(document(human, STRANGERS)))
    assert {link.removeprefix("#") for link in parts.links} <= set(parts.ids)
    assert len(parts.ids) == len(set(parts.ids))


def test_a_bare_page_leaves_out_what_is_not_there():
    page = FORM.html(document(rows=[], remarks=[]))
    assert "Nothing that you know of." in page
    for part in ('id="fleet"', 'id="aliens"', 'id="orders"', 'id="alarms"'):
        assert part not in page


# events


def test_the_log_stands_by_phase_under_its_titles(html):
    happened = html.partition('id="happened"')[2].partition("</section>")[0]
    phases = re.findall(r'<h3 class="phase">(.*?)</h3>', happened)
    assert phases == ["jumps", "production", "post-arrival"]
    assert "1 refused" in happened


def test_refused_and_changed_orders_are_told_with_their_reason(html):
    assert (
        '<div class="refused"><b>Order refused:</b> <code>Jump Eye</code>'
        "<br>Invalid ship name in JUMP command.</div>"
    ) in html
    assert "<b>Order changed:</b> <code>Build 9 CU</code><br>Too much. Less was built." in html


def test_tables_keep_their_lines(html):
    table = "Coordinates:\tx = 1\n\n  # Dia\n -----\n  1   9"
    assert f'<pre tabindex="0">Scan done by TR1 Eye:\n\n{table}</pre>' in html


def test_what_calls_for_attention_stands_at_the_top(html):
    alarms = html.partition('id="alarms"')[2].partition("</section>")[0]
    assert "<li>TR1 Eye had a jump mishap! A fail-safe jump unit was expended.</li>" in alarms


def test_what_a_player_writes_calls_for_no_attention():
    letter = {"sender": "Klingon", "text": "Beware!!!\nWe come."}
    page = FORM.html(document(rows=events([("housekeeping", RECEIVED, letter)])))
    assert 'id="alarms"' not in page
    assert "Beware!!!\nWe come." in page


@pytest.mark.parametrize(
    ("expected", "called"), [(" The ship was destroyed!!!", True), ("", False)]
)
def test_a_ship_that_besiegers_destroyed_in_its_yard_calls_for_attention(expected, called):
    facts = {"ship": "CT Hope", "cost": 200, "whose": "", "fate": expected}
    page = FORM.html(document(rows=events([("production", BUILT, facts)])))
    assert ('id="alarms"' in page) is called


def test_only_those_who_lose_defenses_are_called_to_attention():
    lost = {"items": "2 Planetary Defense Units", "was": "were"}
    facts = {"besieged_name": "SP Klingon", "planet": "Qo"}
    pages = [
        FORM.html(document(rows=events([entry])))
        for entry in (
            ("production", DEFENSES_FOUND, lost),
            ("housekeeping", DISCOVERIES[Discovery.DEFENSE_BUILDING], facts),
        )
    ]
    assert ['id="alarms"' in page for page in pages] == [True, False]


def test_an_event_says_why(html):
    reason = re.search(r'<details class="why">(.*?)</details>', html, re.DOTALL).group(1)
    assert "<code>FH-JUMP-001</code>" in reason
    assert "2 of <code>growth / 1</code> from 0 on" in reason


def test_a_title_within_a_phase_is_shown():
    happened = events([("housekeeping", "Well.", {})])
    assert "<h4>Other events</h4>" in FORM.html(document(rows=happened))


# tables


@pytest.mark.rule("FH-REPORT-004", "FH-PENALTY-003", "FH-POP-001")
def test_the_table_of_planets(html):
    earth, mine, *_ = rows(html, "planets")
    assert earth == {
        "Planet": "Earth besieged bombed",
        "Kind": "home",
        "Place": "10 10 10 #3",
        "To spend": "567",
        "Base": "100.0 + 50.0",
        "RM": "600",
        "Capacity": "1,250",
        "Pop.": "1,500",
        "People": "3,010",
        "Yards": "1",
        "LSN": "0",
        "Pen.": "0",
        "EE": "100",
        "In stock": "30 RM, 10 PD, 2 SG1",
    }
    assert (mine["Kind"], mine["LSN"], mine["Pen."], mine["To spend"]) == (
        "mining",
        "6",
        "50",
        "36",
    )


@pytest.mark.rule("FH-AGE-008", "FH-TR-006")
def test_the_table_of_ships(html):
    ships = {row["Ship"]: row for row in rows(html, "fleet")}
    assert ships["Mule"] == {
        "Ship": "Mule",
        "Class": "TR5",
        "Age": "0",
        "Place": "Venus",
        "Status": "orbit",
        "Cap.": "60",
        "Free": "50",
        "Cargo": "10 CU",
        "Tons": "50,000",
        "Upgrade": "",
        "Bound for": "",
    }
    assert ships["Hammer"]["Cargo"] == "500 left to pay"
    assert (ships["Eye"]["Age"], ships["Eye"]["Upgrade"]) == ("3", "15")
    assert ships["Run distorted"]["Class"] == "CTS"
    assert ships["Flight"]["Place"] == "on its way"


@pytest.mark.rule("FH-SCAN-004", "FH-SCAN-006")
def test_the_tables_of_aliens(html):
    planet, fort, claw = rows(html, "aliens")
    assert (planet["Species"], planet["Planet"], planet["Base"]) == ("SP Klingon", "Qo", "6")
    assert (fort["Class"], fort["Tons"], fort["Place"]) == ("BAS", "250,000", "12 13 10 #1")
    assert (claw["Ship"], claw["Place"]) == ("Claw", "9 9 9")


@pytest.mark.rule("FH-FD-003")
def test_a_distorted_alien_has_neither_name_nor_age():
    klingon = {"ships": {"CTS Thief": {"at": "9 9 9", "age": 8, "cargo": {"FD": 2}}}}
    [ship] = rows(FORM.html(document({"ships": {"TR1 Eye": {"at": "9 9 9"}}}, klingon)), "aliens")
    assert (ship["Ship"], ship["Class"], ship["Age"]) == ("???", "CT", "")
    assert re.fullmatch(r"SP \d+", ship["Species"])


def test_planets_of_others_are_remembered_where_one_is_no_more():
    data = document()
    planets = [{"species": "Klingon", "name": "Qo", "orbit": 1, "kind": "colony"}]
    data["view"]["neighbours"] = [{"sector": [9, 9, 9], "turn": 2, "planets": planets}]
    [row] = rows(FORM.html(data), "aliens")
    assert (row["Planet"], row["Place"], row["Seen"]) == ("Qo", "9 9 9 #1", "2")


@pytest.mark.rule("FH-DIPLO-001")
def test_the_attitude_towards_those_met():
    for attitude in ("allies", "enemies", ""):
        human = {"met": ["Klingon"], **({attitude: ["Klingon"]} if attitude else {})}
        view = document(human)["view"]
        word = {"allies": "ally", "enemies": "enemy", "": "neutral"}[attitude]
        assert re.search(f">{word}\\b", ReportPage({"view": view, "events": []}).met)


@pytest.mark.rule("FH-SCAN-002")
def test_a_scan_shows_the_planets_and_what_life_support_they_need(html):
    home = [row for row in rows(html, "scans") if row.get("#")][:5]
    assert [row["LSN"] for row in home][1:4] == ["6", "0", "12"]
    assert home[2] == {
        "#": "3",
        "Dia.": "12",
        "Gravity": "1.00",
        "Temp.": "10",
        "Press.": "10",
        "Mining diff.": "2.00",
        "LSN": "0",
        "Atmosphere": "N2 75%, O2 25%",
    }


@pytest.mark.rule("FH-LSN-001")
@pytest.mark.parametrize("example", RULES.examples("FH-LSN-001"), ids=str)
def test_planets_on_which_one_can_live_are_marked(example):
    advice = needs({"life_support": example.given["lsn"]}, example.given["ls"])
    assert ("credit" in advice) is example.expect["safe"]


def test_planets_that_nobody_of_the_species_has_named_the_easiest_first(html):
    sites = [row for row in rows(html, "scans") if "Parsecs" in row]
    needed = [int(row["LSN"]) for row in sites]
    assert needed == sorted(needed)
    assert {"10 10 10 #3", "10 10 10 #2"}.isdisjoint(row["Place"] for row in sites)


# the order form


@pytest.mark.rule("FH-ORDER-002")
def test_the_order_form_stands_in_a_box_as_it_is_to_be_sent(html):
    box = re.search(r'aria-label="Order form">(.*?)</textarea>', html, re.DOTALL).group(1)
    form = form_text(document(SITUATION, STRANGERS)["view"])
    assert entities.unescape(box) == f"#FARHORIZONS Test Human turn 5\n{form}#END\n"
    assert form.startswith("START COMBAT\n")


# prices and plans


def techs(**levels):
    named = {"MI": 10, "MA": 10, "ML": 0, "GV": 1, "LS": 0, "BI": 0, **levels}
    return {tech: {"level": level, "knowledge": level} for tech, level in named.items()}


@pytest.mark.rule("FH-SHIP-003", "FH-SHIP-005", "FH-SHIP-006")
def test_ships_up_to_the_largest_tonnage_with_their_prices():
    costs = {price.name: price.cost for price in planner.ships(techs(MA=11))}
    assert max(costs.values()) == 500
    assert (costs["ES Escort"], costs["ESS Escort"], costs["TR2S Transport"]) == (500, 375, 150)
    assert "FF Frigate" not in costs
    assert not list(planner.ships(techs(MA=1)))


@pytest.mark.rule("FH-SHIP-008")
def test_without_gravitics_no_ftl_ships_are_offered():
    orders = [price.order for price in planner.ships(techs(GV=0))]
    assert orders
    assert all(order.endswith("S ???") for order in orders)


@pytest.mark.rule("FH-HTECH-001")
def test_items_that_the_levels_allow():
    costs = {price.name[:3].strip(): price.cost for price in planner.items(techs(LS=20, BI=50))}
    assert set(costs) == {"CU", "PD", "IU", "AU", "FD", "TP", "GW", "SG1", "SG2"}
    assert (costs["TP"], costs["GW"], costs["SG2"]) == (1000, 1000, 500)


@pytest.mark.rule("FH-YARD-002", "FH-BAS-003")
def test_prices_of_shipyards_and_starbases():
    assert [(p.order, p.cost) for p in planner.works(techs(MA=12))] == [
        ("Shipyard", 120),
        ("Build BAS ???, 100", 100),
    ]


@pytest.mark.rule("FH-TEACH-004", "FH-TEACH-005", "FH-TEACH-007")
def test_what_the_next_level_costs():
    levels = techs(MI=10, ML=0)
    levels["MA"] = {"level": 10, "knowledge": 12}
    levels["BI"] = {"level": 0, "knowledge": 3}
    costs = {study.code: study.cost for study in planner.research_prices(levels)}
    assert (costs["MI"], costs["MA"], costs["ML"], costs["BI"]) == (100, 75, None, 1)


def test_what_the_next_levels_will_allow():
    coming = {study.code: study.coming for study in planner.research_prices(techs(MA=20, LS=9))}
    assert coming["MA"] == "30: DR Damage Repair Unit"
    assert coming["LS"] == "10: SG1 Mark-1 Shield Generator"
    assert coming["MI"] == ""


@pytest.mark.rule("FH-UPG-002", "FH-UPG-003")
def test_what_an_upgrade_costs():
    ship = {"where": "orbit", "tonnage": 15, "sub_light": False, "age": 13}
    assert planner.upgrade(ship) == 488
    assert planner.upgrade({**ship, "age": 0}) == 0
    assert planner.upgrade({**ship, "where": "building"}) == 0


@pytest.mark.rule("FH-EU-005", "FH-EU-006", "FH-BOMB-008")
@pytest.mark.parametrize(
    ("colony", "units"),
    [
        ({"home": True, "bombed": False, "to_spend": 50}, 1000),
        ({"home": True, "bombed": True, "to_spend": 50}, 200),
        ({"home": False, "bombed": False, "to_spend": 50}, 50),
        ({"home": False, "bombed": False, "to_spend": -5}, 0),
    ],
)
def test_what_a_planet_may_take_from_the_treasury(colony, units):
    assert planner.from_treasury({"treasury": 1000}, colony) == units
    assert planner.from_treasury({"treasury": 1}, colony) == min(units, 1)
    assert planner.from_treasury({"treasury": 0}, colony) == 0
    assert planner.from_treasury({"treasury": -7}, colony) == 0


def test_the_planner_offers_what_can_be_gone_on_with_and_upgraded():
    old = {"at": "10 10 10 #4", "age": 8}
    away = {"at": "10 10 10 #4", "tons": 10_000}
    human = {
        "techs": {"MA": 20},
        "ships": {
            **SITUATION["ships"],
            "BAS Away": away,
            "TR2 Old": old,
            "DD Far": {"at": "9 9 9", "age": 8},
        },
    }
    view = document(human)["view"]
    [earth] = planner.producing_planets(view)
    assert list(planner.unfinished_hulls(view, earth)) == [
        ("DD Hammer", "Continue DD Hammer", 500),
        ("BAS Eye, 10,000 tons more", "Continue BAS Eye, 100", 100),
    ]
    upgrades = [order for _, order, _ in planner.upgrades(view, earth)]
    assert upgrades == ["Upgrade BAS Eye", "Upgrade TR2 Old"]


def test_the_planner_knows_the_planets_that_can_spend(html):
    match = re.search(
        r'<div class="fh-planner" hidden>\s*<script type="application/json">(.*?)<', html
    )
    plan = json.loads(match.group(1))
    assert [planet["name"] for planet in plan["planets"]] == ["Earth", "Venus"]
    earth, venus = plan["planets"]
    assert (earth["spend"], earth["treasury"], earth["yards"]) == (567, 77, 1)
    assert (venus["spend"], venus["treasury"], venus["population"]) == (27, 27, 17)
    assert venus["groups"][2][1] == [["Hide the colony", "Hide", 17, 0]]
    items = dict(plan["groups"])["Items"]
    assert ["PD Planetary Defense Unit", "Build {n} PD", 1, planner.NUMBER] in items


def test_every_order_of_the_planner_can_be_read(html):
    from tests.variants.far_horizons.test_order_form import read

    plan = planner.data(document(SITUATION)["view"])
    groups = [*plan["groups"], *(group for planet in plan["planets"] for group in planet["groups"])]
    entries = [value for _, group in groups for value in group]
    orders = [order.replace("{n}", "3").replace("???", "Name") for _, order, _, _ in entries]
    text = "START PRODUCTION\nPRODUCTION PL Earth\n" + "\n".join(orders) + "\nEND\n"
    assert len(orders) > 20
    assert [str(remark) for remark in read(text).diagnostics] == []
