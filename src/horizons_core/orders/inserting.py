"""Insertion of an order into a text, at its place."""

from __future__ import annotations

from typing import Protocol

from horizons_core.orders.language import Language


class _Inserter(Protocol):
    def __call__(self, text: str, line: str, about: str) -> tuple[str, int]: ...


def with_order(language: Language, text: str, line: str, about: str = "") -> tuple[str, int]:
    """Insert an order into a text; return the text and the number of its line, from 1.

    The order comes last, before a closing line if there is one. A language whose orders depend on
    their place, such as one with sections, has a method `inserted(text, line, about)`; `about` is
    the name of the order's object, or "".
    """
    insert: _Inserter | None = getattr(language, "inserted", None)
    if insert is not None:
        return insert(text, line, about)
    lines = text.splitlines()
    closing = [n for n, text_line in enumerate(lines) if language.envelope.closes(text_line)]
    index = closing[-1] if closing else len(lines)
    return joined(lines, index, line), index + 1


def joined(lines: list[str], index: int, line: str) -> str:
    """Join lines to a text with one more inserted at `index` (from 0); it may contain several."""
    all_lines = [*lines[:index], *line.splitlines(), *lines[index:]]
    return "".join(f"{text_line}\n" for text_line in all_lines)
