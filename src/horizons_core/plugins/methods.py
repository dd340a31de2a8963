"""Wrapping of single methods of an economy, a resolver or another object of a variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from horizons_core.errors import PluginError, did_you_mean

T = TypeVar("T")


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
