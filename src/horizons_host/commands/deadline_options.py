"""The option `--reason`, and output of the outlook, shared by commands on deadlines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from horizons_host.deadlines.outlook import Outlook

reason_option = click.option(
    "--reason", default="", metavar="TEXT", help="The reason; all players see it."
)


def write_outlook(outlook: Outlook) -> None:
    """Write the outlook to stdout."""
    for line in outlook.words:
        click.echo(line)
