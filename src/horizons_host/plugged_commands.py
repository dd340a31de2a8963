"""Commands that other distributions bring: entry points of the group `horizons.commands`.

An entry point's name is the command's, and it leads to a click command or group. One that cannot be
loaded is told of when it is called, and stands in no other command's way.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from typing import NoReturn

import click

GROUP = "horizons.commands"


def names() -> list[str]:
    """The names of the commands, in alphabetical order."""
    return sorted(_points())


def load(name: str) -> click.Command | None:
    """The command of this name, imported now; None if no distribution brings one.

    Raises PluginError for one that cannot be loaded.
    """
    point = _points().get(name)
    if point is None:
        return None
    try:
        command = point.load()
    except Exception as problem:  # noqa: BLE001 - an author's own mistake, of any kind
        _refuse(point, f"{type(problem).__name__}: {problem}")
    if not isinstance(command, click.Command):
        _refuse(point, f"{point.value} must be a click command, not {command!r}")
    return command


def helps() -> Iterator[tuple[str, str]]:
    """Every command with its line of help; of a broken one that it is broken."""
    for name in names():
        try:
            command = load(name)
        except Exception as problem:  # noqa: BLE001 - PluginError; its module is not loaded for it
            yield name, f"Broken: {problem}"
            continue
        if command is not None:
            yield name, command.get_short_help_str(limit=1000)


def _points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def _refuse(point: metadata.EntryPoint, reason: str) -> NoReturn:
    from horizons_core.errors import PluginError

    source = f" of {point.dist.name}" if point.dist is not None else ""
    raise PluginError(
        f"the command '{point.name}'{source} cannot be loaded: {reason}",
        "reinstall the package that provides it",
    )
