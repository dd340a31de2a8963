"""Checks of the functions and methods that a variant and its mods provide: names and arguments."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import Any

from horizons_core.combat import richer_methods
from horizons_core.errors import PluginError, nearest
from horizons_core.orders.commands import Command
from horizons_core.plugins.implementations import accepts, place_of
from horizons_core.plugins.places import Sources
from horizons_core.plugins.tools import GameFormat, Tool
from horizons_core.turn.context import Phase

#: The methods of a view model, a victory, a bot, a report form and an order language, with their
#: arguments (None: not checked).
VIEW_MODEL = {
    "observer": ("game", "empire"),
    "describe": ("known", "empire"),
    "hypothesize": ("known", "empire"),
    "map": ("view",),
}
VICTORY = {"outcome": ("game", "turn")}
BOT = {"orders": ("view", "stream")}
REPORT_FORM = {"text": ("report",), "html": ("report",)}
LANGUAGE = {"read": None, "template": None}
ECONOMY = {"accounts": None}
#: The documented methods of a resolver, with their arguments, and those that are given by name.
RESOLVER = {
    "battle": (("spec",), ()),
    "resolve": (("battle", "key"), ("run",)),
    "simulate": (("battle", "runs", "key"), ("threads",)),
}

#: Similarity above which an unknown method of a resolver is taken for a misspelt richer method.
_MISSPELT = 0.8


def check_provided(
    sources: Sources, answer: object, hook: str, parts: Mapping[str, Sequence[str] | None]
) -> None:
    """Raise PluginError if a hook's answer lacks one of these attributes.

    `parts` are the attributes with the arguments of methods.
    """
    subject = f"{hook}: {type(answer).__name__}"
    for part, arguments in parts.items():
        if not hasattr(answer, part):
            place = place_of(type(answer))
            if ", line " not in place or type(answer).__module__ == "builtins":
                place = sources.of_hook(hook.partition(":")[0])
            raise PluginError(f"{place}: {subject} has no '{part}'", _part_hint(part, answer))
        if arguments is not None:
            sources.check_call(f"{subject}.{part}", getattr(answer, part), arguments)


def _part_hint(part: str, answer: object) -> str:
    """Return a hint for a missing attribute: the nearest name, or to add it."""
    near = nearest(part, [name for name in dir(answer) if not name.startswith("_")])
    return f"did you mean '{near}'?" if near else f"give it '{part}'"


def check_functions(sources: Sources, commands: Sequence[Command], phases: Sequence[Phase]) -> None:
    """Raise PluginError for functions of phases and orders with wrong arguments."""
    for phase in phases:
        if phase.run is not None:
            sources.check_call(f"the phase '{phase.name}'", phase.run, ("context",))
    for command in commands:
        order = f"order {command.keyword}"
        called_with = ("context", "empire", "order")
        if command.run is not None:
            sources.check_call(order, command.run, called_with)
        if command.possible is not None:
            subject = f"'possible' of {order}"
            sources.check_call(subject, command.possible, ("view", "variant"))
        for name, check in command.checks.items():
            sources.check_call(f"the check '{name}' of {order}", check, called_with)
        for name, argument in command.arguments.items():
            subject = f"'offers' of the argument '{name}' of {order}"
            offers: Any = argument.offers
            if offers is not None and not any(accepts(offers, n) for n in range(1, 4)):
                sources.check_call(subject, offers, ("view", "chosen", "variant"))
            if argument.find is not None:
                subject = f"'find' of the argument '{name}' of {order}"
                sources.check_call(subject, argument.find, (*called_with, "argument"))


def check_resolver(sources: Sources, resolver: object, protocol: str) -> None:
    """Raise PluginError for a resolver without a documented method, or with wrong arguments.

    `protocol` refers to the class that declares the richer methods, as `package.module:Class`.
    """
    hook, name = "horizons_combat_resolver", type(resolver).__name__
    check_provided(sources, resolver, hook, dict.fromkeys(RESOLVER))
    for part, (arguments, named) in RESOLVER.items():
        sources.check_call(f"{hook}: {name}.{part}", getattr(resolver, part), arguments, named)
    if not protocol:
        return
    module, _, cls = protocol.partition(":")
    methods = richer_methods(getattr(import_module(module), cls))
    for method, declared in methods.items():
        if not hasattr(resolver, method):
            _refuse_misspelt(resolver, method, known={*methods, *RESOLVER})
        elif inspect.isfunction(declared):
            _, *parameters = inspect.signature(declared).parameters.values()
            required = [p.name for p in parameters if p.default is p.empty]
            optional = [p.name for p in parameters if p.default is not p.empty]
            subject = f"{hook}: {name}.{method}"
            sources.check_call(subject, getattr(resolver, method), required, optional)


def _refuse_misspelt(resolver: object, method: str, known: Collection[str]) -> None:
    """Raise PluginError if a resolver has an unknown method with a name like this one."""
    names = [name for name in dir(resolver) if not name.startswith("_") and name not in known]
    for near in difflib.get_close_matches(method, names, cutoff=_MISSPELT):
        place, name = place_of(getattr(resolver, near)), f"{type(resolver).__name__}.{near}"
        raise PluginError(
            f"{place}: horizons_combat_resolver: games do not use {name}",
            f"did you mean '{method}'?",
        )


def check_tools(
    sources: Sources, tools: Mapping[str, Tool], formats: Mapping[str, GameFormat]
) -> None:
    """Raise PluginError for functions of tools and formats with wrong arguments."""
    for name, tool in tools.items():
        words = [word.name for word in tool.words]
        sources.check_call(f"the tool '{name}'", tool.run, (), words, optional=False)
    for name, format_ in formats.items():
        if format_.read is not None:
            sources.check_call(
                f"'read' of the format '{name}'", format_.read, ("folder", "players")
            )
        if format_.write is not None:
            sources.check_call(f"'write' of the format '{name}'", format_.write, ("game", "folder"))
