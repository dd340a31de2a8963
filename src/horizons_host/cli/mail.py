"""`horizons mail`: take orders, send reports, and read emails without orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli import common, root
from horizons_host.cli.mail_outbox import (
    address,
    games_option,
    log,
    outbox,
    resend,
    settings,
    settings_option,
)
from horizons_host.cli.root import CommandGroup, WithExamples

if TYPE_CHECKING:
    from horizons_host.mail.intake import MailReader
    from horizons_host.mail.settings import MailSettings
    from horizons_host.mail.sources import Source
    from horizons_host.store import GameStore, InboxMail


@click.command(
    "inbox",
    cls=WithExamples,
    examples=("horizons mail inbox -g mars", "horizons mail inbox -g mars --show 3"),
)
@common.game_option
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the last N emails.")
@click.option("--show", "number", type=int, metavar="ID", help="Show the text of this email.")
@common.json_option
def inbox(*, folder: Path, last: int | None, number: int | None, as_json: bool) -> None:
    """List incoming emails without orders, for you to answer.

    If several games are read together, emails to all of them are listed with the first. Add a line
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
        click.echo("No emails without orders.")
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


_hold = click.option(
    "--hold-uncertain",
    is_flag=True,
    help="Hold an email that may already have been delivered, instead of sending it again.",
)


@click.group(
    "mail",
    cls=CommandGroup,
    short_help="Receive orders and send reports by email.",
    examples=(
        "horizons mail read -g mars -g venus --send",
        "horizons mail send -g mars",
        "horizons mail outbox -g mars",
    ),
)
def mail_command() -> None:
    """Receive orders and send reports by email.

    The settings are in a file mail.toml, the passwords in the environment variables
    HORIZONS_SMTP_PASSWORD and HORIZONS_IMAP_PASSWORD.
    """


@mail_command.command(
    "read",
    cls=WithExamples,
    short_help="Read incoming emails and submit the orders in them.",
    examples=(
        "horizons mail read -g mars --maildir Maildir",
        "horizons mail read -g mars -g venus --imap imaps://games@mail.example.org/INBOX --send",
    ),
)
@games_option
@click.option("--mbox", type=click.Path(path_type=Path), metavar="FILE", help="An mbox file.")
@click.option("--maildir", type=click.Path(path_type=Path), metavar="DIR", help="A Maildir.")
@click.option("--imap", metavar="URL", help="A folder on a server: imaps://user@host/INBOX.")
@click.option(
    "--days",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    metavar="N",
    help="Read emails of the last N days on an IMAP server.",
)
@click.option("--send", "then_send", is_flag=True, help="Then send the emails in the outbox.")
@_hold
@settings_option
@common.json_option
@click.pass_context
def read(
    context: click.Context,
    *,
    folders: Sequence[Path],
    mbox: Path | None,
    maildir: Path | None,
    imap: str | None,
    days: int,
    then_send: bool,
    hold_uncertain: bool,
    file: Path | None,
    as_json: bool,
) -> None:
    """Read incoming emails and submit the orders in them.

    Each email is read once, however often you call this, and answered once: with a receipt, or with
    the reason why it was rejected. Automatic emails get no answer. Emails without orders are kept
    for you: see 'horizons mail inbox'. The answers go to the outbox, for 'horizons mail send'.

    The mailbox itself is not changed. If several games share the mailbox, name them all. By default
    the mailbox is the one in the settings.
    """
    from horizons_host.cli.common import working

    with _open_stores(folders) as stores:
        settings = _find_settings(stores, file)
        source = _source(settings, {"mbox": mbox, "maildir": maildir, "imap": imap}, days)
        handled = []
        with working("reading emails") as step:
            for mail in _intake(stores, settings).read(source):
                handled.append(mail)
                step()
                for warning in mail.warnings:
                    click.echo(f"Warning: {warning}", err=True)
                if not as_json:
                    _write_handled(mail.to_dict())
        sent, fine = _send_due(stores, settings, hold=hold_uncertain) if then_send else ([], True)
    if as_json:
        answer: dict[str, Any] = {"read": [mail.to_dict() for mail in handled]}
        common.write_json({**answer, "sent": sent} if then_send else answer)
    else:
        click.echo(f"Read {common.counted(len(handled), 'email')}.")
        _write_sent(sent, quiet=not then_send)
    context.exit(0 if fine and not any(mail.defect for mail in handled) else 1)


