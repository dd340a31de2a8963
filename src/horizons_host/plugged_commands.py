"""Commands from other distributions: entry points of the group `horizons.commands`.

An entry point has the command's name and refers to a click command or group. One that cannot be
loaded is reported when it is called, and does not affect other commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from typing import NoReturn

import click

GROUP = "horizons.commands"


def names() -> list[str]:
    """Return the names of the commands, in alphabetical order."""
    return sorted(_points())


def load(name: str) -> click.Command | None:
    """Import and return the command of this name, or None if no distribution has one.

    Raises PluginError if it cannot be loaded.
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
    """Yield every command with its line of help, or with its error if it is broken."""
    for name in names():
        try:
            command = load(name)
        except Exception as problem:  # noqa: BLE001 - PluginError, not imported to keep start-up fast
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
