"""Tasks that play games of a study here or in another process."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Generator, Iterable, Mapping
from functools import lru_cache
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, cast

import attrs

import horizons_core as hz
from horizons_core.plugins.sources import addresses, source_at, variant_at
from horizons_lab.checks import StudyError
from horizons_lab.design import StudyDesign
from horizons_lab.games import PlayedGame, play_game
from horizons_lab.records import GameId
from horizons_lab.study_data import versions_of


def serialize_design(design: StudyDesign) -> bytes:
    """Serialize a study; raises StudyError for bots or rules that cannot be pickled.

    Functions and classes of installed modules are sent by name, those of a notebook or of the
    program itself by value, and rules that are not installed by the paths of their files.
    """
    import cloudpickle

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        """Pickles rules, and modules of files, as their addresses."""

        def reducer_override(self, value: Any) -> Any:
            if isinstance(value, hz.Variant):
                return _reduce(value)
            if isinstance(value, ModuleType) and _is_file_module(value):
                return source_at, tuple(addresses([value]))
            return super().reducer_override(value)

    target = io.BytesIO()
    try:
        Pickler(target).dump((_file_modules(design), design))
    except (pickle.PicklingError, TypeError, AttributeError) as problem:
        message = " ".join(str(problem).split())
        raise StudyError(
            f"this study cannot be sent to another process: {message}",
            "use workers=1, or define its bots and measures at the top level of a file",
        ) from problem
    return target.getvalue()


def load_design(payload: bytes) -> StudyDesign:
    """Load a study from such bytes; raises StudyError if something that it needs is missing."""
    try:
        _, design = pickle.loads(payload)  # noqa: S301 - it comes from the study's own process
    except (ImportError, AttributeError) as problem:
        raise StudyError(
            f"a worker lacks something that the study needs: {problem}",
            "install it on the worker, too",
        ) from problem
    return cast(StudyDesign, design)


def _file_modules(design: StudyDesign) -> list[ModuleType]:
    """Return the modules of rules in loose files.

    They are pickled before the study, so that its bots' classes find them loaded.
    """
    sources = [source for variant in design.variants for source in variant.sources]
    return [
        source for source in sources if isinstance(source, ModuleType) and _is_file_module(source)
    ]


def _is_file_module(module: ModuleType) -> bool:
    """Return whether a module has a file, and Python does not find it by its name."""
    if not getattr(module, "__file__", None):
        return False
    top = module.__name__.partition(".")[0]
    spec = PathFinder.find_spec(top)
    known = getattr(sys.modules.get(top), "__spec__", None)
    return spec is None or known is None or spec.origin != known.origin


def _reduce(variant: hz.Variant) -> tuple[Any, ...]:
    """Return rules by their addresses; those without a file are sent by value."""
    try:
        return variant_at, (addresses(variant.sources),)
    except hz.HorizonsError:
        return _variant, (tuple(_hooks(source) for source in variant.sources),)


def _hooks(source: Any) -> Any:
    """Return the hooks among a notebook's names; other sources unchanged."""
    if not isinstance(source, Mapping):
        return source
    return {name: value for name, value in source.items() if name.startswith("horizons_")}


def _variant(sources: tuple[Any, ...]) -> hz.Variant:
    variant, *mods = sources
    return hz.Variant(variant, mods)


@attrs.frozen
class StudyTask:
    """The settings for playing a study's games.

    Attributes:
        design: the study.
        trajectory: whether to keep orders and events of all turns.
        logs: the folder for programs' error output, with a folder for each game; None to drop it.
    """

    design: StudyDesign
    trajectory: bool = False
    logs: Path | None = None

    def play(self, game_id: GameId) -> PlayedGame:
        """Play one game; raises StudyError."""
        logs = self.logs / f"{game_id.cell}-{game_id.game}" if self.logs is not None else None
        return play_game(self.design, game_id, trajectory=self.trajectory, logs=logs)


class Engine(Protocol):
    """Plays games of a study."""

    def play(self, task: StudyTask, games: Iterable[GameId]) -> Generator[PlayedGame, None, None]:
        """Yield each game once, as they end; `games` is advanced only when a worker is free.

        Games under way elsewhere end when it is closed. Raises StudyError for errors of a bot, a
        measure or the rules, and if workers die repeatedly.
        """


@attrs.frozen
class PortableTask:
    """A task for another process: plain data, and the study as bytes.

    Attributes:
        payload: the study (see `serialize_design`).
        versions: the versions and digests of the rules here, which the other process must have.
        trajectory: as in `StudyTask`.
        logs: as in `StudyTask`.
    """

    payload: bytes
    versions: dict[str, str]
    trajectory: bool
    logs: str | None

    @classmethod
    def of(cls, task: StudyTask) -> PortableTask:
        """Convert a task for another process; raises StudyError if it cannot be sent."""
        logs = None if task.logs is None else str(task.logs.absolute())
        return cls(serialize_design(task.design), versions_of(task.design), task.trajectory, logs)


def play_portable_task(task: PortableTask, game_id: GameId) -> PlayedGame:
    """Play one game of a task from another process.

    Raises StudyError as `StudyTask.play` does, and if this process has other rules.
    """
    design, versions = _read(task.payload)
    if versions != task.versions:
        names = {**task.versions, **versions}
        differing = [name for name in names if task.versions.get(name) != versions.get(name)]
        raise StudyError(
            f"a worker has other versions of {', '.join(differing)}",
            "install the same versions on all machines",
        )
    logs = Path(task.logs) if task.logs is not None else None
    return StudyTask(design, task.trajectory, logs).play(GameId(*game_id))


@lru_cache(maxsize=4)
def _read(payload: bytes) -> tuple[StudyDesign, dict[str, str]]:
    """Load a study with the versions of its rules here; caches the last few."""
    design = load_design(payload)
    return design, versions_of(design)