def _intake(stores: Sequence[GameStore], settings: MailSettings) -> MailReader:
    from horizons_host.mail.intake import MailReader

    return MailReader(
        stores,
        settings.address,
        gamemaster=settings.gamemaster,
        authenticated_by=settings.authenticated_by,
    )


def _write_handled(mail: dict[str, Any]) -> None:
    orders = ", ".join(f"{entry['player']} in {entry['game']}" for entry in mail["orders"])
    line = f"{mail['sender'] or 'unknown sender'}: {mail['outcome']}"
    click.echo(f"{line}: {orders}" if orders else line)


def _source(settings: MailSettings, options: dict[str, Any], days: int) -> Source:
    from horizons_host.mail.imap import source_of
    from horizons_host.mail.settings import SettingsError

    places = {kind: place for kind, place in options.items() if place is not None}
    if len(places) > 1:
        raise click.UsageError("use only one of --mbox, --maildir and --imap")
    places = places or dict(settings.read)
    for kind, place in places.items():
        return source_of(kind, str(place), days)
    raise SettingsError(
        f"no mailbox: {settings.file} has no section [read]",
        "add it to the file, or use --mbox, --maildir or --imap",
    )


@mail_command.command(
    "send",
    cls=WithExamples,
    examples=(
        "horizons mail send -g mars -g venus",
        "horizons mail send -g mars --hold-uncertain",
    ),
)
@games_option
@_hold
@settings_option
@common.json_option
@click.pass_context
def send(
    context: click.Context,
    *,
    folders: Sequence[Path],
    hold_uncertain: bool,
    file: Path | None,
    as_json: bool,
) -> None:
    """Send the receipts and reports in the outbox.

    Each email is sent once. If a server postpones an email, later calls retry it, after 5 minutes,
    10, 20 and so on. If a server refuses it, it has failed. If a crash or a lost connection leaves
    it unclear whether an email was delivered, it is sent again with the same Message-ID, unless
    --hold-uncertain is given.
    """
    with _open_stores(folders) as stores:
        sent, fine = _send_due(stores, _find_settings(stores, file), hold=hold_uncertain)
    if as_json:
        common.write_json(sent)
    else:
        _write_sent(sent)
    context.exit(0 if fine else 1)


def _send_due(
    stores: Sequence[GameStore], settings: MailSettings, *, hold: bool
) -> tuple[list[dict[str, Any]], bool]:
    """Send due emails; return the sent emails, and whether all succeeded."""
    from horizons_core.errors import HorizonsError
    from horizons_host.cli.common import working
    from horizons_host.mail.sending import send as send_all

    sent, fine = [], True
    with working("sending emails") as step:
        for store in stores:
            try:
                for mail in send_all(store, settings, hold_uncertain=hold):
                    sent.append(mail.to_dict())
                    step()
            except HorizonsError as problem:
                root.print_error(problem.message, problem.hint)
                fine = False
    return sent, fine and all(mail["state"] != "failed" for mail in sent)


def _write_sent(sent: Sequence[dict[str, Any]], *, quiet: bool = False) -> None:
    for mail in sent:
        reply = f": {mail['reply']}" if mail["state"] != "sent" else ""
        click.echo(f"{mail['state']}: {mail['recipient']}: {mail['subject']}{reply}")
    if not quiet:
        count = sum(mail["state"] == "sent" for mail in sent)
        click.echo(f"Sent {common.counted(count, 'email')}.")


@contextmanager
def _open_stores(folders: Sequence[Path]) -> Iterator[list[GameStore]]:
    """Open the games in these folders, each once."""
    from horizons_host.store import GameStore

    different = {folder.resolve(): folder for folder in folders or (Path(),)}
    with ExitStack() as stack:
        yield [stack.enter_context(GameStore(folder)) for folder in different.values()]


def _find_settings(stores: Sequence[GameStore], file: Path | None) -> MailSettings:
    from horizons_host.mail.settings import find_settings

    return find_settings([store.folder for store in stores], file)


for _below in (inbox, outbox, log, resend, address, settings):
    mail_command.add_command(_below)
