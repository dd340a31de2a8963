"""Runs of the tests in a copy of the tree, through its server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.mutation.copies import environment


class TestServer:
    """A copy of the tree, and the process there that runs tests.

    Attributes:
        copy: the folder of the copy.
        seen_to_pass: tests that have passed here on unchanged code.
    """

    __test__ = False

    def __init__(self, copy: Path, part: str, folders: Sequence[str]) -> None:
        self.copy = copy
        self.known_to_pass: set[str] = set()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.mutation.server", part, *folders],
            cwd=copy,
            env=environment(copy),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # only the session itself handles an interrupt
        )

    def run(self, arguments: Sequence[str], seconds: float) -> tuple[int | None, str]:
        """Return exit status and output of pytest; status None after a timeout.

        Raises RuntimeError if the server has ended.
        """
        output = self.copy / "output.txt"
        output.unlink(missing_ok=True)
        request = {"arguments": list(arguments), "seconds": seconds, "output": str(output)}
        assert self._process.stdin
        assert self._process.stdout
        try:
            print(json.dumps(request), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            answer = ""
        else:
            answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError("the process that runs the tests has ended")
        return json.loads(answer), output.read_text("utf-8", "replace") if output.exists() else ""

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
