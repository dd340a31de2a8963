"""The group of all commands, which imports a command when it is called.

This module is loaded on every start, so it imports nothing large but click.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from horizons_host import plugged_commands, variant_tools
from horizons_host.commands.failures import end_for
from horizons_host.commands.groups import CommandGroup


class RootGroup(CommandGroup):
    """Commands by the path of their function, listed without importing any of them.

    They are followed by commands of other distributions (see `plugged_commands`), and by tools of
    variants (see `variant_tools`), which are not listed.
    """

    def __init__(
        self,
        *arguments: Any,
        sources: Mapping[str, str],
        listed: Mapping[str, str],
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self.sources = dict(sources)
        self.listed = dict(listed)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names, in the order of the table."""
        return [
            *self.listed,
            *(name for name in plugged_commands.names() if name not in self.listed),
        ]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return the command of this name."""
        if cmd_name not in self.listed:
            return plugged_commands.load(cmd_name) or variant_tools.load(cmd_name)
        module, _, function = self.sources[cmd_name].rpartition(".")
        command: click.Command = getattr(import_module(module), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table of commands."""
        with formatter.section("Commands"):
            plugged = [row for row in plugged_commands.helps() if row[0] not in self.listed]
            formatter.write_dl([*self.listed.items(), *plugged])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors that a user can fix print a message instead of a traceback."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, Exception) as problem:
            status = end_for(problem)
            if status is None:
                raise
            ctx.exit(status)
