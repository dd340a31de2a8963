"""Shortcuts for hooks that provide an object, change an answer or wrap a method."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from typing import Any, TypeVar

import attrs
from attrs import field, frozen

from horizons_core.error_places import place_of_function
from horizons_core.errors import PluginError, did_you_mean
from horizons_core.plugins.hooks import hookimpl

T = TypeVar("T")


@frozen
class Provided:
    """A hook's answer: the object at `reference`, called with the hook's arguments if `call`.

    `place` is the file and line of the author's `provides`.
    """

    reference: str
    call: bool
    place: str = field(default="", eq=False)

    def implementation(self, spec: Callable[..., Any]) -> Callable[..., Any]:
        """Return a hook implementation with this answer."""
        names = list(inspect.signature(spec).parameters)

        @cache
        def resolve() -> tuple[Any, list[str]]:
            target = self.target(spec)
            accepted = inspect.signature(target).parameters if self.call else ()
            return target, [name for name in names if name in accepted]

        @hookimpl
        @wraps(spec)  # pluggy reads the argument names from the specification
        def implementation(*values: Any) -> Any:
            target, accepted = resolve()
            if not self.call:
                return target
            arguments = dict(zip(names, values, strict=True))
            return target(**{name: arguments[name] for name in accepted})

        implementation.provided = self  # type: ignore[attr-defined]
        return implementation

    def target(self, spec: Callable[..., Any]) -> Any:
        """Return the object at the reference.

        Raises PluginError if it does not exist, or cannot be called with the hook's arguments.
        """
        module, _, name = self.reference.partition(":")
        try:
            target = getattr(import_module(module), name)
        except ImportError as problem:
            raise PluginError(f"{self._label}: {problem}") from problem
        except AttributeError:
            known = [name for name in vars(import_module(module)) if not name.startswith("_")]
            raise PluginError(
                f"{self._label}: {module} has no '{name}'", did_you_mean(name, known)
            ) from None
        if self.call:
            self._check_call(target, spec)
        return target

    def _check_call(self, target: Any, spec: Callable[..., Any]) -> None:
        """Raise PluginError for an argument that the target needs, but the hook does not get."""
        known, hook = list(inspect.signature(spec).parameters), spec.__name__
        place = place_of_function(target) or self.place
        if not callable(target):
            raise PluginError(
                f"{self._label} is {target!r}, which cannot be called", "leave out call=True"
            )
        for name, parameter in inspect.signature(target).parameters.items():
            named = parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
            if parameter.default is parameter.empty and name not in known and not named:
                hint = did_you_mean(name, known) if known else "it has no arguments"
                raise PluginError(f"{place}: '{hook}' does not get an argument '{name}'", hint)

    @property
    def _label(self) -> str:
        return f"{self.place}: " * bool(self.place) + f"provides({self.reference!r})"


def provides(reference: str, *, call: bool = False) -> Any:
    """Make a hook implementation that answers with `package.module:name`, imported on demand.

    With `call` it is called with those of the hook's arguments that it accepts, and its result is
    the hook's answer. A variant's `__init__.py` is then a table of contents::

        horizons_phases = provides("variants.my_game.turn:PHASES")
        horizons_economy = provides("variants.my_game.economy:Economy", call=True)
        horizons_create_game = provides("variants.my_game.setup:create_game", call=True)
    """
    frame = inspect.currentframe()
    caller = frame.f_back if frame else None
    place = f"{caller.f_code.co_filename}, line {caller.f_lineno}" if caller else ""
    return Provided(reference, call, place)


def changes(change: Callable[[Any], Any]) -> Any:
    """Make a wrapper of the hook with the function's name; it gets the answer of the others.

    For example::

        @changes
        def horizons_economy(economy):
            return wrapped_methods(economy, income=lambda income, *facts: 2 * income(*facts))

    Its result replaces the answer. Wrappers of several mods stack in their order.
    """

    @hookimpl(wrapper=True)
    def implementation() -> Any:
        answer = yield
        return change(answer)

    implementation.change = change  # type: ignore[attr-defined]
    return implementation


def wrapped_methods(target: T, **around: Callable[..., Any]) -> T:
    """Return a copy of an object with some of its methods wrapped, by name.

    Each wrapper is called as `around(inner, *arguments)`, also by the object's own methods; `inner`
    is the original method. Wrappings stack. Raises PluginError for an unknown method.
    """
    cls = type(target)
    methods: dict[str, Any] = {}
    for name, function in around.items():
        if not callable(getattr(cls, name, None)):
            known = [n for n in dir(cls) if not n.startswith("_") and callable(getattr(cls, n))]
            raise PluginError(f"{cls.__name__} has no method '{name}'", did_you_mean(name, known))
        methods[name] = _method(getattr(cls, name), function)
    changed: Any = object.__new__(type(cls.__name__, (cls,), {**methods, "__slots__": ()}))
    names = [f.name for f in attrs.fields(cls)] if attrs.has(cls) else list(vars(target))
    for name in names:
        object.__setattr__(changed, name, getattr(target, name))
    return changed  # type: ignore[no-any-return]


def _method(inner: Callable[..., Any], around: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any, **keywords: Any) -> Any:
        return around(lambda *a, **m: inner(self, *a, **m), *arguments, **keywords)

    return method
