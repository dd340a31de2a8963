"""The reference of all commands, made from the commands: `docs/cli.md`.

python -m horizons_host.commands.reference > docs/cli.md
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from horizons_host.cli import cli

#: Words of a help text that are code: options, and placeholders in capital letters.
_CODE = re.compile(
    r"(?<![\w`])(--?[a-z][a-z-]*|(?!YAML|SVG|JSON|HTML)[A-Z]{3,}(?:_[A-Z]+)*)(?![\w`:])"
)
_HEAD = """\
# The command line

<!-- Made by: python -m horizons_host.commands.reference > docs/cli.md -->

`horizons` (or `python -m horizons_host`) is the gamemaster's tool. A game lives in a folder of its
own, in the file `horizons.sqlite`; all commands on a game take `-g DIR`, or the environment
variable `HORIZONS_GAME`, or the folder you are in. `backups/` has copies of that file, and
`sent-mails.jsonl` is the journal of mails; everything else in the folder, such as `reports/`, can
be made again from it.

| Exit status | Meaning |
|---|---|
| 0 | Fine. |
| 1 | The game says no: orders with errors, a locked or damaged game, a scenario that fails. |
| 2 | Wrong usage: an unknown option, a missing argument. |
| 130 | Stopped with Ctrl-C. |

Answers go to standard output; warnings, errors and progress go to standard error. `--json` gives
the answer as JSON. Times are told in this machine's zone (or that of `TZ`), which is named; in JSON
and in files they are UTC.
"""


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with its whole name, `horizons orders check`, in the order of the help."""
    yield from _below("horizons", cli)


def _below(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for word in command.list_commands(context):
            found = command.get_command(context, word)
            if found is not None:
                yield from _below(f"{name} {word}", found)


def reference() -> str:
    """The whole page, as MyST Markdown."""
    return "\n".join([_HEAD, *(_section(name, command) for name, command in commands())])


def _section(name: str, command: click.Command) -> str:
    level = "#" * min(1 + len(name.split()), 4)
    usage = " ".join([name, *_pieces(command)])
    parts = [f"{level} `{name}`", f"```text\n{usage}\n```", _paragraphs(command)]
    parts += [table for table in (_options(command), _subcommands(name, command)) if table]
    parts.append("```console\n" + "\n".join(f"$ {one}" for one in _examples(command)) + "\n```")
    return "\n\n".join(parts) + "\n"


def _examples(command: click.Command) -> tuple[str, ...]:
    return tuple(getattr(command, "examples", ()))


def _pieces(command: click.Command) -> list[str]:
    return command.collect_usage_pieces(click.Context(command))


def _paragraphs(command: click.Command) -> str:
    text = inspect.cleandoc(command.help or "")
    return _CODE.sub(r"`\1`", text)


def _options(command: click.Command) -> str:
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    rows = [f"| {_names(option)} | {_cell(_meaning(option))} |" for option in options]
    return "\n".join(["| Option | Meaning |", "|---|---|", *rows]) if rows else ""


def _names(option: click.Option) -> str:
    value = "" if option.is_flag else f" {option.make_metavar(click.Context(cli))}"
    return ", ".join(f"`{_cell(name + value)}`" for name in option.opts)


def _meaning(option: click.Option) -> str:
    words = [option.help or ""]
    if option.multiple:
        words.append("May be given several times.")
    if option.required:
        words.append("Required.")
    if option.show_default:
        words.append(f"Default: `{option.default}`.")
    return " ".join(words)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _subcommands(name: str, command: click.Command) -> str:
    if not isinstance(command, click.Group):
        return ""
    context = click.Context(command, info_name=name)
    rows = []
    for word in command.list_commands(context):
        found = command.get_command(context, word)
        if found is not None:
            rows.append(f"| `{name} {word}` | {found.get_short_help_str(limit=90)} |")
    return "\n".join(["| Command | |", "|---|---|", *rows])


if __name__ == "__main__":
    click.echo(reference(), nl=False)
