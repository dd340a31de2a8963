"""`horizons report`, `map` and `explain`: show reports, draw maps, and explain events."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli import common
from horizons_host.cli.root import WithExamples

if TYPE_CHECKING:
    from horizons_host.reports.explanations import EventExplanation, ExplainedDice
    from horizons_host.store import GameStore


@click.command(
    "report",
    cls=WithExamples,
    short_help="Show a report, or write reports to files.",
    examples=(
        "horizons report -g mars -p Ada",
        "horizons report -g mars -p Ada --turn 3 --format html --out ada.html",
        "horizons report -g mars --all",
        "horizons report -g mars --gamemaster --turn 3",
    ),
)
@common.game_option
@common.player_option()
@common.gamemaster_option
@common.turn_option()
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "html", "json"]),
    default="text",
    show_default=True,
    help="The format.",
)
@click.option(
    "--taken-back",
    "run",
    type=click.IntRange(min=1),
    metavar="N",
    help="Show the player's report of the Nth undone run of the turn.",
)
@click.option(
    "--all", "write_all", is_flag=True, help="Write all reports of all turns, in all formats."
)
@common.out_option("Write to this file; with --all, to this folder (default: reports).")
def report_command(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    turn: int | None,
    form: str,
    run: int | None,
    write_all: bool,
    out: Path | None,
) -> None:
    """Show a player's report as stored with the turn, or write all reports to files.

    With --gamemaster, the report covers the whole game, with all orders and events. With --all, the
    players' own reports are written, of all turns or of the one given with --turn. With
    --taken-back and --turn, you can read reports of undone turns.
    """
    from horizons_host.store import GameStore

    if [player is not None, gamemaster, write_all].count(True) != 1:
        raise click.UsageError("use one of -p NAME, --gamemaster and --all")
    if run is not None and (player is None or turn is None):
        raise click.UsageError("--taken-back needs -p NAME and -t N")
    with GameStore(folder) as store:
        if write_all:
            _write_all(store, turn, out)
        else:
            _show(store, player, turn, run, form, out)


def _show(
    store: GameStore,
    player: str | None,
    turn: int | None,
    run: int | None,
    form: str,
    out: Path | None,
) -> None:
    """Show the report of a player, or of the gamemaster for None."""
    from horizons_core.plugins import load_variant
    from horizons_host.files import write_atomically
    from horizons_host.reports.files import gamemaster_report, rendered
    from horizons_host.seats.seats import seat_of
    from horizons_host.store import UndoneRuns

    number = store.latest() if turn is None else turn
    info = store.info()
    if player is None:
        document = gamemaster_report(store, number)
    else:
        seat = seat_of(store.seats(), player).name
        document = (
            store.report(number, seat)
            if run is None
            else UndoneRuns(store).report(number, run, seat)
        )
    text = rendered(lambda: load_variant(info.variant, info.mods, info.data_mods), document, form)
    if out is None:
        click.echo(text, nl=False)
    else:
        write_atomically(out, text, private=True)
        click.echo(f"Wrote {out}")


def _write_all(store: GameStore, turn: int | None, out: Path | None) -> None:
    from horizons_core.plugins import load_variant
    from horizons_host.cli.common import working
    from horizons_host.reports.files import REPORTS, reports_of, write_into

    info = store.info()
    variant = load_variant(info.variant, info.mods, info.data_mods)
    target = store.folder / REPORTS if out is None else out
    turns = range(store.latest() + 1) if turn is None else [turn]
    written = 0
    with working("writing reports", len(turns)) as step:
        for number in turns:
            documents = {seat: store.report(number, seat) for seat in store.reported(number)}
            written += len(write_into(reports_of(target, number), variant, documents))
            step()
    click.echo(f"Wrote {common.counted(written, 'file')} to {target}")


@click.command(
    "map",
    cls=WithExamples,
    short_help="Draw the map that a player knows, or the complete map.",
    examples=(
        "horizons map -g mars -p Ada --out ada.svg",
        "horizons map -g mars -p Ada --out ada.html",
        "horizons map -g mars --gamemaster --turn 3 --out all.png",
    ),
)
@common.game_option
@common.player_option()
@common.gamemaster_option
@common.turn_option()
@common.out_option("The file to write: .svg, .html or .png (default: SVG to standard output).")
@common.json_option
def map_command(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    turn: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Draw the map as SVG, as an interactive page, or as PNG, depending on the file's ending.

    With --json, print the map's data instead.
    """
    from horizons_host.files import write_atomically
    from horizons_host.reports.pages import chart, map_drawer, map_drawing
    from horizons_host.store import GameStore

    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    if as_json and out is not None:
        raise click.UsageError("--json can't be used with --out")
    draw = map_drawing if out is None else map_drawer(out)
    with GameStore(folder) as store:
        document = chart(store, player, turn)
    if as_json:
        common.write_json(document)
        return
    if out is None:
        click.echo(draw(document), nl=False)
    else:
        write_atomically(out, draw(document), private=True)
        click.echo(f"Wrote {out}")


