"""How a command of the rulebook is changed: its checks, its arguments, what carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from attrs import evolve

from horizons_core.orders import Check, Command, Handler
from variants.far_horizons.orders.arguments import Part, Reader
from variants.far_horizons.orders.references import Finder

#: Commands by their keywords, to be changed.
Commands: TypeAlias = dict[str, Command]


def without(commands: Commands, check: str, *keywords: str) -> None:
    """Leave a check out, wherever it is asked or for some commands alone."""
    for keyword, command in commands.items():
        if check in command.checks and keyword in (keywords or commands):
            others = {name: one for name, one in command.checks.items() if name != check}
            commands[keyword] = evolve(command, checks=others)


def with_check(commands: Commands, keyword: str, name: str, check: Check) -> None:
    """Ask one more thing before a command is carried out."""
    command = commands[keyword]
    commands[keyword] = evolve(command, checks={**command.checks, name: check})


def around(commands: Commands, keyword: str, wrapper: Callable[[Handler], Handler]) -> None:
    """Carry a command out by what a wrapper makes of its handler."""
    command = commands[keyword]
    assert command.run is not None  # noqa: S101 - all commands of the rulebook have one
    commands[keyword] = evolve(command, run=wrapper(command.run))


def read_by(commands: Commands, keyword: str, argument: str, read: Reader) -> None:
    """Read an argument of a command otherwise."""
    command = commands[keyword]
    part = cast(Part, command.arguments[argument])
    arguments = {**command.arguments, argument: evolve(part, read=read)}
    commands[keyword] = evolve(command, arguments=arguments)


def found_by(
    commands: Commands, keyword: str, argument: str, wrapper: Callable[[Finder], Finder]
) -> None:
    """Find what an argument stands for by what a wrapper makes of its finder."""
    command = commands[keyword]
    part = command.arguments[argument]
    assert part.find is not None  # noqa: S101 - for arguments that have one
    arguments = {**command.arguments, argument: evolve(part, find=wrapper(part.find))}
    commands[keyword] = evolve(command, arguments=arguments)
