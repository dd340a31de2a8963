"""Reports of players: the whole view, nothing else, and money that adds up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import horizons_core as hz
from horizons_core.codec import canonical
from tests.page_parts import Parts, rows, sources
from tests.told_views import untold_names, untold_numbers
from tests.variants.campaign2e.builders import campaign, fleet, run, ship, variant
from tests.variants.campaign2e.reported import (
    BATTLE,
    ORDERS,
    golden,
    hide_otherwise,
    situation,
    waiting,
    week,
)

GOLDEN = Path(__file__).parent / "golden"
#: The columns of page tables whose words can be chosen.
CUT_DOWN = [
    "Step", "Resource", "State", "Owner", "At", "At", "Group", "Design", "Type", "State", "Owner",
    "Interdicted by", "At", "At", "State", "Owner", "Whose", "Whose", "You to them", "They to you",
    "Owner", "Resource", "Allegiance", "State", "Type", "Navy", "FTL",
]  # fmt: skip
HOSTILE = "<img src=x onerror=alert(1)>"


def report_of(reader: str) -> Any:
    """The report of a view with no empty part, after some refused orders."""
    report = week().report(reader)
    view = variant().view(waiting() if reader == "Uma" else situation(), reader)
    return type(report)({**report.data, "view": dict(view.data)}, report.form)


@pytest.fixture(scope="module")
def report() -> Any:
    """That of Ada."""
    return report_of("Ada")


#: Numbers that appear in other words: a hex appears by its id.
SAID_OTHERWISE = {"at"}


@pytest.mark.rule("C2E-15.1-02", "C2E-15.3-01")
@pytest.mark.parametrize("reader", ["Ada", "Uma"])
def test_every_figure_of_the_view_stands_in_the_text(reader: str) -> None:
    looked_for, missing = untold_numbers(report_of(reader), SAID_OTHERWISE)
    assert looked_for > 150
    assert not missing


def test_every_name_of_the_view_stands_in_the_text(report: Any) -> None:
    # appears in other words, if at all
    skipped = {"words", "built", "drive", "ftl", "stance", "theirs"}
    looked_for, missing = untold_names(report, skipped)
    assert looked_for > 60
    assert missing == []


@pytest.mark.rule("C2E-15.3-01", "C2E-15.3-02")
def test_what_is_hidden_changes_no_byte_of_a_report() -> None:
    games = [situation(), situation()]
    hide_otherwise(games[1])
    turns = [hz.run_turn(game, {"Ada": ORDERS}, variant=variant()) for game in games]
    first, other = (turn.report("Ada") for turn in turns)
    assert turns[0].digest != turns[1].digest
    assert canonical(first.data) == canonical(other.data)
    assert first.text == other.text
    assert first.html == other.html


@pytest.mark.rule("C2E-15.3-02")
def test_a_report_says_no_word_of_what_others_keep_secret() -> None:
    report = week().report("Ada")
    secrets = ("Red fleet", "Dread", "Leviathan-1", "c1", "balkanised (Cyra)")
    page = re.sub("<style>.*?</style>", "", report.html, flags=re.DOTALL)  # colours have digits
    for form in (report.text, page, canonical(report.data).decode()):
        assert [secret for secret in secrets if secret in form] == []


def test_reports_keep_to_their_schema() -> None:
    for name in ("Ada", "Brin", "Cyra", "Uma"):
        report = week().report(name)
        Draft202012Validator(report.form.schema()).validate(report.data)


def test_text_fits_a_letter(report: Any) -> None:
    assert max(map(len, report.text.splitlines())) <= 80


@pytest.mark.rule("C2E-2.5-01", "C2E-2.5-02")
def test_the_accounts_lead_from_the_treasury_before_to_that_after() -> None:
    before = situation().empire("Ada").stock["credits"] / 100
    turn = week()
    table = rows(turn.report("Ada").html, "accounts")
    sums = {row["Account"]: row["Credits"] for row in table if "Account" in row}
    lines = [float(row["Credits"]) for row in table if "Step" in row]
    assert float(sums["Treasury before"]) == before
    after = turn.game.empire("Ada").stock["credits"] / 100
    assert float(sums["Treasury after"]) == pytest.approx(after)
    causes = {
        name: float(amount)
        for name, amount in sums.items()
        if not name.startswith(("Treasury", "of it"))
    }
    assert before + sum(causes.values()) == pytest.approx(after)
    assert sum(lines) == pytest.approx(after - before)


@pytest.mark.rule("C2E-3.1-01")
def test_maintenance_is_told_by_heading() -> None:
    table = rows(week().report("Ada").html, "accounts")
    sums = {row["Account"]: row["Credits"] for row in table if "Account" in row}
    headings = [float(amount) for name, amount in sums.items() if name.startswith("of it")]
    assert len(headings) == 4  # plus the earlier debt
    assert sum(headings) == pytest.approx(float(sums["Maintenance"]))


@pytest.mark.rule("C2E-2.5-02")
def test_what_cannot_be_paid_is_told_as_owed() -> None:
    game = campaign({(7, 7): {"owner": "Ada", "points": 1}}, money=0)
    fleet(game, "Ada", (7, 7), "g1", BB=1)
    report = run(game).report("Ada")
    assert "You owe" in report.text
    assert "Bastion-1 is not paid" in report.text


def test_ships_that_cost_nothing_are_told_to_cost_nothing() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}})
    fleet(game, "Ada", (7, 7), "DEF-7-7", FORT=1).defence = True
    ship(game, "Rampart-1").bound = True
    vessel = variant().view(game, "Ada")["ships"][0]
    assert (vessel["upkeep"], sum(vessel["headings"].values())) == (0, 0)


@pytest.mark.rule("C2E-15.3-02")
def test_everybody_is_told_who_interdicts_and_controls_what() -> None:
    game = situation()
    game.world("12,9").controlled = "Brin"
    report = hz.opening(game, variant()).report("Ada")
    held = {row["World"]: row for row in rows(report.html, "blockades")}
    assert held["3,3"]["Interdicted by"] == "Brin"
    assert held["12,9"]["Controlled by"].endswith("Brin")


def test_the_form_of_orders_can_be_sent_and_orders_nothing(report: Any) -> None:
    text = report.text
    form = text[text.index("#CAMPAIGN") : text.index("#END") + len("#END")]
    read = variant().language.read(form, game="", empire="Ada")
    assert (read.orders, read.diagnostics) == ([], [])
    for keyword in ("MOVE", "TRADE", "DEAL", "LAY KEEL", "CONTACT"):
        assert f"\n; {keyword} " in form


def test_what_the_form_offers_can_be_ordered(report: Any) -> None:
    form = report.text[report.text.index("; MOVE") :]
    place = form.split("place: ")[1].split(" | ")[0]
    turn = run(situation(), Ada=f"MOVE g1 TO {place}")
    assert not turn.diagnostics["Ada"]


def test_a_battle_is_told_ship_by_ship_and_attack_by_attack(report: Any) -> None:
    event = {
        "phase": "contact", "code": "battle.fought", "text": "A battle.", "place": "9,5",
        "data": BATTLE, "rules": [], "dice": [],
    }  # fmt: skip
    data = {**report.data, "events": [event]}
    text, html = report.form.text(data), report.form.html(data)
    assert "Battle at 9,5: Ada won" in text
    assert "Ada and Brin meet at 30 mu." in text
    words = "Argent-1 fires 1 shot at Gannet-9: hit, 11 damage points lost, ship destroyed"
    assert words in " ".join(text.split())
    table = [row for row in rows(html, "battles") if row["Ship"] == "Gannet-9"]
    assert [(row["Before"], row["After"], row["Fate"]) for row in table] == [
        ("11", "0", "destroyed")
    ]
    assert 'href="#battle-0"' in html


def hostile(value: Any) -> Any:
    """The same data with all names that players have chosen replaced by markup."""
    if isinstance(value, dict):
        return {key: hostile(value) for key, value in value.items()}
    if isinstance(value, list):
        return [hostile(value) for value in value]
    return HOSTILE if isinstance(value, str) and value in CHOSEN else value


CHOSEN = {"Haven", "g1", "g2", "DEF-3-3", "Bold", "Argent-1", "Brin", "Cyra", "MOVE nobody TO 9,6"}


def test_names_are_words_on_the_page_and_never_markup(report: Any) -> None:
    html = report.form.html(hostile(report.data))
    assert "<img" not in html
    assert html.count("&lt;img src=x onerror=alert(1)&gt;") > 30


def test_every_link_has_an_aim_and_every_id_is_there_once(report: Any) -> None:
    bare = run(campaign({(7, 7): {"owner": "Ada"}})).report("Brin")
    for html in (report.html, bare.html):
        page = Parts(html)
        assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
        assert len(page.ids) == len(set(page.ids))
        assert f"script-src {' '.join(sources(html))}; " in html


@pytest.mark.parametrize(("reader", "file"), [("Ada", "report.txt"), ("Uma", "umpire.txt")])
def test_the_report_is_as_it_always_was(reader: str, file: str) -> None:
    assert golden(reader).splitlines() == (GOLDEN / file).read_text("utf-8").splitlines()


def test_tables_can_be_cut_down_to_what_many_rows_have_in_common(report: Any) -> None:
    heads = re.findall(r"<th[^>]* data-choose[^>]*>(.*?)</th>", report.html)
    assert heads == CUT_DOWN
