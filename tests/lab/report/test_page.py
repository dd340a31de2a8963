"""The page of a report: one file that is safe, the same every time, and told to everybody."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import lxml.html
import matplotlib as mpl
import pytest

import horizons_lab as lab
from horizons_lab.report import page
from tests.lab.raids import raids
from tests.lab.report.made_up import HOSTILE, folder, grid, record


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> str:
    """The page of made-up games, with names that would do harm."""
    path = tmp_path_factory.mktemp("made")
    return lab.write_report(folder(path), path / "report.html").read_text("utf-8")


def text_of(html: str) -> str:
    told = lxml.html.fromstring(html)
    for style in told.iter("style"):
        style.text = ""
    return " ".join(" ".join(told.itertext()).split())


def test_names_of_strangers_are_text_and_nothing_else(made):
    assert "<script" not in made
    assert "&lt;script&gt;" in made
    assert " ".join(HOSTILE.split()) in text_of(made)


def test_the_page_asks_nobody_for_anything(made):
    assert "default-src 'none'" in made
    for tag, attributes in Elements(made).found:
        assert tag not in {"script", "link", "img", "iframe", "object", "image"}
        for name, value in attributes.items():
            assert not name.startswith("on")
            if name in {"href", "xlink:href", "src"}:
                assert value.startswith("#")
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", made)


def test_every_name_in_the_page_is_there_once_and_every_reference_leads_to_one(made):
    found = Elements(made).found
    names = [attributes["id"] for _, attributes in found if "id" in attributes]
    assert len(names) == len(set(names))
    used = set(re.findall(r"url\(#([\w-]+)\)", made))
    for _, attributes in found:
        used |= {v[1:] for n, v in attributes.items() if n in {"href", "xlink:href"}}
        used |= set((attributes.get("aria-labelledby") or "").split())
    assert used <= set(names)


def test_the_same_games_give_the_same_bytes_whatever_the_users_settings(tmp_path, made):
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.fonttype": "path"}):
        again = lab.write_report(folder(tmp_path), tmp_path / "again.html").read_text("utf-8")
    assert again == made


def test_plots_take_the_colours_of_the_page_and_no_others(made):
    svg = "".join(re.findall("<svg xmlns.*?</svg>", made, re.DOTALL))
    assert "var(--hz-e0)" in svg
    assert not re.findall(r"(?:fill|stroke): (?!none|var\()[^;\"]+", svg)


def test_who_cannot_see_a_plot_is_told_what_is_in_it(made):
    plots = lxml.html.fromstring(made).xpath("//figure/*[@role='img']")
    assert len(plots) == 6
    for plot in plots:
        title, told = plot[0], plot[1]
        assert title.text_content()
        assert "n = " in told.text_content()


def test_every_estimate_has_its_interval_and_its_number_of_games(made):
    page = lxml.html.fromstring(made)
    rows = page.xpath("//table[.//th[text()='95% interval']]/tbody/tr")
    assert len(rows) >= 10
    for row in rows:
        cells = [cell.text_content().strip() for cell in row]
        assert any(re.fullmatch(r"-?[\d.]+ to -?[\d.]+", cell) for cell in cells)
        assert "12" in cells


def test_a_study_that_goes_on_says_what_is_missing(tmp_path):
    told = text_of(page.page(page.study_report(folder(tmp_path, map(record, [0, 1, 2, 7])))))
    assert "This study is not finished 8 of 12 games are missing." in told
    assert "1 finished game is not counted yet" in told
    assert "valid at every moment" in told


def test_a_finished_study_says_nothing_of_the_kind(made):
    assert "not finished" not in made
    assert "Wilson's intervals" in made


def test_games_to_look_at_are_named_as_python_calls_them(made):
    told = text_of(made)
    assert "study.game(5) the first that reached the turn limit" in told
    assert "study.game(7) the first with a forfeit" in told


def test_a_game_of_a_cell_is_called_with_it(tmp_path):
    told = text_of(page.page(page.study_report(grid(tmp_path))))
    assert "study.game(5, cell=0)" in told
    assert "Share of games won, by mods" in told


def test_what_is_written_in_python_is_named_and_versions_are_told(made):
    told = text_of(made)
    assert "lost.module.bot , lost.module.ships . Run the program that made the study" in told
    assert "lost_game 2.0" in told


def test_a_result_in_memory_has_a_page_too(tmp_path):
    result = raids(games=2).run()
    path = tmp_path / "new" / "folder" / "page.html"
    told = text_of(lab.write_report(result, path).read_text("utf-8"))
    assert "2 games of moon_raiders.py" in told


@pytest.mark.parametrize("games", [1, 2])
def test_few_games_have_a_page(tmp_path, games):
    made = folder(tmp_path, map(record, range(games)), games=games)
    assert f"{games} game" in text_of(page.page(page.study_report(made)))


def test_numbers_of_all_sizes_can_be_drawn(tmp_path):
    values = iter([0, 10**90, -1, 5e-324, 0.1, 0.30000000000000004] * 4)
    records = []
    for one in map(record, range(12)):
        for seat in one.seats:
            seat.measures["ore"] = next(values)
        records.append(one)
    assert page.page(page.study_report(folder(tmp_path, records)))
