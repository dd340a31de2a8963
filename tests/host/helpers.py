"""Shared by the host's tests: calls of `horizons`, and access to a game's file."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from click.testing import CliRunner, Result

from horizons_host.cli.main import cli
from horizons_host.store import DATABASE

VARIANT = "event_horizon"
ORDERS = "BUILD 1 0 1 0 0 Probe\nMOVE 1 NE\n"

_CAPABILITIES_3 = 0x20080522  # the structure's version
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2


def horizons(*words: object, **more: object) -> Result:
    """Call `horizons` in this process."""
    return CliRunner().invoke(cli, [str(word) for word in words], **more)


def fine(*words: object, **more: object) -> Result:
    """Call `horizons` and expect exit status 0."""
    result = horizons(*words, **more)
    assert result.exit_code == 0, f"{words}: {result.output} {result.exception!r}"
    return result


def refused(*words: object, status: int = 1, **more: object) -> str:
    """Call `horizons`, expect a refusal without a traceback, and return its output."""
    result = horizons(*words, **more)
    assert result.exit_code == status, f"{words}: {result.output} {result.exception!r}"
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    return result.output


def new_game(folder: Path, *more: object) -> Path:
    """Return a small game of Ada and Brin: a copy of a game created for these arguments."""
    people = ("--player", "Ada", "--player", "Brin")
    return make_game(folder, "--variant", VARIANT, *people, "--seed", 7, "--name", "mars", *more)


def make_game(folder: Path, *more: object) -> Path:
    """Return the game of `horizons new` with these arguments: a copy after the first time."""
    words = tuple(map(str, more))
    words = words if "--name" in words else (*words, "--name", folder.name)
    if any(os.sep in word for word in words):  # they name a file of the test's own
        fine("new", folder, *words)
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copytree(_first(words), folder))


@cache
def _first(words: tuple[str, ...]) -> Path:
    folder = template_folder() / "game"
    fine("new", folder, *words)
    return folder


def template_folder() -> Path:
    """Return a folder for the template games."""
    return Path(mkdtemp(dir=_templates().name))


@cache
def _templates() -> TemporaryDirectory[str]:
    """Return this process's folder of template games; it is deleted with the process."""
    return TemporaryDirectory(prefix="horizons-games-")


def secrets(folder: Path, **passwords: str) -> list[str]:
    """Return the options that give these players these passwords, from files in a folder."""
    words = []
    for name, password in passwords.items():
        file = folder / f"{name}.secret"
        file.write_text(password, "utf-8")
        words += ["--password-file", f"{name}={file}"]
    return words


def as_file(folder: Path, text: str | bytes, name: str = "orders.txt") -> Path:
    """Write a text file beside the game."""
    path = folder.parent / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def image(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file in a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def database(folder: Path) -> Path:
    """Return the path of the game's file."""
    return folder / DATABASE


def run_child(
    *words: object, environment: dict[str, str] | None = None, **more: object
) -> subprocess.CompletedProcess[str]:
    """Call `horizons` in a process of its own and wait for it."""
    return subprocess.run(command(*words), **_settings(environment), check=False, **more)


def start_child(
    *words: object, environment: dict[str, str] | None = None, **more: object
) -> subprocess.Popen[str]:
    """Start `horizons` in a process of its own."""
    settings = {**_settings(environment), "timeout": None}
    del settings["timeout"], settings["capture_output"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command(*words), **settings, **pipes, **more)


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "horizons_host", *map(str, words)]


def _settings(environment: dict[str, str] | None) -> dict[str, object]:
    return {
        "env": {**os.environ, **(environment or {})},
        "capture_output": True,
        "text": True,
        "timeout": 300,
    }


def drop_root() -> None:
    """Give up root's right to read and write everything; for a forked process.

    For other users it changes nothing: they never had that right.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_3, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, in two words each
    for call in (libc.capget, libc.capset):
        if call is libc.capset:
            sets[0] &= ~(1 << _DAC_OVERRIDE | 1 << _DAC_READ_SEARCH)
        if call(header, sets) != 0:
            raise OSError(ctypes.get_errno(), "cannot give up a capability")


def limit_files(limit: int) -> None:
    """Make the system refuse writes beyond a length; for a forked process."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
