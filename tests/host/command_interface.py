"""Snapshot of the command line: `python -m tests.host.command_interface` writes it.

For each parameter: names, kind, bounds, default, and whether it is required, because people use
them in scripts. Review every change before you commit it, and mention it in the changelog.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from horizons_host.cli.reference import commands

FILE = Path(__file__).with_name("command_interface.txt")
#: Facts about a parameter that are listed if they differ from these defaults.
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
    """Return all commands with their parameters, one per line."""
    return "\n".join(line for name, command in commands() for line in _lines(name, command)) + "\n"


def _lines(name: str, command: click.Command) -> Iterator[str]:
    yield name + ("" if not command.no_args_is_help else ": help without arguments")
    context = click.Context(command, info_name=name)
    for parameter in command.to_info_dict(context)["params"]:
        if parameter["opts"] == ["--help"]:
            continue
        words = [*parameter["opts"], *parameter["secondary_opts"], _kind(parameter["type"])]
        words += [
            f"{key}={parameter[key]!r}"
            for key, usual in _USUAL.items()
            if parameter.get(key, usual) not in (usual, None)
        ]
        if not parameter.get("is_flag") and isinstance(parameter.get("default"), int | float | str):
            words.append(f"default={parameter['default']!r}")
        yield "  " + " ".join(words)


def _kind(kind: dict[str, Any]) -> str:
    facts = {
        key: value
        for key, value in kind.items()
        if key not in ("param_type", "name") and value is not None and value is not False
    }
    details = " ".join(f"{key}={_plain(value)}" for key, value in facts.items())
    return f"{kind['name']} {details}".strip()


def _plain(value: object) -> str:
    if isinstance(value, tuple | list):
        return "|".join(map(str, value))
    return str(value)


if __name__ == "__main__":
    FILE.write_text(interface(), "utf-8")
