"""The `horizons` command itself, which loads plug-in commands and reports errors."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from horizons_core.plugins import Tool, ToolWord, Variant


#: The exit status after Ctrl-C.
INTERRUPTED = 130

_REMEDIES = {
    errno.ENOENT: "check the path",
    errno.ENOTDIR: "check the path",
    errno.EISDIR: "use the path of a file, not of a folder",
    errno.EEXIST: "choose another name",
    errno.EACCES: "change its permissions, or choose another place",
    errno.EPERM: "change its permissions, or choose another place",
    errno.EROFS: "choose a place that is not read-only",
    errno.ENOSPC: "free some space on the disk and try again",
    errno.EDQUOT: "free some of your disk quota and try again",
    errno.EFBIG: "choose a disk that allows larger files",
    errno.ENAMETOOLONG: "choose a shorter name",
}
GROUP = "horizons.commands"


def end_for(problem: BaseException) -> int | None:
    """Write an error and return the exit status, or None if the user can't fix the problem."""
    if isinstance(problem, KeyboardInterrupt | click.Abort):
        return INTERRUPTED
    if isinstance(problem, MemoryError):
        print_error("not enough memory", "do less at once, such as fewer runs")
        return 1
    if isinstance(problem, OSError):
        return _end_for_system(problem)
    # `sys.modules` saves an import at start: whoever raises a HorizonsError has imported its
    # module.
    errors = sys.modules.get("horizons_core.errors")
    if errors is not None and isinstance(problem, errors.HorizonsError):
        print_error(problem.message, problem.hint)
        return 1
    return None


def _end_for_system(problem: OSError) -> int | None:
    if problem.errno == errno.EPIPE or problem.errno is None:
        return None
    place = f"'{problem.filename}': " if problem.filename else ""
    print_error(f"{place}{problem.strerror}", _REMEDIES.get(problem.errno, ""))
    return 1


def print_error(message: str, hint: str = "") -> None:
    """Write an error and its remedy to stderr."""
    click.echo(f"Error: {message}", err=True)
    if hint:
        click.echo(f"  {hint}", err=True)


def warn(message: str, hint: str = "") -> None:
    """Write a warning and what to do about it to stderr."""
    click.echo(f"Warning: {message}", err=True)
    if hint:
        click.echo(f"  {hint}", err=True)


def summary(command: click.Command) -> str:
    """Return the first sentence of a command's help, in full."""
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
    """A group that calls its `default` command if the first word is not a command."""

    def __init__(self, *arguments: Any, default: str, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the default command's name if it is missing."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [self.default, *args]
        return super().parse_args(ctx, args)


def plugged_command_names() -> list[str]:
    """Return the names of the commands, in alphabetical order."""
    return sorted(_points())


def load_plugged(name: str) -> click.Command | None:
    """Import and return the command of this name, or None if no distribution has one.

    Raises PluginError if it cannot be loaded.
    """
    point = _points().get(name)
    if point is None:
        return None
    try:
        command = point.load()
    except Exception as problem:  # noqa: BLE001 - an author's own mistake, of any kind
        _refuse(point, f"{type(problem).__name__}: {problem}")
    if not isinstance(command, click.Command):
        _refuse(point, f"{point.value} must be a click command, not {command!r}")
    return command


def plugged_command_helps() -> Iterator[tuple[str, str]]:
    """Yield every command with its line of help, or with its error if it is broken."""
    for name in plugged_command_names():
        try:
            command = load_plugged(name)
        except Exception as problem:  # noqa: BLE001 - PluginError, not imported to keep start-up fast
            yield name, f"Broken: {problem}"
            continue
        if command is not None:
            yield name, command.get_short_help_str(limit=1000)


def _points() -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def _refuse(point: metadata.EntryPoint, reason: str) -> NoReturn:
    from horizons_core.errors import PluginError

    source = f" of {point.dist.name}" if point.dist is not None else ""
    raise PluginError(
        f"the command '{point.name}'{source} cannot be loaded: {reason}",
        "reinstall the package that provides it",
    )


def load_variant_tools(name: str) -> click.Group | None:
    """Return the group of an installed variant's tools, or None."""
    import horizons_core as hz

    if name not in hz.variants():
        return None
    return group_of(hz.load_variant(name))


def group_of(variant: Variant) -> click.Group | None:
    """Build the group of a variant's tools; None without tools."""
    if not variant.tools:
        return None
    examples = [example for tool in variant.tools.values() for example in tool.examples]
    text = f"Tools for {variant.title}; they need no game."
    group = CommandGroup(variant.name, help=text, examples=examples)
    for tool in variant.tools.values():
        group.add_command(_command(tool))
    return group


def _command(tool: Tool) -> click.Command:
    from horizons_host.cli.common import json_option, write_json

    def call(*, as_json: bool, **words: Any) -> None:
        answer = tool.run(**words)
        if as_json:
            write_json(dict(answer.data))
        else:
            for line in answer.lines:
                click.echo(line)
        click.get_current_context().exit(0 if answer.fine else 1)

    command = WithExamples(
        tool.name,
        callback=call,
        help=tool.help,
        params=[_parameter(word) for word in tool.words],
        examples=tool.examples,
    )
    return json_option(command)


def _parameter(word: ToolWord) -> click.Parameter:
    if not word.option:
        return click.Argument([word.name], type=word.kind, metavar=word.name.upper())
    return click.Option(
        [f"--{word.name}"], type=word.kind, default=word.default, help=word.help, show_default=True
    )


class RootGroup(CommandGroup):
    """Commands by the path of their function, listed without importing any of them.

    They are followed by commands of other distributions (`load_plugged`), and by tools of variants
    (`load_variant_tools`), which are not listed.
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
            *(name for name in plugged_command_names() if name not in self.listed),
        ]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return the command of this name."""
        if cmd_name not in self.listed:
            return load_plugged(cmd_name) or load_variant_tools(cmd_name)
        module, _, function = self.sources[cmd_name].rpartition(".")
        command: click.Command = getattr(import_module(module), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table of commands."""
        with formatter.section("Commands"):
            plugged = [row for row in plugged_command_helps() if row[0] not in self.listed]
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
