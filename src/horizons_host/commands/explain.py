"""`horizons explain`: explain events by rules and dice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.explanations import EventExplanation, ExplainedDice


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
    from horizons_host.told_events import events_of_turn

    common.either_player_or_gamemaster(player, gamemaster=gamemaster)
    from horizons_core.plugins import load_variant
    from horizons_host.explanations import explanations, keys_used, matching
    from horizons_host.store import GameStore

    with GameStore(folder) as store:
        info = store.info()
        log = events_of_turn(store, player, turn)
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
