"""Changes that mods make to commands, such as wrapped functions and added checks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve, frozen

from horizons_core.errors import UnknownNameError, did_you_mean
from horizons_core.orders.commands import Check, Command, Handler


@frozen
class Wrapped:
    """A wrapped function: `around(inner, *arguments)` is called in place of `inner`.

    Several mods can wrap the same function: wrappers stack in their order.

    Attributes:
        around: called with the inner function and the arguments.
        inner: the original function.
    """

    around: Callable[..., Any]
    inner: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        """Call `around` with the inner function and the arguments."""
        return self.around(self.inner, *arguments)


def replaces(new: object, old: object) -> bool:
    """Return whether a function differs from the old one and does not wrap it."""
    while isinstance(new, Wrapped):
        new = new.inner
    return new is not old


def replaced_command(commands: Sequence[Command], keyword: str, command: Command) -> list[Command]:
    """Return the commands with one of them replaced."""
    return _changed(commands, keyword, lambda _: command)


def wrapped_command(
    commands: Sequence[Command], keyword: str, around: Callable[..., Any]
) -> list[Command]:
    """Return the commands with `around(inner, context, empire, order)` to handle one of them."""

    def change(command: Command) -> Command:
        return evolve(command, run=Wrapped(around, _run_of(command)))

    return _changed(commands, keyword, change)


def replaced_check(
    commands: Sequence[Command], keyword: str, check: str, by: Check
) -> list[Command]:
    """Return the commands with a named check of one of them replaced."""
    return _with_check(commands, keyword, check, lambda _: by)


def wrapped_check(
    commands: Sequence[Command], keyword: str, check: str, around: Callable[..., Any]
) -> list[Command]:
    """Return the commands with `around(inner, context, empire, order)` in place of a check."""
    return _with_check(commands, keyword, check, lambda inner: Wrapped(around, inner))


def added_check(commands: Sequence[Command], keyword: str, check: str, by: Check) -> list[Command]:
    """Return the commands with another check of one of them, after its existing checks."""

    def change(command: Command) -> Command:
        return evolve(command, checks={**command.checks, check: by})

    return _changed(commands, keyword, change)


def _with_check(
    commands: Sequence[Command], keyword: str, check: str, make: Callable[[Check], Check]
) -> list[Command]:
    def change(command: Command) -> Command:
        if check not in command.checks:
            raise UnknownNameError(
                f"order {keyword} has no check '{check}'", did_you_mean(check, command.checks)
            )
        return evolve(command, checks={**command.checks, check: make(command.checks[check])})

    return _changed(commands, keyword, change)


def _changed(
    commands: Sequence[Command], keyword: str, change: Callable[[Command], Command]
) -> list[Command]:
    known = [command.keyword for command in commands]
    if keyword not in known:
        raise UnknownNameError(f"no order '{keyword}'", did_you_mean(keyword, known))
    return [change(command) if command.keyword == keyword else command for command in commands]


def _run_of(command: Command) -> Handler:
    if command.run is None:
        raise UnknownNameError(
            f"order {command.keyword} is carried out by its phase '{command.phase}'",
            "wrap that phase",
        )
    return command.run
