"""The modules that the architecture page names exist."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import DOCS, ROOT

#: The folder of the modules in a section's tables.
FOLDERS = {
    "The core": "horizons_core",
    "The host": "horizons_host",
    "The server": "horizons_host/server",
    "The lab": "horizons_lab",
}
SECTIONS = dict(
    re.findall(
        r"^##+ (.+)\n((?:(?!##).*\n)*)", (DOCS / "architecture.md").read_text("utf-8"), re.MULTILINE
    )
)


@pytest.mark.parametrize("section", FOLDERS)
def test_the_modules_in_the_tables_exist(section: str) -> None:
    cells = re.findall(r"^\| ([^|]+) \|", SECTIONS[section], re.MULTILINE)
    modules = re.findall(r"`([\w/]+(?:\.py|/))`", " ".join(cells))
    assert len(modules) > 5
    folder = ROOT / "src" / FOLDERS[section]
    assert [module for module in modules if not (folder / module).exists()] == []


def test_the_paths_in_the_text_exist() -> None:
    text = " ".join(SECTIONS.values())
    paths = re.findall(r"`((?:horizons_\w+|tests)/[^` ]+)`", text)
    assert len(paths) > 10
    roots = (ROOT, ROOT / "src")
    assert [path for path in paths if not any((root / path).exists() for root in roots)] == []
