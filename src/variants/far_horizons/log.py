"""Lines of a species' log, wrapped as the classic reports wrap them (economy 9)."""

from __future__ import annotations

from attrs import define, field

LONGEST_LINE = 77


def wrapped(text: str) -> list[str]:
    """A line, broken at spaces; what follows is indented by two more spaces than the line."""
    indent = " " * (len(text) - len(text.lstrip(" ")) + 2)
    lines, line = [], ""
    for word in _words(text):
        longer = f"{line} {word}" if line.strip() else line + word
        if len(longer) > LONGEST_LINE and line.strip():
            lines.append(line)
            longer = indent + word
        line = longer
    return [*lines, line]


def _words(text: str) -> list[str]:
    """The words of a line; the first keeps its indentation."""
    body = text.lstrip(" ")
    first, *rest = body.split(" ")
    return [text[: len(text) - len(body)] + first, *rest]


@define
class Log:
    """The lines of one species, under a title that is written with the first of them."""

    title: str = ""
    lines: list[str] = field(factory=list)

    def say(self, text: str) -> None:
        """Add a line, wrapped."""
        self._open()
        self.lines += wrapped(text)

    def copy(self, line: str) -> None:
        """Add a line as it is."""
        self._open()
        self.lines.append(line)

    def _open(self) -> None:
        if self.title and not self.lines:
            self.lines += ["", self.title]
