"""Links of the site: no page links to a missing page."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.host.server.browser import Site
from tests.host.server.games import running_game
from tests.host.server.walks import crawl

EXAMPLE = Path(__file__).parents[3] / "examples/prospectors/src/prospectors"
#: Pages about bundled games, which declare everything possible.
OTHERS = r"/(rules|battles|learn|games/new)/(?!prospectors)"
GAME = "/games/the-mars-affair"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A variant without battle units and lesson, with nothing but the required parts."""
    shutil.copytree(EXAMPLE, tmp_path / "site/prospectors")
    about = tmp_path / "site/prospectors-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: prospectors\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[horizons.variants]\nprospectors = prospectors\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    return "prospectors"


def missing_pages(site: Site, name: str, *starts: str) -> list[str]:
    """Return the missing pages among a person's links."""
    people = running_game(site, "prospectors") if name else {}
    client = (people[name] if name else site.browser()).client
    pages = crawl(lambda path: client.get(path, follow_redirects=False), *starts, without=OTHERS)
    assert len(pages) > 10
    return [path for path, answer in pages.items() if answer.status_code >= 400]


@pytest.mark.parametrize(
    ("name", "starts"),
    [
        ("", ("/", "/rules/prospectors")),
        ("Ada", (GAME, f"{GAME}/orders", f"{GAME}/battle", "/games/new/prospectors")),
        ("Cleo", (f"{GAME}/desk",)),
    ],
)
def test_no_page_links_to_a_missing_page(
    site: Site, installed: str, name: str, starts: tuple[str, ...]
) -> None:
    assert missing_pages(site, name, *starts) == []
