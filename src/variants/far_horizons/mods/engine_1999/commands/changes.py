"""Changes to a command of the rulebook: to its checks, its arguments and its handler."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from attrs import evolve

from horizons_core.orders import Check, Command, Handler
from variants.far_horizons.orders.arguments import LineArgument, Reader
from variants.far_horizons.orders.references import Finder

#: The commands to change, by keyword.
Commands: TypeAlias = dict[str, Command]


def remove_check(commands: Commands, check: str, *keywords: str) -> None:
    """Remove a check from these commands, or from all that have it."""
    for keyword, command in commands.items():
        if check in command.checks and keyword in (keywords or commands):
            checks = {name: other for name, other in command.checks.items() if name != check}
            commands[keyword] = evolve(command, checks=checks)


def add_check(commands: Commands, keyword: str, name: str, check: Check) -> None:
    """Add a check to a command."""
    command = commands[keyword]
    commands[keyword] = evolve(command, checks={**command.checks, name: check})


def wrap_run(commands: Commands, keyword: str, wrapper: Callable[[Handler], Handler]) -> None:
    """Wrap the handler of a command."""
    command = commands[keyword]
    assert command.run is not None  # noqa: S101 - all commands of the rulebook have one
    commands[keyword] = evolve(command, run=wrapper(command.run))


def set_reader(commands: Commands, keyword: str, argument: str, read: Reader) -> None:
    """Read an argument of a command by another function."""
    command = commands[keyword]
    part = cast(LineArgument, command.arguments[argument])
    arguments = {**command.arguments, argument: evolve(part, read=read)}
    commands[keyword] = evolve(command, arguments=arguments)


def wrap_find(
    commands: Commands, keyword: str, argument: str, wrapper: Callable[[Finder], Finder]
) -> None:
    """Wrap the finder of an argument, which looks up what it refers to."""
    command = commands[keyword]
    part = command.arguments[argument]
    assert part.find is not None  # noqa: S101 - all arguments passed have one
    arguments = {**command.arguments, argument: evolve(part, find=wrapper(part.find))}
    commands[keyword] = evolve(command, arguments=arguments)
