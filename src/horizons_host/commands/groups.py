"""The kinds of commands: with examples in their help, in groups that import a command when called.

This module is loaded on every start: it imports click and nothing else of weight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click

from horizons_host import plugged_commands, variant_tools
from horizons_host.commands.failures import end_for


class WithExamples(click.Command):
    """A command whose help ends with examples that can be typed as they stand."""

    def __init__(self, *arguments: Any, examples: Sequence[str], **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples under the options."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class Group(WithExamples, click.Group):
    """A group of commands that stand in the same module."""


class DefaultGroup(Group):
    """A group that takes a first word which is none of its commands for its `default` command."""

    def __init__(self, *arguments: Any, default: str, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command's name in front where none is given."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [self.default, *args]
        return super().parse_args(ctx, args)


class RootGroup(Group):
    """Commands by the name of their module, listed without importing any of them.

    Behind them stand those that other distributions bring (see `plugged_commands`), and the tools
    of variants (see `variant_tools`), which are not listed.
    """

    def __init__(
        self, *arguments: Any, package: str, listed: Mapping[str, str], **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self.package = package
        self.listed = dict(listed)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of the table."""
        return [
            *self.listed,
            *(name for name in plugged_commands.names() if name not in self.listed),
        ]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of this name, imported now."""
        if cmd_name not in self.listed:
            return plugged_commands.load(cmd_name) or variant_tools.load(cmd_name)
        command: click.Command = import_module(f"{self.package}.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table of commands."""
        with formatter.section("Commands"):
            plugged = [one for one in plugged_commands.helps() if one[0] not in self.listed]
            formatter.write_dl([*self.listed.items(), *plugged])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what a person can mend ends in a message, not in a traceback."""
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, Exception) as problem:
            status = end_for(problem)
            if status is None:
                raise
            ctx.exit(status)
