"""`horizons press`: messages between seats, and the rule for them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import Group, WithExamples

if TYPE_CHECKING:
    from horizons_host.store import Message

_player = click.option("-p", "--player", required=True, metavar="NAME", help="Whose messages.")
_subject = click.option("--subject", default="", metavar="TEXT", help="What it is about.")
_FILE = click.Path(path_type=Path, allow_dash=True)


@click.group(
    "press",
    cls=Group,
    short_help="Write and read messages between players.",
    examples=(
        "horizons press send -g mars -p Ada --to Brin peace.txt",
        "horizons press list -g mars -p Brin",
        "horizons press rule -g mars --who public",
    ),
)
def command() -> None:
    """Write and read messages between players.

    A message is mailed to those who have an address, and an answer to that mail goes into its
    thread.
    """


@command.command(
    "send",
    cls=WithExamples,
    examples=(
        "horizons press send -g mars -p Ada --to Brin --to Cleo --subject Peace peace.txt",
        "horizons press send -g mars -p Brin --answer 1 -",
        "horizons press send -g mars --gamemaster --to Ada warning.txt",
    ),
)
@common.game_option
@common.player_option("Who writes.")
@click.option("--gamemaster", is_flag=True, help="The gamemaster writes.")
@click.option("--to", multiple=True, metavar="NAME", help="To whom; may be given again.")
@click.option("--to-all", "everybody", is_flag=True, help="To everybody.")
@click.option("--to-gamemaster", is_flag=True, help="To the gamemaster.")
@click.option("--answer", type=click.IntRange(min=1), metavar="N", help="Answer message N.")
@_subject
@common.json_option
@click.argument("file", type=_FILE)
def send(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    to: Sequence[str],
    everybody: bool,
    to_gamemaster: bool,
    answer: int | None,
    subject: str,
    as_json: bool,
    file: Path,
) -> None:
    """Send the text in FILE (- for standard input) as a message.

    An answer goes to all who have to do with the message that it answers; what the gamemaster wrote
    to all is answered to the gamemaster alone.
    """
    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    from horizons_host.press.posting import Draft
    from horizons_host.press.posting import send as sent
    from horizons_host.press.texts import read_text
    from horizons_host.store import GameStore

    draft = Draft(
        player, read_text(file), subject, to, everybody, to_gamemaster, answers=answer or 0
    )
    with GameStore(folder) as store:
        message = sent(store, draft)
    if as_json:
        common.write_json(message.told())
        return
    when = "goes out when the next turn has been run" if message.waits else "has gone out"
    click.echo(f"Message {message.number} to {message.recipients} {when}.")


@command.command(
    "list",
    cls=WithExamples,
    examples=(
        "horizons press list -g mars -p Ada --unread",
        "horizons press list -g mars --gamemaster",
    ),
)
@common.game_option
@common.player_option("Whose messages.")
@click.option("--gamemaster", is_flag=True, help="The gamemaster's messages.")
@click.option("--unread", is_flag=True, help="Only those that have not been read.")
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
    """List the messages that a player, or the gamemaster, wrote and got."""
    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    from horizons_host.press.reading import gamemasters, messages_of
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        found = gamemasters(store) if player is None else messages_of(store, player)
    found = [one for one in found if not (unread and one.read) and thread in {None, one.thread}]
    if as_json:
        common.write_json([one.told() for one in found])
        return
    if not found:
        click.echo("There are no messages.")
        return
    headings = ("NO.", "THREAD", "WHEN", "FROM", "TO", "SUBJECT", "")
    common.write_table(headings, [_row(one) for one in found])


def _row(one: Message) -> tuple[object, ...]:
    from horizons_host.clock import local_time

    state = "waits for the turn" if one.waits else "" if one.read else "unread"
    when = local_time(one.at)
    return one.number, one.thread, when, one.author, one.recipients, one.subject, state


@command.command("read", cls=WithExamples, examples=("horizons press read -g mars -p Ada 3",))
@common.game_option
@_player
@common.json_option
@click.argument("number", type=click.IntRange(min=1), metavar="N")
def read(*, folder: Path, player: str, as_json: bool, number: int) -> None:
    """Show message N of a player, and note that it has been read."""
    from horizons_host.clock import local_time
    from horizons_host.press.reading import mark_read, message_of
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        one = message_of(store, player, number)
        mark_read(store, player, [number])
    if as_json:
        common.write_json(one.told())
        return
    click.echo(f"From:    {one.author}\nTo:      {one.recipients}")
    click.echo(f"Came:    {local_time(one.at)}\nSubject: {one.subject}\n\n{one.text}")


@command.command(
    "block",
    cls=WithExamples,
    examples=(
        "horizons press block -g mars -p Ada --sender Brin",
        "horizons press block -g mars -p Ada --message 3",
        "horizons press block -g mars -p Ada --sender Brin --remove",
        "horizons press block -g mars -p Ada --list",
    ),
)
@common.game_option
@_player
@click.option("--sender", metavar="NAME", help="The player who writes them.")
@click.option("--message", type=click.IntRange(min=1), metavar="N", help="Who wrote message N.")
@click.option("--remove", is_flag=True, help="Let them come again.")
@click.option("--list", "listed", is_flag=True, help="List whose messages do not come.")
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
    """Have a player get no further messages of somebody, who is not told.

    Who wrote an anonymous message can be blocked by its number, and stays unknown.
    """
    if [sender is not None, message is not None, listed].count(True) != 1:
        raise click.UsageError("name a --sender or a --message, or ask for the --list")
    from horizons_host.press import moderation
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        if remove:
            moderation.unblock(store, player, sender or "", message or 0)
        elif sender is not None:
            moderation.block(store, player, sender)
        elif message is not None:
            moderation.block_writer(store, player, message)
        found = moderation.blocked(store, player)
    if as_json:
        common.write_json([one.told() for one in found])
        return
    named = [one.sender or f"the writer of message {one.number}" for one in found]
    click.echo(f"Messages do not come from: {', '.join(named) or 'nobody'}.")


@command.command(
    "report",
    cls=WithExamples,
    examples=(
        "horizons press report -g mars -p Ada 3 --reason 'an insult'",
        "horizons press report -g mars",
    ),
)
@common.game_option
@common.player_option("Who shows the message.")
@click.option("--reason", default="", metavar="TEXT", help="What is wrong with it.")
@common.json_option
@click.argument("number", type=click.IntRange(min=1), metavar="[N]", required=False)
def report(
    *, folder: Path, player: str | None, reason: str, as_json: bool, number: int | None
) -> None:
    """Show message N of a player to the gamemaster; without one, list what was shown."""
    if (player is None) != (number is None):
        raise click.UsageError("name a player with -p and a message, or neither")
    from horizons_host.press import moderation
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        if player is not None and number is not None:
            moderation.report(store, player, number, reason)
            click.echo("The gamemaster has it.")
            return
        found = moderation.reports(store)
    if as_json:
        common.write_json([one.told() for one in found])
        return
    for one in found:
        click.echo(f"{one.seat}, {one.at}: {one.reason or 'without a reason'}")
        click.echo(f"  {one.message.author} to {one.message.recipients}: {one.message.subject}")
        click.echo("".join(f"  > {line}\n" for line in one.message.text.split("\n")))
    if not found:
        click.echo("No message was shown to you.")


@command.command(
    "rule",
    cls=WithExamples,
    examples=(
        "horizons press rule -g mars",
        "horizons press rule -g mars --who public",
        "horizons press rule -g mars --anonymous --with-turn --opened",
    ),
)
@common.game_option
@click.option(
    "--who",
    type=click.Choice(["none", "public", "all"]),
    help="Who may write: nobody but the gamemaster, players to all only, or to whom they like.",
)
@click.option("--anonymous/--signed", default=None, help="Whether nobody is told who wrote.")
@click.option("--with-turn/--at-once", default=None, help="When messages arrive.")
@click.option("--opened/--closed", default=None, help="Whether they open to all after the end.")
@common.json_option
def rule(
    *,
    folder: Path,
    who: str | None,
    anonymous: bool | None,
    with_turn: bool | None,
    opened: bool | None,
    as_json: bool,
) -> None:
    """Show the rule for messages, or change it; everybody is told of a change.

    Messages that were written before stay as the rule was then.
    """
    from horizons_host.press.rules import rule_of, set_rule, words
    from horizons_host.store import GameStore, PressRule

    given = {"who": who, "anonymous": anonymous, "with_turn": with_turn, "opened": opened}
    changes = {name: value for name, value in given.items() if value is not None}
    with GameStore(folder) as store:
        holds = rule_of(store)
        if changes:
            holds = PressRule(**{**holds.told(), **changes})
            set_rule(store, holds)
    if as_json:
        common.write_json(holds.told())
        return
    click.echo(words(holds).rstrip())
    if changes:
        click.echo("Everybody is told so.")
