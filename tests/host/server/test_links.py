"""Links of the site: no page leads to one that is missing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.host.server.browser import Site
from tests.host.server.games import running_game
from tests.host.server.walks import crawled

EXAMPLE = Path(__file__).parents[3] / "examples/prospectors/src/prospectors"
#: Pages about games that come with the program: they declare all that can be declared.
OTHERS = r"/(rules|battles|learn|games/new)/(?!prospectors)"
GAME = "/games/the-mars-affair"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A variant that declares neither units of battles nor a lesson, and no more than it must."""
    shutil.copytree(EXAMPLE, tmp_path / "site/prospectors")
    about = tmp_path / "site/prospectors-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: prospectors\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[horizons.variants]\nprospectors = prospectors\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    return "prospectors"


def missing(site: Site, who: str, *starts: str) -> list[str]:
    """The pages that somebody's links lead to and that are not there."""
    people = running_game(site, "prospectors") if who else {}
    client = (people[who] if who else site.browser()).client
    found = crawled(lambda path: client.get(path, follow_redirects=False), *starts, without=OTHERS)
    assert len(found) > 10
    return [path for path, answer in found.items() if answer.status_code >= 400]


@pytest.mark.parametrize(
    ("who", "starts"),
    [
        ("", ("/", "/rules/prospectors")),
        ("Ada", (GAME, f"{GAME}/orders", f"{GAME}/battle", "/games/new/prospectors")),
        ("Cleo", (f"{GAME}/desk",)),
    ],
)
def test_no_page_links_to_a_missing_page(
    site: Site, installed: str, who: str, starts: tuple[str, ...]
) -> None:
    assert missing(site, who, *starts) == []
