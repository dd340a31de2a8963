"""What the tests of the gamemaster's side share: calling `horizons`, looking at a game's file."""

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

from horizons_host.cli import cli
from horizons_host.store import DATABASE

VARIANT = "event_horizon"
ORDERS = "BUILD 1 0 1 0 0 Probe\nMOVE 1 NE\n"

_CAPABILITIES_3 = 0x20080522  # the version of their form
_DAC_OVERRIDE, _DAC_READ_SEARCH = 1, 2


def horizons(*words: object, **more: object) -> Result:
    """Call `horizons` in this process."""
    return CliRunner().invoke(cli, [str(word) for word in words], **more)


def fine(*words: object, **more: object) -> Result:
    """Call `horizons` and insist on exit status 0."""
    result = horizons(*words, **more)
    assert result.exit_code == 0, f"{words}: {result.output} {result.exception!r}"
    return result


def refused(*words: object, status: int = 1, **more: object) -> str:
    """Call `horizons`, insist on a refusal without a traceback, and give what it said."""
    result = horizons(*words, **more)
    assert result.exit_code == status, f"{words}: {result.output} {result.exception!r}"
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    return result.output


def new_game(folder: Path, *more: object) -> Path:
    """A small game of two people, Ada and Brin: a copy of one that was made for these words."""
    people = ("--player", "Ada", "--player", "Brin")
    return made_game(folder, "--variant", VARIANT, *people, "--seed", 7, "--name", "mars", *more)


def made_game(folder: Path, *more: object) -> Path:
    """What `horizons new` makes of these words: a copy of what it made of them before."""
    words = tuple(map(str, more))
    words = words if "--name" in words else (*words, "--name", folder.name)
    if any(os.sep in word for word in words):  # they name a file of the test's own
        fine("new", folder, *words)
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copytree(_first(words), folder))


@cache
def _first(words: tuple[str, ...]) -> Path:
    folder = place_of_games() / "game"
    fine("new", folder, *words)
    return folder


def place_of_games() -> Path:
    """A folder for games that tests get copies of."""
    return Path(mkdtemp(dir=_made_games().name))


@cache
def _made_games() -> TemporaryDirectory[str]:
    """Where games lie that tests get copies of; it goes with this process."""
    return TemporaryDirectory(prefix="horizons-games-")


def secrets(folder: Path, **passwords: str) -> list[str]:
    """The words that give these players these passwords, from files in a folder."""
    words = []
    for name, password in passwords.items():
        file = folder / f"{name}.secret"
        file.write_text(password, "utf-8")
        words += ["--password-file", f"{name}={file}"]
    return words


def written(folder: Path, text: str | bytes, name: str = "orders.txt") -> Path:
    """A file with this text beside the game."""
    path = folder.parent / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def image(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, byte for byte."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def database(folder: Path) -> Path:
    """The game's file."""
    return folder / DATABASE


def child(
    *words: object, environment: dict[str, str] | None = None, **more: object
) -> subprocess.CompletedProcess[str]:
    """Call `horizons` in a process of its own and wait for it."""
    return subprocess.run(command(*words), **_settings(environment), check=False, **more)


def started(
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


def as_if_not_root() -> None:
    """Give up root's right to read and write whatever is closed; for a fork of its own.

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


def no_file_over(limit: int) -> None:
    """Have the system refuse to write a file beyond a length; for a fork of its own."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
