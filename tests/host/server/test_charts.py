"""Charts across turns: figures from the player's own reports, one line per empire."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import lxml.html
import pytest

from horizons_core.report import player_markers
from horizons_host.reports.summaries import TurnSummary, curve_chart, series
from tests.host.server.browser import Site
from tests.host.server.played import play_game, sign_in_as

GAME = "/games/mars"


def turn(number: int, reader: str = "Ada", **values: float) -> TurnSummary:
    """Return a turn with one measure of several empires."""
    return TurnSummary(number, reader, {}, (), (), {"worlds": values})


MARKERS = player_markers(["Ada", "Brin", "Cato"])


def test_a_line_for_each_empire_the_readers_first_the_others_by_what_they_have() -> None:
    turns = [turn(0, Brin=2, Ada=1, Cato=3), turn(1, Brin=4, Ada=2, Cato=1)]
    assert [line.name for line in series(turns, "worlds", MARKERS)] == ["Ada", "Brin", "Cato"]


def test_a_reader_who_was_renamed_keeps_one_line() -> None:
    turns = [turn(0, reader="Old name", **{"Old name": 1.0}), turn(1, Ada=2)]
    (line,) = series(turns, "worlds", MARKERS)
    assert (line.name, dict(line.values)) == ("Ada", {0: 1, 1: 2})


def test_a_line_is_broken_where_a_turn_is_not_known() -> None:
    turns = [turn(number, Ada=number) for number in (0, 1, 3, 4)]
    picture = curve_chart(series(turns, "worlds", MARKERS), "Worlds")
    path = next(e for e in lxml.html.fromstring(picture).iter("path") if e.get("stroke"))
    assert path.get("d").count("M") == 2
    assert picture.count("<circle") == 4


def test_a_long_name_is_cut_to_leave_room_for_its_number() -> None:
    name = "The Empire of a Thousand Suns"
    turns = [turn(n, reader=name, **{name: -1234.0}) for n in (0, 1)]
    picture = curve_chart(series(turns, "worlds", player_markers([name])), "Worlds")
    texts = lxml.html.fromstring(picture).iter("text")
    (written,) = (e.text_content() for e in texts if e.get("class") == "name words")
    assert written.endswith(" -1,234")
    assert len(written) <= 13


def test_labels_at_the_ends_of_lines_do_not_overlap() -> None:
    names = [f"Empire {n}" for n in range(10)]
    turns = [turn(n, reader=names[0], **dict.fromkeys(names, 5.0)) for n in (0, 1)]
    picture = curve_chart(series(turns, "worlds", player_markers(names)), "Worlds")
    heights = sorted(
        float(e.get("y"))
        for e in lxml.html.fromstring(picture).iter("text")
        if e.get("class") == "name words"
    )
    assert len(heights) == 10
    assert all(below - above >= 16 for above, below in pairwise(heights))


def test_names_are_escaped_and_the_same_numbers_give_the_same_bytes() -> None:
    name = "<script>alert(1)</script>"
    turns = [turn(n, reader=name, **{name: float(n)}) for n in (0, 1)]
    lines = series(turns, "worlds", player_markers([name]))
    assert "<script" not in curve_chart(lines, name)
    assert curve_chart(lines, name) == curve_chart(lines, name)


def test_one_turn_makes_no_line() -> None:
    assert curve_chart(series([turn(0, Ada=1)], "worlds", MARKERS), "Worlds") == ""


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A game whose reports show the worlds of all players."""
    site = Site(tmp_path_factory.mktemp("campaign") / "server")
    play_game(site, "campaign2e", 2)
    return site


def test_the_table_of_a_chart_has_the_numbers_of_the_reports(campaign: Site) -> None:
    ada = sign_in_as(campaign, "Ada")
    page = lxml.html.fromstring(ada.open(f"{GAME}/charts").text)
    (chart,) = page.xpath("//section[h2[@id='chart-worlds']]")
    heads = [" ".join(c.text_content().split())[1:] for c in chart.xpath(".//th[@class='num']")]
    rows = {
        int(row.find("th").text_content()): [int(cell.text_content()) for cell in row.findall("td")]
        for row in chart.xpath(".//tbody/tr")
    }
    assert list(rows) == [2, 1, 0]
    for number, row in rows.items():
        data: dict[str, Any] = json.loads(ada.client.get(f"{GAME}/turns/{number}/report.json").text)
        worlds = {player["name"]: player["worlds"] for player in data["view"]["players"]}
        assert dict(zip(heads, row, strict=True)) == worlds
