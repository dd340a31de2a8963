"""Changing one part of a sequence without losing the rest: what mods do to commands and phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen


@frozen
class Wrapped:
    """A function round another: `around(inner, *arguments)` is called in its place.

    Who changes a function by this lets other mods change it, too: they stack in their order.

    Attributes:
        around: called with the inner function and the arguments.
        inner: the function as it was.
    """

    around: Callable[..., Any]
    inner: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        """Call `around` with the inner function and the arguments."""
        return self.around(self.inner, *arguments)


def replaces(new: object, old: object) -> bool:
    """Whether a function is another than the old one, and no wrapping of it."""
    while isinstance(new, Wrapped):
        new = new.inner
    return new is not old
