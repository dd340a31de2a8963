"""`horizons mail`: take orders and send reports by mail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.commands import common, failures
from horizons_host.commands.groups import Group, WithExamples
from horizons_host.commands.mail_inbox import inbox
from horizons_host.commands.mail_upkeep import (
    address,
    games_option,
    log,
    outbox,
    resend,
    settings,
    settings_option,
)

if TYPE_CHECKING:
    from horizons_host.mail.intake import Intake
    from horizons_host.mail.settings import Settings
    from horizons_host.mail.sources import Source
    from horizons_host.store import GameStore

_hold = click.option(
    "--hold-uncertain",
    is_flag=True,
    help="Hold a mail that may have been taken, instead of sending it again.",
)


@click.group(
    "mail",
    cls=Group,
    short_help="Take orders and send reports by mail.",
    examples=(
        "horizons mail read -g mars -g venus --send",
        "horizons mail send -g mars",
        "horizons mail outbox -g mars",
    ),
)
def command() -> None:
    """Take orders and send reports by mail.

    Settings stand in a file mail.toml, passwords in the environment: HORIZONS_SMTP_PASSWORD and
    HORIZONS_IMAP_PASSWORD.
    """


@command.command(
    "read",
    cls=WithExamples,
    short_help="Read the mails that came in, and take the orders in them.",
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
    help="On an IMAP server look at the mails of so many days.",
)
@click.option("--send", "then_send", is_flag=True, help="Then send what is in the outbox.")
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
    """Read the mails that came in, and take the orders in them.

    Every mail is read once, however often this is called, and gets one answer: a receipt, or why
    nothing was taken. Mails of programs get none. What holds no orders is kept: 'horizons mail
    inbox' shows it. The answers wait in the outbox for 'horizons mail
    send'. The mailbox is not changed. Name all games whose players write to it. Without --mbox,
    --maildir or --imap the settings say where mails come in.
    """
    from horizons_host.progress import working

    with _stores(folders) as stores:
        settings = _found_settings(stores, file)
        source = _source(settings, {"mbox": mbox, "maildir": maildir, "imap": imap}, days)
        handled = []
        with working("reading mails") as step:
            for one in _intake(stores, settings).read(source):
                handled.append(one)
                step()
                for warning in one.warnings:
                    click.echo(f"Warning: {warning}", err=True)
                if not as_json:
                    _write_handled(one.told())
        sent, fine = _sent(stores, settings, hold=hold_uncertain) if then_send else ([], True)
    if as_json:
        answer: dict[str, Any] = {"read": [one.told() for one in handled]}
        common.write_json({**answer, "sent": sent} if then_send else answer)
    else:
        click.echo(f"Read {common.counted(len(handled), 'mail')}.")
        _write_sent(sent, quiet=not then_send)
    context.exit(0 if fine and not any(one.defect for one in handled) else 1)


def _intake(stores: Sequence[GameStore], settings: Settings) -> Intake:
    from horizons_host.mail.intake import Intake

    return Intake(
        stores,
        settings.address,
        gamemaster=settings.gamemaster,
        authenticated_by=settings.authenticated_by,
    )


def _write_handled(told: dict[str, Any]) -> None:
    orders = ", ".join(f"{one['player']} in {one['game']}" for one in told["orders"])
    line = f"{told['sender'] or 'unknown sender'}: {told['outcome']}"
    click.echo(f"{line}: {orders}" if orders else line)


def _source(settings: Settings, named: dict[str, Any], days: int) -> Source:
    from horizons_host.mail.mailboxes import source_of
    from horizons_host.mail.settings import SettingsError

    places = {kind: place for kind, place in named.items() if place is not None}
    if len(places) > 1:
        raise click.UsageError("name one of --mbox, --maildir and --imap")
    places = places or dict(settings.read)
    for kind, place in places.items():
        return source_of(kind, str(place), days)
    raise SettingsError(
        f"nothing says where mails come in: {settings.file} has no [read]",
        "name --mbox, --maildir or --imap, or add it to the file",
    )


@command.command(
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
    """Send the receipts and reports that wait in the outbox.

    Each is sent once. What a server puts off is tried again by later calls, after 5 minutes, 10,
    20 and so on; what it refuses has failed. Where a crash, or a server that went away, leaves open
    whether a mail was taken, it is sent again under the same Message-ID, unless it is to be held.
    """
    with _stores(folders) as stores:
        sent, fine = _sent(stores, _found_settings(stores, file), hold=hold_uncertain)
    if as_json:
        common.write_json(sent)
    else:
        _write_sent(sent)
    context.exit(0 if fine else 1)


def _sent(
    stores: Sequence[GameStore], settings: Settings, *, hold: bool
) -> tuple[list[dict[str, Any]], bool]:
    """What became of the mails that were due, and whether nothing stood in the way."""
    from horizons_core.errors import HorizonsError
    from horizons_host.mail.sending import send as send_all
    from horizons_host.progress import working

    sent, fine = [], True
    with working("sending mails") as step:
        for store in stores:
            try:
                for one in send_all(store, settings, hold_uncertain=hold):
                    sent.append(one.told())
                    step()
            except HorizonsError as problem:
                failures.complain(problem.message, problem.hint)
                fine = False
    return sent, fine and all(one["state"] != "failed" for one in sent)


def _write_sent(sent: Sequence[dict[str, Any]], *, quiet: bool = False) -> None:
    for one in sent:
        reply = f": {one['reply']}" if one["state"] != "sent" else ""
        click.echo(f"{one['state']}: {one['recipient']}: {one['subject']}{reply}")
    if not quiet:
        done = sum(one["state"] == "sent" for one in sent)
        click.echo(f"Sent {common.counted(done, 'mail')}.")


@contextmanager
def _stores(folders: Sequence[Path]) -> Iterator[list[GameStore]]:
    """The games in these folders, each once."""
    from horizons_host.store import GameStore

    different = {folder.resolve(): folder for folder in folders or (Path(),)}
    with ExitStack() as stack:
        yield [stack.enter_context(GameStore(folder)) for folder in different.values()]


def _found_settings(stores: Sequence[GameStore], file: Path | None) -> Settings:
    from horizons_host.mail.settings import find_settings

    return find_settings([store.folder for store in stores], file)


for _below in (inbox, outbox, log, resend, address, settings):
    command.add_command(_below)
