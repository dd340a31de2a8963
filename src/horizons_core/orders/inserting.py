"""Writing one more order into a text, where it belongs."""

from __future__ import annotations

from typing import Protocol

from horizons_core.orders.language import Language


class _Places(Protocol):
    def __call__(self, text: str, line: str, about: str) -> tuple[str, int]: ...


def with_order(language: Language, text: str, line: str, about: str = "") -> tuple[str, int]:
    """The text with one more order, and the number of the order's line, from 1 on.

    It comes last, before a closing line if there is one. A language in which the place of a line
    counts, such as one with sections, has a method `inserted(text, line, about)`; `about` is the
    name of the thing that the order is about, or "".
    """
    own: _Places | None = getattr(language, "inserted", None)
    if own is not None:
        return own(text, line, about)
    lines = text.splitlines()
    closing = [at for at, one in enumerate(lines) if language.envelope.closes(one)]
    at = closing[-1] if closing else len(lines)
    return joined(lines, at, line), at + 1


def joined(lines: list[str], at: int, line: str) -> str:
    """A text of lines, with one more that becomes number `at` from 0 on; it may be of several."""
    return "".join(f"{one}\n" for one in [*lines[:at], *line.splitlines(), *lines[at:]])
