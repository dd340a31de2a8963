"""Options of `compare` and `replay` that choose a change of rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

_F = TypeVar("_F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--mod", "mods", multiple=True, metavar="MOD", help="Add a house rule."),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Change the value of an option.",
    ),
    click.option(
        "--variant", metavar="VARIANT", help="Use another variant: a name, or the path of a file."
    ),
    click.option(
        "--python",
        type=click.Path(path_type=Path),
        metavar="PYTHON",
        help="Use the Python of an environment with other versions of the rules.",
    ),
)


def change_options(function: _F) -> _F:
    """Add `--mod`, `--option`, `--variant` and `--python`: a change of rules, or other versions."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function
