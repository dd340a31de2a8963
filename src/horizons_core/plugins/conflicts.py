"""Two house rules that replace the same thing: found before a game, and refused together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pluggy

from horizons_core.errors import PluginError
from horizons_core.orders.commands import Command
from horizons_core.orders.wrapping import replaces
from horizons_core.plugins import hooks
from horizons_core.plugins.author_errors import as_plugin_error
from horizons_core.plugins.implementations import SPECS, Plugin
from horizons_core.turn.context import Phase

#: Hooks that every mod answers for itself.
_OWN = {"horizons_variant_info", "horizons_mod_info"}

#: Hooks whose first answer counts.
_PROVIDING = {
    name for name, spec in SPECS.items() if getattr(spec, "horizons_spec", {}).get("firstresult")
} - _OWN


def refuse_conflicts(
    mods: Mapping[str, Plugin], commands: Sequence[Command], phases: Sequence[Phase]
) -> None:
    """Raise PluginError if two of the mods, by name, replace the same thing.

    `commands` and `phases` are those of the variant without mods.
    """
    first: dict[str, str] = {}
    for name, plugin in mods.items():
        for thing in [*_hooks(plugin), *_parts(plugin, commands, phases)]:
            other = first.setdefault(thing, name)
            if other != name:
                raise PluginError(
                    f"the mods '{other}' and '{name}' both replace {thing}",
                    "leave one out, or let one of them wrap it instead of replacing it",
                )


def _hooks(plugin: Plugin) -> Iterator[str]:
    for hook in plugin.replacing():
        if hook in _PROVIDING:
            yield f"the answer of {hook}"


def _parts(plugin: Plugin, commands: Sequence[Command], phases: Sequence[Phase]) -> Iterator[str]:
    """The phases, orders and checks that a mod replaces without wrapping them."""
    alone = pluggy.PluginManager(hooks.PROJECT)
    alone.add_hookspecs(hooks)
    alone.register(_Base(commands, phases))
    alone.register(plugin)
    with as_plugin_error("horizons_phases"):
        changed: dict[str, Phase] = {one.name: one for one in alone.hook.horizons_phases()}
    for old in phases:
        new = changed.get(old.name)
        if new is None or replaces(new.run, old.run):
            yield f"the phase '{old.name}'"
    with as_plugin_error("horizons_commands"):
        given: dict[str, Command] = {one.keyword: one for one in alone.hook.horizons_commands()}
    for before in commands:
        after = given.get(before.keyword)
        if after is None or replaces(after.run, before.run):
            yield f"the order {before.keyword}"
            continue
        for check, function in before.checks.items():
            if replaces(after.checks.get(check), function):
                yield f"the check '{check}' of the order {before.keyword}"


class _Base:
    """The variant's commands and phases, the same objects for every mod."""

    def __init__(self, commands: Sequence[Command], phases: Sequence[Phase]) -> None:
        self._commands, self._phases = commands, phases

    @hooks.hookimpl
    def horizons_commands(self) -> Any:
        return self._commands

    @hooks.hookimpl
    def horizons_phases(self) -> Any:
        return self._phases
