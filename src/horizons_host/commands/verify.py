"""`horizons verify`: recompute a whole game and compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common, failures
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.player_reports import DiceProof, KeyId
    from horizons_host.verification import Verdict

#: Reasons why a set-up could not be recomputed.
_NOT_MADE_AGAIN = {
    "imported": "it was imported from another program",
    "unknown": "it was made by a version that did not store its options",
    "migrated": "as were the turns before the game was migrated to changed rules",
}


@click.command(
    "verify",
    cls=WithExamples,
    short_help="Replay a game and compare every turn and report.",
    examples=(
        "horizons verify -g mars",
        "horizons verify -g mars --turn 3 --json",
        "horizons verify --player-reports my-reports",
        "horizons verify --archive mars-archive --player-reports my-reports",
    ),
)
@common.place_option
@common.turn_option("Replay up to this turn (default: the latest).")
@click.option(
    "--player-reports",
    "reports",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Check a player's saved reports, without the game.",
)
@click.option(
    "--archive",
    type=click.Path(path_type=Path),
    metavar="FOLDER|FILE",
    help="Check the archive of a finished game, without the game.",
)
@common.json_option
@click.pass_context
def verify_command(
    context: click.Context,
    *,
    place: str,
    turn: int | None,
    reports: Path | None,
    archive: Path | None,
    as_json: bool,
) -> None:
    """Replay the game from its set-up with the stored options and orders, and compare everything.

    This covers the set-up and, for every turn, the orders, the key and its commitment, the events,
    the state and all reports, word for word. Undone turns are included. Mails and the files in the
    folder of reports are not compared. At the first difference, the exit status is 1.

    Players can check their own reports without the game: put them in a folder as text, HTML or
    JSON, and use --player-reports. All keys of dice are compared with the commitments in earlier
    reports.

    The archive of a finished game contains everything: with --archive, the game is replayed from
    its orders and random seed, and all reports are compared. Add --player-reports to compare the
    JSON reports that a player saved, too.
    """
    if archive is not None:
        context.exit(_check_archive(archive, reports, as_json=as_json))
    if reports is not None:
        context.exit(_check_reports(reports, as_json=as_json))
    from horizons_host.hosting.places import game_at
    from horizons_host.progress import working
    from horizons_host.verification import verify

    with game_at(place) as store:
        total = store.latest() if turn is None else turn
        with working("recomputing", total) as step:
            verdict = verify(store, turn, step)
    if as_json:
        common.write_json(
            {
                "sound": verdict.sound,
                "set_up": verdict.set_up,
                "turns": verdict.turns,
                "reports": verdict.reports,
                "differs_in_turn": verdict.turn,
                "difference": verdict.difference or None,
            }
        )
    elif verdict.sound:
        for line in _summary(verdict):
            click.echo(line)
    else:
        failures.complain(
            f"turn {verdict.turn}: {verdict.difference}",
            f"{common.counted(verdict.turns, 'turn')} before it replayed identically",
        )
    context.exit(0 if verdict.sound else 1)


def _summary(verdict: Verdict) -> Iterator[str]:
    """Yield what was recomputed and compared, and what could not be."""
    turns = common.counted(verdict.turns, "turn")
    obstacle = _NOT_MADE_AGAIN.get(verdict.set_up)
    subject = turns if obstacle else f"The set-up and {turns}"
    yield f"{subject} replayed identically."
    yield (
        "  Compared: orders, keys and commitments, events, states, and"
        f" {common.counted(verdict.reports, 'report')} word for word."
    )
    if obstacle:
        yield f"  The set-up was not replayed: {obstacle}."


def _check_archive(place: Path, saved: Path | None, *, as_json: bool) -> int:
    """Check an archive and return the exit status."""
    from horizons_host.desk.archive_check import check_archive
    from horizons_host.progress import working

    with working("replaying the game"):
        verdict = check_archive(place, saved)
    if as_json:
        common.write_json(verdict.to_dict())
        return 0 if verdict.sound else 1
    turns, reports = (
        common.counted(verdict.turns, "turn"),
        common.counted(verdict.reports, "report"),
    )
    click.echo(f"{turns} replayed; {reports} identical, word for word.")
    set_up = "replayed" if verdict.set_up else "not replayed"
    keys = _keys(verdict.keys.matching)
    click.echo(f"  The set-up was {set_up}. Keys that match their commitments: {keys}.")
    if saved is not None:
        matching = common.counted(verdict.matching, "report")
        click.echo(f"  Your own reports: {matching} found in the archive.")
    for difference in verdict.differences:
        failures.complain(difference)
    if not verdict.keys.sound:
        broken = _keys(verdict.keys.broken)
        failures.complain(f"{broken}: the key does not match the commitment in an earlier report")
    return 0 if verdict.sound else 1


def _check_reports(folder: Path, *, as_json: bool) -> int:
    """Check a player's reports and return the exit status."""
    from horizons_host.player_reports import check_reports

    proof = check_reports(folder)
    if as_json:
        keys = {"kept": proof.matching, "broken": proof.broken, "open": proof.open}
        common.write_json(
            {
                "sound": proof.sound,
                "reports": proof.reports,
                **{
                    name: [{"turn": key.turn, "whose": key.audience} for key in kind]
                    for name, kind in keys.items()
                },
                "dice": [
                    {"turn": t.turn, "event": t.text, **t.dice.to_dict()} for t in proof.thrown
                ],
                "dice_without_a_key": proof.unread,
                "shares": sorted(proof.shares),
                "false_shares": proof.false_shares,
            }
        )
        return 0 if proof.sound else 1
    for line in _proof_lines(proof):
        click.echo(line)
    if proof.broken:
        failures.complain(
            f"{_keys(proof.broken)}: the key does not match the commitment in an earlier report",
            "if turns were undone, put the notices about it into the folder;"
            " otherwise ask the gamemaster",
        )
    for name in proof.false_shares:
        failures.complain(f"{name}'s share does not match its commitment")
    if proof.unread:
        failures.complain(
            f"dice of {common.counted(proof.unread, 'event')}: no report contains their key"
        )
    return 0 if proof.sound else 1


def _proof_lines(proof: DiceProof) -> Iterator[str]:
    """Yield what a player's reports prove, and what they cannot."""
    yield (
        f"{common.counted(proof.reports, 'report')}. Keys that match their commitments:"
        f" {_keys(proof.matching)}."
    )
    if proof.open:
        yield f"  Not checked, because the previous report is missing: {_keys(proof.open)}."
    if proof.shares and not proof.false_shares:
        yield f"  Shares that match their commitments: {', '.join(sorted(proof.shares))}."
    if proof.thrown:
        dice = common.counted(len(proof.thrown), "event")
        yield f"  Checked the dice of {dice}; --json shows them."
    yield "  Reports don't contain hidden dice; the archive proves them after the game."


def _keys(keys: Sequence[KeyId]) -> str:
    """Return keys in words: 'public dice of turns 1, 2 and own dice of turn 1'."""
    parts = []
    for kind in ("public", "own"):
        turns = sorted({key.turn for key in keys if key.audience == kind})
        if turns:
            numbers = ", ".join(map(str, turns))
            parts.append(f"{kind} dice of {'turn' if len(turns) == 1 else 'turns'} {numbers}")
    return " and ".join(parts) or "none"
