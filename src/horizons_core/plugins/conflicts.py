"""Refusal of two mods that replace the same thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pluggy

from horizons_core.errors import PluginError
from horizons_core.orders.changes import replaces
from horizons_core.orders.commands import Command
from horizons_core.plugins import hooks
from horizons_core.plugins.implementations import SPECS, Plugin, as_plugin_error, place_of
from horizons_core.turn.context import Phase

#: Hooks that every mod implements for itself.
_OWN = {"horizons_variant_info", "horizons_mod_info"}
#: Hooks that use the first answer only.
_PROVIDING = {
    name for name, spec in SPECS.items() if getattr(spec, "horizons_spec", {}).get("firstresult")
} - _OWN


def refuse_conflicts(
    mods: Mapping[str, Plugin], commands: Sequence[Command], phases: Sequence[Phase]
) -> None:
    """Raise PluginError if two of the mods, by name, replace the same thing.

    `commands` and `phases` are the variant's, without mods.
    """
    first: dict[str, str] = {}
    for name, plugin in mods.items():
        for replacement, hook in [*_hooks(plugin), *_parts(plugin, commands, phases)]:
            other = first.setdefault(replacement, name)
            if other != name:
                place = place_of(getattr(plugin, hook))
                raise PluginError(
                    f"{place}: the mods '{other}' and '{name}' both replace {replacement}",
                    "leave one out, or let one of them wrap it instead of replacing it",
                )


def _hooks(plugin: Plugin) -> Iterator[tuple[str, str]]:
    for hook in plugin.replacing():
        if hook in _PROVIDING:
            yield f"the answer of {hook}", hook


def _parts(
    plugin: Plugin, commands: Sequence[Command], phases: Sequence[Phase]
) -> Iterator[tuple[str, str]]:
    """Yield the phases, orders and checks that a mod replaces instead of wrapping them.

    Each comes with the hook that replaces it.
    """
    manager = pluggy.PluginManager(hooks.PROJECT)
    manager.add_hookspecs(hooks)
    manager.register(_Base(commands, phases))
    manager.register(plugin)
    with as_plugin_error("horizons_phases"):
        changed: dict[str, Phase] = {phase.name: phase for phase in manager.hook.horizons_phases()}
    for old in phases:
        new = changed.get(old.name)
        if new is None or replaces(new.run, old.run):
            yield f"the phase '{old.name}'", "horizons_phases"
    with as_plugin_error("horizons_commands"):
        answer: Sequence[Command] = manager.hook.horizons_commands()
        by_keyword = {command.keyword: command for command in answer}
    for before in commands:
        after = by_keyword.get(before.keyword)
        if after is None or replaces(after.run, before.run):
            yield f"the order {before.keyword}", "horizons_commands"
            continue
        for check, function in before.checks.items():
            if replaces(after.checks.get(check), function):
                yield f"the check '{check}' of the order {before.keyword}", "horizons_commands"


class _Base:
    """The variant's commands and phases, as the same objects for every mod."""

    def __init__(self, commands: Sequence[Command], phases: Sequence[Phase]) -> None:
        self._commands, self._phases = commands, phases

    @hooks.hookimpl
    def horizons_commands(self) -> Any:
        return self._commands

    @hooks.hookimpl
    def horizons_phases(self) -> Any:
        return self._phases
