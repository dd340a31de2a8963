"""Generator of the reference of all commands, `docs/cli.md`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from horizons_host.cli.main import cli
from horizons_host.cli.root import summary

#: Code in a help text: options, and placeholders in capital letters.
_CODE = re.compile(
    r"(?<![\w`=;])(--?[a-z][a-z-]*|(?!YAML|SVG|PNG|JSON|HTML|HTTPS|RFC)[A-Z]{3,}(?:_[A-Z]+)*)"
    r"(?![\w`:=])"
)
_HEAD = """\
# The command line

<!-- Made by: python -m horizons_host.cli.reference > docs/cli.md -->

`horizons` (or `python -m horizons_host`) is the gamemaster's tool. Each game has a folder of its
own, with the game in the file `horizons.sqlite`. Choose the game with `-g DIR`, with the
environment variable `HORIZONS_GAME`, or by working inside the folder.

The folder also contains `backups/`, with copies of that file, and `sent-mails.jsonl`, the journal
of sent emails. Everything else in it, such as `reports/`, can be written again from the game.

| Exit status | Meaning |
|---|---|
| 0 | Success. |
| 1 | An error: orders with errors, a locked or damaged game, a scenario that fails. |
| 2 | Wrong usage: an unknown option, a missing argument. |
| 130 | Interrupted with Ctrl-C. |

Results are written to standard output; warnings, errors and progress to standard error. With
`--json`, the result is JSON. Times are in this machine's time zone (or that of `TZ`), and name it;
times in JSON and in files are in UTC.
"""


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its full name, `horizons orders check`, in the order of the help."""
    yield from _subtree("horizons", cli)


def _subtree(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for word in command.list_commands(context):
            subcommand = command.get_command(context, word)
            if subcommand is not None:
                yield from _subtree(f"{name} {word}", subcommand)


def reference() -> str:
    """Return the page as MyST Markdown."""
    return "\n".join([_HEAD, *(_section(name, command) for name, command in commands())])


def _section(name: str, command: click.Command) -> str:
    level = "#" * min(1 + len(name.split()), 4)
    usage = " ".join([name, *_pieces(command)])
    parts = [f"{level} `{name}`", f"```text\n{usage}\n```", _paragraphs(command)]
    parts += [table for table in (_options(command), _subcommands(name, command)) if table]
    parts.append("```console\n" + "\n".join(f"$ {line}" for line in _examples(command)) + "\n```")
    return "\n\n".join(parts) + "\n"


def _examples(command: click.Command) -> tuple[str, ...]:
    return tuple(getattr(command, "examples", ()))


def _pieces(command: click.Command) -> list[str]:
    return command.collect_usage_pieces(click.Context(command))


def _paragraphs(command: click.Command) -> str:
    text = inspect.cleandoc(command.help or "")
    return _CODE.sub(r"`\1`", text)


def _options(command: click.Command) -> str:
    options = [o for o in command.params if isinstance(o, click.Option) and not o.hidden]
    rows = [f"| {_names(option)} | {_cell(_meaning(option))} |" for option in options]
    return "\n".join(["| Option | Meaning |", "|---|---|", *rows]) if rows else ""


def _names(option: click.Option) -> str:
    value = "" if option.is_flag else f" {option.make_metavar(click.Context(cli))}"
    return ", ".join(f"`{_cell(name + value)}`" for name in option.opts)


def _meaning(option: click.Option) -> str:
    words = [option.help or ""]
    if option.multiple:
        words.append("Can be repeated.")
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
        subcommand = command.get_command(context, word)
        if subcommand is not None:
            rows.append(f"| `{name} {word}` | {summary(subcommand)} |")
    return "\n".join(["| Command | |", "|---|---|", *rows])


if __name__ == "__main__":
    click.echo(reference(), nl=False)
