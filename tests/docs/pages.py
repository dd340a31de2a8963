"""The project's pages as the tests read them: headings, fenced blocks, links, tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PROJECT = (ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md")
FIRST_GAME = ROOT / "examples" / "first_game"

_FENCE = re.compile(r"^(`{3,}|:{3,})(.*)$")


@frozen
class Block:
    """A fenced block: its language, text, heading and line."""

    language: str
    text: str
    heading: str
    line: int


def pages() -> list[Path]:
    """Return every page for readers."""
    return [README, *PROJECT, *sorted(DOCS.rglob("*.md"))]


def blocks(page: Path, *languages: str) -> list[Block]:
    """Return the fenced blocks of a page in these languages (all by default)."""
    return [b for b in _blocks(page) if not languages or b.language in languages]


def _blocks(page: Path) -> Iterator[Block]:
    fence, start, language, heading = "", 0, "", ""
    lines: list[str] = []
    for number, line in enumerate(page.read_text("utf-8").splitlines(), start=1):
        mark = _FENCE.match(line)
        if not fence and mark:
            fence, language, start, lines = mark[1], mark[2].strip(), number, []
        elif fence and line.strip() == fence:
            yield Block(language, "".join(f"{line}\n" for line in lines), heading, start)
            fence = ""
        elif fence:
            lines.append(line)
        elif line.startswith("#"):
            heading = line.lstrip("# ").strip("`")
    assert not fence, f"{page}:{start}: a block that does not end"


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    text = page.read_text("utf-8")
    return re.sub(r"^(`{3,}|:{3,}).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)


def table(page: Path, first: str) -> list[list[str]]:
    """Return the rows of a page's table with this first heading, without the headings."""
    match = re.search(
        rf"^\| {first} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page.read_text("utf-8"), re.MULTILINE
    )
    assert match, first
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in match[1].splitlines()]


def game_page(game: str) -> Path:
    """Return the page of a game."""
    return DOCS / f"{game.replace('_', '-')}.md"


def part(page: Path, heading: str) -> str:
    """Return the text under a heading that begins like this, up to the next one."""
    pattern = rf"^#+ {re.escape(heading)}.*?\n(.*?)(?=^#|\Z)"
    (text,) = re.findall(pattern, page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(text)


def part_rows(page: Path, heading: str) -> list[list[list[str]]]:
    """Return the rows of the tables under a heading: the code words of each cell."""
    lines = [line for line in part(page, heading).splitlines() if line.startswith("| `")]
    return [
        [re.findall(r"`([^`]+)`", cell) for cell in line.strip("| ").split(" | ")] for line in lines
    ]


def public_names(game: str) -> dict[str, list[str]]:
    """Return the names that a game promises to house rules, by module."""
    rows = part_rows(game_page(game), "Names for house rules")
    return {module: names for (module,), names in rows}
