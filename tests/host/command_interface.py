"""What commands take: `python -m tests.host.command_interface` writes what tests compare with.

Of every parameter its names, kind, bounds, default, and whether it is needed: people have them in
their scripts. Look at what has changed before it is committed, and say it in the changelog.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from horizons_host.commands.reference import commands

FILE = Path(__file__).with_name("command_interface.txt")
#: What is told of a parameter where it is not the usual; and what is usual.
_USUAL: dict[str, Any] = {
    "nargs": 1,
    "multiple": False,
    "required": False,
    "envvar": None,
    "is_flag": False,
    "count": False,
    "hidden": False,
    "prompt": None,
}


def interface() -> str:
    """All commands with their parameters, a line each."""
    return "\n".join(line for name, command in commands() for line in _told(name, command)) + "\n"


def _told(name: str, command: click.Command) -> Iterator[str]:
    yield name + ("" if not command.no_args_is_help else ": help without arguments")
    context = click.Context(command, info_name=name)
    for one in command.to_info_dict(context)["params"]:
        if one["opts"] == ["--help"]:
            continue
        words = [*one["opts"], *one["secondary_opts"], _kind(one["type"])]
        words += [
            f"{key}={one[key]!r}"
            for key, usual in _USUAL.items()
            if one.get(key, usual) not in (usual, None)
        ]
        if not one.get("is_flag") and isinstance(one.get("default"), int | float | str):
            words.append(f"default={one['default']!r}")
        yield "  " + " ".join(words)


def _kind(kind: dict[str, Any]) -> str:
    facts = {
        key: value
        for key, value in kind.items()
        if key not in ("param_type", "name") and value is not None and value is not False
    }
    told = " ".join(f"{key}={_plain(value)}" for key, value in facts.items())
    return f"{kind['name']} {told}".strip()


def _plain(value: object) -> str:
    if isinstance(value, tuple | list):
        return "|".join(map(str, value))
    return str(value)


if __name__ == "__main__":
    FILE.write_text(interface(), "utf-8")
