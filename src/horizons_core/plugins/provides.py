"""Short ways to answer a hook: name what lies elsewhere, or change what the others answer."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

from attrs import frozen

from horizons_core.errors import PluginError, did_you_mean
from horizons_core.plugins.hooks import hookimpl


@frozen
class Provided:
    """What a hook answers: the thing at `where`, called with the hook's arguments if `call`."""

    where: str
    call: bool

    def implementation(self, spec: Callable[..., Any]) -> Callable[..., Any]:
        """The implementation of a hook that answers it."""
        names = list(inspect.signature(spec).parameters)

        @hookimpl
        @wraps(spec)  # the names of the arguments are read off the specification
        def implementation(*values: Any) -> Any:
            thing = self._thing()
            if not self.call:
                return thing
            taken = inspect.signature(thing).parameters
            return thing(**{n: v for n, v in zip(names, values, strict=True) if n in taken})

        return implementation

    def _thing(self) -> Any:
        module, _, name = self.where.partition(":")
        try:
            return getattr(import_module(module), name)
        except ImportError as problem:
            raise PluginError(f"provides({self.where!r}): {problem}") from problem
        except AttributeError:
            known = [name for name in vars(import_module(module)) if not name.startswith("_")]
            raise PluginError(
                f"provides({self.where!r}): {module} has no '{name}'", did_you_mean(name, known)
            ) from None


def provides(where: str, *, call: bool = False) -> Any:
    """A hook that answers what lies at `package.module:name`, imported when it is asked for.

    With `call` it is called with those of the hook's arguments that it takes, and the hook answers
    what it gives. So a variant's `__init__.py` is its table of contents::

        horizons_phases = provides("variants.my_game.turn:PHASES")
        horizons_economy = provides("variants.my_game.economy:Economy", call=True)
        horizons_create_game = provides("variants.my_game.setup:create_game", call=True)
    """
    return Provided(where, call)


def changes(change: Callable[[Any], Any]) -> Any:
    """A wrapper of the hook whose name the function bears: it gets what the others answer.

    For example::

        @changes
        def horizons_economy(economy):
            return wrapped_methods(economy, income=lambda income, *facts: 2 * income(*facts))

    What it returns takes the place of the answer. Wrappers of several mods stack in their order.
    """

    @hookimpl(wrapper=True)
    def implementation() -> Any:
        answer = yield
        return change(answer)

    return implementation
