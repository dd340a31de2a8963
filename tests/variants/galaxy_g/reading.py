"""Parsing the plain text of a report into sections, and those into rows of words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from variants.galaxy_g.report import FORM


def sections(text: str) -> dict[str, list[str]]:
    """The lines of each section by its title, in the order of the text."""
    lines = text.splitlines()
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line and below == "-" * len(line):
            current = sections[line] = []
        elif line and set(line) != {"-"}:
            current.append(line)
    return sections


def text_sections(document: Mapping[str, Any]) -> dict[str, list[str]]:
    """The sections of a document as plain text."""
    return sections(FORM.text(document))


def rows(lines: list[str]) -> list[list[str]]:
    """The words of each line."""
    return [line.split() for line in lines]
