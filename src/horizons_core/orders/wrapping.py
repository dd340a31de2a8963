"""Wrapping of functions: how mods change parts of commands and phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen


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
