"""`horizons message` and `announce`: send messages between players, and to all of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli import common
from horizons_host.cli.root import CommandGroup, WithExamples

if TYPE_CHECKING:
    from horizons_host.store import Message


_player = click.option("-p", "--player", required=True, metavar="NAME", help="The player.")
_subject = click.option("--subject", default="", metavar="TEXT", help="The subject.")
_FILE = click.Path(path_type=Path, allow_dash=True)


@click.group(
    "message",
    cls=CommandGroup,
    short_help="Send and read messages between players.",
    examples=(
        "horizons message send -g mars -p Ada --to Brin peace.txt",
        "horizons message list -g mars -p Brin",
        "horizons message rule -g mars --who public",
    ),
)
def message_command() -> None:
    """Send and read messages between players.

    Players with an email address also get messages by email. A reply to that email goes to the same
    thread.
    """


@message_command.command(
    "send",
    cls=WithExamples,
    examples=(
        "horizons message send -g mars -p Ada --to Brin --to Cleo --subject Peace peace.txt",
        "horizons message send -g mars -p Brin --answer 1 -",
        "horizons message send -g mars --gamemaster --to Ada warning.txt",
    ),
)
@common.game_option
@common.player_option("The sender.")
@click.option("--gamemaster", is_flag=True, help="Send as the gamemaster.")
@click.option("--to", multiple=True, metavar="NAME", help="A recipient.")
@click.option("--to-all", "to_all", is_flag=True, help="Send to all.")
@click.option("--to-gamemaster", is_flag=True, help="Send to the gamemaster.")
@click.option("--answer", type=click.IntRange(min=1), metavar="N", help="Reply to message N.")
@_subject
@common.json_option
@click.argument("file", type=_FILE)
def send(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    to: Sequence[str],
    to_all: bool,
    to_gamemaster: bool,
    answer: int | None,
    subject: str,
    as_json: bool,
    file: Path,
) -> None:
    """Send the text in FILE (- for standard input) as a message.

    A reply goes to everyone in the thread; a reply to the gamemaster's message to all goes to the
    gamemaster only.
    """
    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    from horizons_host.messages.posting import Draft, read_text
    from horizons_host.messages.posting import send as sent
    from horizons_host.store import GameStore

    draft = Draft(player, read_text(file), subject, to, to_all, to_gamemaster, answers=answer or 0)
    with GameStore(folder) as store:
        message = sent(store, draft)
    if as_json:
        common.write_json(message.to_dict())
        return
    when = "will be delivered after the next turn" if message.waits else "was sent"
    click.echo(f"Message {message.number} to {message.recipients} {when}.")


@message_command.command(
    "list",
    cls=WithExamples,
    examples=(
        "horizons message list -g mars -p Ada --unread",
        "horizons message list -g mars --gamemaster",
    ),
)
@common.game_option
@common.player_option("The player.")
@click.option("--gamemaster", is_flag=True, help="List the gamemaster's messages.")
@click.option("--unread", is_flag=True, help="Only unread messages.")
@click.option("--thread", type=click.IntRange(min=1), metavar="N", help="Only this thread.")
@common.json_option
def list_(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    unread: bool,
    thread: int | None,
    as_json: bool,
) -> None:
    """List a player's messages, or the gamemaster's."""
    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    from horizons_host.messages.reading import gamemaster_messages, messages_of
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        messages = gamemaster_messages(store) if player is None else messages_of(store, player)
    messages = [m for m in messages if not (unread and m.read) and thread in {None, m.thread}]
    if as_json:
        common.write_json([m.to_dict() for m in messages])
        return
    if not messages:
        click.echo("No messages.")
        return
    headings = ("NO.", "THREAD", "WHEN", "FROM", "TO", "SUBJECT", "")
    common.write_table(headings, [_row(m) for m in messages])


def _row(message: Message) -> tuple[object, ...]:
    from horizons_host.clock import local_time

    state = "waiting for turn" if message.waits else "" if message.read else "unread"
    when = local_time(message.at)
    parties = message.author, message.recipients
    return message.number, message.thread, when, *parties, message.subject, state


@message_command.command(
    "read", cls=WithExamples, examples=("horizons message read -g mars -p Ada 3",)
)
@common.game_option
@_player
@common.json_option
@click.argument("number", type=click.IntRange(min=1), metavar="N")
def read(*, folder: Path, player: str, as_json: bool, number: int) -> None:
    """Show message N of a player and mark it as read."""
    from horizons_host.clock import local_time
    from horizons_host.messages.reading import mark_read, message_of
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        message = message_of(store, player, number)
        mark_read(store, player, [number])
    if as_json:
        common.write_json(message.to_dict())
        return
    click.echo(f"From:    {message.author}\nTo:      {message.recipients}")
    click.echo(f"Date:    {local_time(message.at)}\nSubject: {message.subject}\n\n{message.text}")


@message_command.command(
    "block",
    cls=WithExamples,
    examples=(
        "horizons message block -g mars -p Ada --sender Brin",
        "horizons message block -g mars -p Ada --message 3",
        "horizons message block -g mars -p Ada --sender Brin --remove",
        "horizons message block -g mars -p Ada --list",
    ),
)
@common.game_option
@_player
@click.option("--sender", metavar="NAME", help="The player to block.")
@click.option(
    "--message", type=click.IntRange(min=1), metavar="N", help="Block the sender of message N."
)
@click.option("--remove", is_flag=True, help="Unblock the sender.")
@click.option("--list", "listed", is_flag=True, help="List blocked senders.")
@common.json_option
def block(
    *,
    folder: Path,
    player: str,
    sender: str | None,
    message: int | None,
    remove: bool,
    listed: bool,
    as_json: bool,
) -> None:
    """Block messages from a sender, who is not notified.

    To block the sender of an anonymous message, use its number; the sender stays anonymous.
    """
    if [sender is not None, message is not None, listed].count(True) != 1:
        raise click.UsageError("use one of --sender, --message and --list")
    from horizons_host.messages import reading
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        if remove:
            reading.unblock(store, player, sender or "", message or 0)
        elif sender is not None:
            reading.block(store, player, sender)
        elif message is not None:
            reading.block_writer(store, player, message)
        blocks = reading.blocked(store, player)
    if as_json:
        common.write_json([entry.to_dict() for entry in blocks])
        return
    named = [entry.sender or f"the sender of message {entry.number}" for entry in blocks]
    click.echo(f"Blocked senders: {', '.join(named) or 'none'}.")


@message_command.command(
    "report",
    cls=WithExamples,
    examples=(
        "horizons message report -g mars -p Ada 3 --reason 'an insult'",
        "horizons message report -g mars",
    ),
)
@common.game_option
@common.player_option("The player who reports the message.")
@click.option("--reason", default="", metavar="TEXT", help="The reason for the report.")
@common.json_option
@click.argument("number", type=click.IntRange(min=1), metavar="[N]", required=False)
def report(
    *, folder: Path, player: str | None, reason: str, as_json: bool, number: int | None
) -> None:
    """Report message N of a player to the gamemaster, or list reported messages."""
    if (player is None) != (number is None):
        raise click.UsageError("use -p NAME with a message, or neither")
    from horizons_host.messages import reading
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        if player is not None and number is not None:
            reading.report(store, player, number, reason)
            click.echo("Reported to the gamemaster.")
            return
        reports = reading.reports(store)
    if as_json:
        common.write_json([reported.to_dict() for reported in reports])
        return
    for reported in reports:
        message = reported.message
        click.echo(f"{reported.seat}, {reported.at}: {reported.reason or 'no reason given'}")
        click.echo(f"  {message.author} to {message.recipients}: {message.subject}")
        click.echo("".join(f"  > {line}\n" for line in message.text.split("\n")))
    if not reports:
        click.echo("No reported messages.")


@message_command.command(
    "rule",
    cls=WithExamples,
    examples=(
        "horizons message rule -g mars",
        "horizons message rule -g mars --who public",
        "horizons message rule -g mars --anonymous --with-turn --opened",
    ),
)
@common.game_option
@click.option(
    "--who",
    "writers",
    type=click.Choice(["none", "public", "all"]),
    help="Who can write: the gamemaster only, players to all only, or players to anyone.",
)
@click.option("--anonymous/--signed", default=None, help="Whether messages are anonymous.")
@click.option(
    "--with-turn/--at-once",
    default=None,
    help="Whether messages are delivered after the next turn, or at once.",
)
@click.option(
    "--opened/--closed",
    default=None,
    help="Whether messages become public after the end of the game.",
)
@common.json_option
def rule(
    *,
    folder: Path,
    writers: str | None,
    anonymous: bool | None,
    with_turn: bool | None,
    opened: bool | None,
    as_json: bool,
) -> None:
    """Show or change the rules for messages; players are notified of a change.

    Earlier messages keep the rules under which they were sent.
    """
    from horizons_host.messages.rules import rule_of, set_rule, words
    from horizons_host.store import GameStore, MessagingRule

    options = {"who": writers, "anonymous": anonymous, "with_turn": with_turn, "opened": opened}
    changes = {name: value for name, value in options.items() if value is not None}
    with GameStore(folder) as store:
        current = rule_of(store)
        if changes:
            current = MessagingRule(**{**current.to_dict(), **changes})
            set_rule(store, current)
    if as_json:
        common.write_json(current.to_dict())
        return
    click.echo(words(current).rstrip())
    if changes:
        click.echo("All players were notified.")


@click.command(
    "announce",
    cls=WithExamples,
    short_help="Send an announcement to all players.",
    examples=(
        "horizons announce -g mars --subject 'The deadline is Friday' note.txt",
        "horizons announce -g mars - < note.txt",
    ),
)
@common.place_option
@click.option("--subject", default="", metavar="TEXT", help="The subject.")
@common.json_option
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
def announce_command(*, place: str, subject: str, as_json: bool, file: Path) -> None:
    """Send the text in FILE (- for standard input) to all players as an announcement.

    All players get it as a message, and by email if they have an address. Replies go to the
    gamemaster.
    """
    from horizons_host.messages.posting import Draft, read_text, send
    from horizons_host.store.locations import game_at

    draft = Draft(None, read_text(file), subject, to_all=True)
    with game_at(place) as store:
        message = send(store, draft)
    if as_json:
        common.write_json(message.to_dict())
        return
    click.echo(f"Announced to all: {message.subject}")