@click.command(
    "explain",
    cls=WithExamples,
    short_help="Explain events: the rules and dice behind them.",
    examples=(
        "horizons explain -g mars -p Ada --turn 3",
        "horizons explain -g mars --gamemaster --contains Probe",
    ),
)
@common.game_option
@common.player_option()
@common.gamemaster_option
@common.turn_option()
@click.option("--code", metavar="CODE", help="Only events with this code.")
@click.option("--contains", metavar="TEXT", help="Only events whose text contains these words.")
@common.json_option
def explain_command(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    turn: int | None,
    code: str | None,
    contains: str | None,
    as_json: bool,
) -> None:
    """Explain the events of a turn: the clauses they follow from and the dice they used.

    Players get the events in their report, with the dice that they can check themselves with the
    keys in the report. Dice that reveal more than the rules allow are shown to the gamemaster only.
    """
    from horizons_host.reports.explanations import turn_events

    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    from horizons_core.plugins import load_variant
    from horizons_host.reports.explanations import explanations, keys_used, matching
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        info = store.info()
        log = turn_events(store, player, turn)
    catalogue = load_variant(info.variant, info.mods, info.data_mods).rules
    events = matching(log.events, code, contains)
    results = explanations(events, catalogue, log.keys)
    keys = keys_used(results, log.keys)
    if as_json:
        common.write_json(
            {"turn": log.turn, "keys": keys, "events": [e.to_dict() for e in results]}
        )
        return
    click.echo(f"Turn {log.turn}: {common.counted(len(results), 'event')}")
    for known_to, key in keys.items():
        click.echo(f"Key of {_dice_name(known_to)}: {key}")
    for explanation in results:
        _write(explanation)


def _dice_name(known_to: str) -> str:
    """Return the name of dice, by who can see them."""
    from horizons_core.model import EVERYONE, NO_ONE

    if known_to == NO_ONE:
        return "the hidden dice, for the gamemaster only"
    return "the public dice" if known_to == EVERYONE else f"{known_to}'s own dice"


def _write(explanation: EventExplanation) -> None:
    event = explanation.event
    click.echo(f"\n{event['text']}")
    place = f", at {event['place']}" if event["place"] else ""
    click.echo(f"  why: {event['code']}, in the phase {event['phase']}{place}")
    if explanation.audience:
        audience = "all players" if "*" in explanation.audience else ", ".join(explanation.audience)
        click.echo(f"  visible to: {audience}")
    for rule in explanation.rules:
        click.echo(f"  rule {rule['id']}: {rule['title']}")
        for words in (rule["rule"], rule["decision"] and f"Decision: {rule['decision']}"):
            if words:
                click.echo(click.wrap_text(words, 96, "    ", "    "))
    for dice in explanation.dice:
        _write_dice(dice)


def _write_dice(dice: ExplainedDice) -> None:
    subject = "/".join(str(part) for part in dice.subject)
    last = dice.first + dice.count
    run = f", run {dice.run}" if dice.run else ""
    click.echo(f"  dice {subject}: words {dice.first} up to {last}{run} ({dice.count:,} drawn)")
    for word in dice.words:
        click.echo(f"    {word:08x}  {word:>10}  {word / 2**32:.6f}")
