"""Command classes with examples in their help, alone and in groups.

Every start loads this module, so click is the only large package that it imports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click


def summary(command: click.Command) -> str:
    """Return the first sentence of a command's help, uncut."""
    return command.get_short_help_str(limit=1000)


class WithExamples(click.Command):
    """A command whose help ends with examples."""

    def __init__(self, *arguments: Any, examples: Sequence[str], **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples under the options."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':>{formatter.current_indent}}{example}\n")


class CommandGroup(WithExamples, click.Group):
    """A group of commands; `renamed` maps old names of commands to new ones."""

    def __init__(
        self, *arguments: Any, renamed: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self.renamed = renamed or {}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; raises UsageError with the new name of one that was renamed."""
        if args[0] in self.renamed:
            ctx.fail(f"'{args[0]}' is now '{self.renamed[args[0]]}'")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write every command with its whole summary, which click would truncate."""
        names = self.list_commands(ctx)
        commands = [(name, self.get_command(ctx, name)) for name in names]
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary(command)) for name, command in commands if command])


class DefaultCommandGroup(CommandGroup):
    """A group that calls its `default` command if the first word is no command."""

    def __init__(self, *arguments: Any, default: str, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the default command's name if it is missing."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [self.default, *args]
        return super().parse_args(ctx, args)
