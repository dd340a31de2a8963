"""The error output of a program: the beginning in a file, the end in memory."""

from __future__ import annotations

from pathlib import Path

from attrs import define, field

#: Most bytes of a program's output in a log.
LONGEST_LOG = 100_000
#: Most bytes kept of the end, and number of its lines to show.
LONGEST_TAIL = 2_000
_LAST_LINES = 10


@define
class ErrorLog:
    """A log of bounded size; the file is made with its first line.

    Attributes:
        path: the file; None to keep nothing.
        written: number of bytes that the program has written, including those left out.
    """

    path: Path | None = None
    written: int = field(default=0, init=False)
    _tail: bytes = field(default=b"", init=False)

    def write(self, data: bytes) -> None:
        """Keep the program's output up to the limit."""
        room = max(0, LONGEST_LOG - self.written)
        self.written += len(data)
        self._tail = (self._tail + data)[-LONGEST_TAIL:]
        self._append(data[:room])

    def add_note(self, text: str) -> None:
        """Add a line of the study, after the end of the output that was left out."""
        left_out = self.written - LONGEST_LOG
        if left_out > 0:
            self._append(f"\n... ({left_out} more bytes, ending with:)\n".encode() + self._tail)
        self._append(f"\n-- {text}\n".encode())

    @property
    def last_lines(self) -> str:
        """The end of the program's output, in printable characters."""
        lines = self._tail.decode("utf-8", "replace").splitlines()[-_LAST_LINES:]
        return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in lines)

    def _append(self, data: bytes) -> None:
        if self.path is None or not data:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(data)
