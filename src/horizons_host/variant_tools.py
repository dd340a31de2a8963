"""Tools of variants as commands: `horizons VARIANT TOOL` (the hook `horizons_tools`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from horizons_host.commands.groups import CommandGroup, WithExamples

if TYPE_CHECKING:
    from horizons_core.plugins import Tool, ToolWord, Variant


def load(name: str) -> click.Group | None:
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
    from horizons_host.commands.common import json_option, write_json

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
