"""The page of a report: one safe, accessible file, the same every time."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import lxml.html
import matplotlib as mpl
import pytest

import horizons_lab as lab
from horizons_lab.report import page
from tests.lab.raids import raids
from tests.lab.report.example_results import HOSTILE, folder, grid, record


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def html(tmp_path_factory) -> str:
    """Return the page of fictional games, with names that try to inject markup."""
    path = tmp_path_factory.mktemp("made")
    return lab.write_report(folder(path), path / "report.html").read_text("utf-8")


def text_of(html: str) -> str:
    document = lxml.html.fromstring(html)
    for style in document.iter("style"):
        style.text = ""
    return " ".join(" ".join(document.itertext()).split())


def test_names_of_strangers_are_text_and_nothing_else(html):
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert " ".join(HOSTILE.split()) in text_of(html)


def test_the_page_asks_nobody_for_anything(html):
    assert "default-src 'none'" in html
    for tag, attributes in Elements(html).found:
        assert tag not in {"script", "link", "img", "iframe", "object", "image"}
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name in {"href", "xlink:href", "src"}:
                assert value.startswith("#")
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", html)


def test_every_name_in_the_page_is_there_once_and_every_reference_leads_to_one(html):
    elements = Elements(html).found
    names = [attributes["id"] for _, attributes in elements if "id" in attributes]
    assert len(names) == len(set(names))
    used = set(re.findall(r"url\(#([\w-]+)\)", html))
    for _, attributes in elements:
        used |= {v[1:] for n, v in attributes.items() if n in {"href", "xlink:href"}}
        used |= set((attributes.get("aria-labelledby") or "").split())
    assert used <= set(names)


def test_the_same_games_give_the_same_bytes_whatever_the_users_settings(tmp_path, html):
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "path"}):
        repeated = lab.write_report(folder(tmp_path), tmp_path / "again.html").read_text("utf-8")
    assert repeated == html


def test_plots_take_the_colours_of_the_page_and_no_others(html):
    svg = "".join(re.findall("<svg xmlns.*?</svg>", html, re.DOTALL))
    assert "var(--hz-e0)" in svg
    assert not re.findall(r"(?:fill|stroke): (?!none|var\()[^;\"]+", svg)


def test_who_cannot_see_a_plot_is_told_what_is_in_it(html):
    plots = lxml.html.fromstring(html).xpath("//figure/*[@role='img']")
    assert len(plots) == 6
    for plot in plots:
        title, description = plot[0], plot[1]
        assert title.text_content()
        assert "n = " in description.text_content()


def test_every_estimate_has_its_interval_and_its_number_of_games(html):
    page = lxml.html.fromstring(html)
    rows = page.xpath("//table[.//th[text()='95% interval']]/tbody/tr")
    assert len(rows) >= 10
    for row in rows:
        cells = [cell.text_content().strip() for cell in row]
        assert any(re.fullmatch(r"-?[\d.]+ to -?[\d.]+", cell) for cell in cells)
        assert "12" in cells


def test_a_study_that_goes_on_says_what_is_missing(tmp_path):
    text = text_of(page.page(page.study_report(folder(tmp_path, map(record, [0, 1, 2, 7])))))
    assert "This study is not finished 8 of 12 games are missing." in text
    assert "1 finished game is not counted yet" in text
    assert "valid at every moment" in text


def test_a_finished_study_says_nothing_of_the_kind(html):
    assert "not finished" not in html
    assert "Wilson's intervals" in html


def test_games_to_look_at_are_named_as_python_calls_them(html):
    text = text_of(html)
    assert "study.game(5) the first that reached the turn limit" in text
    assert "study.game(7) the first with a forfeit" in text


def test_a_game_of_a_cell_is_called_with_it(tmp_path):
    text = text_of(page.page(page.study_report(grid(tmp_path))))
    assert "study.game(5, cell=0)" in text
    assert "Share of games won, by mods" in text


def test_what_is_written_in_python_is_named_and_versions_are_told(html):
    text = text_of(html)
    assert "lost.module.bot , lost.module.ships . Run the program that made the study" in text
    assert "lost_game 2.0" in text


def test_a_result_in_memory_has_a_page_too(tmp_path):
    result = raids(games=2).run()
    path = tmp_path / "new" / "folder" / "page.html"
    text = text_of(lab.write_report(result, path).read_text("utf-8"))
    assert "2 games of moon_raiders.py" in text


@pytest.mark.parametrize("games", [1, 2])
def test_few_games_have_a_page(tmp_path, games):
    study_folder = folder(tmp_path, map(record, range(games)), games=games)
    assert f"{games} game" in text_of(page.page(page.study_report(study_folder)))


def test_numbers_of_all_sizes_can_be_drawn(tmp_path):
    values = iter([0, 10**90, -1, 5e-324, 0.1, 0.30000000000000004] * 4)
    records = []
    for game in map(record, range(12)):
        for seat in game.seats:
            seat.measures["ore"] = next(values)
        records.append(game)
    assert page.page(page.study_report(folder(tmp_path, records)))
