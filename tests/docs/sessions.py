"""Console blocks of a page: what is typed, what comes of it, and running both."""

from __future__ import annotations

import contextlib
import doctest
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from tests.docs.pages import blocks

#: How the line begins that tells, on stderr and once an installation, that kernels are compiled.
NOTICE = "Compiling the battle kernels"

#: Runs a command line in a folder and answers all that it printed.
Shell = Callable[[str, Path], str]


@frozen
class Step:
    """A command and the output that the page shows for it; `...` stands for anything."""

    command: str
    shown: str
    line: int

    def disappointment(self, got: str) -> str:
        """What differs, in words; an empty text if the page tells the truth."""
        got = "".join(line for line in got.splitlines(keepends=True) if not line.startswith(NOTICE))
        example = doctest.Example(self.command, self.shown)
        if doctest.OutputChecker().check_output(example.want, got, doctest.ELLIPSIS):
            return ""
        return f"line {self.line}: $ {self.command}\nshown:\n{self.shown}\ngot:\n{got}"


def steps(page: Path) -> list[Step]:
    """The commands of a page's console blocks, in their order."""
    return [step for block in blocks(page, "console") for step in _steps(block.text, block.line)]


def _steps(text: str, line: int) -> list[Step]:
    found: list[Step] = []
    for number, written in enumerate(text.splitlines(), start=line + 1):
        if written.startswith("$ "):
            found.append(Step(written[2:], "", number))
        else:
            last = found.pop()
            found.append(Step(last.command, f"{last.shown}{written}\n", last.line))
    return found


def disappointments(page: Path, folder: Path, shell: Shell) -> list[str]:
    """Everything that comes out otherwise than the page shows; stops at the first."""
    for step in steps(page):
        fault = step.disappointment(shell(step.command, folder))
        if fault:
            return [fault]
    return []


def in_a_shell(command: str, folder: Path) -> str:
    """Run a command as a reader would, with the installed programs on the path."""
    programs = Path(sys.executable).parent
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}
    environment.pop("HORIZONS_GAME", None)
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stdout, done.stdout
    return done.stdout


def in_this_process(command: str, folder: Path) -> str:
    """Run `horizons` without a process of its own, which is quicker; all else in a shell."""
    from click.testing import CliRunner

    from horizons_host.cli import cli

    program, *words = shlex.split(command)
    if program != "horizons":
        return in_a_shell(command, folder)
    with contextlib.chdir(folder):
        done = CliRunner(env={"HORIZONS_GAME": None}).invoke(cli, words)
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.output
