"""What the commands of deadlines share: the option for a reason, and telling what will happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from horizons_host.deadlines.outlook import Outlook

reason_option = click.option(
    "--reason", default="", metavar="TEXT", help="The reason; all players see it."
)


def write_outlook(found: Outlook) -> None:
    """Write what will happen when to stdout."""
    for line in found.words:
        click.echo(line)
