"""Hook implementations in a module, a class or a notebook, with checks for mistakes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any

from horizons_core.error_places import place_of_error
from horizons_core.errors import HorizonsError, PluginError, did_you_mean, nearest
from horizons_core.plugins import hooks
from horizons_core.plugins.provides import Provided

PREFIX = "horizons_"
_MARK = f"{hooks.PROJECT}_impl"

#: The hook specifications by name.
SPECS: Mapping[str, Callable[..., Any]] = {
    name: value for name, value in vars(hooks).items() if name.startswith(PREFIX)
}


class _PlacedError(PluginError):
    """An error whose message already names the place."""


@contextmanager
def as_plugin_error(subject: str, hint: str = "") -> Iterator[None]:
    """Raise PluginError, with the author's file and line, for any error in the block.

    Errors that the core has raised itself pass unchanged.
    """
    try:
        yield
    except _PlacedError:
        raise
    except HorizonsError as problem:
        place = place_of_error(problem)
        if not place:
            raise
        raise _PlacedError(f"{place}: {subject}: {problem.message}", problem.hint) from problem
    except Exception as problem:
        reason = problem.msg if isinstance(problem, SyntaxError) else str(problem)
        description = f"{subject}: {type(problem).__name__}: {reason}".removesuffix(": ")
        place = place_of_error(problem)
        message = f"{place}: {description}" if place else description
        raise _PlacedError(message, hint or _hint(problem)) from problem


def _hint(problem: Exception) -> str:
    """Return how to fix a Python error: the nearest name for an unknown name."""
    if isinstance(problem, ModuleNotFoundError):
        return f"install the package that provides '{problem.name}', or fix the import"
    if isinstance(problem, AttributeError) and problem.name:
        near = nearest(problem.name, dir(problem.obj))
        return f"did you mean '{near}'?" if near else "fix that line"
    return "fix that line"


class Plugin:
    """An object to register with pluggy: nothing but hook implementations, under their names."""

    def __init__(self, name: str, implementations: Mapping[str, Callable[..., Any]]) -> None:
        self.plugin_name = name
        for hook, function in implementations.items():
            setattr(self, hook, function)

    def replacing(self) -> Iterator[str]:
        """Yield the hooks that it implements without wrapping other answers."""
        for name in SPECS:
            function = getattr(self, name, None)
            if function is not None and not getattr(function, _MARK).get("wrapper"):
                yield name


def implementations(source: Any) -> Plugin:
    """Collect the hooks that a module, class, object or mapping of names (`globals()`) answers.

    Raises PluginError, with file and line, for an unknown hook, an unknown argument, and a hook
    that is not marked with `@hookimpl`.
    """
    originals = _members(source)
    members = {n: _as_function(v, SPECS[n]) if n in SPECS else v for n, v in originals.items()}
    marked = {n: f for n, f in members.items() if hasattr(f, _MARK)}
    named = {name for name in members if name.startswith(PREFIX)}
    # `horizons_economy = hookimpl(Economy)` also marks the class itself
    hook_ids = {
        id(_function(mapping[name]))
        for name in named & set(SPECS)
        for mapping in (originals, members)
    }
    for name in sorted(named - set(SPECS)):
        if callable(members[name]) or isinstance(members[name], Provided):
            raise PluginError(
                f"{place_of(members[name])}: there is no hook '{name}'", did_you_mean(name, SPECS)
            )
    for name in sorted(set(marked) - named):
        if id(_function(marked[name])) not in hook_ids:
            raise PluginError(
                f"{place_of(marked[name])}: '{name}' is marked @hookimpl, but is not a hook",
                did_you_mean(PREFIX + name.removeprefix(PREFIX), SPECS),
            )
    hooks_by_name = {}
    for name in sorted(named & set(SPECS)):
        _check(name, members[name])
        hooks_by_name[name] = members[name]
    return Plugin(_name_of(source), hooks_by_name)


def _as_function(value: Any, spec: Callable[..., Any]) -> Any:
    """Return a hook as a function: the target of `provides`, or a class that makes the answer."""
    if isinstance(value, Provided):
        return value.implementation(spec)
    if isinstance(value, type) and hasattr(value, _MARK):
        return _maker(value)
    return value


def _maker(cls: type) -> Callable[[], Any]:
    if not accepts(cls, 0):
        raise PluginError(
            f"{place_of(cls)}: {cls.__name__} is marked @hookimpl, but needs arguments",
            "write a function with @hookimpl that returns an object of it",
        )

    @hooks.hookimpl
    def make() -> Any:
        return cls()

    make.made = cls  # type: ignore[attr-defined]
    return make


def _members(source: Any) -> dict[str, Any]:
    if isinstance(source, Mapping):
        return dict(source)
    if isinstance(source, ModuleType):
        return dict(vars(source))
    with as_plugin_error(f"{_name_of(source)} cannot be created"):
        instance = source() if isinstance(source, type) else source
    return {name: getattr(instance, name) for name in dir(instance) if not name.startswith("__")}


def _name_of(source: Any) -> str:
    if isinstance(source, Mapping):
        return str(source.get("__name__", "a mapping"))
    return str(getattr(source, "__name__", type(source).__name__))


def file_of(source: Any) -> str:
    """Return the file that contains rules, or their name if the file is unknown."""
    if isinstance(source, Mapping):
        return str(source.get("__file__") or _name_of(source))
    if isinstance(source, ModuleType):
        return str(getattr(source, "__file__", None) or _name_of(source))
    cls = source if isinstance(source, type) else type(source)
    try:
        return inspect.getsourcefile(cls) or _name_of(source)
    except (TypeError, OSError):
        return _name_of(source)


def _function(value: Any) -> Any:
    """Return the plain function of a bound method."""
    return getattr(value, "__func__", value)


def _check(name: str, function: Any) -> None:
    if not callable(function):
        raise PluginError(f"'{name}' is {function!r}, not a function", "hooks are functions")
    if not hasattr(function, _MARK):
        raise PluginError(
            f"{place_of(function)}: '{name}' is not marked as a hook", "put @hookimpl above it"
        )
    change = getattr(function, "change", None)
    if change is not None and not accepts(change, 1):
        raise PluginError(
            f"{place_of(change)}: '{name}' gets the answer of the others as its only argument",
            f"write def {name}(answer)",
        )
    wraps = getattr(function, _MARK).get("wrapper")
    if wraps and not inspect.isgeneratorfunction(_function(function)):
        raise PluginError(
            f"{place_of(function)}: '{name}' wraps the answer of the others, but has no 'yield'",
            "write answer = yield, and return the changed answer",
        )
    known = list(inspect.signature(SPECS[name]).parameters)
    for argument, parameter in inspect.signature(function).parameters.items():
        if argument not in known and parameter.default is parameter.empty:
            hint = did_you_mean(argument, known) if known else "it has no arguments"
            raise PluginError(
                f"{place_of(function)}: '{name}' does not get an argument '{argument}'", hint
            )
        if argument in known and parameter.default is not parameter.empty:
            raise PluginError(
                f"{place_of(function)}: '{name}' never gets its argument '{argument}', because"
                " that has a default",
                "remove the default",
            )


def check_targets(plugin: Plugin) -> None:
    """Import what a plug-in `provides`; raises PluginError if it does not fit its hook."""
    for hook in SPECS:
        provided = getattr(getattr(plugin, hook, None), "provided", None)
        if provided is None:
            continue
        with as_plugin_error(hook):
            provided.target(SPECS[hook])


def accepts(function: Any, count: int, named: Sequence[str] = ()) -> bool:
    """Return whether a function can be called with this many arguments, and these by name."""
    if isinstance(function, FunctionType) and not named:
        code = function.__code__
        if code.co_argcount == count and not code.co_kwonlyargcount:  # the usual case, fast
            return True
    try:
        signature = inspect.signature(function, follow_wrapped=False)
    except (TypeError, ValueError):  # a built-in function
        return True
    try:
        signature.bind(*[None] * count, **dict.fromkeys(named))
    except TypeError:
        return False
    return True


def place_of(function: Any) -> str:
    """Return the file and line of a function, if they are known."""
    if isinstance(function, Provided):
        return function.place
    if hasattr(function, "provided"):
        return str(function.provided.place)
    function = getattr(function, "change", getattr(function, "made", function))
    owner: Any = getattr(function, "__self__", None)
    if type(owner).__name__ == "DataMod":
        return str(owner.place)
    try:
        plain = inspect.unwrap(_function(function))
        return f"{inspect.getsourcefile(plain)}, line {inspect.getsourcelines(plain)[1]}"
    except (TypeError, OSError):
        return str(getattr(function, "__module__", None) or type(function).__name__)
