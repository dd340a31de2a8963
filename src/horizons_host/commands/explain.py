"""`horizons explain`: why something happened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.explanations import DiceShown, Explanation


@click.command(
    "explain",
    cls=WithExamples,
    short_help="Say why something happened: rules and dice.",
    examples=(
        "horizons explain -g mars -p Ada --turn 3",
        "horizons explain -g mars --gamemaster --contains Probe",
    ),
)
@common.game_option
@common.player_option()
@common.gamemaster_option
@common.turn_option()
@click.option("--code", metavar="CODE", help="Only events of this reason code.")
@click.option("--contains", metavar="TEXT", help="Only events whose sentence holds these words.")
@common.json_option
def command(
    *,
    folder: Path,
    player: str | None,
    gamemaster: bool,
    turn: int | None,
    code: str | None,
    contains: str | None,
    as_json: bool,
) -> None:
    """Say of each event of a turn which clauses it follows from and which dice it used.

    A player gets the events that their report tells of. The dice are made again from the turn's
    key, which is public once the turn is run.
    """
    from horizons_host.told_events import told_events

    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    from horizons_core.plugins import load_variant
    from horizons_host.explanations import explanations, matching
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        plate = store.plate()
        told = told_events(store, player, turn)
    catalogue = load_variant(plate.variant, plate.mods, plate.data_mods).rules
    events = matching(told.events, code, contains)
    found = explanations(events, catalogue, told.turn_key)
    if as_json:
        common.write_json(
            {"turn": told.turn, "turn_key": told.turn_key, "events": [e.told() for e in found]}
        )
        return
    click.echo(f"Turn {told.turn}: {common.counted(len(found), 'event')}")
    if told.turn_key:
        click.echo(f"Key of the turn's dice: {told.turn_key}")
    for explanation in found:
        _write(explanation)


def _write(explanation: Explanation) -> None:
    event = explanation.event
    click.echo(f"\n{event['text']}")
    place = f", at {event['place']}" if event["place"] else ""
    click.echo(f"  why: {event['code']}, in the phase {event['phase']}{place}")
    if explanation.audience:
        told = "everybody" if "*" in explanation.audience else ", ".join(explanation.audience)
        click.echo(f"  told to: {told}")
    for rule in explanation.rules:
        click.echo(f"  rule {rule['id']}: {rule['title']}")
        for words in (rule["rule"], rule["decision"] and f"Decided: {rule['decision']}"):
            if words:
                click.echo(click.wrap_text(words, 96, "    ", "    "))
    for dice in explanation.dice:
        _write_dice(dice)


def _write_dice(dice: DiceShown) -> None:
    subject = "/".join(str(part) for part in dice.subject)
    last = dice.first + dice.count
    run = f", run {dice.run}" if dice.run else ""
    click.echo(f"  dice {subject}: words {dice.first} up to {last}{run} ({dice.count:,} drawn)")
    for word in dice.words:
        click.echo(f"    {word:08x}  {word:>10}  {word / 2**32:.6f}")
