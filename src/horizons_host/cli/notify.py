"""`horizons notify`: manage notifications of players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from horizons_host.cli import common
from horizons_host.cli.root import CommandGroup, WithExamples

_number = click.argument("number", type=click.IntRange(min=1), metavar="N")


@click.group(
    "notify",
    cls=CommandGroup,
    short_help="Manage webhooks, feeds and email subscriptions.",
    examples=(
        "horizons notify add -g mars https://discord.example/api/webhooks/1/abc",
        "horizons notify mails -g mars -p Ada message",
        "horizons notify send -g mars",
    ),
)
def notify_command() -> None:
    """Manage webhooks, feeds and email subscriptions.

    'horizons notify send' posts to webhooks; call it every minute with a timer. Posts are JSON that
    Discord accepts, and contain no hidden information.
    """


@notify_command.command("list", cls=WithExamples, examples=("horizons notify list -g mars",))
@common.game_option
@common.json_option
def list_(*, folder: Path, as_json: bool) -> None:
    """List webhooks with the number of waiting and failed posts."""
    from collections import Counter

    from horizons_host.notifications.delivery import webhooks
    from horizons_host.notifications.webhooks import target_of
    from horizons_host.store import GameStore, Notifications

    with GameStore(folder) as store:
        subscriptions = webhooks(store)
        tally = Notifications(store).tally()
    if as_json:
        common.write_json([subscription.to_dict() for subscription in subscriptions])
        return
    if not subscriptions:
        click.echo("No webhooks.")
        return
    common.write_table(
        ("NO.", "WHOSE", "KINDS", "HOST", "SENT", "WAITING", "FAILED"),
        [
            (
                *(
                    subscription.id,
                    subscription.seat or f"the {subscription.scope}",
                    ", ".join(subscription.kinds) or "all",
                ),
                target_of(subscription.address).host_header,
                *(
                    tally.get(subscription.id, Counter())[state]
                    for state in ("sent", "queued", "failed")
                ),
            )
            for subscription in subscriptions
        ],
    )


@notify_command.command(
    "add",
    cls=WithExamples,
    examples=(
        "horizons notify add -g mars https://discord.example/api/webhooks/1/abc",
        "horizons notify add -g mars -p Ada --kind turn --kind message https://example.org/hook",
    ),
)
@common.game_option
@common.player_option("Post this seat's notifications (default: public ones).")
@click.option("--gamemaster", is_flag=True, help="Include notifications for the gamemaster only.")
@click.option(
    "--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind of notification."
)
@common.json_option
@click.argument("url")
def add(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    kinds: Sequence[str],
    as_json: bool,
    url: str,
) -> None:
    """Add a webhook: post notifications to URL.

    The command prints the secret that signs the posts. It is not shown again.
    """
    if player is not None and gamemaster:
        raise click.UsageError("use either -p NAME or --gamemaster")
    from horizons_host.notifications.delivery import add_webhook
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        subscription = add_webhook(store, url, player, kinds, gamemaster=gamemaster)
    if as_json:
        common.write_json({**subscription.to_dict(), "secret": subscription.secret})
        return
    click.echo(f"Added webhook {subscription.id}. Its posts are signed with this secret:")
    click.echo(subscription.secret)


@notify_command.command("remove", cls=WithExamples, examples=("horizons notify remove -g mars 2",))
@common.game_option
@_number
def remove(*, folder: Path, number: int) -> None:
    """Remove webhook N; its waiting posts are discarded."""
    from horizons_host.notifications.delivery import remove_webhook
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        remove_webhook(store, number)
    click.echo(f"Removed webhook {number}.")


@notify_command.command("test", cls=WithExamples, examples=("horizons notify test -g mars 2",))
@common.game_option
@_number
def test(*, folder: Path, number: int) -> None:
    """Post a test to webhook N and print the server's response."""
    from horizons_host.notifications.delivery import try_out
    from horizons_host.notifications.texts import SubscriptionError
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        answer = try_out(store, number)
    if not answer.accepted:
        raise SubscriptionError(f"the test failed: {answer.reply}", "check the webhook's address")
    click.echo(f"The test succeeded: {answer.reply}")


