"""Console blocks of a page: commands, their expected output, and running them."""

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

#: Prefix of the line on stderr that reports, once per installation, the compiling of kernels.
NOTICE = "Compiling the battle kernels"

#: Runs a command line in a folder and returns all its output.
Shell = Callable[[str, Path], str]


@frozen
class Step:
    """A command and its expected output on the page; `...` matches anything."""

    command: str
    output: str
    line: int

    def disappointment(self, got: str) -> str:
        """Return the difference in words; an empty text if the page is accurate."""
        got = "".join(line for line in got.splitlines(keepends=True) if not line.startswith(NOTICE))
        example = doctest.Example(self.command, self.output)
        if doctest.OutputChecker().check_output(example.want, got, doctest.ELLIPSIS):
            return ""
        return f"line {self.line}: $ {self.command}\nshown:\n{self.output}\ngot:\n{got}"


def steps(page: Path) -> list[Step]:
    """Return the commands of a page's console blocks, in order."""
    return [step for block in blocks(page, "console") for step in _steps(block.text, block.line)]


def _steps(text: str, line: int) -> list[Step]:
    steps: list[Step] = []
    for number, written in enumerate(text.splitlines(), start=line + 1):
        if written.startswith("$ "):
            steps.append(Step(written[2:], "", number))
        else:
            last = steps.pop()
            steps.append(Step(last.command, f"{last.output}{written}\n", last.line))
    return steps


def disappointments(page: Path, folder: Path, shell: Shell) -> list[str]:
    """Return all differences between the page and the output; stops at the first."""
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
    process = subprocess.run(
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
    assert "Traceback" not in process.stdout, process.stdout
    return process.stdout


def in_this_process(command: str, folder: Path) -> str:
    """Run `horizons` without a process of its own, which is quicker; all else in a shell."""
    from click.testing import CliRunner

    from horizons_host.cli.main import cli

    program, *words = shlex.split(command)
    if program != "horizons":
        return in_a_shell(command, folder)
    with contextlib.chdir(folder):
        run = CliRunner(env={"HORIZONS_GAME": None}).invoke(cli, words)
    assert run.exception is None or isinstance(run.exception, SystemExit), repr(run.exception)
    return run.output
