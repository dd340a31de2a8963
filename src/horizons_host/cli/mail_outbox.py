"""`horizons mail`: inspect and repair the outbox, and change addresses and settings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli import common
from horizons_host.cli.root import WithExamples

if TYPE_CHECKING:
    from horizons_host.store import OutgoingMail


games_option = click.option(
    "-g",
    "--game",
    "folders",
    type=click.Path(path_type=Path),
    multiple=True,
    envvar="HORIZONS_GAME",
    metavar="DIR",
    help="A game's folder (default: HORIZONS_GAME, or the current folder).",
)
settings_option = click.option(
    "--settings",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The mail settings (default: HORIZONS_MAIL, or mail.toml in the game's folder or"
    " above it).",
)


@click.command(
    "outbox",
    cls=WithExamples,
    examples=("horizons mail outbox -g mars", "horizons mail outbox -g mars --all"),
)
@common.game_option
@click.option("--all", "include_sent", is_flag=True, help="Include sent emails.")
@common.json_option
def outbox(*, folder: Path, include_sent: bool, as_json: bool) -> None:
    """List emails that are waiting, held or failed."""
    from horizons_host.store import GameMails, GameStore

    states = None if include_sent else ("queued", "sending", "held", "failed")
    with GameStore(folder) as store:
        mails = GameMails(store).outgoing(states)
    if as_json:
        common.write_json([mail.to_dict() for mail in mails])
        return
    if not mails:
        click.echo("The outbox is empty.")
        return
    common.write_table(
        ("ID", "STATE", "TRIED", "NEXT", "TO", "SUBJECT"), [_row(mail) for mail in mails]
    )
    for mail in mails:
        if mail.reason:
            click.echo(f"{mail.id}: {mail.reason}")


def _row(mail: OutgoingMail) -> tuple[object, ...]:
    following = mail.next_attempt if mail.state == "queued" else "-"
    return mail.id, mail.state, mail.attempts, following, mail.mail.recipient, mail.mail.subject


@click.command(
    "log",
    cls=WithExamples,
    examples=("horizons mail log -g mars", "horizons mail log -g mars --last 20 --json"),
)
@common.game_option
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N entries.")
@common.json_option
def log(*, folder: Path, last: int | None, as_json: bool) -> None:
    """Show the delivery log: every attempt to send an email, with its result."""
    from horizons_host.clock import local_time
    from horizons_host.store import GameMails, GameStore

    with GameStore(folder) as store:
        lines = GameMails(store).deliveries(last)
    if as_json:
        common.write_json([line.to_dict() for line in lines])
        return
    for line in lines:
        reply = f" ({line.reply})" if line.reply else ""
        click.echo(
            f"{local_time(line.at)} email {line.mail}, attempt {line.attempt}, to {line.recipient}:"
            f" {line.subject}: {line.outcome}{reply} {line.message_id}"
        )
    if not lines:
        click.echo("No emails sent yet.")


@click.command(
    "resend",
    cls=WithExamples,
    examples=(
        "horizons mail resend -g mars -p Ada --turn 3",
        "horizons mail resend -g mars --mail 17",
    ),
)
@common.game_option
@common.player_option("The player whose report to send again.")
@common.turn_option("The turn of the report (default: the latest).")
@click.option(
    "--mail", "number", type=int, metavar="ID", help="The number of a failed or held email."
)
@common.json_option
def resend(
    *, folder: Path, player: str | None, turn: int | None, number: int | None, as_json: bool
) -> None:
    """Send a report again, or retry a failed or held email.

    The email goes to the outbox, for 'horizons mail send'.
    """
    from horizons_host.mail.resend import resend_mail, resend_report
    from horizons_host.store import GameStore

    if (player is None) == (number is None):
        raise click.UsageError("use either -p NAME or --mail ID")
    with GameStore(folder) as store:
        if player is not None:
            mail = resend_report(store, player, turn)
        else:
            mail = resend_mail(store, number or 0)
    if as_json:
        common.write_json(mail.to_dict())
    else:
        click.echo(f"Queued for {mail.mail.recipient}: {mail.mail.subject}")


@click.command(
    "address",
    cls=WithExamples,
    examples=(
        "horizons mail address -g mars",
        "horizons mail address -g mars -p Ada ada@example.org",
        "horizons mail address -g mars -p Ada --clear",
    ),
)
@common.game_option
@common.player_option("The player whose address to set.")
@click.option("--clear", is_flag=True, help="Return to the address stored in the game itself.")
@click.argument("address", metavar="[MAIL]", required=False)
@common.json_option
def address(
    *, folder: Path, player: str | None, clear: bool, address: str | None, as_json: bool
) -> None:
    """Show the players' email addresses, or set one.

    The new address also applies to emails in the outbox. It is valid until you change it, or until
    the player changes it with an order, if the game has such an order.
    """
    from horizons_host.mail.resend import addresses, set_address
    from horizons_host.store import GameStore

    if (player is None) != (address is None and not clear) or (clear and address):
        raise click.UsageError("use -p NAME with an address or --clear, or no arguments")
    with GameStore(folder) as store:
        if player is not None:
            set_address(store, player, address)
        rows = addresses(store)
    if as_json:
        common.write_json(rows)
        return
    common.write_table(
        ("SEAT", "ADDRESS", "SET BY"),
        [(row["seat"], row["address"] or "-", row["by"]) for row in rows],
    )


@click.command(
    "settings",
    cls=WithExamples,
    examples=(
        "horizons mail settings -g mars",
        "horizons mail settings -g mars --check",
        "horizons mail settings --template",
    ),
)
@games_option
@settings_option
@click.option(
    "--check", is_flag=True, help="Test the connection to the mail server without sending email."
)
@click.option("--template", is_flag=True, help="Print a sample settings file.")
@common.json_option
def settings(
    *, folders: Sequence[Path], file: Path | None, check: bool, template: bool, as_json: bool
) -> None:
    """Show a game's mail settings, or test them."""
    from horizons_host.mail.settings import TEMPLATE, find_settings
    from horizons_host.mail.smtp import SmtpConnection

    if template:
        if as_json:
            common.write_json({"template": TEMPLATE})
        else:
            click.echo(TEMPLATE, nl=False)
        return
    mail_settings = find_settings(folders or (Path(),), file)
    if check:
        with SmtpConnection(mail_settings) as connection:
            connection.open()
    answer = {**mail_settings.to_dict(), **({"check": "fine"} if check else {})}
    if as_json:
        common.write_json(answer)
        return
    smtp = answer["smtp"]
    user = f", user {smtp['user']}, password {smtp['password']}" if smtp["user"] else ""
    click.echo(f"Settings: {answer['file']}")
    click.echo(f"From:     {answer['from']}")
    click.echo(f"SMTP:     {smtp['host']}:{smtp['port']}, {smtp['security']}{user}")
    for kind, place in answer["read"].items():
        click.echo(f"Read:     {kind} {place}")
    if check:
        click.echo("Signed in to the mail server.")