@notify_command.command(
    "mails",
    cls=WithExamples,
    examples=(
        "horizons notify mails -g mars -p Ada",
        "horizons notify mails -g mars -p Ada turn message joined",
        "horizons notify mails -g mars -p Ada --none",
    ),
)
@common.game_option
@click.option("-p", "--player", required=True, metavar="NAME", help="The seat's name.")
@click.option("--none", is_flag=True, help="Unsubscribe from all of them.")
@common.json_option
@click.argument("kinds", nargs=-1, metavar="[KIND]...")
def mails(*, folder: Path, player: str, none: bool, as_json: bool, kinds: Sequence[str]) -> None:
    """Show or change a player's email subscriptions.

    The kinds are turn (reports), deadline, reminder, message, announcement, joined and seat.
    Players always get emails about an undone turn, the end of the game, and what concerns only
    them.
    """
    if none and kinds:
        raise click.UsageError("use either kinds or --none")
    from horizons_host.notifications.delivery import seat_mails, set_mails
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        chosen = set_mails(store, player, kinds) if kinds or none else seat_mails(store, player)
    if as_json:
        common.write_json(chosen)
        return
    click.echo(f"Subscribed to emails about: {', '.join(chosen) or 'none of these'}.")


@notify_command.command(
    "feed",
    cls=WithExamples,
    examples=("horizons notify feed -g mars", "horizons notify feed -g mars -p Ada"),
)
@common.game_option
@common.player_option("The feed of this seat (default: the public feed).")
@common.out_option("Write to FILE instead of standard output.")
def feed(*, folder: Path, player: str | None, out: Path | None) -> None:
    """Write the Atom feed of a game or a seat."""
    from horizons_host.files import write_atomically
    from horizons_host.notifications.texts import feed as made
    from horizons_host.seats.seats import seat_of
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        seat = None if player is None else seat_of(store.seats(), player).name
        data = made(store, "feed.atom", "report", seat).decode()
    if out is None:
        click.echo(data)
    else:
        write_atomically(out, data)


@notify_command.command("send", cls=WithExamples, examples=("horizons notify send -g mars",))
@common.game_option
@common.json_option
def send(*, folder: Path, as_json: bool) -> None:
    """Post due notifications to webhooks, and put notification emails in the outbox."""
    from horizons_host.notifications.delivery import deliver_due
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        deliveries = list(deliver_due(store))
    if as_json:
        common.write_json([d.to_dict() for d in deliveries])
        return
    for d in deliveries:
        state = "postponed" if d.state == "queued" else d.state
        subscriber = f"{d.subscription.channel} {d.subscription.id}"
        click.echo(f"{state}: {d.event.kind} by {subscriber} {d.reason}".rstrip())
    click.echo(
        f"Sent {common.counted(sum(d.state == 'sent' for d in deliveries), 'notification')}."
    )


@notify_command.command(
    "log", cls=WithExamples, examples=("horizons notify log -g mars --last 20",)
)
@common.game_option
@click.option(
    "--last", type=click.IntRange(min=1), default=50, metavar="N", help="Number of entries."
)
@common.json_option
def log(*, folder: Path, last: int, as_json: bool) -> None:
    """Show the latest attempts to send notifications, with their results."""
    from horizons_host.clock import local_time
    from horizons_host.store import GameStore, Notifications

    with GameStore(folder) as store:
        attempts = Notifications(store).attempts(last)
    if as_json:
        common.write_json([attempt.to_dict() for attempt in attempts])
        return
    rows = [(a.delivery, local_time(a.at), a.attempt, a.outcome, a.reply) for a in attempts]
    common.write_table(("NO.", "WHEN", "ATTEMPT", "RESULT", "ANSWER"), rows)
