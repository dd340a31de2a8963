"""Recorded games of the engine: their places; states, orders, logs and reports, turn by turn.

A game is a folder with `turn_00` (the set-up), `turn_01` and so on; each has the states (`before`,
`after_combat`, ...), `seeds.json`, `orders/spNN.ord`, `logs/spNN.log` and `reports/spNN.rpt.tN`.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from attrs import define, frozen

from horizons_core.archives import ArchiveError, Bounds, unpack
from horizons_core.errors import SaveError
from variants.far_horizons.interchange.codecs import Node, load_file
from variants.far_horizons.interchange.engine_json import GALAXY, read_state
from variants.far_horizons.model import Game

VARIABLE = "HORIZONS_RECORDED"
#: The folder of the project, beside which the games are.
_PROJECT = Path(__file__).parents[2]
DEFAULT = _PROJECT.parent / "shared" / "reference" / "data" / "far_horizons"


def default_files(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Return the archives in the usual folder, or those that HORIZONS_RECORDED names.

    The variable holds archives, folders of recorded games, or folders with archives.
    """
    named = environment.get(VARIABLE, "")
    places = [Path(name) for name in named.split(os.pathsep) if name] or [DEFAULT]
    return [file for place in places for file in _files(place)]


def all_files(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Return also the archives of the second folder, unless the variable names some."""
    more = DEFAULT.with_name(f"{DEFAULT.name}_more")
    return default_files(environment) + ([] if environment.get(VARIABLE) else _files(more))


def _files(place: Path) -> list[Path]:
    if not place.is_dir():
        return [place] if place.exists() else []
    archives = sorted(place.glob("*.tar.*"))
    return archives or ([place] if any(place.glob("turn_*")) else [])


def absence(environment: Mapping[str, str] = os.environ) -> str:
    """Return the remark for a missing recorded game; empty if there is one."""
    if default_files(environment):
        return ""
    return (
        "Far Horizons: no recorded game of the 1999 engine is here, so no turn of one was replayed"
        f" (looked for in {DEFAULT}; {VARIABLE} names others)"
    )


#: The steps whose state is recorded, in the order of a turn.
STEPS = ("combat", "pre_departure", "jump", "production", "post_arrival", "strike", "finish")
#: Every byte is a character in this encoding, so that nothing is lost.
_ENCODING = "latin-1"
#: Recorded turns repeat each other, and shrink to less than a hundredth when packed.
_BOUNDS = Bounds(free_bytes=200_000_000)


@frozen
class RecordedStep:
    """A step of a recorded turn: its name, the seed of its dice, the states before and after."""

    name: str
    seed: str
    before: str
    after: str


@define(slots=False, frozen=True)
class RecordedTurn:
    """A turn of a recorded game. Turn 0 is the set-up; it has no orders."""

    folder: Path

    @property
    def number(self) -> int:
        return int(self.folder.name.removeprefix("turn_"))

    def state(self, name: str) -> Game:
        """Read a recorded state, e.g. "before" or "after_jump", as a new game.

        Raises SaveError if there is no state of this name, or if it is damaged.
        """
        return read_state(self.folder / name)

    def states(self) -> list[str]:
        """Return the names of the recorded states in the order of the turn."""
        order = ("before", "after_create_species", *(f"after_{step}" for step in STEPS))
        return [name for name in order if (self.folder / name / GALAXY).exists()]

    @cached_property
    def commands(self) -> dict[str, str]:
        """The seeds of all commands of the turn, by their names, in order."""
        document = load_file(self.folder / "seeds.json")
        lines = document.field("commands") if isinstance(document.value, dict) else document
        return {_word(line, "step"): _word(line, "seed") for line in lines.items()}

    def seed(self, step: str) -> str:
        """Return the seed of a step; raises SaveError if the turn has no such step."""
        if step not in self.commands:
            known = ", ".join(self.commands)
            raise SaveError(f"{self.folder}: no step '{step}' was recorded", f"known: {known}")
        return self.commands[step]

    def steps(self) -> list[RecordedStep]:
        """Return the steps with a recorded state before and after them, in order."""
        states = self.states()
        return [
            RecordedStep(name, self.seed(name), before, after)
            for before, after in pairwise(states)
            if (name := after.removeprefix("after_")) in self.commands
        ]

    def orders(self) -> dict[int, str]:
        """Return the orders by number of species; a species without orders is missing."""
        return _texts(self.folder / "orders", "ord")

    def log(self, species: int) -> str:
        """Return the event log of a species for the whole turn; empty if nothing was written."""
        path = self.folder / "logs" / f"sp{species:02}.log"
        return _text(path) if path.exists() else ""

    def logs(self) -> dict[int, str]:
        """Return the event logs by number of species."""
        return _texts(self.folder / "logs", "log")

    def report(self, species: int) -> str:
        """Return the report that a species got after the turn."""
        return _text(self.folder / "reports" / f"sp{species:02}.rpt.t{self.number + 1}")

    def __str__(self) -> str:
        return f"{self.folder.parent.name}-turn-{self.number:02}"


@define(slots=False, frozen=True)
class RecordedGame:
    """A folder with the turns of a recorded game."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def setup(self) -> RecordedTurn:
        """Turn 0: galaxy, species and the first reports."""
        return RecordedTurn(self.folder / "turn_00")

    def turns(self) -> list[RecordedTurn]:
        """Return the turns that were played, without the set-up."""
        folders = sorted(self.folder.glob("turn_[0-9][0-9]"))
        return [RecordedTurn(folder) for folder in folders if folder.name != "turn_00"]

    def turn(self, number: int) -> RecordedTurn:
        """Return the turn of this number; 0 is the set-up."""
        return RecordedTurn(self.folder / f"turn_{number:02}")


def open_recorded(path: Path | str) -> RecordedGame:
    """Open a recorded game: its folder, or an archive (tar, also compressed) that holds the folder.

    An archive is unpacked once, below the system's temporary folder. Raises SaveError if there is
    no recorded game.
    """
    path = Path(path)
    folder = path if path.is_dir() else _unpacked(path)
    if not (folder / "turn_00").is_dir() and not (folder / "turn_01").is_dir():
        raise SaveError(f"{path}: this is no recorded game", "it holds the folders turn_00, ...")
    return RecordedGame(folder)


def _unpacked(archive: Path) -> Path:
    if not archive.is_file():
        raise SaveError(f"{archive}: there is no such file", "name a folder or an archive")
    status = archive.stat()
    name = archive.name.split(".")[0]
    target = _cache() / f"{status.st_mtime_ns:x}-{status.st_size:x}"
    if not (target / name).is_dir():
        with tempfile.TemporaryDirectory(dir=_cache()) as temporary:
            _unpack(archive, Path(temporary))
            target.mkdir(exist_ok=True)
            _move_into_place(_only_folder(Path(temporary), archive), target / name)
    return target / name


def _cache() -> Path:
    folder = Path(tempfile.gettempdir()) / "horizons_recorded_games"
    folder.mkdir(exist_ok=True)
    return folder


def _unpack(archive: Path, folder: Path) -> None:
    try:
        unpack(archive, folder, _BOUNDS)
    except ArchiveError as problem:
        raise SaveError(problem.message, problem.hint) from problem


def _only_folder(folder: Path, archive: Path) -> Path:
    subfolders = [path for path in folder.iterdir() if path.is_dir()]
    if (folder / "turn_00").is_dir() or (folder / "turn_01").is_dir():
        return folder
    if len(subfolders) != 1:
        raise SaveError(f"{archive}: this is no recorded game", "it holds one folder with turns")
    return subfolders[0]


def _move_into_place(folder: Path, target: Path) -> None:
    """Move a finished folder to its target, unless another process was faster."""
    try:
        folder.rename(target)
    except OSError:
        if not target.is_dir():
            raise


def _word(line: Node, key: str) -> str:
    node = line.field(key)
    if not isinstance(node.value, str):
        node.fail("expected a text", "seeds.json lists the steps with their seeds as texts")
    return node.value


def _texts(folder: Path, ending: str) -> dict[int, str]:
    """Return the texts of a folder's files spNN by their numbers."""
    paths = {path.stem[2:]: path for path in folder.glob(f"sp*.{ending}")}
    numbers = sorted(int(number) for number in paths if number.isdecimal())
    return {number: _text(folder / f"sp{number:02}.{ending}") for number in numbers}


def _text(path: Path) -> str:
    """Return the bytes of a file as characters; raises SaveError if there is no such file."""
    try:
        return path.read_bytes().decode(_ENCODING)
    except OSError as problem:
        raise SaveError(f"{path}: {problem.strerror or problem}", "record the turn anew") from None


#: The steps that write a log, in the order of the turn, with the titles at their beginning.
_TITLES = {
    "combat": ("Combat orders:", "Combat log:"),
    "pre_departure": ("Pre-departure orders:",),
    "jump": ("Jump orders:",),
    "production": ("Production orders:",),
    "post_arrival": ("Post-arrival orders:",),
    "strike": ("Strike orders:", "Strike log:"),
    "finish": ("Other events:",),
}
#: A title that is present only if there was a battle.
BATTLES = {"combat": "Combat log:", "strike": "Strike log:"}


def divide_log(log: str) -> dict[str, str]:
    """Return the text that each step wrote, by its name; a step that wrote nothing is missing.

    A step's part begins at its title. Without a title, its text counts as its predecessor's; text
    before the first title belongs to the first part.
    """
    begins: list[tuple[int, str]] = []
    position = 0
    for step, titles in _TITLES.items():
        positions = [start for title in titles if (start := _find_title(log, title, position)) >= 0]
        if positions:
            position = min(positions)
            begins.append((position, step))
    if not begins:
        return {STEPS[0]: log} if log else {}
    bounds = [0, *(start for start, _ in begins[1:]), len(log)]
    steps = (step for _, step in begins)
    return {step: log[a:b] for step, (a, b) in zip(steps, pairwise(bounds), strict=True)}


def _find_title(log: str, title: str, start: int) -> int:
    """Return the position of the empty line before a title, -1 without one."""
    return log.find(f"\n{title}\n", max(0, start - 1))


def has_battle(part: str, step: str) -> bool:
    """Tell whether a step's text has a battle."""
    return step in BATTLES and f"\n{BATTLES[step]}\n" in part


def doubles(log: str) -> bool:
    """Tell whether a species is twice in a battle of a log."""
    for battle in log.split("\n  Battle orders were received for sector")[1:]:
        listed = " ".join(battle.partition("present:")[2].split())
        names = re.findall(r"SP ([^.]+?) (?:is mobilized and|does not appear to be) ready", listed)
        if len(names) > len(set(names)):
            return True
    return False
