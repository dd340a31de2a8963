"""`horizons mail inbox`: read mails that contain no orders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.store import InboxMail


@click.command(
    "inbox",
    cls=WithExamples,
    examples=("horizons mail inbox -g mars", "horizons mail inbox -g mars --show 3"),
)
@common.game_option
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N mails.")
@click.option("--show", "number", type=int, metavar="ID", help="Show the text of this mail.")
@common.json_option
def inbox(*, folder: Path, last: int | None, number: int | None, as_json: bool) -> None:
    """List incoming mails without orders, for you to answer.

    If several games are read together, mails to all of them are listed with the first. Add a line
    'gamemaster' to mail.toml to forward them to your own mailbox.
    """
    from horizons_host.store import GamemasterInbox, GameStore

    with GameStore(folder) as store:
        inbox = GamemasterInbox(store)
        inbox_mails = inbox.inbox_mails(last) if number is None else [inbox.inbox_mail(number)]
    if as_json:
        common.write_json([inbox_mail.to_dict() for inbox_mail in inbox_mails])
    elif number is not None:
        _write(inbox_mails[0])
    else:
        _write_table(inbox_mails)


def _write(inbox_mail: InboxMail) -> None:
    from horizons_host.clock import local_time

    came = local_time(inbox_mail.came_at)
    click.echo(f"From:    {inbox_mail.sender or 'unknown'}\nDate:    {came}")
    click.echo(f"Subject: {inbox_mail.subject}\n\n{inbox_mail.text}")


def _write_table(inbox_mails: Sequence[InboxMail]) -> None:
    from horizons_host.clock import local_time

    if not inbox_mails:
        click.echo("No mails without orders.")
        return
    rows = [
        (
            inbox_mail.id,
            local_time(inbox_mail.came_at),
            inbox_mail.sender or "unknown",
            inbox_mail.subject,
        )
        for inbox_mail in inbox_mails
    ]
    common.write_table(("ID", "RECEIVED", "FROM", "SUBJECT"), rows)
